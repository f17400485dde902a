"""How the gin expert learned: `python -m games.bots.gin_training DEALS ROUNDS > games/bots/learned_gin.py`.

Policy iteration by simulation. The expert plays against the references and itself, with some moves at
random; what it knew at each decision and what the deal, or a knock at that moment, brought are
kept. Nets are fitted to both, and the next round plays by them. The chances of held cards are
fitted to the true hands. A tool, not a bot: it looks at hidden cards. It goes on from what was learned before.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.base import Bot
from games.bots.gin_expert import GinExpert
from games.bots.gin_features import UNKNOWN, GinSense, knocking, waiting
from games.bots.gin_reading import opponent_of, read, traits
from games.bots.learned_gin import LEARNED
from games.bots.nets import Net, write_net
from games.bots.references import GinLever, GinSimple
from games.engine.cards import DECK, Card, Hand
from games.engine.deal import DealState
from games.engine.melds import best_discard
from games.engine.moves import KNOCKS, TAKE_PILE, Discard, Move
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from games.engine.scoring import default_knock_arrangement, settle_gin

RULES: Final = PRESETS["gin"]
SIMPLE, LEVER = 0.45, 0.35  # the shares of these opponents; the rest is the expert itself
UNTOLD: Final = 0.4  # the share of deals in which it isn't told what kind of opponent it has
EXPLORE: Final = 0.12  # of draws, throws and knocks made otherwise than it would
SLACK: Final = 3.0  # points by which such a throw may seem worse, as a spread
LOOKED_INTO: Final = 0.1  # the share of positions from which the true hands are read
UNITS, EPOCHS, BATCH, RATE = 24, 8, 512, 4e-3
SCALE: Final = 20.0  # points
Numbers = NDArray[np.float64]
Row = tuple[tuple[float, ...], float]


@dataclass(slots=True)
class Samples:
    """(features, points) by net; (traits, unseen cards, hidden cards, held or not) of unseen cards."""

    rows: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    held: list[tuple[tuple[float, ...], int, int, bool]] = field(default_factory=list)


def collect(sense: GinSense, deals: int, rng: Random) -> Samples:
    """Play *deals* deals and keep what was known at the expert's decisions, and what came of them."""
    samples, cards = Samples(), list(DECK)
    for _ in range(deals):
        rng.shuffle(cards)
        state, own, share = DealState.new(RULES, 2, 1, cards, bytes(32)), rng.randrange(2), rng.random()
        itself = GinExpert("expert", sense, UNKNOWN)
        other: Bot = GinSimple() if share < SIMPLE else GinLever() if share < SIMPLE + LEVER else itself
        told = UNKNOWN if rng.random() < UNTOLD else float(share >= SIMPLE)
        _play(state, own, GinExpert("expert", sense, told), other, samples, rng)
    return samples


def _play(state: DealState, own: int, expert: GinExpert, other: Bot, samples: Samples, rng: Random) -> None:
    made: list[tuple[str, tuple[float, ...]]] = []
    while state.turn is not None:
        view = observe(state, state.turn)
        if state.turn == own:
            move = _tried(expert, view, rng)
            made += _noted(state, view, move, expert, samples, rng)
        else:
            move = other.choose(view, rng)
        state = state.apply(move)
    assert state.result is not None
    for name, features in made:
        samples.rows[name].append((features, float(state.result.net[own])))


def _tried(expert: GinExpert, view: Observation, rng: Random) -> Move:
    """The expert's move, or now and then another that looks nearly as good."""
    move = expert.choose(view, rng)
    if rng.random() >= EXPLORE or len(view.legal_moves) < 2:
        return move
    weighed = expert.weigh(view)
    return max(weighed, key=lambda each: each.value + rng.gauss(0.0, SLACK)).move


def _noted(
    state: DealState, view: Observation, move: Move, expert: GinExpert, samples: Samples, rng: Random
) -> list[tuple[str, tuple[float, ...]]]:
    """The features of this decision by the net that judges it; knocks and held cards are kept at once."""
    reading = read(view, expert.sense.held)
    about, limit = expert.around(view, reading), view.knock_limit or 0
    if view.phase is not Phase.DISCARD:
        return [] if move is TAKE_PILE else [("drawing", waiting(view.hand.bits, reading, limit, about))]
    if rng.random() < LOOKED_INTO:
        hidden = view.hand_counts[opponent_of(view)] - reading.known.bit_count()
        for card in reading.cards:
            held = bool(state.hand_bits[opponent_of(view)] & card.bit)
            samples.held.append((traits(card, reading.acts, reading.known), len(reading.cards), hidden, held))
    best, left = best_discard(view.hand, view.banned)
    if KNOCKS[best.index] in view.legal_moves:
        features = knocking(view.hand.bits ^ best.bit, left, reading, about)
        samples.rows["knocking"].append((features, _worth_of_knock(state, view, best)))
    if isinstance(move, Discard):
        bits = view.hand.bits ^ move.card.bit
        return [("waiting", waiting(bits, reading, limit, about, move.card))]
    return []


