"""The records of people and clubs."""

from accounts.models.club import Club, JoinRequest, Membership
from accounts.models.player import Player
from accounts.models.user import User

__all__ = ["Club", "JoinRequest", "Membership", "Player", "User"]
