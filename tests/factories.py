"""Records for tests, made through the models' own managers; what a test is about it says itself."""

import itertools
from datetime import date, time
from typing import Any

from accounts.enums import ClubRole
from accounts.models import Club, Membership, Player, User

_numbers = itertools.count(1)


def make_user(name: str = "", **fields: Any) -> User:
    """A user with an address of its own."""
    number = next(_numbers)
    name = name or f"User {number}"
    return User.objects.create_user(f"user{number}@example.org", "pass word", display_name=name, **fields)


def make_club(name: str = "", owner: User | None = None, **fields: Any) -> Club:
    """A club with an owner."""
    number = next(_numbers)
    club = Club.objects.create(name=name or f"Club {number}", slug=f"club-{number}", **fields)
    Membership.objects.create(club=club, user=owner or make_user(), role=ClubRole.OWNER)
    return club


def make_player(name: str = "", club: Club | None = None, user: User | None = None) -> Player:
    """A player of `club`, or a guest."""
    return Player.objects.make(name=name or f"Player {next(_numbers)}", club=club, user=user)


A_DAY = date(2026, 3, 14)
EVENING = time(19, 30)
