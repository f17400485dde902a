"""`next_round(...)`: the coming round from standings and history."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.seating.certificate import Certificate, certify
from tournaments.engine.seating.checks import canonical, check_entrants, check_history
from tournaments.engine.seating.constraints import NO_CONSTRAINTS, Constraints
from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.exact import refine, rematches_left, worth_refining
from tournaments.engine.seating.feasible import compile_rules, first_assignment
from tournaments.engine.seating.kept import around, with_kept
from tournaments.engine.seating.lookahead import looks_ahead, with_a_future
from tournaments.engine.seating.pairs import only_pairs, without_rematch
from tournaments.engine.seating.round_problem import RoundProblem, build_problem
from tournaments.engine.seating.round_search import (
    RoundSearch,
    Tables,
    cheaper,
    crowded,
    proposals_for,
    search_softly,
    start_tables,
    usual_cooling,
)
from tournaments.engine.seating.sizes import table_sizes
from tournaments.engine.seating.table_numbers import numbers_by_standings, varied_numbers
from tournaments.engine.seating.table_order import PHANTOM, best_order
from tournaments.engine.seating.values import (
    BOT_SEAT,
    DEFAULT_SIZES,
    EmptySeats,
    Occupant,
    PastRound,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingMode,
    SeatingTable,
    TableOrder,
)

# Searches by rematches alone where the others left some.
_FURTHER_TRIES = 2


@dataclass(frozen=True, slots=True)
class NextRound:
    """The coming round with the certificate of the event up to and with it."""

    seating: RoundSeating
    certificate: Certificate


def next_round(
    entrants: Sequence[SeatingEntrant],
    history: Sequence[PastRound],
    sizes: Sequence[int] = DEFAULT_SIZES,
    *,
    mode: SeatingMode,
    seed: int,
    empty: EmptySeats = EmptySeats.MIXED,
    constraints: Constraints = NO_CONSTRAINTS,
    table_order: TableOrder | None = None,
    kept: Sequence[SeatingTable] = (),
    to_come: int = 0,
) -> NextRound:
    """Seat the coming round of the `entrants` who are in the event now.

    `history` are the rounds played, oldest first (people who left may be in it); places are those
    of the standings that the public sees, penalties included. Tables are numbered by standings
    unless the mode is RANDOM or `table_order` says otherwise. The order of `entrants` doesn't matter.
    `kept` are tables of this round that stand as they are, bots and seats included: the others are seated around
    them (see kept.py). With `to_come`, the number of rounds planned after this one, fields of middle size are
    seated so that those can avoid rematches too.
    Raises CannotSeat, with the smallest conflicting set found where constraints are the cause.
    """
    check_entrants([entrant.id for entrant in entrants])
    check_history(history)
    rest, rules = around(kept, entrants, constraints)
    number = coming_number(history)
    seating = (
        seat_round(
            rest,
            history,
            sizes,
            mode=mode,
            seed=seed,
            empty=empty,
            constraints=rules,
            table_order=table_order,
            to_come=to_come,
        )
        if rest
        else RoundSeating(number, ())
    )
    seating = with_kept(seating, kept)
    places = None if mode is SeatingMode.RANDOM else {entrant.id: entrant.place for entrant in entrants}
    return NextRound(seating, certify([*history, seating], seed=seed, places=places))


def seat_round(
    entrants: Sequence[SeatingEntrant],
    history: Sequence[PastRound],
    sizes: Sequence[int],
    *,
    mode: SeatingMode,
    seed: int,
    empty: EmptySeats,
    constraints: Constraints,
    table_order: TableOrder | None,
    to_come: int = 0,
) -> RoundSeating:
    """`next_round` without checks and certificate."""
    number = coming_number(history)
    dice = Dice(seed, len(entrants), number)
    away = constraints.sitting_out([entrant.id for entrant in entrants], number)
    order = _seating_order([entrant for entrant in entrants if entrant.id not in away], mode, dice)
    shape = table_sizes(len(order), sizes, empty)
    rules = compile_rules(constraints, [entrant.id for entrant in order], number)
    first = first_assignment(
        rules, [table.players for table in shape.tables], [entrant.id for entrant in order]
    )
    problem = build_problem(order, history, shape, rules, mode, to_come)
    tables = _find_tables(problem, first, dice)
    if looks_ahead(problem, to_come):
        # dice of their own, so that looking ahead alone changes nothing else
        tables = with_a_future(problem, tables, to_come, Dice(seed, len(entrants), number, to_come))
    return _finish(problem, tables, number, away, dice, table_order or _usual_order(mode))


def coming_number(history: Sequence[PastRound]) -> int:
    """The number after that of the last round."""
    return max((round_.number for round_ in history), default=0) + 1


def _usual_order(mode: SeatingMode) -> TableOrder:
    return TableOrder.VARIED if mode is SeatingMode.RANDOM else TableOrder.BY_STANDINGS


def _seating_order(entrants: Sequence[SeatingEntrant], mode: SeatingMode, dice: Dice) -> list[SeatingEntrant]:
    """By lot, then by place unless the mode is RANDOM; the order given doesn't matter."""
    drawn = dice.shuffled(sorted(entrants, key=lambda entrant: canonical(entrant.id)))
    return drawn if mode is SeatingMode.RANDOM else sorted(drawn, key=lambda entrant: entrant.place)


