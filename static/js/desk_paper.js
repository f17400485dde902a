/* The report page of a table on real cards: what was typed stays on the phone until it is sent, also through a dead
   spot; deals go off one by one while the table plays. Sent twice it counts once, since each deal and the report carry
   a key of their own. Points are the server's matter. */

const RETRY_MS = 8000;
const note = document.getElementById('waiting');
const forms = [...document.querySelectorAll('form[data-keeps]')];
const slot = (form) => `report ${form.dataset.keeps} ${form.dataset.what}`;
const dealSlot = (form, number) => `deal ${form.dataset.keeps} ${number}`;

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;                                       // not ours, or cut short: as if nothing had been kept
  }
}

const kept = (form) => read(slot(form));

function keep(form, pending = false) {
  const values = [...new FormData(form)].filter(([name]) => name !== 'csrfmiddlewaretoken');
  localStorage.setItem(slot(form), JSON.stringify({ values, pending }));
}

/* A deal that others told meanwhile is shown as they told it; what belongs to the page itself isn't restored. */
function isStale(form, name) {
  if (['rows', 'what'].includes(name) || /^(key|seen)-/.test(name)) return true;
  const deal = /^deal-(\d+)-/.exec(name)?.[1];
  return Boolean(deal && form.querySelector(`[data-deal="${deal}"][data-told]`) && !read(dealSlot(form, deal)));
}

function restore(form) {
  const found = kept(form);
  if (!found || document.querySelector('.errors:not([hidden])')) return;
  for (const [name, value] of found.values) {
    const field = form.elements.namedItem(name);
    if (!field || isStale(form, name)) continue;
    if (field instanceof RadioNodeList) field.value = value;
    else if (field.type === 'radio') field.checked = field.value === value;
    else if (field.type === 'checkbox') field.checked = true;
    else field.value = value;
  }
}

let sending = false;

function post(address, body) {
  return fetch(address, { method: 'POST', body, redirect: 'follow', signal: AbortSignal.timeout(15000) });
}

function showWaiting() {
  note.hidden = false;
  note.scrollIntoView({ block: 'nearest' });
}

async function send(form) {
  keep(form, true);
  if (sending) {                                       // a deal is on its way: the report follows it
    showWaiting();
    return;
  }
  sending = true;
  try {
    const answer = await post(form.action, new FormData(form));
    if (answer.ok) {
      localStorage.removeItem(slot(form));
      for (const deal of form.querySelectorAll('[data-deal]')) localStorage.removeItem(dealSlot(form, deal.dataset.deal));
      location.assign(location.pathname);
      return;
    }
    if (answer.status >= 500) throw new Error(String(answer.status));
    keep(form, false);
    form.submit();                                     // refused: the page itself shows why, at the field
  } catch {
    showWaiting();
  } finally {
    sending = false;
  }
}

/* ---- one deal at a time ---- */
const waitingDeals = (form) => [...form.querySelectorAll('[data-deal]')].map((deal) => deal.dataset.deal).filter((number) => read(dealSlot(form, number)));

/* Whether a deal is on its way is seen at the deal. */
function showDeals(form) {
  const waiting = waitingDeals(form);
  for (const deal of form.querySelectorAll('[data-deal]')) deal.querySelector('[data-waits]').hidden = !waiting.includes(deal.dataset.deal);
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function told(form, number) {
  const deal = form.querySelector(`[data-deal="${number}"]`);
  const key = form.elements.namedItem(`key-${number}`);
  form.elements.namedItem(`seen-${number}`).value = key.value;
  key.value = newKey();                                // what is told of it later is another telling
  deal.dataset.told = '';
  deal.querySelector('[data-sent]').hidden = false;
  localStorage.removeItem(dealSlot(form, number));
}

async function tell(form, number) {
  const values = read(dealSlot(form, number));
  if (!values || sending) return;
  sending = true;
  let went = false;
  const body = new URLSearchParams(values);
  body.set('csrfmiddlewaretoken', form.elements.namedItem('csrfmiddlewaretoken').value);
  try {
    const answer = await post(form.dataset.tells, body);
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    if (answer.ok) {
      went = true;
      told(form, number);
    } else {                                           // refused: the page itself shows why, at the field
      localStorage.removeItem(dealSlot(form, number));
      const button = form.querySelector(`[data-tell][value="${number}"]`);
      button.dataset.plain = '';
      button.click();
    }
    note.hidden = !forms.some((found) => waitingDeals(found).length || kept(found)?.pending);
  } catch {
    showWaiting();
  } finally {
    sending = false;
  }
  showDeals(form);
  if (went) retry();                                   // the next one doesn't wait for the clock
}

function startTelling(button) {
  const form = button.form;
  const who = form.querySelector('.who input:checked');
  if (!who) {
    form.querySelector('.who input')?.reportValidity();
    return;
  }
  const number = button.value;
  const values = [...new FormData(form)].filter(([name]) => name !== 'csrfmiddlewaretoken');
  localStorage.setItem(dealSlot(form, number), JSON.stringify([...values, ['number', number]]));
  showDeals(form);
  openNext(button.closest('[data-deal]'));
  tell(form, number);
}

function openNext(deal) {
  deal.open = false;
  let next = deal.nextElementSibling;
  while (next && next.hasAttribute('data-told')) next = next.nextElementSibling;
  if (!next) return;
  next.open = true;
  next.querySelector('input:not([type="hidden"])')?.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

function retry() {
  for (const form of forms) {
    if (kept(form)?.pending) send(form);
    else for (const number of waitingDeals(form).slice(0, 1)) tell(form, number);
  }
}

for (const form of forms) {
  restore(form);
  showDeals(form);
  form.addEventListener('input', () => keep(form));
  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (button && 'plain' in button.dataset) return;
    event.preventDefault();
    if (button && 'tell' in button.dataset) startTelling(button);
    else send(form);
  });
}
/* Enter in a number goes to the next field instead of sending half a report. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches?.('form[data-keeps] input:is([type="number"], [type="text"])')) return;
  event.preventDefault();
  const fields = [...event.target.form.querySelectorAll('input:is([type="number"], [type="text"])')].filter((field) => field.offsetParent);
  const next = fields[fields.indexOf(event.target) + 1];
  if (next) next.focus();
  else event.target.blur();
});

if (forms.some((form) => kept(form)?.pending || waitingDeals(form).length)) note.hidden = false;
window.addEventListener('online', retry);
setInterval(retry, RETRY_MS);
