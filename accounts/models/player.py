"""A person who plays, known to a club by name, with or without an account."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH, clean_name, name_key, sort_key, validate_name


class PlayerManager(models.Manager["Player"]):
    def make(self, *, name: str, **fields: object) -> "Player":
        """Create a player with the keys that follow from the name. `name` is cleaned, not checked."""
        name = clean_name(name)
        return self.create(name=name, name_key=name_key(name), sort_key=sort_key(name), **fields)


class Player(models.Model):
    club = models.ForeignKey(
        "accounts.Club",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("club"),
    )
    user = models.ForeignKey(
        "accounts.User",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("user"),
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    name_key = models.TextField(editable=False)
    sort_key = models.TextField(editable=False)
    claim_hash = models.CharField(
        max_length=64,
        blank=True,
        default="",
        editable=False,
        help_text=_("SHA-256 of the link that claims this player."),
    )
    is_private = models.BooleanField(
        _("private"), default=False, help_text=_("Only the player and the club's directors see the page.")
    )
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged_names",
        help_text=_("The same person's other name, to which this one leads."),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering: ClassVar = ["sort_key", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=models.Q(club__isnull=False),
                name="accounts_player_name_once",
            ),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(club__isnull=False, user__isnull=False),
                name="accounts_player_user_once",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="accounts_player_name_not_empty"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """A guest belongs to no club."""
        return self.club_id is None
