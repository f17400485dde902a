"""How good and how fast seating is, beside the reference numbers.

Run with `python -m tests.bench.seating`; `make bench` does. It prints and never fails.
Times are CPU seconds of one core.
"""

import time
from collections.abc import Callable
from typing import TypeVar

from tournaments.engine.seating import (
    Certificate,
    PastRound,
    SeatingEntrant,
    SeatingMode,
    certify,
    next_round,
    plan,
)
from tournaments.engine.seating.simulate import Scenario, simulate

T = TypeVar("T")

FOURS, THREES, FIVES = (4, 3), (3,), (5, 4)

# The reference plans: by table sizes, players: rounds and repeats reached there. Each is allowed five seconds.
REFERENCE = {
    FOURS: {
        9: ((4, 0),),
        10: ((4, 12),),
        11: ((4, 17),),
        12: ((3, 9), (4, 18), (5, 30)),
        13: ((3, 6), (4, 6), (5, 7)),
        14: ((4, 4), (5, 6)),
        15: ((4, 0), (5, 0), (6, 21)),
        16: ((5, 0), (6, 24)),
        17: ((5, 0), (6, 3)),
        18: ((5, 0), (6, 7)),
        19: ((5, 0), (6, 6)),
        20: ((5, 0), (6, 6)),
        21: ((5, 0), (6, 0)),
        22: ((6, 0), (7, 5)),
        23: ((6, 1),),
        24: ((7, 0),),
        25: ((6, 0),),
        26: ((6, 0),),
        27: ((7, 1),),
        28: ((9, 0),),
        30: ((7, 0), (8, 1)),
        32: ((10, 0),),
        33: ((8, 0),),
        35: ((8, 0),),
        36: ((11, 0),),
        40: ((8, 0), (12, 0)),
        48: ((15, 0),),
        50: ((8, 0),),
        64: ((10, 0),),
        100: ((8, 0),),
        101: ((8, 0),),
        200: ((10, 0),),
        333: ((10, 0),),
        500: ((10, 0),),
        999: ((10, 0),),
        1000: ((10, 0),),
    },
    THREES: {9: ((4, 0),), 15: ((7, 0),), 18: ((8, 0),), 21: ((10, 0),)},
    FIVES: {
        10: ((3, 24),),
        13: ((3, 16),),
        17: ((3, 12),),
        19: ((3, 12),),
        20: ((3, 12),),
        22: ((4, 12),),
        23: ((4, 6),),
        25: ((5, 0), (6, 0)),
        30: ((5, 1),),
        41: ((5, 0),),
        50: ((6, 0),),
        100: ((8, 0),),
        998: ((8, 0),),
    },
}
# Players, rounds and seconds allowed where speed is what is asked for.
SPEEDS = ((200, 8, 2), (1000, 10, 10))
# Players, seconds allowed for the eighth round by score groups, mean span of the reference.
NEXT_ROUNDS = ((48, 1, "9.6"), (100, 1, "6.5"), (400, 3, "3.6"), (1000, 10, "-"))
# Players, rounds; repeats of the reference when all rounds are drawn by score groups; mean span of places at a table
# over its rounds, and beside it the span and the repeats of a system that allows rematches (0 where not measured).
EVENTS = (
    (16, 5, 0, 0, 0, 0),
    (20, 5, 2, 0, 0, 0),
    (22, 6, 4, 0, 0, 0),
    (23, 6, 3, 0, 0, 0),
    (32, 8, 7, 0, 0, 0),
    (48, 8, 0, 11.4, 9.6, 17),
    (50, 6, 0, 0, 0, 0),
    (50, 8, 0, 0, 0, 0),
    (100, 8, 0, 6.4, 6.5, 18),
    (101, 8, 0, 0, 0, 0),
    (200, 8, 0, 0, 0, 0),
    (400, 8, 0, 11.6, 3.6, 3),
)
# One event is one throw of the dice: the figures are means of so many.
SEEDS = (1, 2, 3)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def bench_plans() -> None:
    print("full plan      repeats  reference  bound  seat spread  exposure  CPU sec  allowed")
    for sizes, plans in REFERENCE.items():
        for players, rows in plans.items():
            for rounds, reference in rows:
                _bench_plan(players, rounds, sizes, reference, 10 if players > 500 else 5)
    for players, rounds, allowed in SPEEDS:
        _bench_plan(players, rounds, FOURS, 0, allowed)


def _bench_plan(players: int, rounds: int, sizes: tuple[int, ...], reference: int, allowed: int) -> None:
    made, seconds = timed(lambda: plan(range(players), rounds, sizes, seed=1))
    certificate = made.certificate
    repeats = certificate.repeats
    print(
        f"{players:4} x {rounds:2} {sizes!s:7} {repeats.coincidences:7} {reference:10} {repeats.bound:6}"
        f" {certificate.seats.worst:12} {certificate.short_tables.spread:9} {seconds:8.2f} {allowed:8}",
        flush=True,
    )


def bench_next_rounds() -> None:
    print("round 8 by score groups   repeats  mean span  reference  at seat spread 2  CPU sec  allowed")
    for players, allowed, span in NEXT_ROUNDS:
        *_, event = simulate(Scenario(players, 7))
        entrants: list[SeatingEntrant] = event.standings()
        history: tuple[PastRound, ...] = event.rounds
        drawn, seconds = timed(
            lambda: next_round(entrants, history, mode=SeatingMode.SCORE_GROUPS, seed=1)  # noqa: B023
        )
        certificate = drawn.certificate
        mean = certificate.distance.mean_span_x100 / 100 if certificate.distance else 0
        uneven = sum(certificate.seats.people_at[2:])
        print(
            f"{players:4} players {certificate.repeats.new:20} {mean:10.1f} {span:>10} {uneven:17}"
            f" {seconds:8.2f} {allowed:8}"
        )


def bench_events() -> None:
    print(
        "event by score groups     repeats  reference  at seat spread 2  aim  mean span  reference"
        "  with rematches  CPU sec of all rounds"
    )
    for players, rounds, reference, reference_span, span, rematches in EVENTS:
        seeds = SEEDS if players <= 100 else SEEDS[:1]
        made, seconds = timed(lambda: [_event(players, rounds, seed) for seed in seeds])  # noqa: B023
        repeats = sum(certificate.repeats.coincidences for certificate, _ in made) / len(made)
        uneven = sum(sum(certificate.seats.people_at[2:]) for certificate, _ in made)
        mean = sum(found for _, found in made) / len(made)
        beside = f"{span} ({rematches})" if span else "-"
        print(
            f"{players:4} x {rounds:2} {repeats:23.1f} {reference:10} {100 * uneven // players // len(made):16}% 10%"
            f" {mean:10.1f} {reference_span or '-':>10} {beside:>15} {seconds / len(made):8.2f}",
            flush=True,
        )


def _event(players: int, rounds: int, seed: int) -> tuple[Certificate, float]:
    """The certificate of a simulated event, and its mean span of places at a table from the second round on."""
    spans: list[int] = []
    before: list[SeatingEntrant] = []
    for event in simulate(Scenario(players, rounds, seed=seed)):
        places = {entrant.id: entrant.place for entrant in before}
        for table in event.rounds[-1].tables if before else ():
            found = [places[who] for who in table.entrants]
            spans.append(max(found) - min(found))
        before = event.standings()
    return certify(event.rounds), sum(spans) / len(spans)


if __name__ == "__main__":
    bench_plans()
    bench_events()
    bench_next_rounds()
