/* The screen for the hall turns its pages by itself, keeps awake where it may, and shows how old its data is.
   It only hides and shows what the server sent. */

const TURN_MS = 12000;
let shown = 0;
let updated = performance.now();

function pages() {
  return [...document.querySelectorAll('[data-page]')];
}

function show() {
  const all = pages();
  if (!all.length) return;
  shown %= all.length;
  all.forEach((page, at) => { page.hidden = at !== shown; });
  document.querySelectorAll('.pages i').forEach((dot, at) => dot.classList.toggle('on', at === shown));
  const title = document.querySelector('[data-title]');
  if (title) title.textContent = all[shown].dataset.heading;
}

function age() {
  const label = document.querySelector('[data-age]');
  if (!label) return;
  const seconds = Math.round((performance.now() - updated) / 1000);
  label.textContent = label.dataset.words.replace('%s', String(seconds));
  label.classList.toggle('old', seconds > 150);
}

async function stayAwake() {
  if (!('wakeLock' in navigator) || document.hidden) return;
  try {
    await navigator.wakeLock.request('screen');
  } catch (error) {
    console.info('The screen may go to sleep:', error.message);
  }
}

document.addEventListener('htmx:after:swap', () => {
  updated = performance.now();
  show();
  age();
});
setInterval(() => { shown += 1; show(); }, TURN_MS);
setInterval(age, 1000);
document.addEventListener('visibilitychange', stayAwake);
stayAwake();
show();
