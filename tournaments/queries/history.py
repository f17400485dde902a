"""The rounds played so far as the seating engine's values, and who is to be seated in the coming one."""

from collections import defaultdict

from tournaments.engine.seating import BOT_SEAT, Occupant, PastRound, RoundSeating, Seat, SeatingTable
from tournaments.enums import EntrantStatus, RoundKind, RoundStatus, TableStatus
from tournaments.models import Bye, Entrant, Round, TableSeat, Tournament


def past_rounds(tournament: Tournament) -> tuple[PastRound, ...]:
    """Main and final rounds that were published and not cancelled, oldest first. Extra rounds seat by their
    own rule.
    """
    rounds = list(
        Round.objects.filter(tournament=tournament)
        .exclude(status=RoundStatus.CANCELLED)
        .exclude(kind=RoundKind.EXTRA)
        .order_by("number")
    )
    seats = (
        TableSeat.objects.filter(round__in=rounds)
        .exclude(table__status=TableStatus.CANCELLED)
        .select_related("table")
        .order_by("round_id", "table__number", "seat")
    )
    tables: dict[int, dict[int, list[Seat]]] = defaultdict(lambda: defaultdict(list))
    for seat in seats:
        if seat.team_member == 0:
            tables[seat.round_id][seat.table.number].append(
                BOT_SEAT if seat.entrant_id is None else Seat(Occupant.PLAYER, seat.entrant_id)
            )
    byes: dict[int, list[int]] = defaultdict(list)
    for round_id, entrant in (
        Bye.objects.filter(round__in=rounds).order_by("pk").values_list("round_id", "entrant_id")
    ):
        byes[round_id].append(entrant)
    return tuple(
        RoundSeating(
            number,
            tuple(SeatingTable(table, tuple(found)) for table, found in tables[round_.pk].items()),
            tuple(byes[round_.pk]),
        )
        for number, round_ in enumerate(rounds, 1)
    )


def field_of(tournament: Tournament) -> list[Entrant]:
    """Who is to be seated in the coming round, in the order of entry (formats.FormatOptions.check_in).

    Who is on standby takes a seat that becomes free, and has none of their own.
    """
    entrants = Entrant.objects.filter(tournament=tournament, standby=False).order_by("number")
    if tournament.format.check_in:
        return list(entrants.filter(status=EntrantStatus.CHECKED_IN))
    return list(entrants.active())
