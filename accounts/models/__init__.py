"""The records of people and clubs."""

from accounts.models.club import Club, ClubLogo, JoinRequest, Membership
from accounts.models.notice import Notice, NoticeChoice
from accounts.models.player import Player
from accounts.models.user import User

__all__ = ["Club", "ClubLogo", "JoinRequest", "Membership", "Notice", "NoticeChoice", "Player", "User"]
