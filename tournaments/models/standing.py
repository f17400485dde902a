"""Published standings: a snapshot after each round, which never changes except by a correction (a new version)."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Standing(models.Model):
    """One row of the standings after `round`, of snapshot `version`; the highest version is in force."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="standings")
    version = models.PositiveSmallIntegerField(_("version"), default=1)
    position = models.PositiveIntegerField(_("line"), help_text=_("Order on the page, from 1."))
    entrant = models.ForeignKey("tournaments.Entrant", on_delete=models.PROTECT, related_name="standings")
    place = models.PositiveIntegerField(_("place"), null=True, blank=True, help_text=_("None for bots."))
    row_json = models.JSONField(
        _("criteria"), help_text=_("The chain with its exact values and what decided.")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("line of the standings")
        verbose_name_plural = _("standings")
        ordering: ClassVar = ["round", "version", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "version", "entrant"], name="tournaments_standing_entrant_once"
            ),
            models.UniqueConstraint(
                fields=["round", "version", "position"], name="tournaments_standing_line_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.entrant} ({self.round})"
