"""Two players who are one person: what was moved from one to the other, so that it can be taken back."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class PlayerMerge(models.Model):
    """`moved_json` has the ids of the rows that were moved (`entries`, `chairs`, `seats`, and the league games at
    `home` and `away`) and the account (`user`) if it was."""

    kept = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="merges")
    merged = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="merged_by")
    moved_json = models.JSONField(_("moved"))
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        ordering: ClassVar = ["-created_at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["merged"],
                condition=models.Q(undone_at__isnull=True),
                name="tournaments_player_merged_once",
            ),
            models.CheckConstraint(
                condition=~models.Q(kept=models.F("merged")), name="tournaments_merge_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged} → {self.kept}"
