"""The analysis of a finished deal, as far as it has come: asked for by a page, worked out by a worker.

Derived from the deal's record and nothing else, so it may be thrown away and made again at any time. `decisions`
is what `games.queries.analysis_view` reads; it holds no card that the deal's record doesn't show.
"""

from typing import ClassVar, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_ATTEMPTS: Final = 3


class DealAnalysis(models.Model):
    """`method` is the number of the way in which it was worked out; `done` of `total` moves have been looked at.

    `hinted_at` is when a worker was last told, `claimed_until` how long the one at work has it for itself.
    """

    deal = models.OneToOneField(
        "games.Deal", on_delete=models.CASCADE, related_name="analysis", primary_key=True
    )
    method = models.PositiveSmallIntegerField()
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    decisions = models.JSONField(_("decisions"), null=True, blank=True)
    hinted_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("analysis of a deal")
        verbose_name_plural = _("analyses of deals")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(finished_at__isnull=True, decisions__isnull=True)
                | models.Q(finished_at__isnull=False, decisions__isnull=False),
                name="games_analysis_decisions_when_finished",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["claimed_until"],
                condition=models.Q(finished_at__isnull=True),
                name="games_analysis_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal}, analysis"

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def has_failed(self) -> bool:
        """Tried as often as it is tried, without an end; nobody works at it any more."""
        return not self.is_finished and self.attempts >= MOST_ATTEMPTS and self.claimed_until is None
