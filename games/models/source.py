"""Where the cards of several games come from: one secret, committed to before anybody's seat is drawn.

A round's tables share a source. Every deal's seed follows from its key (docs/fair-deal.md, "The seal of a round"), so
nobody can choose cards for people once it is known who sits where. The key is in a table of its own, like seeds.
"""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _


class DealSource(models.Model):
    name = models.CharField(_("name"), max_length=80, unique=True)
    commitment = models.CharField(
        max_length=64, help_text=_("SHA-256 that binds the key before seats are drawn.")
    )
    revealed_key = models.BinaryField(max_length=32, null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("source of deals")
        verbose_name_plural = _("sources of deals")

    def __str__(self) -> str:
        return self.name


class HiddenSource(models.Model):
    source = models.OneToOneField(
        DealSource, on_delete=models.PROTECT, related_name="hidden", primary_key=True
    )
    key = models.BinaryField(max_length=32, editable=False)

    class Meta:
        verbose_name = _("hidden source")
        verbose_name_plural = _("hidden sources")
        triggers: ClassVar = [
            pgtrigger.Protect(name="keep_key", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __repr__(self) -> str:
        return f"<HiddenSource of {self.source_id}>"

    __str__ = __repr__
