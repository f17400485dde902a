"""Making and starting games, and the practice game of one person."""

import pytest

from games.engine.ruleset import PRESETS
from games.enums import GamePurpose, GameStatus, Occupant
from games.errors import NotPlaying, OptionError, SeatsError
from games.models import Deal, Game, HiddenDeal, SeatOccupancy
from games.options import GameOptions
from games.services.control import cancel_game
from games.services.create import SeatSpec, create_game, start_game
from games.services.practice import PRACTICE_OPTIONS, create_practice_game
from tests.factories import make_player, make_user
from tests.games.tables import QUICK, make_game, make_people

pytestmark = pytest.mark.django_db

BOT = SeatSpec(None, "Bot", Occupant.BOT)


def create(seats, ruleset="knock-rummy", options=QUICK):
    return create_game(
        ruleset=PRESETS[ruleset], options=options, seats=seats, purpose=GamePurpose.PRIVATE, label="x"
    )


def test_a_game_waits_until_it_is_started():
    game = make_game(make_people(2), bots=1, started=False)
    assert (game.status, game.ply, game.due_at, Deal.objects.count()) == (GameStatus.WAITING, 0, None, 0)
    assert [seat.reserve_ms for seat in game.seats.all()] == [120_000] * 3
    assert list(SeatOccupancy.objects.order_by("pk").values_list("from_ply", "occupant", "bot_level")) == [
        (1, "player", ""),
        (1, "player", ""),
        (1, "bot", "club"),
    ]


def test_starting_twice_deals_once():
    game = make_game(make_people(2), started=False)
    start_game(game=game)
    start_game(game=game)
    assert Deal.objects.filter(game=game).count() == 1
    assert HiddenDeal.objects.get(deal__game=game).deck.count(" ") == 51


def test_what_is_over_isnt_started():
    game = make_game(make_people(2), started=False)
    cancel_game(game=game)
    with pytest.raises(NotPlaying):
        start_game(game=game)


@pytest.mark.parametrize(
    "make_seats",
    [
        lambda: [BOT],
        lambda: [BOT] * 6,
        lambda: [SeatSpec(None, "nobody"), BOT],
        lambda: [SeatSpec(make_player(), "x", Occupant.BOT), BOT],
        lambda: [SeatSpec(make_player("Same"), "a")] * 2,
        lambda: [SeatSpec(make_player(user=user), "a") for user in [make_user()] for _ in range(2)],
    ],
    ids=["too few", "too many", "nobody", "a player as a bot", "one player twice", "one person twice"],
)
def test_seats_that_make_no_table_are_refused(make_seats):
    with pytest.raises(SeatsError):
        create(make_seats())
    assert Game.objects.count() == 0


def test_gin_is_for_two():
    with pytest.raises(SeatsError):
        create([BOT] * 3, ruleset="gin")


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ([BOT, SeatSpec(None, "B", Occupant.BOT, "oracle")], QUICK),
        ([BOT, BOT], GameOptions(bot_level="oracle")),
    ],
)
def test_an_unknown_bot_is_refused(seats, options):
    with pytest.raises(OptionError):
        create(seats, options=options)


def test_a_practice_game_hurries_nobody():
    user = make_user("Ada")
    game = create_practice_game(user=user, ruleset=PRESETS["knock-rummy"], bots=2, level="random")
    assert (game.options, game.purpose, game.status) == (
        PRACTICE_OPTIONS,
        GamePurpose.PRACTICE,
        GameStatus.PLAYING,
    )
    assert sorted(game.seats.values_list("name", flat=True)) == ["Ada", "Bot A", "Bot B"]
    assert game.options.turn_seconds is None


def test_with_a_fixed_source_the_practice_seats_are_the_same(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:x"
    user = make_user("Ada")
    seats = {
        create_practice_game(user=user, ruleset=PRESETS["knock-rummy"], bots=3, level="club")
        .seats.get(player__user=user)
        .seat
        for _unused in range(3)
    }
    assert len(seats) == 1
