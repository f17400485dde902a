"""Who may do what in an event: plain functions of (user, object), asked by views, API, services and templates
alike.

A role in the event or in its club gives the same rights; the stronger one counts. What somebody may not do
isn't shown and isn't possible: the services ask the same functions.
"""

from typing import TYPE_CHECKING

from accounts.enums import ClubRole
from accounts.models import Club, Membership, User
from accounts.permissions import can_organise
from games.queries.clock import database_now
from tournaments.enums import ResultStatus, TournamentStatus
from tournaments.models import (
    Entrant,
    EntrantMember,
    Table,
    TableResult,
    TableSeat,
    Tournament,
    TournamentRole,
)

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


def role_in(user: "User | AnonymousUser", tournament: Tournament) -> ClubRole | None:
    """The stronger of the user's roles in the event and in its club; None for outsiders."""
    if not user.is_authenticated:
        return None
    found = [
        ClubRole(role)
        for role in (
            *Membership.objects.filter(club=tournament.club_id, user=user).values_list("role", flat=True),
            *TournamentRole.objects.filter(tournament=tournament, user=user).values_list("role", flat=True),
        )
    ]
    return max(found, key=lambda role: role.strength, default=None)


def _has(user: "User | AnonymousUser", tournament: Tournament, least: ClubRole) -> bool:
    role = role_in(user, tournament)
    return role is not None and role.includes(least)


def can_create_tournament(user: "User | AnonymousUser", club: Club) -> bool:
    return can_organise(user, club)


def can_view(user: "User | AnonymousUser", tournament: Tournament) -> bool:
    """The same rule as the queryset's `visible_to`."""
    return Tournament.objects.visible_to(user).filter(pk=tournament.pk).exists()


def can_direct(user: "User | AnonymousUser", tournament: Tournament) -> bool:
    """Everything that runs the event: entries, seating, rounds, corrections, penalties."""
    return _has(user, tournament, ClubRole.DIRECTOR)


def can_score(user: "User | AnonymousUser", tournament: Tournament) -> bool:
    """Enter results and check people in."""
    return _has(user, tournament, ClubRole.SCORER)


def can_enter(user: "User | AnonymousUser", tournament: Tournament) -> bool:
    """Enter oneself: signed in, entries open, the event visible."""
    return (
        user.is_authenticated
        and tournament.status == TournamentStatus.OPEN
        and not entries_have_closed(tournament)
        and can_view(user, tournament)
        and not is_entered(user, tournament)
    )


def entries_have_closed(tournament: Tournament) -> bool:
    """Whether the closing time is past, by the database's clock."""
    closes = tournament.entries_close_at
    return closes is not None and database_now() >= closes


def is_entered(user: "User | AnonymousUser", tournament: Tournament) -> bool:
    """Whether one of the user's players is in the event, whatever its status."""
    return (
        user.is_authenticated
        and EntrantMember.objects.filter(tournament=tournament, player__user=user).exists()
    )


def is_own_entry(user: "User | AnonymousUser", entrant: Entrant) -> bool:
    return user.is_authenticated and entrant.members.filter(player__user=user).exists()


def can_withdraw(user: "User | AnonymousUser", entrant: Entrant) -> bool:
    """Directors, and people for themselves."""
    return can_direct(user, entrant.tournament) or is_own_entry(user, entrant)


def seat_of(user: "User | AnonymousUser", table: Table) -> TableSeat | None:
    """The user's own seat at the table, or None."""
    if not user.is_authenticated:
        return None
    return table.seats.filter(player__user=user).order_by("seat").first()


def can_report(user: "User | AnonymousUser", table: Table) -> bool:
    """Who sits there, and scorers."""
    return seat_of(user, table) is not None or can_score(user, table.round.tournament)


def can_confirm(user: "User | AnonymousUser", result: TableResult) -> bool:
    """A second person at the table, or a director; never who entered it, unless that is a director.

    A scorer may enter, and may confirm what others entered.
    """
    if result.status != ResultStatus.PROPOSED or not user.is_authenticated:
        return False
    if can_direct(user, result.table.round.tournament):
        return True
    if result.entered_by_id == user.pk:
        return False
    if can_score(user, result.table.round.tournament):
        return True
    seat = seat_of(user, result.table)
    return seat is not None and seat.seat != result.entered_seat
