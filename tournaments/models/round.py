"""Rounds, the drafts they come from, and byes. A draft is private; publishing one makes the round."""

from typing import ClassVar

import pghistory
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import RoundKind, RoundStatus


class SeatingDraft(models.Model):
    """One proposal for the coming round, comparable with others; `plan_json` is the engine's seating,
    `locked_tables` are numbers of tables that the director wants to keep.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="drafts")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=6, choices=RoundKind.choices, default=RoundKind.MAIN)
    rng_seed = models.BigIntegerField(_("seed"))
    plan_json = models.JSONField(_("seating"))
    certificate_json = models.JSONField(_("certificate"))
    locked_tables = models.JSONField(_("tables that stay when drawn again"), default=list)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("draft of a seating")
        verbose_name_plural = _("drafts of seatings")
        ordering: ClassVar = ["tournament", "round_number", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "rng_seed"], name="tournaments_draft_seed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, draft {self.pk} of round {self.round_number}"


@pghistory.track()
class Round(models.Model):
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=6, choices=RoundKind.choices, default=RoundKind.MAIN)
    status = models.CharField(
        _("status"), max_length=10, choices=RoundStatus.choices, default=RoundStatus.PUBLISHED
    )
    rng_seed = models.BigIntegerField(_("seed"))
    certificate_json = models.JSONField(_("certificate"), default=dict)
    extra_json = models.JSONField(_("tie that is played off"), null=True, blank=True)
    published_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_round_number_once"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(status__in=["published", "playing"]),
                name="tournaments_round_one_open",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=RoundStatus.values), name="tournaments_round_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=RoundKind.values), name="tournaments_round_kind_known"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="tournaments_round_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.get_kind_display()} {self.number}"

    @property
    def is_open(self) -> bool:
        return self.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


class Bye(models.Model):
    """An entrant without a table in a round; what it is worth is the event's rule."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entrant = models.ForeignKey("tournaments.Entrant", on_delete=models.PROTECT, related_name="byes")
    reason = models.CharField(_("reason"), max_length=20, default="odd")

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entrant"], name="tournaments_bye_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} ({self.round})"
