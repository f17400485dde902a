/* Checks a finished deal in the reader's browser, as docs/fair-deal.md says: fingerprint of the seed, shuffle, cut.
   SHA-256 and HMAC are written out here, since browsers offer theirs only over HTTPS, and a club's LAN often has none.
   Nothing is asked of the server. */

const K = [];
const START = [];
(function constants() {                 // the first bits of the roots of the first primes
  const isPrime = (n) => { for (let i = 2; i * i <= n; i += 1) if (n % i === 0) return false; return true; };
  const bits = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0;
  for (let n = 2; K.length < 64; n += 1) {
    if (!isPrime(n)) continue;
    if (START.length < 8) START.push(bits(Math.sqrt(n)));
    K.push(bits(Math.cbrt(n)));
  }
})();

const rotate = (x, n) => (x >>> n) | (x << (32 - n));

export function sha256(bytes) {
  const size = (((bytes.length + 8) >> 6) + 1) * 64;
  const data = new Uint8Array(size);
  data.set(bytes);
  data[bytes.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, (bytes.length << 3) >>> 0);
  const h = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i += 1) {
      const t1 = (k + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      k = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, k].forEach((value, i) => { h[i] = (h[i] + value) | 0; });
  }
  const out = new Uint8Array(32);
  h.forEach((value, i) => new DataView(out.buffer).setUint32(4 * i, value >>> 0));
  return out;
}

function join(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function hmac(key, message) {           // keys are 32 bytes here, so they never need to be hashed first
  const block = new Uint8Array(64);
  block.set(key);
  return sha256(join(block.map((b) => b ^ 0x5c), sha256(join(block.map((b) => b ^ 0x36), message))));
}

const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
const unhex = (text) => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

function* stream(seed, prefix = '') {
  for (let counter = 0; ; counter += 1) {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setUint32(4, counter);
    yield* hmac(seed, join(new TextEncoder().encode(prefix), number));
  }
}

function draw(bytes, below) {
  const limit = 256 - 256 % below;
  for (;;) {
    const byte = bytes.next().value;
    if (byte < limit) return byte % below;
  }
}

function shuffle(cards, bytes) {
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = draw(bytes, last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

export function deck(seed, jokers, cut) {
  const cards = [...'CDHS'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit)).concat(['JR', 'JB'].slice(0, jokers));
  shuffle(cards, stream(seed));
  return [...cards.slice(cut), ...cards.slice(0, cut)];
}

export function secondDeck(seed, first) {   // of two boards at one table: the first one's, shuffled again
  return shuffle([...first], stream(seed, 'reshuffle|1|'));
}

function tell(name, isRight) {
  const { ok, wrong } = document.getElementById('proof').dataset;
  const pill = document.querySelector(`[data-check="${name}"] [data-result]`);
  pill.className = 'pill ' + (isRight ? 'ok' : 'danger');
  pill.querySelector('use').setAttribute('href', isRight ? '#i-check' : '#i-circle-alert');
  pill.lastChild.textContent = isRight ? ok : wrong;
}

const proof = document.getElementById('proof')?.dataset;
if (proof?.seed) {
  const seed = unhex(proof.seed);
  const text = new TextEncoder().encode(`deal/v1|${proof.game}|${proof.number}|`);
  tell('seal', hex(sha256(join(text, seed))) === proof.commitment);
  const first = deck(seed, Number(proof.jokers), Number(proof.cut));
  tell('deck', first.join(' ') === proof.deck.trim());
  if (proof.second) tell('second', secondDeck(seed, first).join(' ') === proof.second.trim());
}
