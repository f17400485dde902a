/* The card table: sends moves, shows them at once and takes them back when the server refuses, tells why a move can't be
   made, keys, the side sheet, the title and the sound of one's turn. It decides nothing: codes and reasons come with
   the page (templates/games/_table.html). */

const table = () => document.getElementById('table');
const form = () => document.getElementById('move');
const words = () => document.getElementById('words').dataset;
const toast = (text, kind = '') => text && document.dispatchEvent(new CustomEvent('toast', { detail: { text, kind } }));
const title = document.title;
let raised = null;
let sending = false;
let slow = null;          // the timer that says that an answer takes long
const SLOW_MS = 2000;
let wasMyTurn = null;

/* ---- what may be done with the raised card ---- */

document.addEventListener('hand:raised', (event) => {
  raised = event.detail;
  const discard = document.getElementById('discard');
  const knock = document.getElementById('knock');
  if (discard) set(discard, raised?.dataset.discard, raised ? `${discard.dataset.idle} ${raised.dataset.letter}` : discard.dataset.idle, raised?.dataset.suit);
  showWays();
  showFits();
  if (knock) set(knock, raised?.dataset.knock, way()?.dataset.label ?? raised?.dataset.knockLabel ?? knock.dataset.idle, null);
});

/** Melds on the table to which the raised card may be added: a tap on one does it, as its button in the bar does. */
function adding(meld) {
  return raised && document.querySelector(`#acts button[value="layoff-${raised.dataset.code}-${meld.dataset.meld}"]`);
}

function showFits() {
  for (const meld of document.querySelectorAll('.tm[data-meld]')) meld.classList.toggle('fits', Boolean(adding(meld)));
}

/** Where a hand may be shown in more than one way, the raised card brings a choice; the usual way is chosen already. */
function showWays() {
  let any = false;
  for (const box of document.querySelectorAll('[data-ways-of]')) {
    box.hidden = box.dataset.waysOf !== raised?.dataset.code;
    any ||= !box.hidden;
  }
  document.getElementById('acts').classList.toggle('choosing', any);
}

/** The way chosen for the raised card, where there is a choice. */
function way() {
  return raised && document.getElementById('ways-' + raised.dataset.code)?.selectedOptions[0];
}

document.addEventListener('change', (event) => {
  if (event.target.closest('[data-ways-of]')) set(document.getElementById('knock'), way().value, way().dataset.label, null);
});

function set(button, code, text, suit) {
  button.setAttribute('aria-disabled', String(!code));
  const label = document.createElement('span');
  label.textContent = text;
  button.replaceChildren(label);
  button.removeAttribute('aria-label');
  if (!suit || raised.dataset.code.startsWith('J') && 'RB'.includes(suit)) return;
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  mark.setAttribute('class', 'suit');
  mark.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#i-suit-' + suit.toLowerCase());
  mark.append(use);
  label.append(mark);
  button.setAttribute('aria-label', `${button.dataset.idle} ${raised.dataset.name}`);
}

document.addEventListener('hand:play', (event) => act(event.detail.card, event.detail.how));

function act(card, how) {
  if (!card) {
    toast(document.getElementById(how)?.dataset.why ?? words().notNow);
    return;
  }
  const code = how === 'knock' ? card.dataset.knock && (card === raised && way()?.value || card.dataset.knock) : card.dataset.discard;
  if (!code) toast((how === 'knock' ? card.dataset.knockWhy : card.dataset.discardWhy) ?? words().notNow);
  else play(code, () => lay(card, how));
}

/* ---- sending ---- */

function play(code, atOnce) {
  if (sending) return;
  form().querySelector('input[name=code]')?.remove();
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'code';
  field.value = code;
  form().append(field);
  atOnce?.();
  form().requestSubmit();
}

function lay(card, how) {
  card.classList.add('leaving');
  const stack = document.querySelector('#pile .stack');
  if (how !== 'discard' || !stack) return;
  const copy = document.createElement('span');
  copy.className = card.className.replace(/\b(up|leaving|new|inmeld)\b/g, '') + ' top-card ghost';
  copy.dataset.suit = card.dataset.suit;
  copy.append(...[...card.children].map((child) => child.cloneNode(true)));
  stack.querySelector('.top-card, .none')?.classList.add('covered');
  stack.append(copy);
}

function draw(pile) {
  const top = pile.querySelector('.top-card');
  const box = [...document.querySelectorAll('#hand .cards')].filter((one) => one.offsetParent).at(-1);
  if (!top || !box) return;
  const copy = top.cloneNode(true);
  copy.className = top.className.replace('top-card', '') + ' ghost';
  box.append(copy);
}

function undo() {
  document.querySelectorAll('.ghost').forEach((ghost) => ghost.remove());
  document.querySelectorAll('.covered').forEach((one) => one.classList.remove('covered'));
  document.querySelectorAll('.leaving').forEach((one) => one.classList.remove('leaving'));
}

function finish() {
  sending = false;
  clearTimeout(slow);
  table()?.classList.remove('sending');
}

