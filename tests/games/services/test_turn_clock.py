"""Turn time, reserve, grace and timeouts by the database's clock (docs/rules.md, C "Time")."""

import pytest

from games.enums import ActorKind, Occupant
from games.errors import IllegalMoveError, StaleMove
from games.models import MoveRecord, SeatOccupancy
from games.options import GameOptions
from games.queries.states import load_state
from games.services.due import play_due, play_for_absent
from games.services.play import play_move
from games.services.sweep import claim_due
from tests.games.tables import a_legal_code, let_time_pass, make_game, make_people, user_to_act

pytestmark = pytest.mark.django_db

OPTIONS = GameOptions(
    turn_seconds=30, reserve_seconds=120, grace_seconds=1, cut_seconds=3, bot_pace_seconds=0
)


@pytest.fixture
def people():
    return make_people(2)


@pytest.fixture
def game(people):
    """After the cut: seat 1 is to draw, with 30 s, 120 s of reserve and 1 s of grace."""
    game = make_game(people, options=OPTIONS)
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    game.refresh_from_db()
    return game


def due(game):
    made = play_due(game_id=game.pk, ply=game.ply)
    game.refresh_from_db()
    return made


def codes(game):
    return list(
        MoveRecord.objects.filter(game=game).order_by("ply").values_list("seat", "code", "actor_kind")
    )


def test_a_turn_has_its_time_the_reserve_and_the_grace(game):
    assert (game.due_at - game.turn_started_at).total_seconds() == 30 + 120 + 1
    assert game.due_kind == "timeout"


def test_nothing_happens_within_the_grace(game):
    let_time_pass(game, 150.5)
    assert (due(game), claim_due(), game.ply) == (0, [], 1)


def test_after_the_grace_the_turn_is_played_stock_and_the_card_drawn(game):
    top = load_state(game).deal.stock[0]
    let_time_pass(game, 151)
    assert due(game) == 2
    assert codes(game)[1:] == [(1, "stock", "timeout"), (1, f"discard-{top.code}", "timeout")]
    assert (game.turn_seat, game.seats.get(seat=1).reserve_ms, game.seats.get(seat=1).timeouts_running) == (
        0,
        0,
        1,
    )


def test_a_click_within_the_grace_counts_though_the_time_is_used_up(game, people):
    let_time_pass(game, 150.5)
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    play_move(game=game, actor=people[1], code=a_legal_code(game), expected_ply=2)
    seat = game.seats.get(seat=1)
    assert (seat.reserve_ms, seat.timeouts_running) == (0, 0)


def test_a_player_who_drew_already_discards_the_card_drawn(game, people):
    top = load_state(game).deal.stock[0]
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    let_time_pass(game, 152)
    assert due(game) == 1
    assert codes(game)[2:] == [(1, f"discard-{top.code}", "timeout")]


def test_a_card_from_the_pile_may_not_go_back_so_another_goes(game, people):
    taken = load_state(game).deal.discards[-1]
    play_move(game=game, actor=people[1], code="pile", expected_ply=1)
    game.refresh_from_db()
    let_time_pass(game, 152)
    assert due(game) == 1
    seat, code, kind = codes(game)[2]
    assert (seat, kind, code.startswith("discard-"), code != f"discard-{taken.code}") == (
        1,
        "timeout",
        True,
        True,
    )


def test_the_reserve_pays_what_a_turn_takes_beyond_its_time_and_only_that(game, people):
    let_time_pass(game, 50)
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    assert game.seats.get(seat=1).reserve_ms == 120_000
    play_move(game=game, actor=people[1], code=a_legal_code(game), expected_ply=2)
    game.refresh_from_db()
    left = game.seats.get(seat=1).reserve_ms
    assert 99_000 <= left <= 100_000
    assert (game.turn_seat, game.seats.get(seat=0).reserve_ms) == (0, 120_000)


