"""The title race as it was reckoned after a round of an event, or after an evening of a season."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class TitleRace(models.Model):
    """Chances from `runs` simulations with `seed`. `after` is the number of the round, or of evenings played.

    `basis` is the hash of what it was reckoned from: other standings or another format make another row, and the
    newest is in force. `rows_json` has entrant (of a season: player), place, hits, low and high for each chance.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, null=True, blank=True, related_name="races"
    )
    season = models.ForeignKey(
        "tournaments.Season", on_delete=models.CASCADE, null=True, blank=True, related_name="races"
    )
    after = models.PositiveIntegerField(_("after"))
    basis = models.CharField(max_length=64)
    seed = models.CharField(_("seed"), max_length=80)
    runs = models.PositiveIntegerField(_("simulations"))
    rows_json = models.JSONField(_("chances"))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("title race")
        verbose_name_plural = _("title races")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "after", "basis"], name="tournaments_race_of_event_once"
            ),
            models.UniqueConstraint(
                fields=["season", "after", "basis"], name="tournaments_race_of_season_once"
            ),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False, season__isnull=True)
                | models.Q(tournament__isnull=True, season__isnull=False),
                name="tournaments_race_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament or self.season}: {self.after}"
