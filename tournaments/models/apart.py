"""Who is never seated together: a pair, a family, at one event or at every event of a club."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH


class KeepApart(models.Model):
    """A list of people of whom no two sit at one table. Without a tournament it holds at every event of the club."""

    club = models.ForeignKey("accounts.Club", on_delete=models.CASCADE, related_name="kept_apart")
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="kept_apart"
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("list of people kept apart")
        verbose_name_plural = _("lists of people kept apart")
        ordering: ClassVar = ["club", "pk"]

    def __str__(self) -> str:
        return self.name or f"{self.club}, {self.pk}"


class KeepApartMember(models.Model):
    kept_apart = models.ForeignKey(KeepApart, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="kept_apart")

    class Meta:
        verbose_name = _("person kept apart")
        verbose_name_plural = _("people kept apart")
        ordering: ClassVar = ["kept_apart", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kept_apart", "player"], name="tournaments_kept_apart_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.kept_apart})"
