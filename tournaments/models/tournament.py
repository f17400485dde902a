"""A tournament: what is played, how, when, and where it stands. The row is the lock of all that happens in it."""

from datetime import date, datetime, time
from typing import TYPE_CHECKING, ClassVar, Self
from zoneinfo import ZoneInfo

import pghistory
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Membership
from accounts.names import MAX_NAME_LENGTH, validate_name
from games.models.game import random_public_id
from tournaments.enums import TournamentRoleKind, TournamentStatus
from tournaments.formats import FormatOptions

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def visible_to(self, user: "User | AnonymousUser") -> Self:
        """Public ones past the draft, and all that the user's clubs, roles or entries lead to."""
        public = models.Q(is_public=True) & ~models.Q(status=TournamentStatus.DRAFT)
        if user.is_anonymous:
            return self.filter(public)
        own = (
            models.Q(club__in=Membership.objects.filter(user=user).values("club"))
            | models.Q(pk__in=TournamentRole.objects.filter(user=user).values("tournament"))
            | models.Q(pk__in=self.model.objects.filter(entrants__members__player__user=user).values("pk"))
        )
        staff = models.Q(pk__in=directed_by(user))
        return self.filter(public | (own & ~models.Q(status=TournamentStatus.DRAFT)) | staff)


def directed_by(user: "User") -> "models.QuerySet[Tournament]":
    """Tournaments in which the user is a director, by a role in the club or in the event."""
    clubs = Membership.objects.filter(user=user, role__in=["owner", "director"]).values("club")
    roles = TournamentRole.objects.filter(user=user, role=TournamentRoleKind.DIRECTOR).values("tournament")
    return Tournament.objects.filter(models.Q(club__in=clubs) | models.Q(pk__in=roles))


@pghistory.track()
class Tournament(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=random_public_id, editable=False)
    club = models.ForeignKey("accounts.Club", on_delete=models.PROTECT, related_name="tournaments")
    season = models.ForeignKey(
        "tournaments.Season", on_delete=models.SET_NULL, null=True, blank=True, related_name="tournaments"
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    is_public = models.BooleanField(_("public"), default=True)
    is_rehearsal = models.BooleanField(_("rehearsal"), default=False)
    status = models.CharField(
        _("status"), max_length=10, choices=TournamentStatus.choices, default=TournamentStatus.DRAFT
    )
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    review_until = models.DateTimeField(_("objections until"), null=True, blank=True)
    preset = models.CharField(_("game"), max_length=40)
    ruleset_json = models.JSONField(_("rules"))
    format_json = models.JSONField(_("format"))
    starts_on = models.DateField(_("date"))
    starts_time = models.TimeField(_("begins at"), help_text=_("By the clock at the venue."))
    entries_close_on = models.DateField(_("entries close on"), null=True, blank=True)
    entries_close_time = models.TimeField(
        _("entries close at"), null=True, blank=True, help_text=_("By the clock at the venue.")
    )
    time_zone = models.CharField(_("time zone of the venue"), max_length=60, default="UTC")
    venue = models.CharField(_("place"), max_length=120, blank=True, default="")
    rng_seed = models.BigIntegerField(_("seed of seating and lots"), editable=False)
    sealed_as = models.CharField(
        max_length=16,
        blank=True,
        default="",
        editable=False,
        help_text=_("The id under which the acts of an imported event were sealed."),
    )
    version = models.PositiveIntegerField(
        default=0, editable=False, help_text=_("Counts every change that shows.")
    )
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering: ClassVar = ["-starts_on", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(status__in=TournamentStatus.values),
                name="tournaments_tournament_status_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def format(self) -> FormatOptions:
        """Rounds, seating, scoring and tiebreaks of the event, as a frozen value."""
        return FormatOptions.from_json(self.format_json)

    @property
    def starts_at(self) -> datetime:
        """The start as an instant; a local time that a clock change skips means the moment after the skip."""
        return self._at(self.starts_on, self.starts_time)

    @property
    def entries_close_at(self) -> datetime | None:
        """When people can no longer enter themselves; None where that is when play begins."""
        if self.entries_close_on is None or self.entries_close_time is None:
            return None
        return self._at(self.entries_close_on, self.entries_close_time)

    def _at(self, day: date, hour: time) -> datetime:
        zone = ZoneInfo(self.time_zone)
        local = datetime.combine(day, hour, tzinfo=zone)
        return local.astimezone(ZoneInfo("UTC")).astimezone(zone)

    @property
    def seal_id(self) -> str:
        """The id that the hash chain of the acts names: an imported event keeps that of its origin."""
        return self.sealed_as or self.public_id

    @property
    def topic(self) -> str:
        """The name under which open pages hear of changes (games.services.live)."""
        return f"tournament-{self.public_id}"

    @property
    def is_over(self) -> bool:
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


class TournamentRole(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="tournament_roles")
    role = models.CharField(_("role"), max_length=10, choices=TournamentRoleKind.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("role in a tournament")
        verbose_name_plural = _("roles in tournaments")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "user"], name="tournaments_role_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=TournamentRoleKind.values), name="tournaments_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
