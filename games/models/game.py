"""One game of rummy: its rules, where it stands and what is due. The cards are never here (see deal.py).

The row is the lock of everything that happens in the game, and its own outbox: `due_at` and `due_kind` say what
happens next if nobody acts, so a lost message costs seconds and never a move.
"""

import secrets
from typing import TYPE_CHECKING, ClassVar, Final, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.kept_query import Asked, KeptQuery
from accounts.models import Player, User
from games.engine.ruleset import Ruleset
from games.enums import DueKind, GamePurpose, GameStatus
from games.options import GameOptions

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def random_public_id() -> str:
    """An id for addresses that can't be guessed: 16 letters and digits, about 79 bits."""
    return "".join(secrets.choice(_ALPHABET) for _unused in range(16))


class GameQuerySet(models.QuerySet["Game"]):
    def visible_to(self, user: "User | AnonymousUser | Player") -> Self:
        """Public games, and those in which the user has a seat or which the user made. A Player is a guest
        who holds a seat link.
        """
        if isinstance(user, Player):
            own = self.model.objects.filter(seats__player=user).values("pk")
            return self.filter(models.Q(is_public=True) | models.Q(pk__in=own))
        if user.is_anonymous:
            return self.filter(is_public=True)
        mine = self.model.objects.filter(seats__player__user=user).values("pk")
        return self.filter(models.Q(is_public=True) | models.Q(created_by=user) | models.Q(pk__in=mine))

    def playing(self) -> Self:
        return self.filter(status=GameStatus.PLAYING)


class Game(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=random_public_id, editable=False)
    label = models.CharField(_("label"), max_length=80, blank=True, default="")
    purpose = models.CharField(_("purpose"), max_length=12, choices=GamePurpose.choices)
    is_public = models.BooleanField(_("may be watched by anyone"), default=False)
    created_by = models.ForeignKey(
        "accounts.User",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("made by"),
    )
    source = models.ForeignKey(
        "games.DealSource", on_delete=models.PROTECT, null=True, blank=True, related_name="games"
    )
    preset = models.CharField(_("game"), max_length=40)
    ruleset_json = models.JSONField(_("rules"))
    options_json = models.JSONField(_("options"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    status = models.CharField(
        _("status"),
        max_length=10,
        choices=GameStatus.choices,
        default=GameStatus.WAITING,
    )
    ply = models.PositiveIntegerField(default=0, help_text=_("Moves recorded, counted over the whole game."))
    version = models.PositiveIntegerField(
        default=0,
        help_text=_("Counts every change that a page can show, moves included."),
    )
    deal_number = models.PositiveSmallIntegerField(default=0, help_text=_("Deals dealt so far."))
    turn_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    turn_started_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    due_kind = models.CharField(max_length=10, choices=DueKind.choices, blank=True, default="")
    claim_until = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the round clock ends the game.")
    )
    closed_ply = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text=_("The ply after which the round clock ended the game."),
    )
    no_show_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text=_("From when on a bot plays for players who haven't come."),
    )
    watched_until = models.DateTimeField(
        null=True, blank=True, help_text=_("Until when bots play at a pace.")
    )
    sealed_as = models.CharField(
        max_length=16,
        blank=True,
        default="",
        editable=False,
        help_text=_("The id under which the deals of an imported game were committed to."),
    )
    engine_version = models.PositiveSmallIntegerField(default=1)
    result_json = models.JSONField(_("result"), null=True, blank=True)
    halt_reason = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    @classmethod
    def get_visible(cls, user: "User | AnonymousUser | Player", public_id: str) -> "Game":
        """The one game with its invitation, where it has one, by the rule of `visible_to`: a public game is anybody's.
        Raises Game.DoesNotExist for unknown and hidden ones alike.
        """
        game = _by_public_id.get(public_id)
        if game.is_public:
            return game
        if isinstance(user, Player):
            _seen_by_guest.get(game.pk, user.pk)
        elif user.pk is not None:
            _seen_by_user.get(game.pk, user.pk)
        else:
            cls.objects.visible_to(user).get(pk=game.pk)
        return game

    @classmethod
    def asked(cls, public_id: str) -> Asked:
        """What `get_visible` asks, for those who ask ahead."""
        return _by_public_id, (public_id,)

    def as_it_is_now(self) -> "Game":
        """The same game, read again for somebody who has seen it already, with its invitation."""
        return _by_public_id.get(self.public_id)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(status="playing"),
                name="games_game_due",
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(status__in=GameStatus.values),
                name="games_game_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(purpose__in=GamePurpose.values),
                name="games_game_purpose_known",
            ),
            models.CheckConstraint(
                condition=models.Q(due_kind__in=["", *DueKind.values]),
                name="games_game_due_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(seat_count__gte=2, seat_count__lte=5),
                name="games_game_two_to_five_seats",
            ),
            models.CheckConstraint(
                condition=models.Q(status="finished", result_json__isnull=False)
                | ~models.Q(status="finished"),
                name="games_game_finished_has_result",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="playing")
                | models.Q(due_at__isnull=False)
                | models.Q(paused_at__isnull=False)
                | models.Q(due_kind="", turn_seat__isnull=False),
                name="games_game_playing_is_due",
            ),
        ]

    def __str__(self) -> str:
        return self.label or self.public_id

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this game, as a frozen value."""
        return Ruleset.from_json(self.ruleset_json)

    @property
    def options(self) -> GameOptions:
        """Times and fill-ins of this game, as a frozen value."""
        return GameOptions.from_json(self.options_json)

    @property
    def seal_id(self) -> str:
        """The id that the commitments of its deals name: an imported game keeps that of its origin."""
        return self.sealed_as or self.public_id

    @property
    def topic(self) -> str:
        """The name under which open pages hear that the game moved on."""
        return f"game-{self.public_id}"

    @property
    def is_over(self) -> bool:
        return self.status in (GameStatus.FINISHED, GameStatus.CANCELLED)


_by_public_id: Final = KeptQuery(
    lambda public_id: Game.objects.select_related("invitation").filter(public_id=public_id), str
)
_seen_by_user: Final = KeptQuery(
    lambda game_id, user_id: Game.objects.visible_to(User(pk=user_id)).filter(pk=game_id).only("pk"), int, int
)
_seen_by_guest: Final = KeptQuery(
    lambda game_id, player_id: Game.objects.visible_to(Player(pk=player_id)).filter(pk=game_id).only("pk"),
    int,
    int,
)
