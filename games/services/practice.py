"""A person's game against bots: made and dealt in one step, the person's place at the table drawn by lot."""

import random
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from games.engine.ruleset import Ruleset
from games.enums import GamePurpose, Occupant
from games.models import Game
from games.options import GameOptions
from games.queries.clock import database_now
from games.seeds import draw_seed
from games.services.create import SeatSpec, create_game, start_game

# Nobody else waits at a practice table: no turn clock, and the next deal comes when the player wants it.
PRACTICE_OPTIONS: Final = GameOptions(turn_seconds=None, deal_pause_seconds=3600, no_show_seconds=0)


@transaction.atomic
def create_practice_game(
    *, user: User, ruleset: Ruleset, bots: int, level: str, options: GameOptions = PRACTICE_OPTIONS
) -> Game:
    """A started game of `user` against `bots` bots of that level. Raises SeatsError.

    The seats are in drawn order, so the first dealer is drawn fairly (docs/rules.md, A "Deal").
    """
    seats = [SeatSpec(own_guest(user), user.display_name or _("You"))]
    seats += [SeatSpec(None, bot_name(number), Occupant.BOT, level) for number in range(bots)]
    random.Random(draw_seed(f"practice {user.pk}")).shuffle(seats)  # noqa: S311 - seats, no cards
    game = create_game(
        ruleset=ruleset,
        options=options,
        seats=seats,
        purpose=GamePurpose.PRACTICE,
        created_by=user,
    )
    game.seats.exclude(player=None).update(appeared_at=database_now())
    return start_game(game=game)


def own_guest(user: User) -> Player:
    """The player that a user is outside of any club."""
    player = Player.objects.filter(user=user, club=None).order_by("pk").first()
    return player or Player.objects.make(name=user.display_name or user.email.split("@")[0], user=user)


def bot_name(number: int) -> str:
    """Names of bots at a practice table: Bot A, Bot B, and so on."""
    return _("Bot %(letter)s") % {"letter": "ABCDE"[number]}
