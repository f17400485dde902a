/* The own hand: sorting, arranging by drag, tap and keyboard, raising a card. It moves cards on the screen only; what
   may be played is written on each card by the server, and table.js sends it.

   The server sends the hand in melds and deadwood. The reader's sorting is kept for all games, the reader's own order for
   one deal; both survive reloads. Tells others by the event "hand:raised" (detail: the card's button or null) and
   "hand:play" (detail: {card, how}) on the document. */

const SORT_KEY = 'dw.sort';
const ORDER_KEY = 'dw.order';
let raised = null;        // code of the raised card
let cursor = null;        // code of the card that the keyboard is on
let groups = [];          // the server's grouping, as lists of codes
let groupClass = '';
let dragged = false;
let pending = false;      // a view arrived while a card was in the air
let focusedAt = -1;

const table = () => document.getElementById('table');
const hand = () => document.getElementById('hand');
const say = (text) => { document.getElementById('say').textContent = text; };
const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

function cards() {
  return hand() ? [...hand().querySelectorAll('button.card')] : [];
}

function mode() {
  return sessionStorage.getItem(SORT_KEY) ?? localStorage.getItem(SORT_KEY) ?? 'melds';
}

function setMode(value) {
  sessionStorage.setItem(SORT_KEY, value);
  if (value !== 'own') localStorage.setItem(SORT_KEY, value);
}

function ownOrder() {
  const kept = JSON.parse(localStorage.getItem(ORDER_KEY) ?? 'null');
  return kept && kept.deal === table().dataset.deal ? kept.codes : null;
}

function keepOrder() {
  localStorage.setItem(ORDER_KEY, JSON.stringify({ deal: table().dataset.deal, codes: cards().map((card) => card.dataset.code) }));
}

const RANK = (card) => Number(card.dataset.index) % 13 + (Number(card.dataset.index) > 51 ? 13 : 0);
const SORTS = {
  rank: (a, b) => RANK(a) - RANK(b) || a.dataset.index - b.dataset.index,
  suit: (a, b) => a.dataset.index - b.dataset.index,
};

function byOwnOrder(codes) {
  const place = new Map(codes.map((code, at) => [code, at]));
  return (a, b) => (place.get(a.dataset.code) ?? 99) - (place.get(b.dataset.code) ?? 99) || a.dataset.index - b.dataset.index;
}

/* ---- layout ---- */

function remember() {
  groups = [...hand().querySelectorAll('.meld > .cards')].map((box) => [...box.children].map((card) => card.dataset.code));
  groupClass = [...hand().classList].find((name) => /^g\d$/.test(name)) ?? 'g1';
}

/** Lays cards into a box in this order; where they lie so already nothing moves, so focus and a held key stay. */
function fill(box, wanted) {
  const there = [...box.children];
  if (there.length !== wanted.length || there.some((card, at) => card !== wanted[at])) box.append(...wanted);
}

/** Puts the cards back as the server sent them, before a new view is morphed in or the sorting is "melds". */
function restore() {
  if (!hand()) return;
  const boxes = [...hand().querySelectorAll('.meld > .cards')];
  const all = new Map(cards().map((card) => [card.dataset.code, card]));
  groups.forEach((codes, at) => boxes[at] && fill(boxes[at], codes.map((code) => all.get(code)).filter(Boolean)));
  hand().classList.remove('flat', 'g1');
  hand().classList.add(groupClass);
}

function flatten(compare) {
  const box = document.querySelector('#flatcards > .cards');
  const inMeld = new Set([...hand().querySelectorAll('button.card[data-meld]')].map((card) => card.dataset.code));
  fill(box, cards().sort(compare));
  for (const card of box.children) card.classList.toggle('inmeld', inMeld.has(card.dataset.code));
  hand().classList.add('flat', 'g1');
  if (groupClass !== 'g1') hand().classList.remove(groupClass);
}

function layout() {
  if (!hand()) return;
  const own = ownOrder();
  const chosen = mode() === 'own' && !own ? localStorage.getItem(SORT_KEY) ?? 'melds' : mode();
  if (chosen === 'melds') restore();
  else flatten(chosen === 'own' ? byOwnOrder(own) : SORTS[chosen]);
  for (const button of document.querySelectorAll('#sorter [data-sort]')) button.setAttribute('aria-pressed', String(button.dataset.sort === chosen));
  label();
  show();
  sortable();
}

/** Position in the spoken name, and one card only in the tab order. */
function label() {
  const all = cards();
  if (!all.some((card) => card.dataset.code === cursor)) cursor = all[0]?.dataset.code ?? null;
  all.forEach((card, at) => {
    card.setAttribute('aria-label', hand().dataset.label.replace('__name__', card.dataset.name).replace('__i__', at + 1).replace('__n__', all.length));
    card.tabIndex = card.dataset.code === cursor ? 0 : -1;
  });
}

