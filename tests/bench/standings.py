"""How long standings take: 1,000 entrants after 12 rounds with 8 tiebreaks (budget 300 ms).

Run with `python -m tests.bench.standings`; `make bench` does. It prints and never fails.
"""

import random
import time
from statistics import median

from tournaments.engine.results import EntrantInfo, SeatResult, TableOutcome
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.standings import EventInput

TIEBREAKS = (
    "points",
    "games_won",
    "head_to_head",
    "countback",
    "opponents",
    "spread_best",
    "cumulative",
    "deals_won",
)
ENTRANTS, ROUNDS, REPEATS = 1000, 12, 7


def event(kind: SchemeKind, rng: random.Random) -> EventInput:
    """A full event at tables of four, seated at random, zero-sum results."""
    results: list[TableOutcome] = []
    for round_number in range(1, ROUNDS + 1):
        order = rng.sample(range(1, ENTRANTS + 1), ENTRANTS)
        for table in range(ENTRANTS // 4):
            seats = order[4 * table : 4 * table + 4]
            nets = [rng.randint(-60, 60) for _ in range(3)]
            nets.append(-sum(nets))
            results.append(
                TableOutcome(
                    round_number,
                    table + 1,
                    tuple(
                        SeatResult(entrant, net, deals_won=rng.randint(0, 4), positive=max(net, 0))
                        for entrant, net in zip(seats, nets, strict=True)
                    ),
                    deals=8,
                )
            )
    entrants = tuple(EntrantInfo(number, seeding=number) for number in range(1, ENTRANTS + 1))
    return EventInput(entrants, tuple(results), Scheme(kind), TIEBREAKS)


def main() -> None:
    print(f"standings: {ENTRANTS} entrants, {ROUNDS} rounds, {len(TIEBREAKS)} tiebreaks (budget 300 ms)")
    for kind in (SchemeKind.NET, SchemeKind.PLACEMENT, SchemeKind.NET_PER_OPPONENT):
        given = event(kind, random.Random(1))
        walls, cpus = [], []
        for _ in range(REPEATS):
            wall, cpu = time.perf_counter(), time.process_time()
            given.standings(ROUNDS)
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
        wall_ms, cpu_ms = median(walls) * 1000, median(cpus) * 1000
        print(f"  {kind.value:<17} median {wall_ms:6.0f} ms, of the processor's time {cpu_ms:6.0f} ms")


if __name__ == "__main__":
    main()
