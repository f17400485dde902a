"""The games of a round's tables: made, closed, paused and cancelled through the games app's services.

A game's label ("r2t3g1") names it to the source of chance, so that with a fixed one an evening repeats.
Nothing here knows a rule of rummy.
"""

from collections.abc import Iterable, Iterator

from games.enums import GamePurpose, GameStatus, Occupant
from games.models import Game
from games.options import GameOptions
from games.services.control import cancel_game, close_game_at, pause_game, resume_game, show_anew
from games.services.create import SeatSpec, create_game, start_game
from games.services.seats import watch
from games.services.sources import commit_source, reveal_source, source_of
from tournaments.enums import EntrantStatus
from tournaments.models import Round, Table, TableGame, TableSeat, Tournament
from tournaments.queries.table_rules import table_ruleset

BOT_NAMES = [
    "Elm",
    "Ash",
    "Oak",
    "Fir",
    "Yew",
    "Bay",
    "Fig",
    "Box",
    "Birch",
    "Cedar",
    "Beech",
    "Maple",
    "Rowan",
    "Alder",
    "Hazel",
    "Aspen",
    "Larch",
    "Holly",
    "Pine",
    "Lime",
    "Plum",
    "Pear",
    "Palm",
    "Teak",
    "Sorrel",
    "Clover",
    "Fern",
    "Moss",
    "Reed",
    "Sage",
    "Thyme",
    "Basil",
    "Mint",
    "Dill",
    "Ivy",
    "Heather",
    "Juniper",
    "Laurel",
    "Myrtle",
    "Willow",
]
# Who left after the seating was published is represented by a bot from the first card on.
GONE = (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED)


def bot_names() -> Iterator[str]:
    """Names for bots in the empty seats of one round: Bot Elm, Bot Ash, ..., Bot Elm 2, ..."""
    lap = 1
    while True:
        for name in BOT_NAMES:
            yield f"Bot {name}" if lap == 1 else f"Bot {name} {lap}"
        lap += 1


def game_options(tournament: Tournament) -> GameOptions:
    """The event's times; where no bot may stand in for people who don't show up, nobody's grace ends."""
    options = tournament.format
    if options.no_show_bots:
        return options.game
    return GameOptions.from_json(options.game.to_json() | {"no_show_seconds": 86_400})


def seal_cards(tournament: Tournament, number: int) -> None:
    """Commit to the cards of the round `number`, before its seats are drawn (docs/fair-deal.md). Once is enough."""
    commit_source(name=_source_name(tournament, number), label=f"r{number}")


def open_seal(tournament: Tournament, number: int) -> None:
    """Publish what the round's cards followed from, now that no table of it is played any more."""
    reveal_source(name=_source_name(tournament, number))


def _source_name(tournament: Tournament, number: int) -> str:
    return f"{tournament.public_id}/{number}"


def make_game(tournament: Tournament, round_: Round, table: Table, seats: list[TableSeat]) -> Game:
    """Create and start the table's game; the round clock, if there is one, is the table's."""
    ruleset = table_ruleset(tournament, round_, table)
    game = create_game(
        ruleset=ruleset,
        options=game_options(tournament),
        seats=[_seat(seat, tournament.format.bot_level) for seat in seats],
        purpose=GamePurpose.TOURNAMENT,
        label=f"r{round_.number}t{table.number}g1",
        is_public=tournament.is_public,
        source=source_of(_source_name(tournament, round_.number)),
    )
    TableGame.objects.create(table=table, game=game, number=1)
    game = start_game(game=game)
    if table.number in tournament.format.watched_tables:
        watch(game=game)
    if table.closes_at is not None:
        close_game_at(game=game, at=table.closes_at)
    return game


def _seat(seat: TableSeat, bot_level: str) -> SeatSpec:
    if seat.player is None:
        return SeatSpec(None, seat.name, Occupant.BOT, seat.bot_level or bot_level)
    if seat.entrant is not None and seat.entrant.autopilot:
        return SeatSpec(seat.player, seat.name, Occupant.AUTOPILOT, bot_level)
    if seat.entrant is not None and seat.entrant.status in GONE:
        return SeatSpec(seat.player, seat.name, Occupant.STAND_IN, bot_level)
    return SeatSpec(seat.player, seat.name)


def games_of(tables: Iterable[Table]) -> list[Game]:
    """The games of these tables, in the order in which they are locked."""
    return list(Game.objects.filter(table_game__table__in=list(tables)).order_by("pk"))


def pause_games(games: Iterable[Game]) -> None:
    """Stop the clocks of all that are playing."""
    for game in games:
        if game.status == GameStatus.PLAYING:
            pause_game(game=game)


def resume_games(games: Iterable[Game]) -> None:
    for game in games:
        if game.status == GameStatus.PLAYING:
            resume_game(game=game)


def cancel_games(games: Iterable[Game]) -> None:
    """Give up all that aren't over."""
    for game in games:
        if not game.is_over:
            cancel_game(game=game)


def show_tables_anew(tables: Iterable[Table]) -> None:
    """Have the open pages of these tables' games fetched again: something beside the cards changed."""
    for game in games_of(tables):
        show_anew(game=game)
