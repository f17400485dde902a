"""Games to which anything happens in any order, on PostgreSQL (reliability 8.5): moves, nonsense, what was sent before
and what is too late, deadlines, stand-ins and returns, pauses, halts, and a process that forgets everything.

After each step the record is whole; what is refused leaves no trace; what is sent again is answered as before.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.engine.ruleset import PRESETS
from games.enums import GameStatus, Occupant
from games.errors import GamesError, MalformedMove, StaleMove
from games.models import MoveRecord
from games.options import GameOptions
from games.queries import states
from games.queries.audit import audit_game
from games.queries.states import load_state
from games.services.control import halt_game, pause_game, resume_game, unhalt_game
from games.services.due import play_due
from games.services.play import MoveAnswer, play_move
from games.services.seats import stand_in, take_back_seat
from tests.games.tables import let_time_pass, make_game, make_people, picture

pytestmark = pytest.mark.django_db

OPTIONS = GameOptions(
    deal_pause_seconds=0, cut_seconds=5, bot_pace_seconds=0, turn_seconds=20, bot_level="random"
)
TABLES = {"knock-rummy": 3, "knock-pool": 3, "gin": 2, "partnership": 4, "tonk": 2}
STEPS, LIVES, LONG = 40, 1, 400


@dataclass
class Life:
    """One game with its people. `sent` is every request that was accepted, with its answer."""

    preset: str
    rng: random.Random
    sent: list[tuple[dict[str, Any], MoveAnswer]] = field(default_factory=list)
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.people = make_people(TABLES[self.preset])
        self.game = make_game(self.people, ruleset=PRESETS[self.preset], options=OPTIONS, label=self.preset)

    def step(self) -> None:
        """Something happens; afterwards the game is as it should be."""
        act = self.rng.choice(ACTS)
        before = picture(self.game)
        try:
            act(self)
        except GamesError:
            assert picture(self.game) == before, f"{act.__name__} was refused and left a trace"
        else:
            self.done.add(act.__name__)
        self.game.refresh_from_db()
        plies = MoveRecord.objects.filter(game=self.game).order_by("ply").values_list("ply", flat=True)
        assert list(plies) == list(range(1, self.game.ply + 1))

    def check(self) -> None:
        assert [line for line in audit_game(self.game) if line.invariant != "I12"] == []


def move(life: Life) -> None:
    """Somebody whose turn it may be makes a legal move, with a key of its own."""
    state = load_state(life.game)
    seat = life.rng.choice(state.turns) if state.turns else 0
    codes = [each.code for each in state.legal_moves(seat)] or ["stock"]
    request = {
        "game": life.game,
        "actor": life.people[seat],
        "code": life.rng.choice(codes),
        "expected_ply": life.game.ply,
        "key": f"key {len(life.sent)} {life.rng.random()}",
    }
    answer = play_move(**request)
    life.sent.append((request, answer))


def nonsense(life: Life) -> None:
    text = life.rng.randbytes(12).decode("latin-1")
    with pytest.raises(MalformedMove):
        play_move(game=life.game, actor=life.people[0], code=text, expected_ply=life.game.ply)


def a_move_of_somebody_else(life: Life) -> None:
    state = load_state(life.game)
    others = [seat for seat in range(len(life.people)) if seat not in state.turns]
    if others:
        actor = life.people[life.rng.choice(others)]
        with pytest.raises(GamesError):
            play_move(game=life.game, actor=actor, code="stock", expected_ply=life.game.ply)


def the_last_request_again(life: Life) -> None:
    if life.sent:
        request, answer = life.sent[-1]
        before = picture(life.game)
        assert play_move(**request) == answer
        assert picture(life.game) == before


def any_old_request_with_another_key(life: Life) -> None:
    old = [request for request, _answer in life.sent if request["expected_ply"] < life.game.ply]
    if old and life.preset != "partnership":  # there another board's moves make nothing old
        with pytest.raises(StaleMove):
            play_move(**life.rng.choice(old) | {"key": f"another {life.rng.random()}"})


def time_runs_out(life: Life) -> None:
    let_time_pass(life.game, 300)
    play_due(game_id=life.game.pk, ply=life.game.ply, budget=life.rng.randint(1, 5))


def what_is_due_and_what_is_not(life: Life) -> None:
    play_due(game_id=life.game.pk, ply=life.game.ply + life.rng.randint(-2, 2), budget=3)


def a_bot_takes_over(life: Life) -> None:
    stand_in(game=life.game, seat=life.rng.randrange(len(life.people)))


def a_player_returns(life: Life) -> None:
    seats = life.game.seats.filter(occupant=Occupant.STAND_IN).values_list("seat", flat=True)
    for seat in seats:
        take_back_seat(game=life.game, actor=life.people[seat])


def pause_and_go_on(life: Life) -> None:
    pause_game(game=life.game)
    before = picture(life.game)
    with pytest.raises(GamesError):
        move(life)
    assert picture(life.game) == before
    resume_game(game=life.game)


def halt_and_go_on(life: Life) -> None:
    if life.game.status == GameStatus.PLAYING:
        halt_game(game=life.game, reason="looked at")
        unhalt_game(game=life.game)


def the_process_forgets(life: Life) -> None:
    states.cache.clear()
    before = load_state(life.game)
    states.cache.clear()
    assert load_state(life.game) == before


ACTS: tuple[Callable[[Life], None], ...] = (
    move, move, move, move, move, nonsense, a_move_of_somebody_else, the_last_request_again,
    any_old_request_with_another_key, time_runs_out, what_is_due_and_what_is_not, a_bot_takes_over, a_player_returns,
    a_player_returns, pause_and_go_on, halt_and_go_on, the_process_forgets,
)  # fmt: skip


def live(preset: str, seed: str, steps: int) -> set[str]:
    life = Life(preset, random.Random(seed))
    for number in range(steps):
        life.step()
        if number % 20 == 19:
            life.check()
        if life.game.status != GameStatus.PLAYING:
            break
    life.check()
    return life.done


@pytest.mark.parametrize("preset", TABLES)
def test_whatever_happens_the_record_is_whole(preset: str) -> None:
    done = {act for number in range(LIVES) for act in live(preset, f"{preset} {number}", STEPS)}
    assert "move" in done


@pytest.mark.proof
@pytest.mark.parametrize("preset", TABLES)
def test_and_so_it_is_in_long_lives(preset: str) -> None:
    done = {act for number in range(20) for act in live(preset, f"{preset} long {number}", LONG)}
    assert done == {act.__name__ for act in ACTS}
