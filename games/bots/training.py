"""How the learned curves were made: `python -m games.bots.training DEALS ROUNDS PRESET/KIND/PLAYERS ... > OUT.py`.

Policy iteration by simulation. The expert plays against the mixed field, the schedule
and itself; at each of its decisions the true hands say what a knock would have
brought, and the end of the deal what waiting brought. Curves are fitted to both by
moment, and the next round plays by them. A tool, not a bot: it looks at hidden cards.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.base import Bot
from games.bots.expert import Expert
from games.bots.learned_values import KNOTS, LEARNED, Book
from games.bots.references import (
    FIELD_THRESHOLDS,
    Schedule,
    SimpleKnock,
    scheduled_threshold,
)
from games.engine.cards import deck
from games.engine.deal import DealState
from games.engine.melds import best_discard, deadwood_of_bits
from games.engine.moves import KNOCKS, Discard, Knock
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS, Ruleset
from games.engine.scoring import settle

ROUNDS_LEARNED: Final = 5  # turns of each player with curves of their own
SELF_PLAY: Final = 0.1
# Shares of schedule players among the others, one drawn for each deal. Two players sit down to a stranger more
# often than to an equal, and the first turn, when nothing is known yet, decides much.
SCHEDULED: Final = {2: (0, 0, 0, 0.5), 3: (0, 0, 0.5, 1), 4: (0, 0, 0.5, 1), 5: (0, 0, 0.5, 1)}
EXPLORE: Final = 0.15
LEAST_DATA: Final = 600
Numbers = NDArray[np.float64]
Row = tuple[Sequence[float], Sequence[float], Sequence[float], float]


@dataclass(slots=True)
class Samples:
    """What was seen at one moment: (own deadwood, net points) by kind; turns that came back."""

    knock: list[tuple[int, float]] = field(default_factory=list)
    wait: list[tuple[int, float]] = field(default_factory=list)
    hit: list[tuple[int, float]] = field(default_factory=list)
    back: int = 0
    waits: int = 0


def opponents(players: int, book: Book, rng: Random) -> list[Bot]:
    """The others at the table: mostly the field, sometimes the expert itself."""
    draw = rng.random()
    if draw < SELF_PLAY:
        return [Expert(book) for _ in range(players - 1)]
    scheduled = rng.choice(SCHEDULED[players])
    return [
        Schedule()
        if rng.random() < scheduled
        else SimpleKnock(rng.choice(FIELD_THRESHOLDS), partners=rng.random() < 0.3)
        for _ in range(players - 1)
    ]


def first_table(players: int) -> list[Row]:
    """Where learning starts: knock by the schedule."""
    rows: list[Row] = []
    for done in range(players * ROUNDS_LEARNED):
        limit = scheduled_threshold(players, done // players + 1) * 0.8
        knock = [(limit - knot) * 0.8 for knot in KNOTS]
        wait = [(limit - knot) * 0.4 for knot in KNOTS]
        rows.append((knock, wait, [-float(knot) * 0.7 for knot in KNOTS], 0.7))
    return rows


def collect(ruleset: Ruleset, players: int, book: Book, deals: int, rng: Random) -> dict[int, Samples]:
    """Play *deals* deals and note what happened at each of the expert's decisions, by completed turns."""
    samples: dict[int, Samples] = defaultdict(Samples)
    cards = list(deck(ruleset.jokers))
    for _ in range(deals):
        rng.shuffle(cards)
        state = DealState.new(ruleset, players, players - 1, cards, bytes(32))
        own = rng.randrange(players)
        bots = opponents(players, book, rng)
        bots.insert(own, Expert(book))
        _play(state, own, bots, samples, rng)
    return samples


def _play(state: DealState, own: int, bots: list[Bot], samples: dict[int, Samples], rng: Random) -> None:
    waited: list[tuple[int, int]] = []
    while state.turn is not None:
        view = observe(state, state.turn)
        move = bots[state.turn].choose(view, rng)
        if state.turn == own and state.phase is Phase.DISCARD:
            _note_knock(state, own, view, samples)
            if isinstance(move, Knock) and rng.random() < EXPLORE:
                move = _wait_instead(move)
            if isinstance(move, Discard):
                left = deadwood_of_bits(state.hand_bits[own] ^ move.card.bit)
                if waited:
                    samples[waited[-1][0]].back += 1
                waited.append((state.turns, left))
                samples[state.turns].waits += 1
            elif waited:
                samples[waited[-1][0]].back += 1
        state = state.apply(move)
    assert state.result is not None
    net = float(state.result.net[own])
    for moment, left in waited:
        samples[moment].wait.append((left, net))
    if waited and state.result.knocker != own:
        samples[waited[-1][0]].hit.append((waited[-1][1], net))


def _wait_instead(move: Knock) -> Discard:
    return Discard(move.card)


def _note_knock(state: DealState, own: int, view: Observation, samples: dict[int, Samples]) -> None:
    """What knocking now would bring, from the true hands."""
    card, left = best_discard(view.hand, view.banned)
    if KNOCKS[card.index] not in view.legal_moves:
        return
    samples[state.turns].knock.append((left, _worth_of_knock(state, own, left)))


def _worth_of_knock(state: DealState, own: int, left: int) -> float:
    """The net points of the seat *own* if it knocked now with *left* deadwood."""
    deadwoods = [deadwood_of_bits(bits) for bits in state.hand_bits]
    deadwoods[own] = left
    return float(settle(state.ruleset, deadwoods, own)[own])


