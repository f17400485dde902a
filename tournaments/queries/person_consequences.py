"""What leaving, a disqualification, a penalty or one taken back would change, before it is done: places, prizes, ties,
who goes on to a final, who moves up from the waiting list. As consequences.py does for a result; nothing is done by
looking.
"""

from collections.abc import Callable
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.engine.corrections import Stakes, consequences
from tournaments.engine.results import EntrantInfo, EntrantStatus, PenaltyEntry
from tournaments.engine.standings import EventInput
from tournaments.enums import EntrantStatus as Status
from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Entrant, Penalty, Round, TableSeat, Tournament
from tournaments.queries.coming import is_main_over
from tournaments.queries.consequences import CorrectionPreview, change_lines, warning_lines
from tournaments.queries.criteria import Numbers
from tournaments.queries.ranking import RankedEvent, prize_amounts, ranked_event
from tournaments.queries.round_words import title_of

Change = Callable[[EventInput], EventInput]


def preview_penalty(entrant: Entrant, points: int) -> CorrectionPreview:
    """What a penalty (below 0) or bonus of so many points would change if it counted in the standings as they are."""
    tournament = entrant.tournament
    event = ranked_event(tournament)
    latest = max((fact.number for fact in event.rounds), default=1)
    after = _last_completed(event)
    entry = PenaltyEntry(min(latest, after) or 1, entrant.pk, points, False)
    found = _preview(tournament, event, _with_penalty(entry), seated_since=latest)
    if event.rounds and after < latest:
        kind = next(fact.kind for fact in event.rounds if fact.number == latest)
        said = _("It counts from %(round)s on; standings that are out already stay as they are.")
        found = replace(found, warnings=(*found.warnings, said % {"round": title_of(kind, latest)}))
    return found


def preview_penalty_back(penalty: Penalty) -> CorrectionPreview:
    """What changes if this penalty or bonus doesn't count any more."""
    event = ranked_event(penalty.tournament)
    entry = PenaltyEntry(penalty.round_number, penalty.entrant_id, penalty.points, False)
    found = _preview(penalty.tournament, event, _without_penalty(entry), seated_since=penalty.round_number)
    if penalty.round_number > _last_completed(event):
        found = replace(found, warnings=(*found.warnings, _("No standings hold it yet.")))
    return found


def preview_leaving(entrant: Entrant, *, disqualified: bool) -> CorrectionPreview:
    """What follows if this entrant is out from now on: withdrawn, or disqualified and without a place."""
    tournament = entrant.tournament
    event = ranked_event(tournament)
    last = max((fact.number for fact in event.rounds), default=0)
    status = EntrantStatus.DISQUALIFIED if disqualified else EntrantStatus.WITHDRAWN
    since = last if disqualified else last + 1

    def gone(info: EntrantInfo) -> EntrantInfo:
        if info.entrant != entrant.pk:
            return info
        return replace(info, status=status, status_from_round=since)

    def change(now: EventInput) -> EventInput:
        return replace(now, entrants=tuple(gone(info) for info in now.entrants))

    found = _preview(tournament, event, change, seated_since=last)
    extra = (
        *_coming(tournament, event, replace(event, event=change(event.event)), entrant),
        *_round_in_play(entrant),
        *(() if disqualified else _moves_up(tournament, entrant)),
    )
    return replace(found, warnings=(*found.warnings, *extra), is_harmless=found.is_harmless and not extra)


def _last_completed(event: RankedEvent) -> int:
    return max((fact.number for fact in event.rounds if fact.is_completed), default=0)


def _with_penalty(entry: PenaltyEntry) -> Change:
    return lambda now: replace(now, penalties=(*now.penalties, entry))


def _without_penalty(entry: PenaltyEntry) -> Change:
    """Of two alike one is taken out."""

    def change(now: EventInput) -> EventInput:
        at = now.penalties.index(entry) if entry in now.penalties else len(now.penalties)
        return replace(now, penalties=(*now.penalties[:at], *now.penalties[at + 1 :]))

    return change


def _preview(
    tournament: Tournament, event: RankedEvent, change: Change, *, seated_since: int
) -> CorrectionPreview:
    """The standings after the last completed round, before and after the change; empty before there are any."""
    after = _last_completed(event)
    if not after:
        return CorrectionPreview(True, (), (), (), False)
    before = replace(event.at(after), extra_orders=event.orders(after), cuts=event.cuts_made())
    later = {
        fact.number: fact.number - 1
        for fact in event.rounds
        if fact.number > seated_since and fact.kind is not RoundKind.EXTRA
    }
    stakes = Stakes(event.boundaries, prize_amounts(tournament.pk), later)
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "name"))
    found = consequences(before, change(before), after, stakes)
    return CorrectionPreview(
        found.is_harmless,
        change_lines(found, names, Numbers.of_scheme(tournament.format.scheme)),
        warning_lines(found, names, {fact.number: fact.kind for fact in event.rounds}),
        (),
        False,
    )


def _coming(tournament: Tournament, now: RankedEvent, then: RankedEvent, entrant: Entrant) -> tuple[str, ...]:
    """Who plays off a tie, or goes on to a final, otherwise than now."""
    after = _last_completed(now)
    if tournament.is_over or not after:
        return ()
    said: list[str] = []
    off_now, off_then = (
        {int(player) for table in event.extra_plan(after).tables for player in table.seats}
        for event in (now, then)
    )
    if entrant.pk in off_now - off_then:
        said.append(_("%(name)s plays no extra round any more.") % {"name": entrant.name})
    if off_now and not off_then:
        said.append(_("No extra round is left to play."))
    stage_now, stage_then = now.coming_stage(after), then.coming_stage(after)
    on_now = set(stage_now.order) if stage_now else set()
    on_then = set(stage_then.order) if stage_then else set()
    others = Entrant.objects.filter(pk__in=on_then - on_now) if on_now else Entrant.objects.none()
    said += [
        _("%(name)s goes on in that place.") % {"name": other.name} for other in others.order_by("number")
    ]
    return tuple(said)


def _round_in_play(entrant: Entrant) -> tuple[str, ...]:
    """What becomes of the chair of a round that is published or playing."""
    seat = (
        TableSeat.objects.filter(
            entrant=entrant, round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]
        )
        .select_related("table")
        .first()
    )
    if seat is None:
        return ()
    if Round.objects.filter(pk=seat.round_id, status=RoundStatus.PUBLISHED).exists():
        text = _("%(name)s sits at table %(number)d of the round that is published: look at its people.")
    else:
        text = _("%(name)s sits at table %(number)d now, which is played to its end.")
    return (text % {"name": entrant.name, "number": seat.table.number},)


def _moves_up(tournament: Tournament, entrant: Entrant) -> tuple[str, ...]:
    """Who gets the place that becomes free."""
    if entrant.status == Status.WAITING or is_main_over(tournament):
        return ()
    first = tournament.entrants.filter(status=Status.WAITING).order_by("number").first()
    if first is None:
        return ()
    return (_("%(name)s moves up from the waiting list.") % {"name": first.name},)
