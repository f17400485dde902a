"""What people are told, and by which way: the outbox of the site, one row for each person and piece of news.

A row is written in the transaction of what it tells, so that news of what never happened doesn't exist; workers send it
afterwards. The rows are kept: directors and owners see what was sent and what wasn't.
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.enums import NoticeKind, NoticeStatus


class NoticeChoice(models.Model):
    """A person's own choice for one kind of news; without a row the defaults of `queries.notices` hold."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="notice_choices")
    kind = models.CharField(_("news"), max_length=10, choices=NoticeKind.choices)
    by_mail = models.BooleanField(_("by e-mail"))
    by_calendar = models.BooleanField(_("in the calendar"))

    class Meta:
        verbose_name = _("choice of news")
        verbose_name_plural = _("choices of news")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind"], name="accounts_notice_choice_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=NoticeKind.values), name="accounts_notice_choice_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"


class Notice(models.Model):
    """One piece of news for one person. `key` names what happened: the same thing is told once.

    `event` is the public id of the tournament or game it is about, "" for none; `path` the page it leads to. While
    the status is `sending`, `due_at` is the end of the worker's lease.
    """

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="notices")
    club = models.ForeignKey(
        "accounts.Club", on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    kind = models.CharField(_("news"), max_length=10, choices=NoticeKind.choices)
    key = models.CharField(max_length=80)
    event = models.CharField(max_length=16, blank=True, default="")
    language = models.CharField(max_length=10)
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"))
    path = models.CharField(max_length=200)
    by_calendar = models.BooleanField(default=False)
    status = models.CharField(
        _("status"), max_length=10, choices=NoticeStatus.choices, default=NoticeStatus.WAITING
    )
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    trouble = models.CharField(
        max_length=80, blank=True, default="", help_text=_("The kind of error of the last attempt.")
    )
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    created_at = models.DateTimeField(_("written"))

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(status__in=["waiting", "sending"]),
                name="accounts_notice_due",
            ),
            models.Index(fields=["event", "-id"], name="accounts_notice_event"),
            models.Index(fields=["club", "-id"], name="accounts_notice_club"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="accounts_notice_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=NoticeKind.values), name="accounts_notice_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=NoticeStatus.values), name="accounts_notice_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status="sent", sent_at__isnull=False)
                | (~models.Q(status="sent") & models.Q(sent_at__isnull=True)),
                name="accounts_notice_sent_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} → {self.user}"
