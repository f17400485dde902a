"""The door for people's moves: what is refused leaves everything as it was, what is repeated happens once."""

import io
import logging
import re

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from structlog.stdlib import ProcessorFormatter

from games.engine.ruleset import PRESETS
from games.enums import ActorKind, GameStatus, Occupant
from games.errors import (
    BotPlays,
    GameHalted,
    IllegalMoveError,
    KeyReused,
    MalformedMove,
    NotPlaying,
    NotYourSeat,
    SeatsError,
    StaleMove,
)
from games.models import Deal, Game, MoveRecord
from games.options import GameOptions
from games.queries.audit import audit_game
from games.queries.states import load_state
from games.services.control import cancel_game, halt_game, pause_game, resume_game
from games.services.play import MoveAnswer, play_move, ready_for_next
from games.services.seats import stand_in
from games.signals import game_finished, turn_started
from tests.games.tables import (
    QUICK,
    a_legal_code,
    let_time_pass,
    make_game,
    make_people,
    picture,
    play_what_is_due,
    user_to_act,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return make_people(2)


@pytest.fixture
def game(people):
    """Two people; the cut has been made, seat 1 plays first."""
    game = make_game(people)
    play_move(game=game, actor=people[1], code="cut-17", expected_ply=0)
    game.refresh_from_db()
    return game


def test_a_move_is_recorded_and_the_turn_goes_on(game, people):
    assert play_move(game=game, actor=people[1], code="stock", expected_ply=1, key="k1") == MoveAnswer(
        2, 1, "stock"
    )
    game.refresh_from_db()
    entry = MoveRecord.objects.get(game=game, ply=2)
    assert (entry.seat, entry.code, entry.actor_kind, entry.actor, entry.key) == (
        1,
        "stock",
        ActorKind.HUMAN,
        people[1],
        "k1",
    )
    assert (game.ply, game.turn_seat, load_state(game).ply) == (2, 1, 2)


def test_the_turn_passes_with_the_discard(game, people):
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    play_move(game=game, actor=people[1], code=a_legal_code(game), expected_ply=2)
    game.refresh_from_db()
    assert (game.turn_seat, game.due_kind, user_to_act(game)) == (0, "timeout", people[0])


@pytest.mark.parametrize(
    ("who", "code", "ply", "error"),
    [
        (1, "teleport", 1, MalformedMove),
        (1, "discard-9X", 1, MalformedMove),
        (1, "cut-999", 1, MalformedMove),
        (0, "stock", 1, IllegalMoveError),
        (1, "stock", 0, StaleMove),
        (1, "stock", 2, StaleMove),
        (1, "stock", -1, StaleMove),
        (1, "pass", 1, IllegalMoveError),
        (1, "cut-3", 1, IllegalMoveError),
    ],
)
def test_what_is_refused_changes_nothing(game, people, who, code, ply, error):
    before = picture(game)
    with pytest.raises(error):
        play_move(game=game, actor=people[who], code=code, expected_ply=ply, key="k")
    assert picture(game) == before


def test_a_stale_move_names_the_current_ply(game, people):
    with pytest.raises(StaleMove) as caught:
        play_move(game=game, actor=people[1], code="stock", expected_ply=0)
    assert caught.value.details == {"current_ply": 1}


def test_a_card_not_held_is_refused_with_one_sentence_wherever_it_is(game, people):
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    deal = load_state(game).deal
    hidden = (next(iter(deal.hands[1 - deal.turn])), deal.stock[-1], deal.discards[-1])
    before = picture(game)
    said = set()
    for card in hidden:
        with pytest.raises(IllegalMoveError) as caught:
            play_move(game=game, actor=people[1], code=f"discard-{card.code}", expected_ply=2)
        said.add((caught.value.reason, str(caught.value)))
    assert said == {("card_not_held", "You don't hold that card.")}
    assert picture(game) == before


def test_somebody_without_a_seat_finds_no_table(game):
    before = picture(game)
    with pytest.raises(NotYourSeat):
        play_move(game=game, actor=make_people(1)[0], code="stock", expected_ply=1)
    assert picture(game) == before


def test_another_tables_player_finds_no_table(game, people):
    other = make_game(make_people(2))
    before = picture(other)
    with pytest.raises(NotYourSeat):
        play_move(game=other, actor=people[1], code="cut-1", expected_ply=0)
    assert picture(other) == before


def test_the_same_key_gets_the_stored_answer_also_when_the_game_has_gone_on(game, people):
    first = play_move(game=game, actor=people[1], code="stock", expected_ply=1, key="once")
    game.refresh_from_db()
    play_move(game=game, actor=people[1], code=a_legal_code(game), expected_ply=2, key="twice")
    before = picture(game)
    assert play_move(game=game, actor=people[1], code="stock", expected_ply=1, key="once") == first
    assert picture(game) == before


@pytest.mark.parametrize(("code", "ply"), [("pile", 1), ("stock", 2)])
def test_a_key_used_for_another_move_is_refused(game, people, code, ply):
    play_move(game=game, actor=people[1], code="stock", expected_ply=1, key="once")
    before = picture(game)
    with pytest.raises(KeyReused):
        play_move(game=game, actor=people[1], code=code, expected_ply=ply, key="once")
    assert picture(game) == before


def test_a_key_is_its_senders_own(game, people):
    play_move(game=game, actor=people[1], code="stock", expected_ply=1, key="once")
    with pytest.raises(KeyReused):
        play_move(game=game, actor=people[0], code="stock", expected_ply=1, key="once")


def test_a_finished_game_takes_no_move():
    people = make_people(2)
    game = make_game(people, ruleset=PRESETS["knock-rummy"].replace(deals=1))
    while game.status == GameStatus.PLAYING:
        state = load_state(game)
        knocks = [move.code for move in state.legal_moves() if move.code.startswith("knock-")]
        code = knocks[0] if knocks else a_legal_code(game)
        play_move(game=game, actor=user_to_act(game), code=code, expected_ply=game.ply)
        game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    before = picture(game)
    with pytest.raises(NotPlaying):
        play_move(game=game, actor=people[0], code="stock", expected_ply=game.ply)
    assert picture(game) == before


@pytest.mark.parametrize("stop", [cancel_game, pause_game, lambda game: halt_game(game=game, reason="test")])
def test_a_stopped_game_takes_no_move(game, people, stop):
    stop(game=game)
    before = picture(game)
    with pytest.raises(NotPlaying):
        play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    assert picture(game) == before


def test_who_is_represented_by_a_bot_takes_the_seat_back_first(game, people):
    stand_in(game=game, seat=1)
    game.refresh_from_db()
    with pytest.raises(BotPlays):
        play_move(game=game, actor=people[1], code="stock", expected_ply=game.ply)


def test_an_old_click_from_an_earlier_deal_is_stale_never_a_move():
    """Plies never start again: the first draw of deal 1 can't be played in deal 2."""
    people = make_people(2)
    game = make_game(people, options=GameOptions(deal_pause_seconds=0, bot_pace_seconds=0))
    while game.deal_number == 1:
        knocks = [move.code for move in load_state(game).legal_moves() if move.code.startswith("knock-")]
        code = knocks[0] if knocks else a_legal_code(game)
        play_move(game=game, actor=user_to_act(game), code=code, expected_ply=game.ply)
        game.refresh_from_db()
    play_move(game=game, actor=user_to_act(game), code="cut-0", expected_ply=game.ply)
    game.refresh_from_db()
    assert load_state(game).phase == "play"
    before = picture(game)
    with pytest.raises(StaleMove):
        play_move(game=game, actor=user_to_act(game), code="stock", expected_ply=1)
    assert picture(game) == before


def test_an_error_inside_halts_this_game_and_no_other(game, people, caplog):
    other = make_game(make_people(2))
    MoveRecord.objects.bulk_create(  # a log that can't be: what no service writes
        [
            MoveRecord(
                game=game,
                deal=Deal.objects.get(game=game),
                ply=2,
                seat=0,
                code="knock-2C",
                actor_kind="human",
            )
        ]
    )
    Game.objects.filter(pk=game.pk).update(ply=2)
    with pytest.raises(GameHalted):
        play_move(game=game, actor=people[1], code="stock", expected_ply=2)
    game.refresh_from_db()
    other.refresh_from_db()
    assert (game.status, bool(game.halt_reason), other.status) == (
        GameStatus.HALTED,
        True,
        GameStatus.PLAYING,
    )


def test_moves_are_announced_after_commit(people, django_capture_on_commit_callbacks):
    heard = []

    def on_turn(**facts):
        heard.append((facts["game_id"], facts["ply"], facts["due_now"]))

    turn_started.connect(on_turn)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            game = make_game(people)
        with django_capture_on_commit_callbacks(execute=True):
            play_move(game=game, actor=people[1], code="cut-17", expected_ply=0)
    finally:
        turn_started.disconnect(on_turn)
    assert heard == [(game.pk, 0, False), (game.pk, 1, False)]


def test_the_end_is_announced_once(django_capture_on_commit_callbacks):
    heard = []

    def on_end(**facts):
        heard.append(facts["game_id"])

    game_finished.connect(on_end)
    try:
        game = make_game(bots=2)
        with django_capture_on_commit_callbacks(execute=True):
            play_what_is_due(game)
    finally:
        game_finished.disconnect(on_end)
    assert heard == [game.pk]


def test_a_receiver_that_fails_harms_no_move(people, django_capture_on_commit_callbacks):
    def failing(**_facts):
        raise RuntimeError("a broken listener")

    turn_started.connect(failing)
    try:
        game = make_game(people)
        with django_capture_on_commit_callbacks(execute=True):
            play_move(game=game, actor=people[1], code="cut-17", expected_ply=0)
    finally:
        turn_started.disconnect(failing)
    game.refresh_from_db()
    assert game.ply == 1


@pytest.mark.parametrize("change", [{"code": "stock"}, {"seat": 0}, {"ply": 7}])
def test_the_log_refuses_update(game, change):
    with pytest.raises(DatabaseError), transaction.atomic():
        MoveRecord.objects.filter(game=game).update(**change)


def test_the_log_refuses_delete(game):
    with pytest.raises(DatabaseError), transaction.atomic():
        MoveRecord.objects.filter(game=game).delete()


def test_the_database_keeps_one_move_for_each_ply(game):
    deal = Deal.objects.get(game=game)
    with pytest.raises(IntegrityError), transaction.atomic():
        MoveRecord.objects.create(game=game, deal=deal, ply=1, seat=0, code="stock", actor_kind="human")


def test_ready_deals_when_all_people_are(people):
    """Two people: the pause ends as soon as both are ready, and not before."""
    game = make_game(people, options=GameOptions(deal_pause_seconds=60, bot_pace_seconds=0))
    while game.due_kind != "next_deal":
        knocks = [move.code for move in load_state(game).legal_moves() if move.code.startswith("knock-")]
        code = knocks[0] if knocks else a_legal_code(game)
        play_move(game=game, actor=user_to_act(game), code=code, expected_ply=game.ply)
        game.refresh_from_db()
    due_at = game.due_at
    assert ready_for_next(game=game, actor=people[0]) is False
    game.refresh_from_db()
    assert (game.deal_number, game.due_at, game.due_kind) == (1, due_at, "next_deal")
    assert ready_for_next(game=game, actor=people[0]) is False
    assert ready_for_next(game=game, actor=people[1]) is True
    game.refresh_from_db()
    assert (game.deal_number, game.due_kind) == (2, "cut")


def test_ready_outside_the_pause_does_nothing(game, people):
    before = picture(game)
    assert ready_for_next(game=game, actor=people[0]) is False
    assert picture(game) == before


def test_a_paused_game_goes_on_where_it_was_with_its_time(game):
    due_at = game.due_at
    pause_game(game=game)
    Game.objects.filter(pk=game.pk).update(
        paused_at=Game.objects.get(pk=game.pk).paused_at.replace(year=2020)
    )
    paused_at = Game.objects.get(pk=game.pk).paused_at
    resume_game(game=game)
    game.refresh_from_db()
    assert game.paused_at is None
    assert game.due_at - due_at > game.started_at - paused_at


def test_nobody_plays_twice_at_a_table():
    person = make_people(1)[0]
    with pytest.raises(SeatsError):
        make_game([person, person], options=QUICK, occupant=Occupant.PLAYER, started=False)


def test_time_that_passes_in_tests_moves_the_deadlines(game):
    due_at = game.due_at
    let_time_pass(game, 5)
    assert (due_at - game.due_at).total_seconds() == 5


@pytest.fixture
def terminal():
    """What is written to the terminal's log, by the formatter of the settings."""
    root = logging.getLogger()
    formatter = next(
        each.formatter for each in root.handlers if isinstance(each.formatter, ProcessorFormatter)
    )
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter)
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)


