"""Every race of an evening, four threads each: exactly one winner, the others an answer of ours, never an error.

A usual run starts each race three times, `make proof` two hundred times (G8). Races for one move are in test_moves;
what happens without locks and constraints is shown there, in test_events, and here for two corrections.
"""

from collections.abc import Callable
from typing import Any

import pytest

from games.errors import GamesError
from games.models import MoveRecord
from games.options import GameOptions
from games.queries.audit import audit_game
from games.services.due import play_due
from games.services.play import play_move
from games.services.seats import stand_in, take_back_seat
from tests.factories import make_user
from tests.games.tables import let_time_pass, make_game, make_people
from tests.races.test_moves import a_move, race
from tests.tournaments.evenings import a_paper_event, an_event, paper_round, start_next
from tournaments.enums import ResultStatus
from tournaments.errors import TournamentsError
from tournaments.models import Entrant, Standing, Table, TableGame, TableResult, Tournament
from tournaments.queries.audit import audit_event
from tournaments.services import corrections
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
    assert seat.occupancies.order_by("pk").last().occupant == seat.occupant
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


def test_without_the_lock_a_correction_is_lost_or_refused_by_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The negative control: who reads without locking makes the same version twice, or standings of neither."""
    monkeypatch.setattr(corrections, "locked_for_director", lambda pk, _actor: Tournament.objects.get(pk=pk))
    for _try in range(20):
        tournament, table = a_corrected_event()
        found = race(*(correct_it(table, 10 + number) for number in range(THREADS)))
        if any(isinstance(answer, Exception) for answer in found) or not audit_event(tournament).is_clean:
            break
    else:
        pytest.fail("the harm isn't seen, so the races prove nothing")
    assert Standing.objects.exists()
