/* The desk's small helps: filter a list of names while typing, swap two seats of a draft, fill in the last total.
   Everything also works by its form alone; this module never decides anything. */

const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/* ---- search as you type ---- */
function filter() {
  const input = document.querySelector('[data-filters]');
  if (!input) return;
  const wanted = plain(input.value).split(/\s+/).filter(Boolean);
  const root = document.querySelector(input.dataset.filters);
  let shown = 0;
  for (const row of root.querySelectorAll('[data-name]')) {
    const name = plain(row.dataset.name);
    row.hidden = !wanted.every((part) => name.includes(part));
    if (!row.hidden) shown += 1;
  }
  for (const panel of root.querySelectorAll('section.panel')) {
    const rows = [...panel.querySelectorAll('[data-name]')];
    panel.hidden = rows.length > 0 && rows.every((row) => row.hidden);
  }
  const nobody = root.querySelector('[data-nobody]');
  if (nobody) nobody.hidden = !wanted.length || shown > 0;
}
document.addEventListener('input', (event) => {
  if (event.target.matches('[data-filters]')) filter();
  if (event.target.closest('[data-balances]')) balance(event.target.closest('[data-balances]'));
});
document.addEventListener('htmx:after:swap', filter);
/* One name left and Enter: check in. */
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('[data-filters]')) return;
  event.preventDefault();
  const rows = [...document.querySelectorAll('[data-name]:not([hidden]) .tap')];
  if (rows.length !== 1) return;
  rows[0].click();
  event.target.value = '';
});

/* ---- swap and move in a draft ---- */
const swap = document.getElementById('swap');
const hint = document.getElementById('swap-hint');
const usual = hint?.textContent;
let picked = null;

function pick(button) {
  picked?.setAttribute('aria-pressed', 'false');
  picked = button;
  picked?.setAttribute('aria-pressed', 'true');
  for (const table of document.querySelectorAll('[data-to-table]')) {
    table.disabled = !picked || picked.closest('[data-table]')?.dataset.table === table.dataset.toTable;
  }
  if (hint) hint.textContent = picked ? `${picked.textContent}. ${swap.dataset.picked}` : usual;
}

function send(first, second, table) {
  swap.elements.first.value = first;
  swap.elements.second.value = second;
  swap.elements.table.value = table;
  swap.requestSubmit();
}

if (swap) {
  document.addEventListener('click', (event) => {
    const seat = event.target.closest('[data-seat]');
    const table = event.target.closest('[data-to-table]');
    if (seat && picked === seat) pick(null);
    else if (seat && picked) send(picked.dataset.seat, seat.dataset.seat, '');
    else if (seat) pick(seat);
    else if (table && picked) send(picked.dataset.seat, '', table.dataset.toTable);
  });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && pick(null));
  document.addEventListener('dragstart', (event) => {
    const seat = event.target.closest?.('[data-seat]');
    if (!seat) return;
    pick(seat);
    event.dataTransfer.setData('text/plain', seat.dataset.seat);
    event.dataTransfer.effectAllowed = 'move';
  });
  document.addEventListener('dragover', (event) => {
    if (picked && event.target.closest('[data-seat], [data-table]')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const seat = event.target.closest('[data-seat]');
    const table = event.target.closest('[data-table]');
    if (!picked || (!seat && !table)) return;
    event.preventDefault();
    if (seat && seat !== picked) send(picked.dataset.seat, seat.dataset.seat, '');
    else if (!seat && table.dataset.table !== picked.closest('[data-table]')?.dataset.table) send(picked.dataset.seat, '', table.dataset.table);
  });
  document.addEventListener('dragend', () => pick(null));
}

/* ---- totals: the last empty one is what makes the sum 0 ---- */
function balance(form) {
  const fields = [...form.querySelectorAll('input[type="number"]')];
  const empty = fields.filter((field) => field.value.trim() === '' || field.dataset.filled === 'yes');
  const known = fields.filter((field) => !empty.includes(field));
  const sum = known.reduce((total, field) => total + Number(field.value || 0), 0);
  const typed = form.contains(document.activeElement) ? document.activeElement : null;
  if (typed?.dataset.filled === 'yes') {
    typed.dataset.filled = '';
    return balance(form);
  }
  const output = form.querySelector('output');
  if (empty.length === 1) {
    empty[0].value = String(-sum);
    empty[0].dataset.filled = 'yes';
    if (output) output.textContent = '0';
  } else {
    for (const field of empty) if (field.dataset.filled === 'yes') { field.value = ''; field.dataset.filled = ''; }
    if (output) output.textContent = String(sum).replace('-', '−');
  }
  if (output) output.classList.toggle('bad', empty.length === 0 && sum !== 0);
}