def test_a_quick_turn_costs_no_reserve(game, people):
    let_time_pass(game, 29)
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    play_move(game=game, actor=people[1], code=a_legal_code(game), expected_ply=2)
    assert game.seats.get(seat=1).reserve_ms == 120_000


def test_the_deadline_is_that_of_the_turn_not_of_the_draw(game, people):
    due_at = game.due_at
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    assert game.due_at == due_at


def test_after_two_timeouts_running_the_bot_plays_on(game, people):
    let_time_pass(game, 152)
    due(game)
    play_move(game=game, actor=people[0], code="stock", expected_ply=game.ply)
    game.refresh_from_db()
    play_move(game=game, actor=people[0], code=a_legal_code(game), expected_ply=game.ply)
    game.refresh_from_db()
    let_time_pass(game, 32)
    due(game)
    seat = game.seats.get(seat=1)
    assert (seat.occupant, seat.bot_level, seat.timeouts_running) == (Occupant.STAND_IN, "club", 0)
    history = SeatOccupancy.objects.filter(game_seat=seat).order_by("pk").values_list("from_ply", "occupant")
    assert list(history) == [(1, "player"), (8, "stand_in")]


def test_a_move_of_ones_own_forgives_the_timeout(game, people):
    let_time_pass(game, 152)
    due(game)
    for _unused in range(2):
        for _move in range(2):
            play_move(game=game, actor=user_to_act(game), code=_quiet(game), expected_ply=game.ply)
            game.refresh_from_db()
    assert game.seats.get(seat=1).timeouts_running == 0


def _quiet(game):
    moves = [move.code for move in load_state(game).legal_moves()]
    return "stock" if "stock" in moves else next(code for code in moves if code.startswith("discard-"))


def test_nobody_cuts_so_the_deck_is_dealt_uncut(people):
    game = make_game(people, options=OPTIONS)
    assert (game.due_kind, (game.due_at - game.turn_started_at).total_seconds()) == ("cut", 3)
    let_time_pass(game, 3)
    assert due(game) == 1
    assert codes(game) == [(1, "cut-0", ActorKind.TIMEOUT)]
    assert game.deals.get().cut == 0
    assert game.seats.get(seat=1).timeouts_running == 0


def test_the_cut_of_a_player_turns_the_deck(people):
    game = make_game(people, options=OPTIONS)
    play_move(game=game, actor=people[1], code="cut-30", expected_ply=0)
    assert game.deals.get().cut == 30


def test_without_a_turn_clock_nobody_is_hurried(people):
    game = make_game(people, options=GameOptions(turn_seconds=None, cut_seconds=0, bot_pace_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    game.refresh_from_db()
    assert (game.due_at, game.due_kind, game.turn_seat) == (None, "", 1)


def test_a_timeout_is_a_move_for_one_ply_only(game):
    let_time_pass(game, 152)
    assert play_due(game_id=game.pk, ply=0) == 0
    assert due(game) == 2
    assert play_due(game_id=game.pk, ply=1) == 0


def test_a_director_ends_a_turn_that_nobody_plays(game, people):
    """The move of the rule, recorded as the director's; it counts as no timeout of the player."""
    director = make_people(1)[0]
    top = load_state(game).deal.stock[0]
    assert play_for_absent(game=game, director=director, expected_ply=1) == 2
    assert codes(game)[1:] == [(1, "stock", "director"), (1, f"discard-{top.code}", "director")]
    assert MoveRecord.objects.get(game=game, ply=3).actor == director
    assert game.seats.get(seat=1).timeouts_running == 0
    with pytest.raises(StaleMove):
        play_for_absent(game=game, director=director, expected_ply=1)


def test_a_director_moves_for_no_bot():
    game = make_game(make_people(1), bots=1, options=GameOptions(bot_pace_seconds=60))
    with pytest.raises(IllegalMoveError):
        play_for_absent(game=game, director=make_people(1)[0], expected_ply=game.ply)
