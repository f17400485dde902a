"""What a user may do at a game: plain functions of (user, game), asked by views, API and templates alike.

Who may see a game is `Game.objects.visible_to`; being support staff gives nothing here.
"""

from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from accounts.models import Player
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


def held_by(person: "User | AnonymousUser | Player") -> Q:
    """Which seats are this person's: a user's by the user, a guest's (a Player) by the seat link. Nobody else's."""
    if isinstance(person, Player):
        return Q(player=person)
    return Q(player__user=person.pk) if person.is_authenticated else Q(pk__in=[])


def has_seat(user: "User | AnonymousUser", game: "Game") -> bool:
    """Whether one of the seats is this user's."""
    return user.is_authenticated and game.seats.filter(player__user=user).exists()


def can_give_up(user: "User | AnonymousUser", game: "Game") -> bool:
    """A practice game is its maker's to give up; games of an event are the director's."""
    return user.is_authenticated and game.purpose == GamePurpose.PRACTICE and game.created_by_id == user.pk
