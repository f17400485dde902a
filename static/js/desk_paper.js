/* The report page of a table on real cards: what was typed stays on the phone until it is sent, also through a dead
   spot. Sent twice it counts once, since the form's key goes with it. Points are the server's matter. */

const RETRY_MS = 8000;
const note = document.getElementById('waiting');
const forms = [...document.querySelectorAll('form[data-keeps]')];
const slot = (form) => `report ${form.dataset.keeps} ${form.dataset.what}`;

function keep(form, pending = false) {
  const values = [...new FormData(form)].filter(([name]) => name !== 'csrfmiddlewaretoken');
  localStorage.setItem(slot(form), JSON.stringify({ values, pending }));
}

function kept(form) {
  try {
    return JSON.parse(localStorage.getItem(slot(form)) ?? 'null');
  } catch {
    return null;                                       // not ours, or cut short: as if nothing had been kept
  }
}

function restore(form) {
  const found = kept(form);
  if (!found || document.querySelector('.errors:not([hidden])')) return;
  for (const [name, value] of found.values) {
    const field = form.elements.namedItem(name);
    if (!field || name === 'rows' || name === 'what') continue;
    if (field instanceof RadioNodeList) field.value = value;
    else if (field.type === 'radio') field.checked = field.value === value;
    else field.value = value;
  }
}

let sending = false;

async function send(form) {
  if (sending) return;
  sending = true;
  keep(form, true);
  try {
    const answer = await fetch(form.action || location.href, {
      method: 'POST', body: new FormData(form), redirect: 'follow', signal: AbortSignal.timeout(15000),
    });
    if (answer.ok) {
      localStorage.removeItem(slot(form));
      location.assign(location.pathname);
      return;
    }
    if (answer.status >= 500) throw new Error(String(answer.status));
    keep(form, false);
    form.submit();                                     // refused: the page itself shows why, at the field
  } catch {
    note.hidden = false;
    note.scrollIntoView({ block: 'nearest' });
  } finally {
    sending = false;
  }
}

function retry() {
  for (const form of forms) if (kept(form)?.pending) send(form);
}

for (const form of forms) {
  restore(form);
  form.addEventListener('input', () => keep(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
}
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-next-deal]');
  if (!button) return;
  const next = button.closest('details').nextElementSibling;
  if (!next) return;
  button.closest('details').open = false;
  next.open = true;
  next.querySelector('input')?.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'start', behavior: 'smooth' });
});
/* Enter in a number goes to the next field instead of sending half a report. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.target.type !== 'number') return;
  event.preventDefault();
  const fields = [...event.target.form.querySelectorAll('input[type="number"]')].filter((field) => field.offsetParent);
  const next = fields[fields.indexOf(event.target) + 1];
  if (next) next.focus();
  else event.target.blur();
});

if (forms.some((form) => kept(form)?.pending)) note.hidden = false;
window.addEventListener('online', retry);
setInterval(retry, RETRY_MS);
