"""The log of moves: append-only, the truth from which a game's state is replayed."""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from games.enums import ActorKind


class MoveRecord(models.Model):
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="moves")
    deal = models.ForeignKey("games.Deal", on_delete=models.PROTECT, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=80)
    actor_kind = models.CharField(max_length=14, choices=ActorKind.choices)
    actor = models.ForeignKey(
        "accounts.User",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    key = models.CharField(
        max_length=64,
        null=True,
        blank=True,
        help_text=_("Idempotency key of the request."),
    )
    due_at = models.DateTimeField(
        null=True, blank=True, help_text=_("For a timeout: the deadline that had passed.")
    )
    # by the database's clock, as all deadlines are
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering: ClassVar = ["game", "ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply"], name="games_move_ply_once"),
            models.UniqueConstraint(
                fields=["game", "key"],
                condition=models.Q(key__isnull=False),
                name="games_move_key_once",
            ),
            models.CheckConstraint(condition=models.Q(ply__gte=1), name="games_move_ply_from_one"),
            models.CheckConstraint(
                condition=models.Q(actor_kind__in=ActorKind.values),
                name="games_move_actor_known",
            ),
            models.CheckConstraint(
                condition=models.Q(due_at__isnull=True) | models.Q(due_at__lte=models.F("created_at")),
                name="games_move_not_before_its_time",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Delete),
            pgtrigger.Protect(
                name="no_rewrite",
                operation=pgtrigger.Update,
                condition=pgtrigger.AnyChange(
                    "game", "deal", "ply", "seat", "code", "actor_kind", "key", "due_at"
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ply}. {self.seat}: {self.code}"
