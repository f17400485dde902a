"""Who sits where in a semifinal or final: tables by the order at the cut, seats by lot from the draft's seed.

In a further round of the same stage with several tables, people meet others than before as far as that goes.
Bots never fill a seat of a final; who is left over alone has a bye. It reads and computes; drafts are written
by seating.py.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.queries.rulesets import team_size
from tournaments.engine import seating as engine
from tournaments.engine.cuts import stage_tables
from tournaments.engine.lots import drawn_order
from tournaments.models import Entrant, Tournament
from tournaments.queries.history import past_rounds
from tournaments.queries.plans import PlannedTable, SeatingPlan
from tournaments.queries.scoring import lot_ids, ruleset_of
from tournaments.queries.stages import StageRound

Groups = list[tuple[int, ...]]


def stage_plan(tournament: Tournament, number: int, stage: StageRound, seed: int) -> SeatingPlan:
    """The plan of the stage's coming round, which has that number. At least two are in it."""
    size = max(2, stage.options.table_size // team_size(ruleset_of(tournament)))
    groups, byes = _groups(tournament, stage, size, seed)
    ids = lot_ids(tournament)
    return SeatingPlan(
        tuple(
            PlannedTable(
                table,
                tuple(
                    int(entrant)
                    for entrant in drawn_order(str(seed), f"round {number} table {table} seats", group, ids)
                ),
            )
            for table, group in enumerate(_at_their_tables(tournament, groups), 1)
        ),
        byes,
        stage.field,
    )


def _groups(
    tournament: Tournament, stage: StageRound, size: int, seed: int
) -> tuple[Groups, tuple[int, ...]]:
    """Who sits together, and who has a bye."""
    order = list(stage.order)
    if stage.played and len(order) > size:
        return _other_meetings(tournament, stage, size, seed)
    # an odd one out among tables of two: the best of them rests
    byes = (order.pop(0),) if size == 2 and len(order) % 2 else ()
    tables = stage_tables(order, size, stage.options.seeding)
    return [tuple(int(entrant) for entrant in table) for table in tables], byes


def _other_meetings(
    tournament: Tournament, stage: StageRound, size: int, seed: int
) -> tuple[Groups, tuple[int, ...]]:
    """By points of the stage so far, meeting as few people again as possible; only its own rounds count."""
    history = [
        replace(played, number=number)
        for number, played in enumerate(past_rounds(tournament)[-stage.played :], 1)
    ]
    found = engine.next_round(
        [engine.SeatingEntrant(entrant, place) for place, entrant in enumerate(stage.order, 1)],
        history,
        tuple(range(size, 1, -1)),
        mode=engine.SeatingMode.SCORE_GROUPS,
        seed=seed,
        empty=engine.EmptySeats.MIXED if size > 2 else engine.EmptySeats.BYES,
    ).seating
    groups = [
        tuple(int(seat.entrant) for seat in table.playing_seats if seat.entrant is not None)
        for table in found.tables
    ]
    return groups, tuple(int(entrant) for entrant in found.byes)


def _at_their_tables(tournament: Tournament, groups: Sequence[tuple[int, ...]]) -> Groups:
    """The groups by table number: who needs a fixed table has it, where there are that many tables."""
    fixed = dict(
        Entrant.objects.filter(tournament=tournament, fixed_table__isnull=False).values_list(
            "pk", "fixed_table"
        )
    )
    placed: dict[int, tuple[int, ...]] = {}
    rest: Groups = []
    for group in groups:
        wanted = next((fixed[entrant] for entrant in group if entrant in fixed), None)
        if wanted is not None and 1 <= wanted <= len(groups) and wanted not in placed:
            placed[wanted] = group
        else:
            rest.append(group)
    return [placed[number] if number in placed else rest.pop(0) for number in range(1, len(groups) + 1)]
