"""Every race of an evening, four threads each: exactly one winner, the others an answer of ours, never an error.

A usual run starts each race three times, `make proof` two hundred times (G8). Races for one move are in test_moves;
what happens without locks and constraints is shown there and in test_events, without locks alone for each race here.
"""

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from games.errors import GamesError
from games.models import MoveRecord
from games.options import GameOptions
from games.queries.audit import audit_game
from games.services import opened, seats
from games.services.due import play_due
from games.services.play import play_move
from games.services.seats import stand_in, take_back_seat
from tests.factories import make_user
from tests.games.tables import let_time_pass, make_game, make_people
from tests.races.test_moves import UNLOCKED, a_move, race
from tests.tournaments.evenings import a_paper_event, an_event, paper_round, start_next
from tournaments.enums import ResultStatus
from tournaments.errors import TournamentsError
from tournaments.models import Entrant, Table, TableGame, TableResult, Tournament
from tournaments.queries.audit import audit_event
from tournaments.services import corrections, entrants, results, rounds
from tournaments.services.corrections import correct_result
from tournaments.services.entrants import enter_player
from tournaments.services.reports import report_totals
from tournaments.services.results import confirm_result
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db(transaction=True)

USUAL, PROOF, THREADS = 3, 200, 4
OPTIONS = GameOptions(cut_seconds=0, bot_pace_seconds=0, deal_pause_seconds=0)


def answered(found: list[Any]) -> list[Any]:
    """What the acts returned; every refusal must be one of ours."""
    strange = [answer for answer in found if isinstance(answer, Exception)]
    assert [error for error in strange if not isinstance(error, GamesError | TournamentsError)] == []
    return [answer for answer in found if not isinstance(answer, Exception)]


def start_a_round() -> None:
    tournament = an_event(8)
    round_ = publish_round(draft=generate_round(tournament=tournament, actor=None), actor=None)
    answered(race(*(lambda: start_round(round_=round_, actor=None) for _thread in range(THREADS))))
    assert TableGame.objects.filter(table__round=round_).count() == round_.tables.count() == 2
    assert tournament.audit_rows.filter(action="start_round").count() == 1


def take_the_last_place() -> None:
    tournament = an_event(1, capacity=2)
    users = [make_user() for _thread in range(THREADS)]
    found = race(*(lambda who=who: enter_player(tournament=tournament, actor=who, user=who) for who in users))
    # as many may wait as there are places; the last of four is told that the list is full
    assert len(answered(found)) == THREADS - 1
    statuses = (
        Entrant.objects.filter(tournament=tournament).order_by("number").values_list("status", flat=True)
    )
    assert list(statuses) == ["entered", "entered", "waiting", "waiting"]


def confirm_a_result() -> None:
    table = Table.objects.get(round=start_next(a_paper_event(4)))
    result = report_totals(table=table, totals=[5, -5, 0, 0], actor=None, seat=0)
    found = race(
        *(lambda seat=seat: confirm_result(result=result, actor=None, seat=seat) for seat in (1, 2, 3, 1))
    )
    assert {answer.pk for answer in answered(found)} == {result.pk}
    assert list(table.results.values_list("version", "status")) == [(1, ResultStatus.CONFIRMED)]
    assert table.round.tournament.audit_rows.filter(action="confirm_result").count() == 1


def click_at_the_deadline() -> None:
    people = make_people(2)
    game = make_game(people, options=OPTIONS)
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    game.refresh_from_db()
    let_time_pass(game, 160)
    ply = game.ply
    acts = [
        a_move(game, "click"),
        *(lambda: play_due(game_id=game.pk, ply=ply) for _clock in range(THREADS - 1)),
    ]
    answered(race(*acts))
    assert MoveRecord.objects.filter(game=game, ply=ply + 1).count() == 1
    game.refresh_from_db()
    assert list(audit_game(game)) == []


