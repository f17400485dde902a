"""Leagues of a club and their seasons, to which tournaments belong."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH, validate_name
from tournaments.enums import CameInto
from tournaments.season_format import SeasonFormat


class League(models.Model):
    club = models.ForeignKey("accounts.Club", on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint("club", Lower("name"), name="tournaments_league_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    starts_on = models.DateField(_("begins"))
    ends_on = models.DateField(_("ends"))
    format_json = models.JSONField(_("how it is counted"), default=dict)
    above = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="below",
        verbose_name=_("division above"),
        help_text=_("The season of the division into which the best of this one go up."),
    )
    follows = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="next",
        verbose_name=_("season before"),
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering: ClassVar = ["-starts_on", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint("league", Lower("name"), name="tournaments_season_name_once"),
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="tournaments_season_ends_after_start",
            ),
            models.CheckConstraint(
                condition=models.Q(above=None) | ~models.Q(above=models.F("id")),
                name="tournaments_season_not_above_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league}, {self.name}"

    @property
    def format(self) -> SeasonFormat:
        """Points, drops and attendance of the season, as a frozen value."""
        return SeasonFormat.from_json(self.format_json)


class SeasonMember(models.Model):
    """Somebody who belongs to the season's division, and how they came into it. It says who is meant to play; what
    somebody else brings home from an evening counts as well.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="divisions")
    came = models.CharField(_("how they came"), max_length=6, choices=CameInto.choices)

    class Meta:
        verbose_name = _("member of a division")
        verbose_name_plural = _("members of divisions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "player"], name="tournaments_division_member_once"),
            models.CheckConstraint(
                condition=models.Q(came__in=CameInto.values), name="tournaments_division_came_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.season})"


class SeasonPlayoff(models.Model):
    """An extra round at a season's end: the event in which exactly these tied people (`players_json`, player ids)
    play for the order of their places. It brings no points.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="playoffs")
    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="playoff_of"
    )
    players_json = models.JSONField(_("who is tied"))

    class Meta:
        verbose_name = _("extra round of a season")
        verbose_name_plural = _("extra rounds of seasons")

    def __str__(self) -> str:
        return f"{self.season}: {self.tournament}"