document.addEventListener('submit', (event) => {
  if (event.target.id !== 'move') return;
  const button = event.submitter;
  if (sending || button?.dataset.why) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!sending) toast(button.dataset.why);
    return;
  }
  sending = true;
  slow = setTimeout(toast, SLOW_MS, words().slow);
  table().classList.add('sending');
  if (button?.id === 'stock' || button?.id === 'pile') draw(button);
}, true);

document.addEventListener('htmx:before:swap', undo);
document.addEventListener('htmx:finally:request', finish);
/** Without a network nothing was sent. With one nobody knows, so the table as it is now is asked for. */
document.addEventListener('htmx:error', () => {
  if (!sending) return;
  undo();
  toast(navigator.onLine ? words().noAnswer : words().notSent, 'error');
  if (navigator.onLine) setTimeout(() => window.htmx.trigger(table(), 'live'), SLOW_MS);
});
document.addEventListener('live:no-view', () => {
  if (!sending) return;
  undo();
  toast(words().noAnswer, 'error');
});

/* ---- clicks and keys ---- */

document.addEventListener('click', (event) => {
  const button = event.target.closest('button') ?? adding(event.target.closest('.tm[data-meld]') ?? document.body);
  if (!button) return;
  if (!button.contains(event.target)) button.click();
  else if (button.id === 'discard' || button.id === 'knock') act(raised, button.id);
  else if ('side' in button.dataset || 'sideClose' in button.dataset) side();
  else if ('sound' in button.dataset) document.dispatchEvent(new CustomEvent('sound:toggle'));
});

function side() {
  const open = document.body.classList.toggle('side-open');
  document.querySelectorAll('[data-side]').forEach((button) => button.setAttribute('aria-expanded', String(open)));
  (open ? document.querySelector('[data-side-close]') : document.querySelector('[data-side]'))?.focus();
}

const KEYS = {
  d: () => document.getElementById('stock')?.click(),
  p: () => document.getElementById('pile')?.click(),
  x: () => act(raised, 'discard'),
  k: () => act(raised, 'knock'),
  n: () => document.getElementById('next-deal')?.click(),
  '?': () => document.getElementById('help-sheet').showModal(),
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog')) return;
  if (event.key === 'Escape' && document.body.classList.contains('side-open')) side();
  const key = KEYS[event.key.toLowerCase()];
  if (!key) return;
  event.preventDefault();
  key();
});

/* ---- presence: an open page says that it is looked at, so that bots play at a pace that can be followed and the others
   see who is there; it hears whose pages are open no more ---- */

const PRESENT_MS = 20000;

function present() {
  const url = table()?.dataset.here;
  if (!url || document.hidden || table().classList.contains('over')) return;
  const token = form().querySelector('[name=csrfmiddlewaretoken]').value;
  fetch(url, { method: 'POST', headers: { 'X-CSRFToken': token }, keepalive: true })
    .then((answer) => {
      const away = answer.headers.get('Away');
      if (away !== null && table() && away !== table().dataset.away) window.htmx.trigger(table(), 'live');
    })
    .catch(() => {});   // live.js shows what is wrong
}
document.addEventListener('visibilitychange', present);
setInterval(present, PRESENT_MS);

/* ---- each new view ---- */

/** The bar above the table isn't part of the view that is fetched again; what changes in it comes with the view. */
function updateBar() {
  for (const place of document.querySelectorAll('[data-shows-deal]')) place.textContent = table().dataset.dealLabel;
  const clock = document.querySelector('.top [data-clock]');
  if (!clock || table().dataset.roundLeft === undefined) return;
  clock.dataset.clock = table().dataset.roundLeft;
  clock.dataset.at = table().dataset.version;
}

/** The scoresheet shows its newest deal, unless its reader has gone elsewhere in it. */
function showNewest() {
  const sheet = document.querySelector('#side .scroll');
  if (!sheet || sheet.dataset.deal === table().dataset.dealLabel) return;
  sheet.dataset.deal = table().dataset.dealLabel;
  sheet.scrollTop = sheet.scrollHeight;
}

function look() {
  if (!table()) return;
  updateBar();
  showNewest();
  if (table().dataset.refusal) toast(table().dataset.refusal, 'error');
  const mine = 'myTurn' in table().dataset;
  document.title = mine ? `${words().yourTurn} · ${title}` : title;
  if (wasMyTurn !== null && mine && !wasMyTurn) document.dispatchEvent(new CustomEvent('sound:turn'));
  wasMyTurn = mine;
}

/* Who pressed a button that the new view has no more goes on at what comes next: the card just drawn, the hand, how the
   deal ended. Without this the reader's place would be lost to the top of the page. */
let wasInside = false;
document.addEventListener('htmx:before:swap', () => { wasInside = Boolean(document.activeElement?.closest('#table')); });

function goOn() {
  if (!wasInside || !table() || document.activeElement !== document.body) return;
  const next = ['#hand .card.new', '.end-h', '#acts a.main', '#acts button.main[name]', '#hand .card[tabindex="0"]'];
  const target = next.map((one) => document.querySelector(one)).find((one) => one?.offsetParent);
  target?.focus({ preventScroll: true });
}

document.addEventListener('htmx:after:swap', goOn);
document.addEventListener('htmx:after:swap', look);
look();
present();
