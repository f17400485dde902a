"""What a user may do in a club: plain functions of (user, object), asked by views, API, services and templates alike.

A role includes all weaker ones (accounts.enums). Being support staff gives nothing here.
"""

from typing import TYPE_CHECKING

from accounts.enums import ClubRole
from accounts.models import Club, Membership, Player, User

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


def club_role(user: "User | AnonymousUser", club: Club) -> ClubRole | None:
    """The user's role in the club, or None for those who don't belong to it."""
    if not user.is_authenticated:
        return None
    role = Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()
    return ClubRole(role) if role else None


def _has(user: "User | AnonymousUser", club: Club, least: ClubRole) -> bool:
    role = club_role(user, club)
    return role is not None and role.includes(least)


def can_view_club(user: "User | AnonymousUser", club: Club) -> bool:
    """Public clubs are everybody's to see; others their members'."""
    return club.is_public or club_role(user, club) is not None


def can_manage_club(user: "User | AnonymousUser", club: Club) -> bool:
    """Change the club and its members."""
    return _has(user, club, ClubRole.OWNER)


def can_organise(user: "User | AnonymousUser", club: Club) -> bool:
    """Create events for the club and edit its players."""
    return _has(user, club, ClubRole.DIRECTOR)


def can_see_members(user: "User | AnonymousUser", club: Club) -> bool:
    return _has(user, club, ClubRole.MEMBER)


def can_view_player(user: "User | AnonymousUser", player: Player) -> bool:
    """A player's page is its club's to see; a private one the player's own and the club's directors'."""
    if player.club is None:
        return user.is_authenticated and player.user_id == user.pk
    if not player.is_private:
        return can_view_club(user, player.club)
    return is_self(user, player) or can_organise(user, player.club)


def is_self(user: "User | AnonymousUser", player: Player) -> bool:
    """Whether the player is the user."""
    return user.is_authenticated and player.user_id == user.pk