def _find_tables(problem: RoundProblem, first: dict[int, int], dice: Dice) -> Tables:
    pinned = [p for p, _ in problem.rules.numbers]
    proposals, cooling = proposals_for(len(problem.ids), late=problem.late), usual_cooling(problem)
    start = start_tables(problem, first)
    if crowded(problem):
        tables = _find_where_crowded(problem, start, pinned, dice)
    else:
        tables = RoundSearch(problem, start, pinned).run(dice, proposals, cooling)
    if not pinned and only_pairs(problem) and rematches_left(problem, tables):
        matched = without_rematch(problem)
        if matched is not None:
            tables = RoundSearch(problem, matched, pinned).run(dice, proposals, cooling)
    if worth_refining(problem, tables):
        tables = refine(problem, tables, pinned)
    return tables


def _find_where_crowded(problem: RoundProblem, start: Tables, pinned: Sequence[int], dice: Dice) -> Tables:
    """Another way is tried as long as there are rematches: after the usual search, one by rematches alone."""
    tables = search_softly(problem, start, pinned, dice)
    if rematches_left(problem, tables):
        usual = RoundSearch(problem, start, pinned)
        again = usual.run(dice, proposals_for(len(problem.ids), late=True), usual_cooling(problem))
        tables = cheaper(problem, tables, again)
    for _ in range(_FURTHER_TRIES):
        if rematches_left(problem, tables):
            again = search_softly(problem, tables, pinned, dice, distance=False)
            tables = cheaper(problem, tables, again)
    return tables


def _finish(
    problem: RoundProblem,
    tables: Tables,
    number: int,
    away: Sequence[int | str],
    dice: Dice,
    order: TableOrder,
) -> RoundSeating:
    """Seats at the tables, then table numbers, then people's own names."""
    real = len(problem.shape.tables)
    past, rules = problem.past, problem.rules
    bound = dict(rules.numbers)
    widest = max(past.widest, *problem.sizes)
    ordered = [
        best_order(
            dice.shuffled([*people, *[PHANTOM] * shape.bots]),
            past.over,
            past.left,
            dict(rules.seats),
            widest,
        )
        for people, shape in zip(tables[:real], problem.shape.tables, strict=True)
    ]
    group_bound = {t: bound[p] for t in range(real) for p in tables[t] if p in bound}
    if order is TableOrder.VARIED:
        numbers = varied_numbers(
            tables[:real], group_bound, problem.rules.reserved, problem.past.numbers, dice
        )
    else:
        numbers = numbers_by_standings(tables[:real], group_bound, rules.reserved, problem.rank)
    made = [
        SeatingTable(table_number, tuple(_seat(problem, p) for p in people))
        for table_number, people in zip(numbers, ordered, strict=True)
    ]
    byes = [problem.ids[p] for table in tables[real:] for p in sorted(table)]
    return RoundSeating(number, tuple(sorted(made, key=lambda table: table.number)), tuple(byes), tuple(away))


def _seat(problem: RoundProblem, p: int) -> Seat:
    return BOT_SEAT if p == PHANTOM else Seat(Occupant.PLAYER, problem.ids[p])
