"""Results of tables, in versions of which one is confirmed, and penalties, which stand outside a table's sum.

Nothing here is ever deleted: a correction is a new version with author and reason.
"""

from typing import ClassVar

import pghistory
import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ResultSource, ResultStatus


@pghistory.track()
class TableResult(models.Model):
    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="results")
    version = models.PositiveSmallIntegerField(_("version"))
    status = models.CharField(_("status"), max_length=10, choices=ResultStatus.choices)
    source = models.CharField(
        _("source"), max_length=10, choices=ResultSource.choices, default=ResultSource.GAME
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True, default="")
    deals_json = models.JSONField(_("deals"), null=True, blank=True)
    key = models.CharField(
        max_length=64, null=True, blank=True, help_text=_("The sender's own mark: sent twice, kept once.")
    )
    entered_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    entered_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    confirmed_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("result of a table")
        verbose_name_plural = _("results of tables")
        ordering: ClassVar = ["table", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "version"], name="tournaments_result_version_once"),
            models.UniqueConstraint(fields=["table", "key"], name="tournaments_result_key_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(status="confirmed"),
                name="tournaments_result_one_confirmed",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=ResultStatus.values), name="tournaments_result_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(source__in=ResultSource.values), name="tournaments_result_source_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(source="correction") | ~models.Q(reason=""),
                name="tournaments_result_correction_has_reason",
            ),
        ]
        triggers: ClassVar = [pgtrigger.Protect(name="keep_versions", operation=pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.table}, version {self.version} ({self.get_status_display()})"


class SeatScore(models.Model):
    """What one seat has in one version of a table's result. Points are net payments; all are integers."""

    result = models.ForeignKey(TableResult, on_delete=models.PROTECT, related_name="scores")
    seat = models.PositiveSmallIntegerField(_("seat"))
    entrant = models.ForeignKey(
        "tournaments.Entrant", on_delete=models.PROTECT, null=True, blank=True, related_name="scores"
    )
    net = models.IntegerField(_("net points"))
    place = models.PositiveSmallIntegerField(_("place at the table"))
    deals_played = models.PositiveSmallIntegerField(_("deals played"), default=0)
    deals_won = models.PositiveSmallIntegerField(_("deals won"), default=0)
    undercuts = models.PositiveSmallIntegerField(_("times undercut"), default=0)
    deadwood = models.PositiveIntegerField(_("deadwood, summed"), default=0)
    positive = models.PositiveIntegerField(_("points won, summed"), default=0)
    re_entries = models.PositiveSmallIntegerField(_("re-entries to the pool"), default=0)
    bot_moves = models.PositiveIntegerField(_("moves made by a bot for the player"), default=0)
    moves = models.PositiveIntegerField(_("moves"), default=0)

    class Meta:
        verbose_name = _("score of a seat")
        verbose_name_plural = _("scores of seats")
        ordering: ClassVar = ["result", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "seat"], name="tournaments_score_seat_once"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="tournaments_score_place_from_one"),
            models.CheckConstraint(
                condition=models.Q(bot_moves__lte=models.F("moves")),
                name="tournaments_score_bot_moves_within",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return f"{self.result}, seat {self.seat}: {self.net:+d}"


@pghistory.track()
class Penalty(models.Model):
    """Points taken (negative) or given (positive) by a director, with a reason, cancellable, never deleted."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="penalties"
    )
    entrant = models.ForeignKey("tournaments.Entrant", on_delete=models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField(_("counts from round"), default=1)
    points = models.IntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=300)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering: ClassVar = ["tournament", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(points=0), name="tournaments_penalty_not_zero"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="tournaments_penalty_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.points:+d}"