function show() {
  const all = cards();
  if (raised && !all.some((card) => card.dataset.code === raised)) raised = null;
  for (const card of all) {
    const up = card.dataset.code === raised;
    card.classList.toggle('up', up);
    card.setAttribute('aria-pressed', String(up));
  }
  emit('hand:raised', all.find((card) => card.dataset.code === raised) ?? null);
}

function raise(card) {
  raised = card && raised !== card.dataset.code ? card.dataset.code : null;
  show();
  if (raised && card.dataset.knock) say(card.dataset.knockLabel);   // what the button beside would say to the eye
}

/* ---- tap ---- */

document.addEventListener('click', (event) => {
  const card = event.target.closest('#hand button.card');
  if (card) {
    if (dragged) return;
    cursor = card.dataset.code;
    label();
    const byKeyboard = event.detail === 0;
    const oneTap = document.cookie.includes('dw_tap=1') && card.dataset.discard;
    if (!byKeyboard && (oneTap || raised === card.dataset.code)) emit('hand:play', { card, how: 'discard' });
    else raise(card);
    return;
  }
  const sort = event.target.closest('[data-sort]');
  if (sort) sortBy(sort.dataset.sort);
});

function sortBy(value) {
  setMode(value);
  layout();
}

/* ---- keyboard ---- */

function go(step) {
  const all = cards();
  const at = all.findIndex((card) => card.dataset.code === cursor);
  const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
  cursor = next.dataset.code;
  label();
  next.focus();
}

function shift(card, step) {
  const all = cards();
  const codes = all.map((one) => one.dataset.code);
  const at = codes.indexOf(card.dataset.code);
  const to = at + step;
  if (to < 0 || to >= codes.length) return;
  codes.splice(to, 0, codes.splice(at, 1)[0]);
  localStorage.setItem(ORDER_KEY, JSON.stringify({ deal: table().dataset.deal, codes }));
  setMode('own');
  layout();
  card.focus();
  say(card.getAttribute('aria-label'));
}

document.addEventListener('keydown', (event) => {
  if (!hand() || event.ctrlKey || event.metaKey || event.target.closest('input, select, textarea, dialog')) return;
  const card = event.target.closest('#hand button.card');
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 }[event.key];
  if (step && card && event.altKey) shift(card, Math.sign(step));
  else if (step && (card || event.target === document.body || event.target.id === 'main') && !event.altKey && cards().length) go(card ? step : 0);
  else if (event.key === 'Escape' && raised) raise(null);
  else if (!event.altKey && ['1', '2', '3'].includes(event.key)) sortBy(['melds', 'rank', 'suit'][event.key - 1]);
  else return;
  event.preventDefault();
});

/* ---- drag ---- */

function sortable() {
  for (const box of hand().querySelectorAll('.cards')) {
    if (box.dwSortable) continue;
    box.dwSortable = window.Sortable.create(box, {
      group: 'hand', draggable: 'button.card', forceFallback: true, fallbackOnBody: true, fallbackTolerance: 6, animation: reduced() ? 0 : 150, ghostClass: 'held',
      onStart: startDrag, onEnd: endDrag,
    });
  }
}

const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function overPile(event) {
  const point = event.changedTouches?.[0] ?? event;
  return document.elementsFromPoint(point.clientX, point.clientY).some((element) => element.closest('#pile'));
}

function hover(event) {
  document.getElementById('pile')?.classList.toggle('over', overPile(event));
}

function startDrag() {
  dragged = true;
  document.addEventListener('pointermove', hover);
  document.addEventListener('touchmove', hover, { passive: true });
}

/* SortableJS swallows the next click after a drag. Where the browser sent none, that would be the reader's next tap. */
function afterDrag() {
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  dragged = false;
  if (!pending) return;
  pending = false;
  window.htmx.trigger(table(), 'live');
}

function endDrag(event) {
  document.removeEventListener('pointermove', hover);
  document.removeEventListener('touchmove', hover);
  document.getElementById('pile')?.classList.remove('over');
  setTimeout(afterDrag, 30);
  const card = event.item;
  if (overPile(event.originalEvent)) {
    layout();
    emit('hand:play', { card, how: 'discard' });
  } else if (event.oldIndex !== event.newIndex || event.from !== event.to) {
    keepOrder();
    setMode('own');
    layout();
    say(card.getAttribute('aria-label'));
  }
}

/* ---- new views ---- */

document.addEventListener('htmx:before:swap', (event) => {
  if (dragged) {                 // never move cards under the reader's finger
    pending = true;
    event.preventDefault();
    return;
  }
  const active = document.activeElement?.closest?.('#hand button.card');
  focusedAt = active ? cards().indexOf(active) : -1;
  if (active) cursor = active.dataset.code;
  restore();
});

document.addEventListener('htmx:after:swap', () => {
  if (!hand()) return;
  remember();
  layout();
  if (focusedAt < 0) return;
  const all = cards();
  const same = all.find((card) => card.dataset.code === cursor) ?? all[Math.min(focusedAt, all.length - 1)];
  cursor = same?.dataset.code ?? null;
  label();
  same?.focus({ preventScroll: true });
  focusedAt = -1;
});

if (hand()) {
  remember();
  layout();
}