def curve(points: list[tuple[int, float]], degree: int, zero_apart: bool = False) -> list[float]:
    """A polynomial through the points, read off at the knots; beyond the data it goes on straight."""
    data = np.array(points, dtype=float)
    zeros = data[data[:, 0] == 0]
    rest = data[data[:, 0] > 0] if zero_apart and len(data) - len(zeros) > LEAST_DATA else data
    low, high = np.percentile(rest[:, 0], [0.5, 99.5])
    fitted = np.polynomial.Polynomial.fit(rest[:, 0], rest[:, 1], degree)
    slope = fitted.deriv()
    values = []
    for knot in KNOTS:
        inside = min(max(knot, low), high)
        values.append(float(fitted(inside) + (knot - inside) * min(0.0, float(slope(inside)))))
    if zero_apart and len(zeros) > LEAST_DATA // 4:
        values[0] = float(zeros[:, 1].mean())
    return [round(value, 2) for value in values]


def pooled(points: list[tuple[int, int, float]], moments: int) -> list[list[float]] | None:
    """Curves for all moments from all data together: a surface over deadwood and moment.

    *points* are (moment, deadwood, net points). For moments with too little data of their own. None
    when there is too little altogether.
    """
    if len(points) < LEAST_DATA:
        return None
    data = np.array(points, dtype=float)
    time, deadwood = np.minimum(data[:, 0], moments - 1), data[:, 1]
    found, *_ = np.linalg.lstsq(_surface(time, deadwood), data[:, 2], rcond=None)
    low, high = np.percentile(deadwood, [0.5, 99.5])
    knots = np.clip(np.array(KNOTS, dtype=float), low, high)
    beyond = np.array(KNOTS, dtype=float) - knots
    return [
        [float(value) for value in _surface(np.full(len(knots), moment), knots) @ found - beyond]
        for moment in range(moments)
    ]


def _surface(time: Numbers, deadwood: Numbers) -> Numbers:
    out = (deadwood == 0).astype(float)
    ones = np.ones_like(deadwood, dtype=float)
    return np.stack([ones, out, deadwood, deadwood**2, time, time**2, deadwood * time], axis=1)


def fit(samples: dict[int, Samples], before: list[Row], players: int) -> list[Row]:
    """New curves by moment; where a moment has little data of its own, those of all moments together."""
    together = []
    for kind in range(3):
        points = [
            (moment, left, net)
            for moment, found in samples.items()
            for left, net in (found.knock, found.wait, found.hit)[kind]
        ]
        together.append(pooled(points, len(before)))
    waits = sum(found.waits for found in samples.values())
    mean_back = round(sum(found.back for found in samples.values()) / max(1, waits), 3)
    rows: list[Row] = []
    for moment, old in enumerate(before):
        found = samples[moment]
        earlier = rows[moment - players] if moment >= players else old
        own = (
            curve(found.knock, 3, True) if len(found.knock) > LEAST_DATA else None,
            curve(found.wait, 2) if len(found.wait) > LEAST_DATA else None,
            curve(found.hit, 1) if len(found.hit) > LEAST_DATA else None,
        )
        knock, wait, hit = (
            new or (pool[moment] if pool else stands)
            for new, pool, stands in zip(own, together, earlier[:3], strict=True)
        )
        back = round(found.back / found.waits, 3) if found.waits > LEAST_DATA else mean_back
        rows.append((knock, wait, hit, back))
    return rows


def learned(kind: str, players: int) -> list[Row]:
    """The curves that are in use now, from which learning goes on; none where there are none."""
    curves = LEARNED.rows(kind, players)
    return [(_numbers(knock), _numbers(wait), _numbers(hit), back) for back, knock, wait, hit in curves]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split()]


def written(row: Row) -> tuple[float, str, str, str]:
    """The row as it is stored: numbers at the knots as text with one decimal."""
    knock, wait, hit, back = row
    texts = [" ".join(f"{value:.1f}" for value in values) for values in (knock, wait, hit)]
    return back, texts[0], texts[1], texts[2]


def train(preset: str, kind: str, players: int, deals: int, rounds: int, seed: int = 1) -> list[Row]:
    rng = Random(seed)
    rows = learned(kind, players) or first_table(players)
    for number in range(rounds):
        book = Book({(kind, players): [written(row) for row in rows]})
        rows = fit(collect(PRESETS[preset], players, book, deals, rng), rows, players)
        sys.stderr.write(f"{kind} {players} round {number + 1}\n")
    return rows


HEADER: Final = """\"\"\"Learned curves: made by `games.bots.training`, read by `learned_values`.

By (kind, players) one row for each moment: the chance that the turn comes back, then the values
at the knots of *knock*, *wait* and *hit*.
\"\"\"

from typing import Final

Row = tuple[float, str, str, str]

CURVES: Final[dict[tuple[str, int], tuple[Row, ...]]] = {
"""


def module_text(tables: dict[tuple[str, int], list[Row]]) -> str:
    """The source of a module with these curves."""
    lines = [HEADER]
    for (kind, players), rows in tables.items():
        lines.append(f'    ("{kind}", {players}): (\n')
        for back, *texts in map(written, rows):
            lines.append(f"        (\n            {back},\n")
            lines += [f'            "{text}",\n' for text in texts]
            lines.append("        ),\n")
        lines.append("    ),\n")
    return "".join([*lines, "}\n"])


def main(arguments: list[str]) -> None:
    deals, rounds = int(arguments[0]), int(arguments[1])
    found = {}
    for job in arguments[2:]:
        preset, kind, players = job.split("/")
        found[kind, int(players)] = train(preset, kind, int(players), deals, rounds)
    sys.stdout.write(module_text(found))


if __name__ == "__main__":
    main(sys.argv[1:])
