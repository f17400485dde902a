"""The tables of a round, their seats, and the games played at them."""

import secrets
from typing import ClassVar

import pghistory
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH
from games.models.game import random_public_id
from tournaments.enums import SeatOccupant, TableMode, TableStatus

# Read out and typed in a noisy room: no letter that looks or sounds like another.
CODE_LETTERS = "ACDEFHJKLMNPQRTUVWXY34679"
CODE_LENGTH = 8


def new_report_code() -> str:
    """A code that can't be guessed (37 bits) and can be read from a card."""
    return "".join(secrets.choice(CODE_LETTERS) for _unused in range(CODE_LENGTH))


@pghistory.track()
class Table(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=random_public_id, editable=False)
    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    mode = models.CharField(_("mode"), max_length=6, choices=TableMode.choices, default=TableMode.ONLINE)
    status = models.CharField(
        _("status"), max_length=10, choices=TableStatus.choices, default=TableStatus.SCHEDULED
    )
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Differs from the round's with extra time.")
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    report_code = models.CharField(
        _("code of the report page"),
        max_length=12,
        unique=True,
        null=True,
        default=new_report_code,
        editable=False,
        help_text=_("Opens the table's report page without an account. Renewed to revoke it."),
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering: ClassVar = ["round", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="tournaments_table_number_once"),
            models.CheckConstraint(
                condition=models.Q(status__in=TableStatus.values), name="tournaments_table_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(mode__in=TableMode.values), name="tournaments_table_mode_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, table {self.number}"


@pghistory.track()
class TableSeat(models.Model):
    """A chair at a table. `round` repeats the table's, so that the database keeps an entrant to one chair a
    round.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("seat"))
    occupant = models.CharField(_("occupant"), max_length=8, choices=SeatOccupant.choices)
    entrant = models.ForeignKey(
        "tournaments.Entrant", on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    bot_level = models.CharField(_("bot"), max_length=20, blank=True, default="")
    team_member = models.PositiveSmallIntegerField(_("member of the team"), default=0)

    class Meta:
        verbose_name = _("seat at a table")
        verbose_name_plural = _("seats at tables")
        ordering: ClassVar = ["table", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="tournaments_seat_once"),
            models.UniqueConstraint(
                fields=["round", "entrant", "team_member"],
                condition=models.Q(entrant__isnull=False),
                name="tournaments_entrant_one_seat_a_round",
            ),
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=models.Q(player__isnull=False),
                name="tournaments_player_one_seat_a_round",
            ),
            models.CheckConstraint(condition=models.Q(seat__lte=4), name="tournaments_seat_number"),
            models.CheckConstraint(
                condition=models.Q(occupant="entrant", entrant__isnull=False)
                | models.Q(occupant="bot", entrant__isnull=True),
                name="tournaments_seat_entrant_or_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.seat}: {self.name}"


class TableGame(models.Model):
    """A game played at a table; most tables play one, matches and some formats several."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="table_games")
    game = models.OneToOneField("games.Game", on_delete=models.PROTECT, related_name="table_game")
    number = models.PositiveSmallIntegerField(_("number"), default=1)

    class Meta:
        verbose_name = _("game of a table")
        verbose_name_plural = _("games of tables")
        ordering: ClassVar = ["table", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="tournaments_table_game_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, game {self.number}"
