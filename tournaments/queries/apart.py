"""Who is kept apart: the lists of a club and of an event, and what they mean for those who are seated."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import Club
from tournaments.models import EntrantMember, KeepApart, Tournament


@dataclass(frozen=True, slots=True)
class ApartLine:
    """A list with its people by name; `is_club` is whether it holds at every event."""

    kept_apart_id: int
    name: str
    people: tuple[str, ...]
    is_club: bool


def apart_lines(club: Club, tournament: Tournament | None = None) -> tuple[ApartLine, ...]:
    """The club's lists, and those of the event. Two queries."""
    rows = KeepApart.objects.filter(club=club, tournament__isnull=True)
    if tournament is not None:
        rows = rows | KeepApart.objects.filter(tournament=tournament)
    return tuple(
        ApartLine(
            row.pk,
            row.name,
            tuple(
                member.player.name
                for member in sorted(row.members.all(), key=lambda member: member.player.sort_key)
            ),
            row.tournament_id is None,
        )
        for row in rows.order_by("tournament_id", "pk").prefetch_related("members__player")
    )


def apart_groups(tournament: Tournament, field: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The entrants of the field (ids) who may not sit together, a group a list; one person alone is no group.

    A team counts as soon as one of its players is on the list. Three queries.
    """
    entrants = dict(
        EntrantMember.objects.filter(tournament=tournament, entrant__in=field).values_list(
            "player_id", "entrant_id"
        )
    )
    rows = KeepApart.objects.filter(club=tournament.club_id, tournament__isnull=True)
    rows = rows | KeepApart.objects.filter(tournament=tournament)
    found = []
    for row in rows.order_by("pk").prefetch_related("members"):
        here = {entrants[member.player_id] for member in row.members.all() if member.player_id in entrants}
        if len(here) > 1:
            found.append(tuple(sorted(here)))
    return tuple(found)
