"""Everything that standings depend on, read from the records in a constant number of queries.

One function builds the engine's `EventInput`; seating, pages, snapshots and the audit all rank what it gives,
so they can't disagree. Only confirmed results count; the live view adds provisional ones.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from django.db.models import F

from games.queries.rulesets import Ruleset
from tournaments.engine.exact import ratio
from tournaments.engine.results import (
    Bye,
    ByeValue,
    EntrantInfo,
    EntrantKind,
    EntrantStatus,
    PenaltyEntry,
    RoundKind,
    SeatResult,
    TableOutcome,
    TableStatus,
)
from tournaments.engine.scoring import SchemeKind
from tournaments.engine.standings import EventInput
from tournaments.enums import EntrantStatus as Status
from tournaments.enums import ResultStatus, RoundStatus
from tournaments.enums import RoundKind as StoredKind
from tournaments.enums import TableStatus as TableState
from tournaments.models import Bye as ByeRecord
from tournaments.models import Entrant, Penalty, SeatScore, Tournament
from tournaments.queries.scoring import bye_value, drops_of, ruleset_of, scheme_of, tiebreak_options

ODD = "odd"


def engine_kind(kind: str) -> RoundKind:
    """The engine's kind of a stored round: semifinals are rounds of a final to it."""
    return RoundKind.FINAL if kind == StoredKind.SEMI else RoundKind(kind)


def filler_id(table_number: int, seat: int) -> int:
    """What stands for a bot in an empty seat: a negative number, so that it is never an entrant's."""
    return -(table_number * 10 + seat + 1)


def owners_of(table_number: int, entrants: Sequence[int | None]) -> tuple[int, ...]:
    """Whose each seat is, from the entrants of a table's seats in order (None: a bot in an empty seat).

    Partners of a team sit across, so where an entrant has two seats the bots across from each other are one
    team as well.
    """
    seats_each = max(Counter(found for found in entrants if found is not None).values(), default=1)
    sides = len(entrants) // seats_each
    return tuple(
        filler_id(table_number, seat % sides) if found is None else found
        for seat, found in enumerate(entrants)
    )


def is_filler(entrant: int | str) -> bool:
    """Whether an id of a row is a bot in an empty seat, which no list shows."""
    return isinstance(entrant, int) and entrant < 0


def event_input(tournament: Tournament, *, live: Sequence[TableOutcome] = ()) -> EventInput:
    """The event as the engine's value, before extra rounds (see `ranking`).

    `live` are outcomes of tables that are still playing (provisional view).
    """
    options = tournament.format
    ruleset = ruleset_of(tournament)
    outcomes = (
        *(in_full(outcome, ruleset, options.scheme) for outcome in confirmed_outcomes(tournament)),
        *live,
    )
    return EventInput(
        entrants=(*entrant_infos(tournament), *_fillers(outcomes)),
        results=outcomes,
        scheme=scheme_of(options, ruleset),
        tiebreaks=options.tiebreaks,
        byes=_byes(tournament, bye_value(options), options.bye_points),
        penalties=_penalties(tournament),
        missed=options.missed,
        drops=drops_of(options),
        options=tiebreak_options(tournament),
        provisional=bool(live),
    )


def entrant_infos(tournament: Tournament) -> list[EntrantInfo]:
    """All who were ever in the event, in the order of entry; the waiting list isn't in it."""
    entrants = Entrant.objects.filter(tournament=tournament).exclude(status=Status.WAITING).order_by("number")
    return [_info(entrant) for entrant in entrants]


def _info(entrant: Entrant) -> EntrantInfo:
    """A withdrawal holds from the round after the last one played, a disqualification for that one
    already.
    """
    status, since = EntrantStatus.ACTIVE, 0
    last = entrant.left_round or 0
    if entrant.status == Status.WITHDRAWN:
        status, since = EntrantStatus.WITHDRAWN, last + 1
    elif entrant.status == Status.DISQUALIFIED:
        status, since = EntrantStatus.DISQUALIFIED, last
    return EntrantInfo(
        entrant=entrant.pk,
        kind=EntrantKind(entrant.kind),
        seeding=entrant.strength or 0,
        status=status,
        status_from_round=since,
        joined_round=entrant.joined_round,
    )


def _fillers(outcomes: Iterable[TableOutcome]) -> list[EntrantInfo]:
    ids = {seat.entrant for outcome in outcomes for seat in outcome.seats if is_filler(seat.entrant)}
    return [EntrantInfo(entrant=found, kind=EntrantKind.BOT) for found in sorted(ids, key=int, reverse=True)]


