"""What a correction would change, before it is saved: places, prizes, extra rounds, later seatings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from accounts.models import Player
from games.queries.reported_game import ReportedSeat
from tournaments.engine.corrections import Consequences, Stakes, consequences
from tournaments.engine.results import SeatResult, TableOutcome
from tournaments.enums import RoundKind, RoundStatus, TournamentStatus
from tournaments.models import Entrant, Round, Table, TableSeat
from tournaments.queries.criteria import Numbers, place_text
from tournaments.queries.event_input import engine_kind, in_full, owners_of
from tournaments.queries.ranking import prize_amounts, ranked_event
from tournaments.queries.rated_tables import shifts
from tournaments.queries.round_words import title_of
from tournaments.queries.scoring import ruleset_of


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """An entrant whose place, points or prize would differ. Prizes are in the smallest unit."""

    entrant_id: int
    name: str
    place_before: str
    place_after: str
    points_before: str
    points_after: str
    prize_before: int
    prize_after: int


@dataclass(frozen=True, slots=True)
class RatingLine:
    """Somebody whose rating after the event would differ. Texts are "" while too few tables are rated to show one."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """Everything that a correction touches. `warnings` are sentences; nothing is done by looking.

    `ratings_follow`: the event isn't in the ratings yet, so that these will be worked out once it is finished.
    """

    is_harmless: bool
    changes: tuple[ChangeLine, ...]
    warnings: tuple[str, ...]
    ratings: tuple[RatingLine, ...]
    ratings_follow: bool


def preview_correction(table: Table, seats: Sequence[ReportedSeat]) -> CorrectionPreview:
    """What would follow if the table's result were these seats' instead, in the standings as they are now."""
    tournament = table.round.tournament
    event = ranked_event(tournament)
    completed = Round.objects.filter(tournament=tournament, status=RoundStatus.COMPLETED)
    after = completed.order_by("-number").values_list("number", flat=True).first() or table.round.number
    before = replace(event.at(after), extra_orders=event.orders(after), cuts=event.cuts_made())
    outcome = in_full(_outcome(table, seats), ruleset_of(tournament), tournament.format.scheme)
    key = (outcome.round_number, outcome.table_number)
    corrected = replace(
        before,
        results=tuple(
            outcome if (found.round_number, found.table_number) == key else found for found in before.results
        ),
    )
    later = {
        fact.number: fact.number - 1
        for fact in event.rounds
        if fact.number > table.round.number and fact.kind is not RoundKind.EXTRA
    }
    stakes = Stakes(event.boundaries, prize_amounts(tournament.pk), later)
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "name"))
    found = consequences(before, corrected, after, stakes)
    numbers = Numbers.of_scheme(tournament.format.scheme)
    return CorrectionPreview(
        found.is_harmless,
        change_lines(found, names, numbers),
        warning_lines(found, names, {fact.number: fact.kind for fact in event.rounds}),
        _ratings(table, [seat.place for seat in seats]),
        tournament.status != TournamentStatus.FINISHED,
    )


def _ratings(table: Table, places: Sequence[int]) -> tuple[RatingLine, ...]:
    """Of an event that isn't a rehearsal, those whose rating is shown; extra rounds aren't rated."""
    tournament = table.round.tournament
    if tournament.is_rehearsal or table.round.kind == RoundKind.EXTRA:
        return ()
    found = shifts(tournament, table.pk, places)
    names = dict(Player.objects.filter(pk__in=[shift.player_id for shift in found]).values_list("pk", "name"))
    return tuple(
        RatingLine(names[shift.player_id], str(shift.before.shown), str(shift.after.shown))
        for shift in found
        if shift.after.is_shown and shift.before.shown != shift.after.shown
    )


def _result(owner: int, seats: Sequence[ReportedSeat]) -> SeatResult:
    """As `event_input.seat_result` has it: a team's net and place are at each seat, other figures are added."""
    return SeatResult(
        owner,
        seats[0].net,
        seats[0].place,
        max(seat.deals_played for seat in seats),
        sum(seat.deals_won for seat in seats),
        sum(seat.undercuts for seat in seats),
        sum(seat.deadwood for seat in seats),
        sum(seat.positive for seat in seats),
    )


def _outcome(table: Table, seats: Sequence[ReportedSeat]) -> TableOutcome:
    chairs = TableSeat.objects.filter(table=table).order_by("seat")
    own: dict[int, list[ReportedSeat]] = defaultdict(list)
    owners = owners_of(table.number, [chair.entrant_id for chair in chairs])
    for owner, seat in zip(owners, seats, strict=True):
        own[owner].append(seat)
    return TableOutcome(
        table.round.number,
        table.number,
        tuple(_result(owner, found) for owner, found in own.items()),
        engine_kind(table.round.kind),
        deals=max(seat.deals_played for seat in seats),
    )


def change_lines(found: Consequences, names: dict[int, str], numbers: Numbers) -> tuple[ChangeLine, ...]:
    """The entrants who would stand otherwise, in the order of the standings then; bots in empty seats left out."""
    return tuple(
        ChangeLine(
            int(change.entrant),
            names[int(change.entrant)],
            place_text(change.place_before),
            place_text(change.place_after),
            numbers.points(change.points_before),
            numbers.points(change.points_after),
            change.prize_before,
            change.prize_after,
        )
        for change in found.changes
        if int(change.entrant) > 0
    )


def warning_lines(found: Consequences, names: dict[int, str], kinds: dict[int, RoundKind]) -> tuple[str, ...]:
    """Sentences about what the standings themselves don\'t show: ties, extra rounds, seatings, cuts."""
    warnings: list[str] = []
    for order in found.void_orders:
        people = ", ".join(sorted(names[int(entrant)] for entrant in order.members))
        warnings.append(_("The extra round of %(names)s no longer counts.") % {"names": people})
    for tie in found.new_ties:
        people = ", ".join(names[int(entrant)] for entrant in tie.members)
        warnings.append(
            _("A new tie for place %(place)d: %(names)s.") % {"place": tie.first_place, "names": people}
        )
    for number in found.reseated_rounds:
        warnings.append(
            _("%(round)s would have been seated differently. It stays as it was played.")
            % {"round": title_of(kinds.get(number, RoundKind.MAIN), number)}
        )
    for _cut, entrant in found.qualified_in:
        warnings.append(
            _("%(name)s would have passed the cut. Who was seated after it stays.")
            % {"name": names[int(entrant)]}
        )
    for _cut, entrant in found.qualified_out:
        warnings.append(
            _("%(name)s wouldn't have passed the cut, and plays on all the same.")
            % {"name": names[int(entrant)]}
        )
    return tuple(warnings)
