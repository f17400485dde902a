/* The first-time tour: one note at a time beside what it is about, never over the hand, never in the way of a move.
   Asked for on the practice page; ends with the first deal or by its button. The words come with the page. */

const KEY = 'dw.tour';
const note = () => document.getElementById('tour');
const table = () => document.getElementById('table');

document.querySelector('[data-tour]')?.addEventListener('click', () => localStorage.setItem(KEY, 'on'));

/** Which note fits now: [name, selector of what it is about]. */
function fitting() {
  const { phase } = table().dataset;
  const mine = 'myTurn' in table().dataset;
  if (table().classList.contains('ended')) return ['end', '.ends .win'];
  if (!mine) return ['wait', '.seat.turn'];
  if (phase === 'cut') return ['cut', '#acts'];
  if (phase === 'draw' || phase === 'upcard') return document.querySelector('.meld:not(.loose)') ? ['meld', '.piles'] : ['draw', '.piles'];
  if (phase === 'discard') return [fittingRaised(document.querySelector('#hand .card.up')), '#acts'];
  return null;
}

function fittingRaised(card) {
  if (!card) return 'discard';
  return 'knock' in card.dataset ? 'knock' : 'again';
}

function show() {
  if (!note() || !table() || localStorage.getItem(KEY) !== 'on') return;
  const over = table().classList.contains('ended');
  if (!over && note().dataset.seen === 'end') {
    end();                         // the first deal is over and looked at
    return;
  }
  const found = fitting();
  document.querySelectorAll('.tour-marked').forEach((one) => one.classList.remove('tour-marked'));
  note().hidden = !found;
  if (!found) return;
  const [name, about] = found;
  note().dataset.seen = name;
  const text = note().querySelector('p');
  if (text.textContent !== note().dataset[name]) text.textContent = note().dataset[name];
  document.querySelector(about)?.classList.add('tour-marked');
}

function end() {
  localStorage.removeItem(KEY);
  note().hidden = true;
  document.querySelectorAll('.tour-marked').forEach((one) => one.classList.remove('tour-marked'));
}

document.addEventListener('htmx:after:swap', show);
document.addEventListener('hand:raised', show);
document.addEventListener('click', (event) => event.target.closest('[data-tour-end]') && end());
show();