def confirmed_outcomes(tournament: Tournament) -> tuple[TableOutcome, ...]:
    """The confirmed result of every table, by round and table. Cancelled rounds and tables give none."""
    scores = (
        SeatScore.objects.filter(
            result__table__round__tournament=tournament, result__status=ResultStatus.CONFIRMED
        )
        .exclude(result__table__round__status=RoundStatus.CANCELLED)
        .exclude(result__table__status=TableState.CANCELLED)
        .annotate(
            table_id=F("result__table_id"),
            table_number=F("result__table__number"),
            round_number=F("result__table__round__number"),
            round_kind=F("result__table__round__kind"),
        )
        .order_by("round_number", "table_number", "seat")
    )
    by_table: dict[int, list[SeatScore]] = defaultdict(list)
    for score in scores:
        by_table[score.table_id].append(score)
    return tuple(outcome_of(found) for found in by_table.values())


def outcome_of(scores: Sequence[SeatScore]) -> TableOutcome:
    """One table's scores (annotated with table and round) as the engine's value; a team's seats are one."""
    first = scores[0]
    number: int = first.table_number  # type: ignore[attr-defined]
    seats: dict[int, list[SeatScore]] = defaultdict(list)
    for score, owner in zip(scores, owners_of(number, [score.entrant_id for score in scores]), strict=True):
        seats[owner].append(score)
    return TableOutcome(
        round_number=first.round_number,  # type: ignore[attr-defined]
        table_number=number,
        seats=tuple(seat_result(own, owner) for owner, own in seats.items()),
        round_kind=engine_kind(first.round_kind),  # type: ignore[attr-defined]
        status=TableStatus.CONFIRMED,
        deals=max(score.deals_played for score in scores),
    )


def in_full(outcome: TableOutcome, ruleset: Ruleset, scheme: str) -> TableOutcome:
    """A table that the round clock ended early, as its deals so far would give over all the deals planned.

    docs/rules.md, C "Time": cumulative is divided by the deals played. Times the deals planned, so that it
    stands beside tables that played to their end; a table's points still sum to zero. Other schemes divide by
    themselves.
    """
    planned = ruleset.deals_planned(len(outcome.seats))
    played = outcome.deals
    if (
        scheme != SchemeKind.NET
        or outcome.round_kind is RoundKind.EXTRA
        or not planned
        or not 0 < played < planned
    ):
        return outcome
    seats = tuple(replace(seat, net=ratio(seat.net * planned, played)) for seat in outcome.seats)
    return replace(outcome, seats=seats)


def seat_result(scores: Sequence[SeatScore], entrant: int) -> SeatResult:
    """The stored scores of an entrant's seats as the engine's value.

    Net points and place are the team's already, written at both its seats; the other figures are each
    partner's own and are added.
    """
    moves = sum(score.moves for score in scores)
    return SeatResult(
        entrant=entrant,
        net=scores[0].net,
        place=scores[0].place,
        deals_played=max(score.deals_played for score in scores),
        deals_won=sum(score.deals_won for score in scores),
        undercuts=sum(score.undercuts for score in scores),
        deadwood=sum(score.deadwood for score in scores),
        positive=sum(score.positive for score in scores),
        bot_share=Fraction(sum(score.bot_moves for score in scores), moves) if moves else Fraction(0),
    )


def _byes(tournament: Tournament, value: ByeValue, points: int) -> tuple[Bye, ...]:
    """A bye for an odd number is worth what the event says; one at own wish is worth nothing (user-demands
    13).
    """
    byes = (
        ByeRecord.objects.filter(round__tournament=tournament)
        .exclude(round__status=RoundStatus.CANCELLED)
        .exclude(entrant__status=Status.WAITING)
        .order_by("round__number", "pk")
        .values_list("round__number", "entrant_id", "reason")
    )
    return tuple(
        Bye(number, entrant, value if reason == ODD else ByeValue.NONE, points if reason == ODD else 0)
        for number, entrant, reason in byes
    )


def _penalties(tournament: Tournament) -> tuple[PenaltyEntry, ...]:
    rows = Penalty.objects.filter(tournament=tournament).order_by("pk")
    return tuple(
        PenaltyEntry(row.round_number, row.entrant_id, row.points, row.cancelled_at is not None)
        for row in rows
    )