def take_over_and_return() -> None:
    people = make_people(2)
    game = make_game(people, options=OPTIONS)
    play_move(game=game, actor=people[1], code="cut-0", expected_ply=0)
    acts: list[Callable[[], Any]] = [
        lambda: stand_in(game=game, seat=1),
        lambda: take_back_seat(game=game, actor=people[1]),
    ]
    answered(race(*acts * 2))
    game.refresh_from_db()
    seat = game.seats.get(seat=1)
    history = list(seat.occupancies.order_by("pk").values_list("occupant", flat=True))
    assert history[-1] == seat.occupant
    assert all(before != after for before, after in pairwise(history))
    assert game.due_kind == ("timeout" if seat.occupant == "player" else "bot")


def a_corrected_event() -> tuple[Tournament, Table]:
    tournament = a_paper_event(4, rounds=2)
    paper_round(tournament, {"Ada": 40})
    return tournament, Table.objects.get(round__tournament=tournament)


def correct_it(table: Table, points: int) -> Callable[[], TableResult]:
    totals = [points, -points, 0, 0]
    return lambda: correct_result(table=table, totals=totals, reason=f"It was {points}", actor=None)


def correct_twice() -> None:
    tournament, table = a_corrected_event()
    found = answered(race(*(correct_it(table, 10 + number) for number in range(THREADS))))
    assert sorted(result.version for result in found) == [2, 3, 4, 5]
    confirmed = table.results.get(status=ResultStatus.CONFIRMED)
    assert confirmed.version == 5
    assert audit_event(tournament).is_clean


RACES = (
    start_a_round, take_the_last_place, confirm_a_result, click_at_the_deadline, take_over_and_return, correct_twice,
)  # fmt: skip


@pytest.mark.parametrize("run", RACES, ids=lambda run: run.__name__)
def test_one_wins_and_the_others_are_told(run: Callable[[], None]) -> None:
    for _race in range(USUAL):
        run()


@pytest.mark.proof
@pytest.mark.parametrize("run", RACES, ids=lambda run: run.__name__)
def test_two_hundred_races(run: Callable[[], None]) -> None:
    for _race in range(PROOF):
        run()


# What happens without the locks


def unlocked(tournament_id: int, _actor: object = None) -> Tournament:
    """As careless code would read it."""
    return Tournament.objects.get(pk=tournament_id)


def hesitant(act: Callable[..., Any]) -> Callable[..., Any]:
    """The same, a moment later: between looking and writing, where the others come in."""

    def later(*args: Any, **kwargs: Any) -> Any:
        time.sleep(0.05)
        return act(*args, **kwargs)

    return later


def set_whatever_it_was(thing: Any, status: str, _transitions: Any) -> None:
    thing.status = status


# What is put in the place of what, for each race: the lock, and where one writes after having looked.
UNGUARDED: dict[Callable[[], None], tuple[tuple[Any, str, Any], ...]] = {
    start_a_round: (
        (rounds, "locked_for_director", unlocked),
        (
            rounds,
            "set_status",
            hesitant(set_whatever_it_was),
        ),  # tables' own status would stop the second, too
    ),
    take_the_last_place: (
        (entrants, "locked_tournament", unlocked),
        (entrants, "add_entrant", hesitant(entrants.add_entrant)),
    ),
    confirm_a_result: (
        (results, "locked_tournament", unlocked),
        (results, "_confirm", hesitant(results._confirm)),
    ),
    click_at_the_deadline: ((opened, "_LOCKED", UNLOCKED),),
    take_over_and_return: (
        (opened, "_LOCKED", UNLOCKED),
        (seats, "change_occupant", hesitant(seats.change_occupant)),
    ),
    correct_twice: (
        (corrections, "locked_for_director", unlocked),
        (corrections, "write_correction", hesitant(corrections.write_correction)),
    ),
}


@pytest.mark.parametrize("run", RACES, ids=lambda run: run.__name__)
def test_without_the_lock_the_harm_is_seen(run: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: two win, or the loser meets an error of the database instead of an answer of ours."""
    for owner, name, instead in UNGUARDED[run]:
        monkeypatch.setattr(owner, name, instead)
    for _try in range(50):
        try:
            run()
        except AssertionError:
            return
    pytest.fail("the harm isn't seen, so the races prove nothing")