def _worth_of_knock(state: DealState, view: Observation, card: Card) -> float:
    """The net points of a knock with *card* now, by the true hands."""
    shown = default_knock_arrangement(Hand.from_bits(view.hand.bits ^ card.bit))
    opponent = Hand.from_bits(state.hand_bits[opponent_of(view)])
    gained, lost = settle_gin(RULES, shown.melds, shown.rest, opponent).points
    return float(gained - lost)


def fit_held(samples: Samples, rounds: int = 12) -> tuple[float, ...]:
    """The weights of the traits by which held cards are told from others: logistic regression by Newton's method."""
    found = np.array([[*row[0], 1.0] for row in samples.held])
    unseen = np.array([row[1] for row in samples.held], dtype=float)
    hidden = np.array([row[2] for row in samples.held], dtype=float)
    held = np.array([row[3] for row in samples.held], dtype=float)
    start = np.log(np.maximum(hidden, 0.1) / np.maximum(unseen - hidden, 0.1))
    weights = np.zeros(found.shape[1])
    for _ in range(rounds):
        chance = 1.0 / (1.0 + np.exp(-(found @ weights + start)))
        slope = found.T @ (held - chance)
        bend = (found * (chance * (1.0 - chance))[:, None]).T @ found + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return tuple(round(float(weight), 3) for weight in weights[:-1])


def fit_net(rows: list[Row], seed: int = 0) -> Net:
    """A net for these samples: least squares by Adam, features brought to mean 0 and spread 1 on the way."""
    features = np.array([row[0] for row in rows])
    target = np.array([row[1] for row in rows]) / SCALE
    middle, spread = features.mean(0), features.std(0) + 1e-6
    scaled, width, rng = (features - middle) / spread, features.shape[1], np.random.default_rng(seed)
    values = [
        rng.normal(0.0, width**-0.5, (width, UNITS)),
        np.zeros(UNITS),
        rng.normal(0.0, 0.1, UNITS),
        np.array([target.mean()]),
        np.zeros(width),
    ]
    means, squares = [np.zeros_like(value) for value in values], [np.zeros_like(value) for value in values]
    steps = EPOCHS * (len(rows) // BATCH)
    for step in range(1, steps + 1):
        at = rng.integers(0, len(rows), BATCH)
        slopes = _slopes(values, scaled[at], target[at])
        for place, slope in enumerate(slopes):
            means[place] = 0.9 * means[place] + 0.1 * slope
            squares[place] = 0.999 * squares[place] + 0.001 * slope**2
            even = np.sqrt(squares[place] / (1.0 - 0.999**step)) + 1e-8
            rate = RATE * (1.0 - step / steps) + 1e-5
            values[place] = values[place] - rate * (means[place] / (1.0 - 0.9**step)) / even
    return _as_net(values, middle, spread)


def _slopes(values: list[Numbers], rows: Numbers, target: Numbers) -> list[Numbers]:
    """The derivatives of the mean squared error by inputs, biases, weights, base and straight weights."""
    inputs, biases, weights, base, straight = values
    bent = np.tanh(rows @ inputs + biases)
    error = (bent @ weights + rows @ straight + base[0] - target) / len(target)
    back = np.outer(error, weights) * (1.0 - bent**2)
    return [
        rows.T @ back + 1e-5 * inputs,
        back.sum(0),
        bent.T @ error + 1e-5 * weights,
        np.array([error.sum()]),
        rows.T @ error,
    ]


def _as_net(values: list[Numbers], middle: Numbers, spread: Numbers) -> Net:
    """The net for features as they are, in points."""
    inputs, biases, weights, base, straight = values
    own, flat = inputs / spread[:, None], straight / spread
    return Net(
        float(base[0] - middle @ flat) * SCALE,
        tuple(float(weight) * SCALE for weight in flat),
        tuple(
            (float(weights[unit]) * SCALE, float(biases[unit] - middle @ own[:, unit]), tuple(own[:, unit]))
            for unit in range(len(weights))
        ),
    )


HEADER: Final = '''"""What the gin expert learned: made by `games.bots.gin_training`, read by `gin_expert`.

*held* weighs the traits of unseen cards (`gin_reading`); the nets (`nets`) give points of the deal.
"""

from typing import Final

from games.bots.gin_features import GinSense
from games.bots.nets import read_net

'''


def module_text(sense: GinSense) -> str:
    """The source of `learned_gin`."""
    text = HEADER
    for name in ("waiting", "drawing", "knocking"):
        lines = write_net(getattr(sense, name))
        text += f'_{name.upper()}: Final = """\n' + lines + '\n"""\n\n'
    nets = "".join(f"    {name}=read_net(_{name.upper()}),\n" for name in ("waiting", "drawing", "knocking"))
    return text + f"LEARNED: Final = GinSense(\n    held={sense.held},\n{nets})\n"


def main(arguments: list[str]) -> None:
    deals, rounds = int(arguments[0]), int(arguments[1])
    sense, before, rng = LEARNED, Samples(), Random(1)
    for number in range(rounds):
        samples = collect(sense, deals, rng)
        nets = {name: fit_net(rows + before.rows[name]) for name, rows in samples.rows.items()}
        sense = GinSense(fit_held(samples), **nets)
        before = samples
        sys.stderr.write(f"gin round {number + 1}\n")
    sys.stdout.write(module_text(sense))


if __name__ == "__main__":
    main(sys.argv[1:])
