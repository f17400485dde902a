"""The director's acts, one hash-chained row each. Row changes are kept beside it by triggers (pghistory)."""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditRow(models.Model):
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="audit_rows"
    )
    number = models.PositiveIntegerField(_("number"))
    action = models.CharField(_("act"), max_length=40)
    actor = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=60, blank=True, default="")
    payload_json = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("act of a director")
        verbose_name_plural = _("acts of directors")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_audit_number_once"),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Delete),
            pgtrigger.Protect(
                name="no_rewrite",
                operation=pgtrigger.Update,
                condition=pgtrigger.AnyChange(
                    "tournament",
                    "number",
                    "action",
                    "actor_name",
                    "payload_json",
                    "previous_hash",
                    "hash",
                    "created_at",
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.action}"
