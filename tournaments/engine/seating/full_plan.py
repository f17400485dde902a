"""`plan(...)`: all rounds of an event in advance, so that everybody meets as many as possible."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.engine.seating.bounds import RoundSizes, repeats_bound
from tournaments.engine.seating.certificate import Certificate, JsonValue, certify
from tournaments.engine.seating.checks import check_entrants, check_rounds
from tournaments.engine.seating.constraints import NO_CONSTRAINTS, Constraints
from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.feasible import Rules, compile_rules, first_assignment
from tournaments.engine.seating.grid import Grid
from tournaments.engine.seating.improve import improve, level_exposure
from tournaments.engine.seating.round_by_round import seat_round
from tournaments.engine.seating.seat_order import seat_plan
from tournaments.engine.seating.sizes import FieldShape, check_sizes, table_sizes
from tournaments.engine.seating.starts import start_rounds
from tournaments.engine.seating.table_numbers import varied_numbers
from tournaments.engine.seating.values import (
    BOT_SEAT,
    DEFAULT_SIZES,
    EmptySeats,
    EntrantId,
    Occupant,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingMode,
    SeatingTable,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """All rounds, in order, with the certificate of the whole."""

    rounds: tuple[RoundSeating, ...]
    certificate: Certificate

    def to_json(self) -> dict[str, JsonValue]:
        """`{"rounds": [[[entrant, ...], ...], ...], "certificate": {...}}`; a bot is null."""
        return {
            "rounds": [
                [[seat.entrant for seat in table.seats] for table in round_.tables] for round_ in self.rounds
            ],
            "certificate": self.certificate.to_json(),
        }


def plan(
    entrants: Sequence[EntrantId],
    rounds: int,
    sizes: Sequence[int] = DEFAULT_SIZES,
    *,
    seed: int,
    empty: EmptySeats = EmptySeats.MIXED,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Plan:
    """Seat `rounds` rounds of `entrants` (numbers or names, each once) in advance.

    `sizes` are table sizes by preference; `empty` says what happens to a field that doesn't
    divide. The same input and seed give the same plan on every platform.
    Raises CannotSeat, with the smallest conflicting set found where constraints are the cause.
    """
    check_entrants(entrants)
    check_rounds(rounds)
    sizes = check_sizes(sizes)
    if _needs_round_by_round(constraints):
        planned = _plan_round_by_round(entrants, rounds, sizes, seed, empty, constraints)
    else:
        planned = _plan_at_once(
            entrants, rounds, sizes, Dice(seed, len(entrants), rounds), empty, constraints
        )
    return Plan(planned, certify(planned, seed=seed))


def _needs_round_by_round(constraints: Constraints) -> bool:
    """True for what binds tables to people (locks, shared fixed tables) or allows some of a group."""
    tables = [fixed.table for fixed in constraints.fixed_tables]
    return (
        bool(constraints.locks)
        or len(set(tables)) < len(tables)
        or any(group.at_most != 1 for group in constraints.apart)
    )


def _plan_round_by_round(
    entrants: Sequence[EntrantId],
    rounds: int,
    sizes: Sequence[int],
    seed: int,
    empty: EmptySeats,
    constraints: Constraints,
) -> tuple[RoundSeating, ...]:
    planned: list[RoundSeating] = []
    for _ in range(rounds):
        planned.append(
            seat_round(
                [SeatingEntrant(who) for who in entrants],
                planned,
                sizes,
                mode=SeatingMode.RANDOM,
                seed=seed,
                empty=empty,
                constraints=constraints,
                table_order=None,
            )
        )
    return tuple(planned)


def _plan_at_once(
    entrants: Sequence[EntrantId],
    rounds: int,
    sizes: Sequence[int],
    dice: Dice,
    empty: EmptySeats,
    constraints: Constraints,
) -> tuple[RoundSeating, ...]:
    away = [constraints.sitting_out(entrants, number) for number in range(1, rounds + 1)]
    present = [[p for p, who in enumerate(entrants) if who not in gone] for gone in away]
    shapes = [table_sizes(len(people), sizes, empty) for people in present]
    rules = compile_rules(constraints, entrants, 0)
    apart = _pairs_apart(rules)
    for people, shape in zip(present, shapes, strict=True):
        _check_feasible(constraints, [entrants[p] for p in people], shape)
    grid = Grid(len(entrants), shapes, start_rounds(present, shapes, dice), apart)
    level_exposure(grid)
    field = [RoundSizes(tuple(t.players for t in s.tables), len(entrants) - s.seats) for s in shapes]
    bound = repeats_bound(field, len(entrants))
    improve(grid, dice, bound=bound, proposals=proposals_for(len(entrants), rounds))
    return _finish(grid, entrants, away, rules, dice)


def proposals_for(people: int, rounds: int) -> int:
    """How many swaps to look at; the search stops earlier when nothing can be gained."""
    if people <= 24:
        return 3_200_000
    return 3_000_000 if people <= 40 else 1_500_000 if people <= 200 else 300 * people * rounds


def _check_feasible(constraints: Constraints, people: Sequence[EntrantId], shape: FieldShape) -> None:
    first_assignment(compile_rules(constraints, people, 0), [table.players for table in shape.tables], people)


def _pairs_apart(rules: Rules) -> list[tuple[int, int]]:
    """Pairs that may not meet: members of a group, and people bound to different tables."""
    bound = [p for p, _ in rules.numbers]
    groups: Iterable[Sequence[int]] = [*(members for members, _ in rules.groups), bound]
    return [(p, q) for members in groups for p in members for q in members if p < q]


def _finish(
    grid: Grid,
    entrants: Sequence[EntrantId],
    away: Sequence[Sequence[EntrantId]],
    rules: Rules,
    dice: Dice,
) -> tuple[RoundSeating, ...]:
    """Seats (bots as people who come once), table numbers, people's own names."""
    with_bots: list[list[list[int]]] = []
    phantom = len(entrants)
    for members, shape in zip(grid.members, grid.shapes, strict=True):
        tables = []
        for people, table_shape in zip(members, shape.tables, strict=False):
            tables.append([*people, *range(phantom, phantom + table_shape.bots)])
            phantom += table_shape.bots
        with_bots.append(tables)
    ordered = seat_plan(with_bots, phantom, len(entrants))
    visits: list[Counter[int]] = [Counter() for _ in range(phantom)]
    planned: list[RoundSeating] = []
    for number, tables in enumerate(ordered, start=1):
        bound = {t: f for p, f in rules.numbers for t, people in enumerate(tables) if p in people}
        numbers = varied_numbers(tables, bound, rules.reserved, visits, dice)
        for table_number, people in zip(numbers, tables, strict=True):
            for p in people:
                visits[p][table_number] += 1
        made = [_table(n, people, entrants) for n, people in zip(numbers, tables, strict=True)]
        byes = [entrants[p] for group in grid.members[number - 1][len(tables) :] for p in sorted(group)]
        planned.append(
            RoundSeating(
                number, tuple(sorted(made, key=lambda t: t.number)), tuple(byes), tuple(away[number - 1])
            )
        )
    return tuple(planned)


def _table(number: int, people: Sequence[int], entrants: Sequence[EntrantId]) -> SeatingTable:
    return SeatingTable(
        number, tuple(Seat(Occupant.PLAYER, entrants[p]) if p < len(entrants) else BOT_SEAT for p in people)
    )
