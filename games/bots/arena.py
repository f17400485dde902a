"""Bots against bots without a database: duplicate deals, points, confidence intervals.

A *set* is one deck (or one game's seeds) played once from every seat: the entries
move on by one seat until each has held every hand. So luck of the cards cancels, and
sets are the independent observations from which the intervals are made. The same
seed gives the same report on every machine; a tally can be stored and continued.
It has no clock, prints nothing and never writes a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import sqrt
from random import Random
from typing import Any, Final

from games.bots.base import Bot
from games.bots.registry import bot_for_deal
from games.engine.deal import DealState
from games.engine.game import GameState
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.results import DealKind, DealResult
from games.engine.ruleset import Ruleset
from games.engine.shuffling import shuffled_deck

Z95: Final = 1.959964
OUT: Final = frozenset({DealKind.RUMMY, DealKind.GIN, DealKind.BIG_GIN})


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: a ruleset, the names of the bots by entry, single deals or whole games."""

    ruleset: Ruleset
    entries: tuple[str, ...]
    whole_games: bool = False
    seed: int = 1

    @property
    def players(self) -> int:
        return len(self.entries)


@dataclass(slots=True)
class Sum:
    """A running mean with its spread: count, sum and sum of squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % confidence interval of the mean; infinite below two values."""
        if self.count < 2:
            return float("inf")
        variance = max(0.0, self.squares - self.total * self.total / self.count) / (self.count - 1)
        return Z95 * sqrt(variance / self.count)


@dataclass(slots=True)
class EntryTally:
    """What one entry did. Points and wins are per deal or game, averaged over a set; the rest are counts."""

    points: Sum = field(default_factory=Sum)
    wins: Sum = field(default_factory=Sum)
    knocks: int = 0
    beaten: int = 0
    went_out: int = 0


@dataclass(slots=True)
class Tally:
    """All that was counted in `sets` sets. `order` is the points by order of play, first to last."""

    entries: list[EntryTally]
    order: list[Sum]
    sets: int = 0
    deals: int = 0
    unscored: int = 0
    turns: int = 0

    @classmethod
    def empty(cls, players: int) -> Tally:
        return cls([EntryTally() for _ in range(players)], [Sum() for _ in range(players)])

    def to_json(self) -> dict[str, Any]:
        """Plain values from which `from_json` makes the same tally."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        entries = [
            EntryTally(**{**each, "points": Sum(**each["points"]), "wins": Sum(**each["wins"])})
            for each in data["entries"]
        ]
        return cls(**{**data, "entries": entries, "order": [Sum(**each) for each in data["order"]]})


def play(match: Match, sets: int, tally: Tally | None = None) -> Iterator[Tally]:
    """Play until *sets* sets are done, from where *tally* stopped; yields the tally after each set."""
    tally = Tally.empty(match.players) if tally is None else tally
    while tally.sets < sets:
        _play_set(match, tally)
        yield tally


def _play_set(match: Match, tally: Tally) -> None:
    """One deck or game from every seat; each entry's mean over the seats is one observation."""
    players, number = match.players, tally.sets
    points, wins, order = [0.0] * players, [0.0] * players, [0.0] * players
    for turn in range(players):
        seats = [(entry + turn) % players for entry in range(players)]  # the seat of each entry
        result = (_play_game if match.whole_games else _play_single)(match, number, seats, tally)
        for entry, seat in enumerate(seats):
            points[entry] += result[0][seat] / players
            wins[entry] += result[1][seat] / players
            order[seat] += result[0][seat] / players
    for entry, each in enumerate(tally.entries):
        each.points.add(points[entry])
        each.wins.add(wins[entry])
        tally.order[entry].add(order[entry])
    tally.sets += 1


Scores = tuple[Sequence[float], Sequence[float]]
"""Points and shares of the win by seat."""


def _play_single(match: Match, number: int, seats: Sequence[int], tally: Tally) -> Scores:
    """One deal; the last seat deals, so that seats are the order of play."""
    bots, rngs = _at_seats(match, f"{match.seed}/{number}", seats)
    seed = sha256(f"arena/{match.seed}/{number}".encode()).digest()
    result = play_deal(match.ruleset, bots, rngs, seed, dealer=match.players - 1)
    _count(tally, result, seats)
    return result.net, [
        (seat in result.winners) / max(1, len(result.winners)) for seat in range(match.players)
    ]


def _play_game(match: Match, number: int, seats: Sequence[int], tally: Tally) -> Scores:
    """A whole game of the ruleset; the seeds of its deals are the same from every seat."""
    state = GameState.new(match.ruleset, match.players, first_dealer=match.players - 1)
    while not state.is_over:
        key = f"{match.seed}/{number}/{state.deal_number}"
        bots, rngs = _at_seats(match, key, seats)
        state = state.start_deal(sha256(f"arena/{key}".encode()).digest())
        while state.phase not in (Phase.NEEDS_DEAL, Phase.OVER):
            seat = state.turn
            assert seat is not None
            state = state.apply(bots[seat].choose(observe(state, seat), rngs[seat]), seat)
    result = state.result
    assert result is not None
    for deal in state.results:
        _count(tally, deal, seats)
    won = sum(any(seat in result.winners for seat in side) for side in result.sides)
    shares = [(seat in result.winners) / max(1, won) for seat in range(match.players)]
    return [figures.net for figures in result.seats], shares


def _at_seats(match: Match, key: str, seats: Sequence[int]) -> tuple[list[Bot], list[Random]]:
    """The bots and their luck by seat. An entry has the same luck whichever seat it holds."""
    luck = [Random(f"{key}/{entry}") for entry in range(match.players)]
    by_entry = [bot_for_deal(name, rng) for name, rng in zip(match.entries, luck, strict=True)]
    entries = sorted(range(match.players), key=lambda entry: seats[entry])
    return [by_entry[entry] for entry in entries], [luck[entry] for entry in entries]


def play_deal(
    ruleset: Ruleset, bots: Sequence[Bot], rngs: Sequence[Random], seed: bytes, dealer: int
) -> DealResult:
    """One deal through the public engine, every move checked; bots and their generators in seat order."""
    deal = DealState.new(ruleset, len(bots), dealer, shuffled_deck(seed, ruleset.jokers), seed)
    while deal.turn is not None:
        seat = deal.turn
        deal = deal.apply(bots[seat].choose(observe(deal, seat), rngs[seat]))
    assert deal.result is not None
    return deal.result


def _count(tally: Tally, result: DealResult, seats: Sequence[int]) -> None:
    tally.deals += 1
    tally.turns += result.turns
    if result.knocker is None:
        tally.unscored += 1
        return
    knocker = tally.entries[seats.index(result.knocker)]
    knocker.knocks += 1
    knocker.beaten += result.is_undercut
    knocker.went_out += result.kind in OUT
