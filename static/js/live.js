/* Live updates. The stream carries "topic T is at version V" and nothing else; the page then fetches its own view.

   Page contract: an element with data-live="game-17 round-4", data-version="42" and an hx-get whose hx-trigger is "live"
   is fetched again when one of its topics moves on. data-live-ticket (signed, on the body or on a fragment) opens /live/.
   One tab of a browser holds the stream for all tabs with the same topics (Web Locks); without Web Locks hidden tabs let
   go of it. Without a stream for ten seconds /live/version is polled. This module never reads or shows content. */

const POLL_MS = 5000;
const PATIENCE_MS = 10000;
const STRIP_AFTER_MS = 3000;
const strip = document.getElementById('offline');
let lastGood = performance.now();
let lastVersions = '';
let connected = false;
let ended = false;
let source = null;

function ticket() {
  const holders = document.querySelectorAll('[data-live-ticket]');
  return holders.length ? holders[holders.length - 1].dataset.liveTicket : '';
}

function address(what) {
  return `/live/${what}?t=${encodeURIComponent(ticket())}`;
}

function views() {
  return [...document.querySelectorAll('[data-live]')];
}

function topics() {
  return [...new Set(views().flatMap((view) => view.dataset.live.split(' ')))].sort().join(' ');
}

function refresh(view) {
  window.htmx?.trigger(view, 'live');
}

function refreshAll() {
  views().forEach(refresh);
}

function fire(message) {
  lastGood = performance.now();
  if (message.topic === 'resync') {
    refreshAll();
    return;
  }
  for (const view of views()) {
    if (view.dataset.live.split(' ').includes(message.topic) && !isKnown(view, message)) refresh(view);
  }
  document.body.dispatchEvent(new CustomEvent('live:' + message.topic, { detail: message }));
}

/* Every change that a view can show has a version of its own, so the same version brings nothing new: the answer to the
   reader's own act, for one, was the new view already. */
function isKnown(view, message) {
  return view.dataset.live === message.topic && view.dataset.version !== undefined && Number(view.dataset.version) >= message.version;
}

function setConnected(now) {
  if (now && !connected) lastGood = performance.now();
  connected = now;
  if (now) strip.hidden = true;
}

function open(channel) {
  source = new EventSource(address('stream'));
  const tell = (message) => {
    fire(message);
    channel?.postMessage(message);
  };
  let opened = false;
  source.onopen = () => {
    setConnected(true);
    channel?.postMessage({ connected: true });
    if (opened) tell({ topic: 'resync' });      // after a gap everything may be new
    opened = true;
  };
  source.onerror = () => {
    setConnected(false);
    channel?.postMessage({ connected: false });
    if (source?.readyState === EventSource.CLOSED) setTimeout(reopen, POLL_MS, channel);   // refused: a new ticket may do
  };
  source.onmessage = (event) => tell(JSON.parse(event.data));
  source.addEventListener('resync', () => tell({ topic: 'resync' }));
  source.addEventListener('bye', () => {         // signed out: nothing of this session may be shown any more
    ended = true;
    source.close();
    location.reload();
  });
}

function reopen(channel) {
  if (!ended && source?.readyState === EventSource.CLOSED) open(channel);
}

function close() {
  source?.close();
  source = null;
}

function start() {
  if (!ticket()) return;
  if ('BroadcastChannel' in window && navigator.locks) {
    const name = 'live ' + topics();
    const channel = new BroadcastChannel(name);
    channel.onmessage = (event) => ('connected' in event.data ? setConnected(event.data.connected) : fire(event.data));
    navigator.locks.request(name, () => {
      open(channel);
      return new Promise(() => {});
    });
    setConnected(true);                          // a follower trusts its leader until told otherwise
    return;
  }
  const follow = () => (document.hidden ? close() : source ?? open(null));
  document.addEventListener('visibilitychange', follow);
  follow();
}

/* Sleep, a closed lid, a night: whatever was missed is fetched as soon as the page is looked at again. */
function wake() {
  if (!document.hidden && performance.now() - lastGood > 1500) refreshAll();
}
document.addEventListener('visibilitychange', wake);
window.addEventListener('pageshow', (event) => event.persisted && refreshAll());
window.addEventListener('online', refreshAll);
window.addEventListener('offline', () => { strip.hidden = false; });

/* A view that arrived shows that the server answers; one that failed shows the strip. */
document.addEventListener('htmx:after:swap', () => { strip.hidden = true; });
document.addEventListener('htmx:error', () => {
  if (views().length) strip.hidden = false;
});

/* An answer that isn't the view it should replace (a proxy's or the server's error page, the sign-in page after the
   session ended) never takes its place: errors that pass are tried again, with anything else the page is loaded anew. */
const RETRY_MS = 3000;

function isView(ctx) {
  const { raw, status } = ctx.response;
  return !ctx.target?.matches?.('[data-live][id]') || (status < 400 && !raw.redirected) || ctx.text.includes(`id="${ctx.target.id}"`);
}

document.addEventListener('htmx:after:request', (event) => {
  const { ctx } = event.detail;
  if (isView(ctx)) return;
  event.preventDefault();
  strip.hidden = false;
  document.dispatchEvent(new CustomEvent('live:no-view'));
  if (ctx.response.status >= 500 || ctx.response.status === 429) setTimeout(refresh, RETRY_MS, ctx.target);
  else location.reload();
});

async function poll() {
  try {
    const answer = await fetch(address('version'), { cache: 'no-cache' });
    if (!answer.ok) throw new Error(String(answer.status));
    const versions = await answer.text();
    if (versions !== lastVersions) refreshAll();
    lastVersions = versions;
    strip.hidden = true;
  } catch {
    strip.hidden = false;
  }
}

setInterval(() => {
  if (connected || ended || document.hidden || !ticket() || !views().length) return;
  const silent = performance.now() - lastGood;
  if (silent > STRIP_AFTER_MS && !navigator.onLine) strip.hidden = false;
  if (silent > PATIENCE_MS) poll();
}, POLL_MS);

start();
