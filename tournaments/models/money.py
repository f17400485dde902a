"""Money as records, in the smallest unit of the currency. Nothing here pays or charges anybody."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import PaymentStatus


class Fee(models.Model):
    entrant = models.ForeignKey("tournaments.Entrant", on_delete=models.CASCADE, related_name="fees")
    kind = models.CharField(_("kind"), max_length=10, default="entry", help_text=_("entry or re-entry"))
    amount = models.PositiveIntegerField(_("amount in the smallest unit"))
    status = models.CharField(
        _("status"), max_length=6, choices=PaymentStatus.choices, default=PaymentStatus.OWED
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("fee")
        verbose_name_plural = _("fees")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(status__in=PaymentStatus.values), name="tournaments_fee_status"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.amount}"


class Prize(models.Model):
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField(_("place"))
    amount = models.PositiveIntegerField(_("amount in the smallest unit"), default=0)
    share = models.PositiveSmallIntegerField(
        _("share of the pot in percent"), default=0, help_text=_("On top of the amount.")
    )
    description = models.CharField(_("prize"), max_length=120, blank=True, default="")

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering: ClassVar = ["tournament", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "place"], name="tournaments_prize_place_once"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="tournaments_prize_place_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.description or self.amount}"