def test_a_halted_game_leaves_no_card_in_the_log(game, people, terminal, monkeypatch):
    """Tracebacks show no local variables, and a state's own name shows no card and no seed."""
    state = load_state(game)
    monkeypatch.setattr("games.services.play.go_on", lambda _opened: 1 / 0)
    with pytest.raises(GameHalted):
        play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    logged = terminal.getvalue() + repr(state) + repr(state.deal) + repr(state.deal.setup)
    assert "ZeroDivisionError" in logged
    words = set(re.findall(r"\w+", logged))
    assert words & {card.code for hand in state.deal.hands for card in hand} == set()
    assert state.seed.hex() not in logged
    assert repr(state.seed) not in logged


def test_two_boards_are_played_side_by_side():
    """Seats 0 and 1 play, 2 and 3 play: whoever may act at one board needn't wait for the other, and a move there
    makes nobody's page outdated. A move at the own board does.
    """
    people = make_people(4)
    game = make_game(people, ruleset="partnership")
    play_move(game=game, actor=people[1], code="cut-9", expected_ply=0)
    assert load_state(Game.objects.get()).turns == (1, 3)
    later = play_move(game=game, actor=people[3], code="pass", expected_ply=1, key="other board")
    first = play_move(game=game, actor=people[1], code="pass", expected_ply=1, key="own board")
    assert [(answer.ply, answer.seat) for answer in (later, first)] == [(2, 3), (3, 1)]
    assert play_move(game=game, actor=people[1], code="pass", expected_ply=1, key="own board") == first
    with pytest.raises(StaleMove):
        play_move(game=game, actor=people[0], code="pass", expected_ply=1)
    with pytest.raises(StaleMove):
        play_move(game=game, actor=people[2], code="cut-0", expected_ply=0)
    play_move(game=game, actor=people[0], code="pass", expected_ply=3)
    assert list(MoveRecord.objects.order_by("ply").values_list("seat", flat=True)) == [1, 3, 1, 0]
    assert list(audit_game(Game.objects.get())) == []
