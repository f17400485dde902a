/* Clocks. The server says how many seconds are left when it draws the page; this counts them down between two views.
   It decides nothing: the server's clock does. Warns at ten seconds, to be seen, heard and read out. */

const WARN_SECONDS = 10;
const ends = new WeakMap();       // element -> {key, at}
let audio = null;
let warnedFor = null;

const words = () => document.getElementById('words')?.dataset ?? {};
const muted = () => document.cookie.includes('dw_sound=off');

function mmss(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Seconds left of an element's clock; a new value or a new version in its data starts it again. */
function left(element, seconds) {
  const key = seconds + '@' + (element.dataset.at ?? '');
  let known = ends.get(element);
  if (!known || known.key !== key) {
    known = { key, at: performance.now() + 1000 * Number(seconds) };
    ends.set(element, known);
  }
  return (known.at - performance.now()) / 1000;
}

function plain(element) {
  if ('paused' in element.dataset) return;
  const seconds = left(element, element.dataset.clock);
  (element.querySelector('b') ?? element).textContent = mmss(Math.abs(seconds) < 1 ? 0 : Math.abs(seconds));
  if (!element.dataset.warn) return;
  element.classList.toggle('warn', seconds > 0 && seconds <= Number(element.dataset.warn));
  element.classList.toggle('danger', seconds <= 0);
}

function turn(element) {
  const own = left(element, element.dataset.turn);
  const reserve = Number(element.dataset.reserve);
  const inReserve = own <= 0;
  const shown = Math.max(0, Math.ceil(inReserve ? reserve + own : own));
  const total = inReserve ? reserve || 1 : Number(element.dataset.total) || 1;
  const text = element.querySelector('.t');
  text.textContent = shown > 99 ? mmss(shown) : String(shown);
  text.classList.toggle('long', shown > 599);
  element.querySelector('.ring .v').setAttribute('stroke-dashoffset', String(100 - Math.min(100, 100 * shown / total)));
  const low = own + reserve <= WARN_SECONDS;
  element.classList.toggle('low', low);
  if ('mine' in element.dataset) mine(element, own, reserve, low);
}

function mine(element, own, reserve, low) {
  const note = document.querySelector('[data-reserve-note]');
  if (note) note.textContent = reserve > 0 ? `${note.dataset.reserveNote} ${mmss(reserve + Math.min(0, own))}.` : '';
  const key = ends.get(element).key;
  if (!low || warnedFor === key || own + reserve <= 0) return;
  warnedFor = key;
  const say = document.getElementById('say');
  if (say) say.textContent = words().hurry ?? '';
  tone([[660, 0], [660, 0.18]]);
}

function tone(notes) {
  if (muted() || !audio) return;
  for (const [pitch, after] of notes) {
    const start = audio.currentTime + after;
    const sound = audio.createOscillator();
    const volume = audio.createGain();
    sound.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.16);
    sound.connect(volume).connect(audio.destination);
    sound.start(start);
    sound.stop(start + 0.18);
  }
}

/* Browsers allow sound only after the reader has touched the page. */
function wake() {
  if (!audio && 'AudioContext' in window) audio = new AudioContext();
}
document.addEventListener('pointerdown', wake, { once: true });
document.addEventListener('keydown', wake, { once: true });
document.addEventListener('sound:turn', () => tone([[523, 0], [784, 0.14]]));

function showSound() {
  for (const button of document.querySelectorAll('[data-sound]')) {
    button.setAttribute('aria-pressed', String(!muted()));
    button.querySelector('use').setAttribute('href', muted() ? '#i-volume-x' : '#i-volume-2');
  }
}
document.addEventListener('sound:toggle', () => {
  document.querySelector(`[data-setting="dw_sound"] [data-value="${muted() ? '' : 'off'}"]`)?.click();
});
document.addEventListener('setting', showSound);

function tick() {
  document.querySelectorAll('[data-clock]').forEach(plain);
  document.querySelectorAll('[data-turn]').forEach(turn);
}
document.addEventListener('htmx:after:swap', tick);
setInterval(tick, 250);
showSound();
tick();
