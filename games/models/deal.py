"""The deals of a game. What everybody may know is in Deal; seed and deck order are in HiddenDeal, a table of its own.

Only services read HiddenDeal. It is never registered in the admin, never serialised, and its `repr` shows no card.
"""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _


class Deal(models.Model):
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, default="normal")
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    first_ply = models.PositiveIntegerField(help_text=_("The ply of the deal's first move, the cut."))
    commitment = models.CharField(
        max_length=64, help_text=_("SHA-256 that binds the shuffle before the cut.")
    )
    cut = models.PositiveSmallIntegerField(_("cut"), null=True, blank=True)
    result_json = models.JSONField(_("result"), null=True, blank=True)
    revealed_seed = models.BinaryField(max_length=64, null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="games_deal_number_once"),
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(ended_at__isnull=True),
                name="games_deal_one_unfinished",
            ),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True, revealed_seed__isnull=True)
                | models.Q(ended_at__isnull=False, result_json__isnull=False),
                name="games_deal_seed_only_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}, deal {self.number}"

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None


class HiddenDeal(models.Model):
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="hidden", primary_key=True)
    seed = models.BinaryField(max_length=64, editable=False)
    deck = models.CharField(max_length=170, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("hidden deal")
        verbose_name_plural = _("hidden deals")
        triggers: ClassVar = [pgtrigger.Protect(name="keep_seed", operation=pgtrigger.Delete)]

    def __repr__(self) -> str:
        return f"<HiddenDeal of deal {self.deal_id}>"

    __str__ = __repr__
