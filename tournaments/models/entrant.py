"""Who takes part in a tournament: a person, a bot in its own right, or a team of persons."""

from typing import ClassVar, Self

import pghistory
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH, validate_name
from tournaments.enums import EntrantKind, EntrantStatus


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def active(self) -> Self:
        """Those who are in the event: not on the waiting list, not withdrawn, not disqualified."""
        return self.filter(status__in=[EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN])


@pghistory.track()
class Entrant(models.Model):
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="entrants"
    )
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=8, choices=EntrantKind.choices, default=EntrantKind.PERSON)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    name_key = models.TextField(editable=False)
    sort_key = models.TextField(editable=False)
    status = models.CharField(
        _("status"), max_length=12, choices=EntrantStatus.choices, default=EntrantStatus.ENTERED
    )
    bot_level = models.CharField(_("bot"), max_length=20, blank=True, default="")
    autopilot = models.BooleanField(
        _("on autopilot"), default=False, help_text=_("Played by a bot, shown as a person.")
    )
    strength = models.PositiveSmallIntegerField(
        _("seeding"), null=True, blank=True, help_text=_("1 is the strongest.")
    )
    group = models.CharField(_("club or family"), max_length=MAX_NAME_LENGTH, blank=True, default="")
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    left_round = models.PositiveSmallIntegerField(_("last round played"), null=True, blank=True)
    standby = models.BooleanField(
        _("standby"), default=False, help_text=_("Isn't seated, but takes a seat that becomes free.")
    )
    plays_off = models.BooleanField(
        _("plays extra rounds"),
        default=True,
        help_text=_("Who doesn't is last of a tie that is played off."),
    )
    note = models.CharField(_("private note"), max_length=200, blank=True, default="")
    lot_id = models.BigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("The id by which the lots of an imported event were drawn."),
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_entrant_number_once"),
            models.UniqueConstraint(fields=["tournament", "name_key"], name="tournaments_entrant_name_once"),
            models.CheckConstraint(
                condition=models.Q(status__in=EntrantStatus.values), name="tournaments_entrant_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=EntrantKind.values), name="tournaments_entrant_kind_known"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="tournaments_entrant_name_not_empty"),
            models.CheckConstraint(
                condition=~models.Q(kind="bot") | ~models.Q(bot_level=""),
                name="tournaments_entrant_bot_has_level",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantMember(models.Model):
    """A player of an entrant: one for a person, two for a pair, none for a bot."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="members")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey("accounts.Player", on_delete=models.PROTECT, related_name="entries")
    substitute = models.ForeignKey(
        "accounts.Player",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="substitutions",
        help_text=_("Who plays for the player now."),
    )
    position = models.PositiveSmallIntegerField(_("position in the team"), default=0)

    class Meta:
        verbose_name = _("member of an entrant")
        verbose_name_plural = _("members of entrants")
        ordering: ClassVar = ["entrant", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="tournaments_player_entered_once"),
            models.UniqueConstraint(fields=["entrant", "position"], name="tournaments_member_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.entrant})"
