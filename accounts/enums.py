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
