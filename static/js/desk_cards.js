/* The picture of the deck: tap who holds which card. It fills the text fields of one deal's hands, which work without it
   too; whether the cards can be, and what they count, is the server's matter. Arrow keys move, digits choose a hand. */

const deck = document.getElementById('deck');
let deal = 0;
let chair = 1;

const cards = () => [...deck.querySelectorAll('[data-code]')];
const chairs = () => [...deck.querySelectorAll('[data-deck-seat]')];
/* A big gin is shown with all cards in hand, that is one more. */
const isBig = (seat) => Boolean(document.querySelector(`form[data-what="deals"] [name="deal-${deal}-big_gin"]:checked`)) && document.querySelector(`form[data-what="deals"] [name="deal-${deal}-knocker"]:checked`)?.value === String(seat - 1);
const size = (seat = chair) => Number(deck.dataset.size) + Number(isBig(Number(seat)));
const field = (seat) => document.querySelector(`form[data-what="deals"] [name="deal-${deal}-hand-${seat}"]`);
const held = (seat) => field(seat).value.toUpperCase().split(/\s+/).filter(Boolean);
const nameOf = (seat) => deck.querySelector(`[data-deck-seat="${seat}"] .n`).textContent;

function say(text) {
  deck.querySelector('[data-deck-status]').textContent = text;
}

function show() {
  const owners = new Map(chairs().flatMap((_button, at) => held(at + 1).map((code) => [code, at + 1])));
  for (const button of chairs()) {
    const seat = Number(button.dataset.deckSeat);
    button.setAttribute('aria-pressed', String(seat === chair));
    button.querySelector('[data-count]').textContent = `${held(seat).length}/${size(seat)}`;
  }
  for (const card of cards()) {
    const owner = owners.get(card.dataset.code);
    card.setAttribute('aria-pressed', String(owner === chair));
    card.toggleAttribute('data-held', owner !== undefined && owner !== chair);
    card.querySelector('[data-owner]').textContent = owner ? nameOf(owner).slice(0, 2) : '';
    card.setAttribute('aria-label', owner ? `${card.dataset.name}, ${nameOf(owner)}` : card.dataset.name);
  }
  say(deck.dataset.has.replace('%s', nameOf(chair)).replace('%n', String(held(chair).length)).replace('%m', String(size())));
}

function write(seat, codes) {
  field(seat).value = codes.join(' ');
}

function tap(code) {
  const own = held(chair);
  if (own.includes(code)) {
    write(chair, own.filter((found) => found !== code));
  } else if (own.length >= size()) {
    show();
    say(deck.dataset.full.replace('%s', nameOf(chair)));
    return;
  } else {
    for (const button of chairs()) {
      const seat = Number(button.dataset.deckSeat);
      if (seat !== chair && held(seat).includes(code)) write(seat, held(seat).filter((found) => found !== code));
    }
    write(chair, [...own, code]);
    if (held(chair).length === size()) chair = Number(chairs().map((button) => button.dataset.deckSeat).find((seat) => held(seat).length < size(seat)) ?? chair);
  }
  show();
}

/* Cards count only where no deadwood is typed, so that the two can't contradict each other. */
function done() {
  const form = field(1).form;
  if (chairs().some((button) => held(button.dataset.deckSeat).length)) {
    for (const wood of form.querySelectorAll(`[data-deal="${deal}"] .woods input`)) wood.value = '';
  }
  field(1).dispatchEvent(new Event('input', { bubbles: true }));
}

function step(from, by) {
  const all = cards();
  all[all.indexOf(from) + by]?.focus();
}

function perRow() {
  const all = cards();
  const next = all.findIndex((card) => card.offsetTop > all[0].offsetTop);
  return next > 0 ? next : 13;
}

if (deck) {
  for (const button of document.querySelectorAll('[data-picks-cards]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      deal = Number(button.dataset.picksCards);
      chair = Number(chairs().map((found) => found.dataset.deckSeat).find((seat) => held(seat).length < size(seat)) ?? 1);
      show();
      deck.showModal();
    });
  }
  deck.addEventListener('click', (event) => {
    const card = event.target.closest('[data-code]');
    const seat = event.target.closest('[data-deck-seat]');
    if (card) tap(card.dataset.code);
    else if (seat) { chair = Number(seat.dataset.deckSeat); show(); }
    else if (event.target.closest('[data-deck-clear]')) { write(chair, []); show(); }
  });
  deck.addEventListener('close', done);
  deck.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow(), ArrowUp: -perRow() }[event.key];
    if (by && event.target.matches('[data-code]')) {
      event.preventDefault();
      step(event.target, by);
    } else if (/^[1-9]$/.test(event.key) && Number(event.key) <= chairs().length) {
      chair = Number(event.key);
      show();
    }
  });
}
