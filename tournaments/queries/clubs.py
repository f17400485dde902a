"""A club's own page: its next events, its last results, and its records, for one reader.

Only events that the reader may see are in it, so a private evening adds nothing to the records a visitor reads.
Rehearsals are nobody's record, and who hides holds none. The number of queries doesn't depend on how many events
there are.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club
from tournaments.enums import EntrantKind, ResultStatus, RoundStatus, TournamentStatus
from tournaments.models import EntrantMember, Round, SeatScore, Standing, Tournament
from tournaments.queries.criteria import number_text
from tournaments.queries.shown_names import shown_names_of
from tournaments.queries.tournaments import TournamentLine, tournament_line, with_counts

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

COMING = (TournamentStatus.DRAFT, TournamentStatus.OPEN, TournamentStatus.RUNNING, TournamentStatus.REVIEW)
SHOWN = 10


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A finished event: who won it (more than one where the first place is shared), and how many had a
    place.
    """

    public_id: str
    name: str
    starts_on: date
    winners: tuple[str, ...]
    field: int


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record of the club in words: what it is, how much, whose, and where it was set ("" where over all)."""

    label: str
    value: str
    names: tuple[str, ...]
    event: str
    public_id: str


@dataclass(frozen=True, slots=True)
class ClubEvents:
    coming: tuple[TournamentLine, ...]
    results: tuple[ResultLine, ...]
    records: tuple[RecordLine, ...]


def find_club(user: "User | AnonymousUser", slug: str) -> Club | None:
    """The club at that address, None where there is none that the user may see: answered as unknown."""
    return Club.objects.visible_to(user).filter(slug=slug).first()


def club_events(club: Club, user: "User | AnonymousUser") -> ClubEvents:
    """What is on and what was played in the club, as far as the user may see it."""
    events = Tournament.objects.visible_to(user).filter(club=club, is_rehearsal=False)
    coming = with_counts(events.filter(status__in=COMING)).order_by("starts_on", "starts_time", "pk")
    finished = events.filter(status=TournamentStatus.FINISHED)
    last = finished.order_by("-starts_on", "-starts_time", "-pk")[:SHOWN]
    return ClubEvents(
        coming=tuple(tournament_line(event) for event in coming[:SHOWN]),
        results=result_lines(last, user),
        records=_records(finished),
    )


def result_lines(events: Iterable[Tournament], user: "User | AnonymousUser") -> tuple[ResultLine, ...]:
    """Finished events with their winners as the user may read them, in the order given."""
    chosen = list(events)
    winners: dict[int, list[str]] = defaultdict(list)
    field: dict[int, int] = defaultdict(int)
    ids = [event.pk for event in chosen]
    names = shown_names_of(ids, user)
    placed = final_standings(Tournament.objects.filter(pk__in=ids)).filter(place__isnull=False)
    for event, place, entrant, name in placed.values_list(
        "round__tournament", "place", "entrant", "entrant__name"
    ):
        field[event] += 1
        if place == 1:
            winners[event].append(names.entrant(entrant, name))
    return tuple(
        ResultLine(event.public_id, event.name, event.starts_on, tuple(winners[event.pk]), field[event.pk])
        for event in chosen
    )


def final_standings(events: "QuerySet[Tournament]") -> "QuerySet[Standing]":
    """The rows in force after the last completed round of each of the events.

    Which rounds and which corrected snapshots these are is asked first, so that no row has to look for them.
    """
    last = list(
        Round.objects.filter(tournament__in=events.values("pk"), status=RoundStatus.COMPLETED)
        .order_by("tournament_id", "-number")
        .distinct("tournament_id")
        .values_list("pk", flat=True)
    )
    return standings_in_force(last).order_by("round__tournament", "position")


def standings_in_force(rounds: Sequence[int]) -> "QuerySet[Standing]":
    """The rows after these completed rounds (ids) as they stand after all corrections, in the rounds' order."""
    rows = Standing.objects.filter(round__in=rounds)
    corrected = dict(
        rows.filter(version__gt=1).order_by().values_list("round").annotate(newest=Max("version"))
    )
    in_force = Q(version=1) & ~Q(round__in=list(corrected))
    for version in sorted(set(corrected.values())):
        in_force |= Q(
            version=version, round__in=[key for key, newest in corrected.items() if newest == version]
        )
    return rows.filter(in_force).order_by("round__tournament", "round__number", "position")


def _records(finished: "QuerySet[Tournament]") -> tuple[RecordLine, ...]:
    final = final_standings(finished)
    found = (_most_titles(final), _most_evenings(final), _best_table(finished), _largest(final))
    return tuple(record for record in found if record is not None)


def _most_titles(final: "QuerySet[Standing]") -> RecordLine | None:
    rows = (
        final.filter(place=1, entrant__kind=EntrantKind.PERSON, entrant__members__player__is_private=False)
        .order_by()
        .values("entrant__members__player", "entrant__members__player__name")
        .annotate(count=Count("pk"))
    )
    return _over_all(
        _("Most evenings won"), [(row["entrant__members__player__name"], row["count"]) for row in rows]
    )


def _most_evenings(final: "QuerySet[Standing]") -> RecordLine | None:
    rows = (
        final.filter(entrant__kind=EntrantKind.PERSON, entrant__members__player__is_private=False)
        .order_by()
        .values("entrant__members__player", "entrant__members__player__name")
        .annotate(count=Count("pk"))
        .order_by("-count")[:SHOWN]
    )
    return _over_all(
        _("Most evenings played"), [(row["entrant__members__player__name"], row["count"]) for row in rows]
    )


def _over_all(label: str, counts: list[tuple[str, int]]) -> RecordLine | None:
    best = max((count for _name, count in counts), default=0)
    if not best:
        return None
    names = sorted(name for name, count in counts if count == best)
    value = ngettext("%(count)d evening", "%(count)d evenings", best) % {"count": best}
    return RecordLine(label, value, tuple(names[:3]), "", "")


def _best_table(finished: "QuerySet[Tournament]") -> RecordLine | None:
    """The most net points that a person brought home from one table; the first who did it keeps the record."""
    hidden = EntrantMember.objects.filter(player__is_private=True, tournament__in=finished.values("pk"))
    found = (
        SeatScore.objects.filter(
            result__status=ResultStatus.CONFIRMED,
            result__table__round__tournament__in=finished.values("pk"),
            entrant__kind=EntrantKind.PERSON,
            net__gt=0,
        )
        .exclude(entrant__in=hidden.values("entrant"))
        .order_by("-net", "result__table__round__tournament__starts_on", "pk")
        .values_list("pk", flat=True)
        .first()
    )
    rows = SeatScore.objects.select_related("entrant", "result__table__round__tournament")
    best = rows.filter(pk=found).first() if found is not None else None
    if best is None or best.entrant is None:
        return None
    event = best.result.table.round.tournament
    return RecordLine(
        _("Most points at one table"),
        number_text(best.net, signed=True),
        (best.entrant.name,),
        event.name,
        event.public_id,
    )


def _largest(final: "QuerySet[Standing]") -> RecordLine | None:
    rows = (
        final.filter(place__isnull=False)
        .order_by()
        .values("round__tournament__name", "round__tournament__public_id")
        .annotate(count=Count("pk"), day=Max("round__tournament__starts_on"))
        .order_by("-count", "day")
    )
    best = rows.first()
    if best is None:
        return None
    value = ngettext("%(count)d player", "%(count)d players", best["count"]) % {"count": best["count"]}
    return RecordLine(
        _("Largest evening"), value, (), best["round__tournament__name"], best["round__tournament__public_id"]
    )
