"""How well ratings foretell the next evening, on simulated seasons: ours, plain Elo and two models of openskill.

Run with `python -m tests.bench.ratings`; `make bench` does. It prints and never fails. People of known strength come
to three evenings of four in a season, sit at tables of two to five, play eight deals; sums of a table are rounded to
tens, so that ties occur. Before each table every model says the chance of each pair; log loss and the Brier score
(both: less is better) and the share of pairs foretold right are over the last two thirds of the season.
"""

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Protocol

from openskill.models import BradleyTerryFull, PlackettLuce

from tournaments.engine.ratings import Rating, rate_table, win_chance

PEOPLE, EVENINGS, ROUNDS, SEASONS = 40, 18, 4, 6
LUCK = 25
SPREADS = {"luck rules": 6, "as at a club": 12, "skill rules": 20}
LEARNING = EVENINGS // 3


class Model(Protocol):
    def chance(self, one: int, other: int) -> float: ...
    def learn(self, seats: list[int], places: list[int]) -> None: ...


class Ours:
    def __init__(self) -> None:
        self.of: defaultdict[int, Rating] = defaultdict(Rating)

    def chance(self, one: int, other: int) -> float:
        return win_chance(self.of[one], self.of[other])

    def learn(self, seats: list[int], places: list[int]) -> None:
        after = rate_table([self.of[seat] for seat in seats], places)
        self.of.update(zip(seats, after, strict=True))


class Elo:
    """Every pair of a table is a game; K is shared among the pairs."""

    def __init__(self, k: float = 32) -> None:
        self.of: defaultdict[int, float] = defaultdict(lambda: 1500.0)
        self.k = k

    def chance(self, one: int, other: int) -> float:
        return float(1 / (1 + 10 ** ((self.of[other] - self.of[one]) / 400)))

    def learn(self, seats: list[int], places: list[int]) -> None:
        change = {
            one: sum(
                (0.5 if mine == theirs else float(mine < theirs)) - self.chance(one, other)
                for other, theirs in zip(seats, places, strict=True)
                if other != one
            )
            for one, mine in zip(seats, places, strict=True)
        }
        for one, sum_ in change.items():
            self.of[one] += self.k * sum_ / (len(seats) - 1)


class OpenSkill:
    def __init__(self, model: BradleyTerryFull | PlackettLuce) -> None:
        self.model = model
        self.of = defaultdict(model.rating)

    def chance(self, one: int, other: int) -> float:
        return float(self.model.predict_win([[self.of[one]], [self.of[other]]])[0])

    def learn(self, seats: list[int], places: list[int]) -> None:
        after = self.model.rate([[self.of[seat]] for seat in seats], ranks=list(map(float, places)))
        self.of.update((seat, team[0]) for seat, team in zip(seats, after, strict=True))


def evenings(rng: random.Random, spread: float) -> list[list[tuple[list[int], list[int]]]]:
    """A season: for each evening its tables with their places. Strengths differ by `spread` points."""
    strength = [rng.gauss(0, spread) for _ in range(PEOPLE)]
    season = []
    for _ in range(EVENINGS):
        here, tables = [who for who in range(PEOPLE) if rng.random() < 0.75], []
        for _ in range(ROUNDS):
            order = rng.sample(here, len(here))
            while len(order) >= 2:
                seats, order = order[: (size := rng.choice((2, 3, 4, 4, 4, 5)))], order[size:]
                if len(seats) > 1:
                    points = [round(rng.gauss(strength[seat], LUCK), -1) for seat in seats]
                    tables.append((seats, [1 + sum(p > own for p in points) for own in points]))
        season.append(tables)
    return season


MODELS: dict[str, Callable[[], Model]] = {
    "ours": Ours,
    "plain Elo, K 16": lambda: Elo(16),
    "plain Elo, K 32": Elo,
    "openskill Bradley-Terry": lambda: OpenSkill(BradleyTerryFull()),
    "openskill Plackett-Luce": lambda: OpenSkill(PlackettLuce()),
}


@dataclass
class Foretold:
    """Sums over the pairs that were foretold."""

    losses: float = 0.0
    squares: float = 0.0
    right: float = 0.0
    pairs: int = 0

    def add(self, chance: float, mine: int, theirs: int) -> None:
        chance = min(max(chance, 1e-6), 1 - 1e-6)
        score = 0.5 if mine == theirs else float(mine < theirs)
        self.losses -= score * log(chance) + (1 - score) * log(1 - chance)
        self.squares += (chance - score) ** 2
        self.right += 0.5 if score == 0.5 else float((chance > 0.5) == (score == 1))
        self.pairs += 1


def measure(make: Callable[[], Model], spread: float) -> Foretold:
    found = Foretold()
    for number in range(SEASONS):
        model = make()
        for evening, tables in enumerate(evenings(random.Random(number), spread)):
            for seats, places in tables:
                for at, one in enumerate(seats):
                    for to in range(at) if evening >= LEARNING else ():
                        found.add(model.chance(one, seats[to]), places[at], places[to])
                model.learn(seats, places)
    return found


def main() -> None:
    print(f"ratings: {SEASONS} seasons, {PEOPLE} people, {EVENINGS} evenings, {ROUNDS} rounds each")
    for words, spread in SPREADS.items():
        print(f"  {words}: strengths differ by {spread} points, luck by {LUCK}")
        for name, make in MODELS.items():
            sums = measure(make, spread)
            print(
                f"    {name:26} log loss {sums.losses / sums.pairs:.4f}  Brier {sums.squares / sums.pairs:.4f}"
                f"  right {100 * sums.right / sums.pairs:.1f} %  ({sums.pairs} pairs)"
            )


if __name__ == "__main__":
    main()
