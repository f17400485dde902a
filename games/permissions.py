"""What a user may do at a game: plain functions of (user, game), asked by views, API and templates alike.

Who may see a game is `Game.objects.visible_to`; being support staff gives nothing here.
"""

from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied

from games.enums import GamePurpose

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from games.models import Game


def signed_in(user: "User | AnonymousUser") -> "User":
    """The user, for callers who asked for a sign-in before. Raises PermissionDenied for visitors."""
    if not user.is_authenticated:
        raise PermissionDenied
    return user


def has_seat(user: "User | AnonymousUser", game: "Game") -> bool:
    """Whether one of the seats is this user's."""
    return user.is_authenticated and game.seats.filter(player__user=user).exists()


def can_give_up(user: "User | AnonymousUser", game: "Game") -> bool:
    """A practice game is its maker's to give up; games of an event are the director's."""
    return user.is_authenticated and game.purpose == GamePurpose.PRACTICE and game.created_by_id == user.pk
