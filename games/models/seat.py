"""The seats of a game: whose they are, and who plays them from which ply on."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_NAME_LENGTH
from games.enums import Occupant


class GameSeat(models.Model):
    """A seat and its clock. `player` is whose seat it is; `occupant` says who plays it now."""

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        "accounts.Player",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="game_seats",
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    occupant = models.CharField(_("played by"), max_length=10, choices=Occupant.choices)
    bot_level = models.CharField(_("bot"), max_length=20, blank=True, default="")
    appeared_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the player first came to the table.")
    )
    reserve_ms = models.PositiveIntegerField(_("reserve left, in ms"), default=0)
    timeouts_running = models.PositiveSmallIntegerField(_("timeouts running"), default=0)
    wants_next = models.PositiveSmallIntegerField(
        default=0, help_text=_("The deal after which the player is ready.")
    )

    class Meta:
        verbose_name = _("seat of a game")
        verbose_name_plural = _("seats of games")
        ordering: ClassVar = ["game", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="games_seat_once"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=models.Q(player__isnull=False),
                name="games_seat_player_once",
            ),
            models.CheckConstraint(condition=models.Q(seat__lte=4), name="games_seat_number"),
            models.CheckConstraint(
                condition=models.Q(occupant__in=Occupant.values),
                name="games_seat_occupant_known",
            ),
            models.CheckConstraint(
                condition=models.Q(occupant="bot", player__isnull=True)
                | (~models.Q(occupant="bot") & models.Q(player__isnull=False)),
                name="games_seat_bot_or_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.seat})"

    @property
    def is_bot_played(self) -> bool:
        """Whether a program makes this seat's moves now."""
        return self.occupant != Occupant.PLAYER


class SeatOccupancy(models.Model):
    """Who played a seat from a ply on, until the next row of the seat."""

    game_seat = models.ForeignKey(GameSeat, on_delete=models.PROTECT, related_name="occupancies")
    from_ply = models.PositiveIntegerField(help_text=_("The first ply that this occupant could make."))
    occupant = models.CharField(max_length=10, choices=Occupant.choices)
    bot_level = models.CharField(max_length=20, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("occupancy of a seat")
        verbose_name_plural = _("occupancies of seats")
        ordering: ClassVar = ["game_seat", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(occupant__in=Occupant.values),
                name="games_occupancy_occupant_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_seat} from {self.from_ply}: {self.occupant}"
