"""League games of two: who meets whom in which week at whose home, when they agreed to play, and how it ended."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import FixtureStatus


class FixtureList(models.Model):
    """The games of a season: home and away, by which rules. A season has one at most."""

    season = models.OneToOneField("tournaments.Season", on_delete=models.CASCADE, related_name="fixture_list")
    ruleset_json = models.JSONField(_("rules"))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("league games of a season")
        verbose_name_plural = _("league games of seasons")

    def __str__(self) -> str:
        return str(self.season)


class Fixture(models.Model):
    """One game. `proposed_at` is the time that `proposed_by` asks for, `agreed_at` the one both said yes to.

    Points are net points of the game at home and away; they count once the status is `played`.
    """

    fixtures = models.ForeignKey(FixtureList, on_delete=models.CASCADE, related_name="games")
    week = models.PositiveSmallIntegerField(_("week"))
    home = models.ForeignKey("accounts.Player", on_delete=models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey("accounts.Player", on_delete=models.PROTECT, related_name="away_fixtures")
    deadline = models.DateTimeField(_("to be played until"))
    status = models.CharField(
        _("status"), max_length=8, choices=FixtureStatus.choices, default=FixtureStatus.OPEN
    )
    proposed_at = models.DateTimeField(_("time proposed"), null=True, blank=True)
    proposed_by = models.ForeignKey(
        "accounts.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    agreed_at = models.DateTimeField(_("time agreed"), null=True, blank=True)
    game = models.OneToOneField(
        "games.Game", on_delete=models.PROTECT, null=True, blank=True, related_name="fixture"
    )
    home_points = models.IntegerField(_("points at home"), null=True, blank=True)
    away_points = models.IntegerField(_("points away"), null=True, blank=True)
    reported_by = models.ForeignKey(
        "accounts.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("league game")
        verbose_name_plural = _("league games")
        ordering: ClassVar = ["fixtures", "week", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["fixtures", "week", "home"], name="tournaments_fixture_home_once"
            ),
            models.UniqueConstraint(
                fields=["fixtures", "week", "away"], name="tournaments_fixture_away_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(home=models.F("away")), name="tournaments_fixture_of_two"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=FixtureStatus.values), name="tournaments_fixture_status_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(status__in=["reported", "played"])
                | models.Q(home_points__isnull=False, away_points__isnull=False),
                name="tournaments_fixture_played_has_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"
