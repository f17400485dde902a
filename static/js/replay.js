/* Replay: keys and playing by itself. Each step is a link of the page; this only follows them in time. */

const PACE_MS = 1400;
let playing = null;

const link = (id) => document.querySelector(`a#${id}`);
const button = () => document.getElementById('step-play');

function show() {
  const now = button();
  if (!now) return;
  now.setAttribute('aria-label', playing ? now.dataset.pause : now.dataset.play);
  now.querySelector('use').setAttribute('href', playing ? '#i-pause' : '#i-play');
}

function stop() {
  clearInterval(playing);
  playing = null;
  show();
}

function toggle() {
  if (playing) {
    stop();
    return;
  }
  (link('step-on') ?? link('step-first'))?.click();
  playing = setInterval(() => (link('step-on') ? link('step-on').click() : stop()), PACE_MS);
  show();
}

const KEYS = { ArrowLeft: 'step-back', ArrowRight: 'step-on', Home: 'step-first', End: 'step-last' };

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog')) return;
  if (event.key === ' ' && !event.target.closest('a, button')) toggle();
  else if (KEYS[event.key]) link(KEYS[event.key])?.click();
  else return;
  event.preventDefault();
});

document.addEventListener('click', (event) => {
  if (event.target.closest('#step-play')) toggle();
  else if (event.isTrusted && playing && event.target.closest('.stepbar, .jump')) stop();
});

document.addEventListener('htmx:after:swap', () => {
  show();
  const step = document.querySelector('.jump [aria-current]');
  const list = step?.closest('.jump');
  if (list) list.scrollTop = step.offsetTop - list.offsetTop - list.clientHeight / 2;   // never the page itself
});
