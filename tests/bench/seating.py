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

# Players, rounds, sizes, repeats of the reference, seconds allowed.
PLANS = (
    (9, 4, (4, 3), 0, 5),
    (10, 4, (4, 3), 12, 5),
    (11, 4, (4, 3), 17, 5),
    (12, 5, (4, 3), 30, 5),
    (13, 4, (4, 3), 6, 5),
    (13, 5, (4, 3), 7, 5),
    (14, 4, (4, 3), 4, 5),
    (14, 5, (4, 3), 6, 5),
    (15, 5, (4, 3), 0, 5),
    (15, 6, (4, 3), 21, 5),
    (16, 5, (4, 3), 0, 5),
    (16, 6, (4, 3), 24, 5),
    (17, 6, (4, 3), 3, 5),
    (18, 6, (4, 3), 7, 5),
    (19, 6, (4, 3), 6, 5),
    (20, 6, (4, 3), 6, 5),
    (21, 6, (4, 3), 0, 5),
    (22, 7, (4, 3), 5, 5),
    (23, 6, (4, 3), 1, 5),
    (24, 7, (4, 3), 0, 5),
    (27, 7, (4, 3), 1, 5),
    (30, 8, (4, 3), 1, 5),
    (30, 10, (4, 3), 0, 5),
    (32, 10, (4,), 0, 5),
    (48, 15, (4, 3), 0, 5),
    (13, 3, (5, 4), 16, 5),
    (17, 3, (5, 4), 12, 5),
    (22, 4, (5, 4), 12, 5),
    (23, 4, (5, 4), 6, 5),
    (30, 5, (5, 4), 1, 5),
    (41, 5, (5, 4), 0, 5),
    (100, 8, (4, 3), 0, 2),
    (200, 8, (4, 3), 0, 2),
    (1000, 10, (4, 3), 0, 10),
)
# Players, seconds allowed for the eighth round by score groups, mean span of the reference.
NEXT_ROUNDS = ((48, 1, "9.6"), (100, 1, "6.5"), (400, 3, "3.6"), (1000, 10, "-"))
# Players, rounds, repeats of the reference when all rounds are drawn by score groups.
EVENTS = ((16, 5, 0), (20, 5, 2), (22, 6, 4), (23, 6, 3), (32, 8, 7), (48, 8, 0), (50, 8, 0), (100, 8, 0))
# One event is one throw of the dice: the figures are means of so many.
SEEDS = (1, 2, 3)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def bench_plans() -> None:
    print("full plan      repeats  reference  bound  seat spread  CPU sec  allowed")
    for players, rounds, sizes, reference, allowed in PLANS:
        made, seconds = timed(lambda: plan(range(players), rounds, sizes, seed=1))  # noqa: B023
        repeats, seats = made.certificate.repeats, made.certificate.seats
        print(
            f"{players:4} x {rounds:2} {sizes!s:7} {repeats.coincidences:7} {reference:10} {repeats.bound:6}"
            f" {seats.worst:12} {seconds:8.2f} {allowed:8}"
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
    print("event by score groups     repeats  reference  at seat spread 2  aim  CPU sec of all rounds")
    for players, rounds, reference in EVENTS:
        made, seconds = timed(lambda: [_event(players, rounds, seed) for seed in SEEDS])  # noqa: B023
        repeats = sum(certificate.repeats.coincidences for certificate in made) / len(made)
        uneven = (
            100 * sum(sum(certificate.seats.people_at[2:]) for certificate in made) // players // len(made)
        )
        print(
            f"{players:4} x {rounds:2} {repeats:23.1f} {reference:10} {uneven:16}% 10% {seconds / len(made):8.2f}"
        )


def _event(players: int, rounds: int, seed: int) -> Certificate:
    *_, event = simulate(Scenario(players, rounds, seed=seed))
    return certify(event.rounds)


if __name__ == "__main__":
    bench_plans()
    bench_events()
    bench_next_rounds()
