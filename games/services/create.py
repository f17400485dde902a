"""Making a game and dealing its first cards. Who may do so is asked before; nothing here knows of
tournaments.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction

from accounts.models import Player, User
from games.bots.registry import bot_names
from games.engine.game import GameState
from games.engine.ruleset import Ruleset
from games.enums import GamePurpose, GameStatus, Occupant
from games.errors import NotPlaying, OptionError, SeatsError
from games.models import DealSource, Game, GameSeat, SeatOccupancy
from games.options import GameOptions
from games.services.opened import open_game
from games.services.recording import go_on, save


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who is to sit where: a bot has no `player`, everybody else has one. `bot_level` is for seats a bot
    plays.
    """

    player: Player | None
    name: str
    occupant: Occupant = Occupant.PLAYER
    bot_level: str = ""


@transaction.atomic
def create_game(
    *,
    ruleset: Ruleset,
    options: GameOptions,
    seats: Sequence[SeatSpec],
    purpose: GamePurpose,
    label: str = "",
    is_public: bool = False,
    created_by: User | None = None,
    source: DealSource | None = None,
) -> Game:
    """A game that waits to be started, its seats in turn order; seat 0 deals first.

    `label` names the game for people and to the source of chance. With a `source` every deal's seed follows
    from its key, which was committed to before the seats were drawn. Raises
    SeatsError where the ruleset can't be played by so many, or one person would sit twice; OptionError for
    an unknown bot.
    """
    _check_seats(ruleset, seats, options)
    game = Game.objects.create(
        label=label,
        purpose=purpose,
        is_public=is_public,
        created_by=created_by,
        source=source,
        preset=ruleset.key,
        ruleset_json=ruleset.to_json(),
        options_json=options.to_json(),
        seat_count=len(seats),
    )
    rows = GameSeat.objects.bulk_create(
        GameSeat(
            game=game,
            seat=number,
            player=spec.player,
            name=spec.name,
            occupant=spec.occupant,
            bot_level=_bot_level(spec, options),
            reserve_ms=options.reserve_seconds * 1000,
        )
        for number, spec in enumerate(seats)
    )
    SeatOccupancy.objects.bulk_create(
        SeatOccupancy(game_seat=row, from_ply=1, occupant=row.occupant, bot_level=row.bot_level)
        for row in rows
    )
    return game


def _bot_level(spec: SeatSpec, options: GameOptions) -> str:
    if spec.occupant == Occupant.PLAYER:
        return ""
    return spec.bot_level or options.bot_level


def _check_seats(ruleset: Ruleset, seats: Sequence[SeatSpec], options: GameOptions) -> None:
    if not ruleset.min_players <= len(seats) <= ruleset.max_players:
        raise SeatsError(least=ruleset.min_players, most=ruleset.max_players)
    players = [spec.player for spec in seats if spec.player is not None]
    users = [player.user_id for player in players if player.user_id is not None]
    if len({player.pk for player in players}) < len(players) or len(set(users)) < len(users):
        raise SeatsError
    for level in {spec.bot_level for spec in seats if spec.bot_level} | {options.bot_level}:
        if level not in bot_names():
            raise OptionError("bot_level", "unknown")
    for spec in seats:
        if (spec.player is None) != (spec.occupant == Occupant.BOT):
            raise SeatsError


@transaction.atomic
def start_game(*, game: Game) -> Game:
    """Deal the first cards and start the clocks. Starting a game that is playing changes nothing.

    Raises NotPlaying for a game that is over or halted. Announces `turn_started` after commit.
    """
    opened = open_game(game.pk)
    row = opened.game
    if row.status == GameStatus.PLAYING:
        return row
    if row.status != GameStatus.WAITING:
        raise NotPlaying
    row.status, row.started_at, row.turn_started_at = GameStatus.PLAYING, opened.now, opened.now
    row.no_show_at = opened.now + timedelta(seconds=opened.options.no_show_seconds)
    opened.state = GameState.new(row.ruleset, row.seat_count)
    go_on(opened)
    save(opened)
    return row
