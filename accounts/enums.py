"""Closed sets of the accounts app, with the labels people read."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClubRole(models.TextChoices):
    """What a member may do in a club; each role may do all that the roles after it may."""

    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")

    @property
    def strength(self) -> int:
        """Rank of the role: higher may do more."""
        return len(ClubRole) - list(ClubRole).index(self)

    def includes(self, other: "ClubRole") -> bool:
        """Whether this role may do everything that `other` may."""
        return self.strength >= other.strength


class ClubColour(models.TextChoices):
    """The colours a club can have: each reads well in the light and in the dark (static/css/clubs.css)."""

    GREEN = "green", _("Green")
    BLUE = "blue", _("Blue")
    RED = "red", _("Red")
    PLUM = "plum", _("Plum")
    BRASS = "brass", _("Brass")
    SLATE = "slate", _("Slate")


class NoticeKind(models.TextChoices):
    """What a person can be told of, each by mail or in the own calendar."""

    ENTRY = "entry", _("Entry confirmed")
    PROMOTED = "promoted", _("Moved up from the waiting list")
    ROUND = "round", _("Round published, with your table")
    TURN = "turn", _("Your turn, once it has waited a minute")
    RESULT = "result", _("Result of your table to confirm")
    SEASON = "season", _("Season table after an evening")
    FIXTURE = "fixture", _("League games: times proposed, agreed and due")


class NoticeStatus(models.TextChoices):
    """What became of a message. `sending` is held by a worker until its lease ends."""

    WAITING = "waiting", _("Waiting")
    SENDING = "sending", _("Being sent")
    SENT = "sent", _("Sent")
    FAILED = "failed", _("Not delivered")
    CALENDAR = "calendar", _("In the calendar only")
