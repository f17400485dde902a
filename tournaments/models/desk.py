"""What goes back and forth between desk and tables while a round runs: deals told from real cards, calls for a
director, messages. None of it is a result; results are TableResult's.
"""

from typing import ClassVar

import pghistory
from django.db import models
from django.utils.translation import gettext_lazy as _

MESSAGE_LENGTH = 200


@pghistory.track()
class PaperDeal(models.Model):
    """A deal on real cards as somebody at the table told it while the table plays. It can be told anew until the
    whole table is reported; who told it before is kept by its history.
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="told_deals")
    number = models.PositiveSmallIntegerField(_("deal"))
    deal_json = models.JSONField(_("what was told"), help_text=_("knocker, deadwoods or hands, multiplier"))
    key = models.CharField(
        max_length=64, help_text=_("The sender's own mark: sent twice, kept once."), editable=False
    )
    told_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    told_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    told_at = models.DateTimeField()

    class Meta:
        verbose_name = _("deal told from a table")
        verbose_name_plural = _("deals told from tables")
        ordering: ClassVar = ["table", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="tournaments_told_deal_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="tournaments_told_deal_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, deal {self.number}"


class DirectorCall(models.Model):
    """Somebody at a table asks for a director. One open call a table."""

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="calls")
    called_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    called_at = models.DateTimeField()
    taken_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    taken_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("call for a director")
        verbose_name_plural = _("calls for a director")
        ordering: ClassVar = ["called_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(closed_at__isnull=True),
                name="tournaments_one_open_call",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, {self.called_at:%H:%M}"


class DeskMessage(models.Model):
    """What the desk says to one table, or (without a table) to all. Shown for a while, or until it is taken
    back.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="messages"
    )
    table = models.ForeignKey(
        "tournaments.Table", on_delete=models.CASCADE, null=True, blank=True, related_name="messages"
    )
    text = models.CharField(_("message"), max_length=MESSAGE_LENGTH)
    sent_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    sent_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message from the desk")
        verbose_name_plural = _("messages from the desk")
        ordering: ClassVar = ["tournament", "sent_at"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(text=""), name="tournaments_message_says_something"),
        ]

    def __str__(self) -> str:
        return self.text
