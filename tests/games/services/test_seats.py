"""Absent players, bots that stand in, and players who come back."""

import pytest

from games.engine.ruleset import PRESETS
from games.enums import ActorKind, GameStatus, Occupant
from games.errors import NotYourSeat, SeatsError
from games.models import Game, MoveRecord, SeatOccupancy
from games.options import GameOptions
from games.queries.audit import audit_game
from games.queries.outcomes import outcome_of
from games.queries.states import load_state
from games.services.control import pause_game, resume_game
from games.services.due import play_due
from games.services.play import play_move
from games.services.seats import appear, occupy, stand_in, take_back_seat, watch
from tests.games.tables import QUICK, let_time_pass, make_game, make_people, picture, play_what_is_due

pytestmark = pytest.mark.django_db

NO_SHOW = GameOptions(
    no_show_seconds=180, reserve_seconds=600, cut_seconds=0, bot_pace_seconds=0, deal_pause_seconds=0
)


@pytest.fixture
def people():
    return make_people(2)


def test_who_never_came_is_represented_after_the_grace(people):
    """Seat 1 hasn't appeared: its turn ends with the grace for no-shows, then the event's bot plays."""
    game = make_game(people, options=NO_SHOW, appeared=False)
    play_due(game_id=game.pk, ply=0)
    game.refresh_from_db()
    assert (game.due_kind, game.due_at) == ("no_show", game.no_show_at)
    let_time_pass(game, 179)
    assert play_due(game_id=game.pk, ply=1) == 0
    let_time_pass(game, 1)
    assert play_due(game_id=game.pk, ply=1) > 0
    seat = game.seats.get(seat=1)
    assert (seat.occupant, seat.appeared_at) == (Occupant.STAND_IN, None)
    kinds = set(MoveRecord.objects.filter(game=game, seat=1, ply__gt=1).values_list("actor_kind", flat=True))
    assert kinds == {ActorKind.BOT_FOR_PLAYER}


def test_who_came_has_the_time_of_a_turn(people):
    game = make_game(people, options=NO_SHOW, appeared=False)
    play_due(game_id=game.pk, ply=0)
    assert appear(game=game, actor=people[1]) is True
    assert appear(game=game, actor=people[1]) is False
    game.refresh_from_db()
    assert game.due_kind == "timeout"


def test_an_open_page_that_says_so_again_takes_one_query(people, django_assert_num_queries):
    game = make_game(people)
    with django_assert_num_queries(1):
        assert appear(game=game, actor=people[0]) is False


def test_appearing_is_for_those_with_a_seat(people):
    game = make_game(people)
    with pytest.raises(NotYourSeat):
        appear(game=game, actor=make_people(1)[0])


