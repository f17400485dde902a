"""A private table before its cards are dealt: who made it, what is to be played, who has taken a place.

The game itself is made when the host starts it, so that no half-filled game exists. A guest without an account is a
Player of its own, and `Player.claim_hash` the hash of the link to the guest's place: emptied, the link is dead.
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine.ruleset import Ruleset
from games.models.game import random_public_id
from games.options import GameOptions


class Invitation(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=random_public_id, editable=False)
    host = models.ForeignKey(
        "accounts.User", on_delete=models.CASCADE, related_name="invitations", verbose_name=_("made by")
    )
    ruleset_json = models.JSONField(_("rules"))
    options_json = models.JSONField(_("options"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    link_number = models.PositiveIntegerField(
        default=1, editable=False, help_text=_("Which link is in force; counting on revokes it.")
    )
    version = models.PositiveIntegerField(
        default=0, help_text=_("Counts every change that a page can show, moves included.")
    )
    game = models.OneToOneField(
        "games.Game", on_delete=models.PROTECT, null=True, blank=True, related_name="invitation"
    )
    closed_at = models.DateTimeField(_("called off"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("private table")
        verbose_name_plural = _("private tables")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(seat_count__gte=2, seat_count__lte=5),
                name="games_invitation_two_to_five_seats",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def topic(self) -> str:
        """The live topic of the page."""
        return f"invitation-{self.pk}"

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset.from_json(self.ruleset_json)

    @property
    def options(self) -> GameOptions:
        return GameOptions.from_json(self.options_json)

    @property
    def is_open(self) -> bool:
        """Whether places can still be taken."""
        return self.game_id is None and self.closed_at is None


class InvitedSeat(models.Model):
    """A place taken; `number` counts the places and says nothing about the order at the table."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="invited_seats")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("place at a private table")
        verbose_name_plural = _("places at private tables")
        ordering: ClassVar = ["invitation", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["invitation", "number"], name="games_invited_seat_once"),
            models.UniqueConstraint(fields=["invitation", "player"], name="games_invited_player_once"),
            models.CheckConstraint(condition=models.Q(number__lte=4), name="games_invited_seat_number"),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.invitation})"