def test_a_player_comes_back_with_a_whole_turn(people):
    game = make_game(people, options=GameOptions(cut_seconds=0, bot_pace_seconds=60, deal_pause_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    stand_in(game=game, seat=1)
    game.refresh_from_db()
    assert game.due_kind == "bot"
    let_time_pass(game, 30)
    assert take_back_seat(game=game, actor=people[1]) is True
    assert take_back_seat(game=game, actor=people[1]) is False
    game.refresh_from_db()
    assert (game.due_kind, (game.due_at - game.turn_started_at).total_seconds()) == ("timeout", 151)
    play_move(game=game, actor=people[1], code="stock", expected_ply=game.ply)
    history = SeatOccupancy.objects.filter(game_seat__game=game, game_seat__seat=1).order_by("pk")
    assert list(history.values_list("from_ply", "occupant")) == [
        (1, "player"),
        (2, "stand_in"),
        (2, "player"),
    ]
    assert list(audit_game(Game.objects.get(pk=game.pk))) == []


def test_a_stand_in_for_the_other_seat_leaves_the_clock_alone(people):
    game = make_game(people, options=GameOptions(cut_seconds=0, bot_pace_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    game.refresh_from_db()
    due_at = game.due_at
    stand_in(game=game, seat=0)
    game.refresh_from_db()
    assert (game.due_at, game.due_kind) == (due_at, "timeout")


def test_whose_a_seat_is_never_changes():
    people = make_people(1)
    game = make_game(people, bots=1)
    for seat, occupant in ((1, Occupant.STAND_IN), (0, Occupant.BOT), (7, Occupant.STAND_IN)):
        before = picture(game)
        with pytest.raises(SeatsError):
            occupy(game=game, seat=seat, occupant=occupant)
        assert picture(game) == before


def test_the_share_of_the_bots_moves_is_in_the_result(people):
    """Both players are represented: the results are theirs, with all moves of the deals made by bots."""
    game = make_game(people, options=QUICK, ruleset=PRESETS["knock-rummy"].replace(deals=2))
    stand_in(game=game, seat=0)
    stand_in(game=game, seat=1)
    play_what_is_due(game)
    assert game.status == GameStatus.FINISHED
    shares = outcome_of(game).shares
    assert [(share.bot_share, share.timeouts) for share in shares] == [(1.0, 0), (1.0, 0)]


def test_autopilot_is_shown_as_a_person_and_counts_as_one(people):
    game = make_game(people, occupant=Occupant.AUTOPILOT, ruleset=PRESETS["knock-rummy"].replace(deals=1))
    play_what_is_due(game)
    assert game.status == GameStatus.FINISHED
    assert set(MoveRecord.objects.filter(game=game).values_list("actor_kind", flat=True)) == {"autopilot"}
    assert [share.bot_share for share in outcome_of(game).shares] == [0.0, 0.0]


def test_watching_gives_the_bots_a_pace(people):
    game = make_game(bots=3, options=GameOptions(bot_pace_seconds=1.0, cut_seconds=0))
    assert game.due_at <= game.turn_started_at
    watch(game=game)
    play_due(game_id=game.pk, ply=game.ply)
    game.refresh_from_db()
    seconds = (game.due_at - game.turn_started_at).total_seconds()
    assert (game.ply, game.claim_until) == (2, None)
    assert 0.7 <= seconds <= 1.4
    let_time_pass(game, 100)
    assert play_due(game_id=game.pk, ply=game.ply) > 10


def test_looking_again_soon_writes_nothing(people):
    game = make_game(bots=2, options=GameOptions(bot_pace_seconds=1.0))
    watch(game=game)
    game.refresh_from_db()
    until = game.watched_until
    watch(game=game)
    game.refresh_from_db()
    assert game.watched_until == until


def test_who_takes_a_seat_in_a_pause_plays_it_afterwards(people):
    """The deadline was the player's; what happens then is the bot's move and recorded as such."""
    game = make_game(people, options=GameOptions(cut_seconds=0, bot_pace_seconds=0))
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    pause_game(game=game)
    stand_in(game=game, seat=1)
    resume_game(game=game)
    let_time_pass(game, 200)
    assert play_due(game_id=game.pk, ply=game.ply) > 0
    kinds = MoveRecord.objects.filter(game=game, seat=1, ply__gt=1).values_list("actor_kind", flat=True)
    assert set(kinds) == {ActorKind.BOT_FOR_PLAYER}
    game.refresh_from_db()
    assert list(audit_game(game)) == []


def test_a_bot_at_one_board_waits_for_no_person_at_the_other():
    """Partnership, two boards: people in seats 0 and 1, bots in 2 and 3 play on while the people think."""
    people = make_people(2)
    game = make_game(
        people, bots=2, ruleset="partnership", options=GameOptions(cut_seconds=0, bot_pace_seconds=0)
    )
    play_what_is_due(game)
    assert {seat.seat for seat in game.seats.filter(occupant="player")} >= set(load_state(game).turns)
    played = set(MoveRecord.objects.filter(game=game).values_list("seat", flat=True))
    assert played & {2, 3} != set()
    assert list(audit_game(game)) == []


def test_who_is_out_of_the_pool_holds_nobody_up():
    """A person without a stake left: the bots deal on, without waiting for a consent that isn't asked.

    Time passes here only while the person is in; so a game that ends with deals without the person didn't wait.
    """
    people = make_people(1)
    options = GameOptions(deal_pause_seconds=3600, cut_seconds=0, bot_pace_seconds=0, turn_seconds=5)
    ruleset = PRESETS["knock-pool"].replace(stake=40)
    sat_out = False
    for _unused in range(30):
        game = make_game(people, bots=3, ruleset=ruleset, options=options)
        while game.status == GameStatus.PLAYING and 0 not in load_state(game).sheet.out:
            let_time_pass(game, 4000)
            take_back_seat(game=game, actor=people[0])
            let_time_pass(game, 4000)
            play_what_is_due(game)
        assert game.status == GameStatus.FINISHED
        last = game.deals.get(number=game.deal_number).result_json["results"][0]
        if sat_out := 0 not in last["seats"]:
            break
    assert sat_out
