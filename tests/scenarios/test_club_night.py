"""An evening of 24 through a real worker and broker: somebody doesn't come, somebody leaves, the worker is killed
in the middle, and the first place is tied.

The test directs; everything else is done by the parts. What the standings must be is worked out here a second
time, from the moves in the log, with code that shares nothing with the standings engine.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from datetime import time as clock_time
from fractions import Fraction
from typing import Any

import pytest

from accounts.models import Club, User
from config.embedded.stack import Stack
from games.engine.moves import parse_move
from games.engine.replay import RecordedDeal, replay_game
from games.enums import ActorKind, GameStatus
from games.models import Game, MoveRecord
from games.options import GameOptions
from games.queries.rulesets import changed_ruleset, preset_ruleset
from tests.factories import make_club, make_user
from tests.installation import database_url_of_test
from tournaments.enums import RoundKind, RoundStatus
from tournaments.formats import EmptySeats, FormatOptions
from tournaments.models import Entrant, Round, Tournament
from tournaments.queries.audit import audit_event
from tournaments.queries.coming import coming_round
from tournaments.queries.standings import standings_page
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.entrants import enter_player
from tournaments.services.penalties import give_penalty
from tournaments.services.presence import withdraw
from tournaments.services.rehearsal import put_on_autopilot
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import create_tournament, open_entries

PHRASE = "fixed:an evening of twenty-four"
LATE = "Player 07"
LEAVES = "Player 12"
POINTS = {4: (60, 48, 24, 12), 3: (60, 36, 12), 2: (60, 12)}
PATIENCE = 120.0

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def director(transactional_db: None) -> User:
    return make_user("Director")


@pytest.fixture
def club(director: User) -> Club:
    return make_club("Scenario Club", owner=director)


def open_event(club: Club, director: User) -> Tournament:
    """24 people on autopilot, but for one who isn't there."""
    tournament = create_tournament(
        club=club,
        name="Evening of 24",
        actor=director,
        starts_on=date(2026, 11, 24),
        starts_time=clock_time(19, 30),
        ruleset=changed_ruleset(preset_ruleset("knock-rummy"), rotations=1),
        format_options=FormatOptions(
            rounds=3,
            table_sizes=(4,),
            empty_seats=EmptySeats.BOTS,
            scheme="placement",
            tiebreaks=(),
            boundaries=(1,),
            game=GameOptions(no_show_seconds=1, cut_seconds=0, deal_pause_seconds=0, bot_pace_seconds=0),
        ),
        rng_seed=24,
    )
    tournament = open_entries(tournament=tournament, actor=director)
    for number in range(1, 25):
        enter_player(tournament=tournament, actor=director, name=f"Player {number:02d}")
    put_on_autopilot(tournament=tournament, actor=director, absent=[LATE])
    return tournament


def play_round(
    tournament: Tournament, director: User, meanwhile: Callable[[Round], object] = lambda _: None
) -> Round:
    """Seat, publish and start a round, and wait until the parts have played and completed it."""
    draft = generate_round(tournament=tournament, actor=director)
    round_ = start_round(round_=publish_round(draft=draft, actor=director), actor=director)
    meanwhile(round_)
    give_up_at = time.monotonic() + PATIENCE
    while round_.status != RoundStatus.COMPLETED:
        assert time.monotonic() < give_up_at, (
            f"{round_} isn't completed: {[t.status for t in round_.tables.all()]}"
        )
        time.sleep(0.2)
        round_.refresh_from_db()
    return round_


def kill_worker_in_the_middle(stack: Stack) -> Callable[[Round], None]:
    """Wait for moves of the round, then kill the worker with everything it is doing."""

    def kill(round_: Round) -> None:
        moves = MoveRecord.objects.filter(game__table_game__table__round=round_)
        give_up_at = time.monotonic() + PATIENCE
        while moves.count() < 30:
            assert time.monotonic() < give_up_at, "no moves"
            time.sleep(0.02)
        stack.kill("worker")

    return kill


def replayed_totals(game: Game) -> tuple[int, ...]:
    """The seats' net points, from nothing but the rules, the seeds and the log of moves."""
    deals = []
    for deal in game.deals.select_related("hidden").order_by("number"):
        codes = deal.moves.order_by("ply").values_list("code", flat=True)
        deals.append(RecordedDeal(bytes(deal.hidden.seed), tuple(map(parse_move, codes))))
    return replay_game(game.ruleset, game.seat_count, deals).totals


def points_by_hand(tournament: Tournament) -> dict[int, Fraction]:
    """Points for places of the main rounds, ties at a table sharing the average, by entrant."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    for round_ in Round.objects.filter(tournament=tournament, kind=RoundKind.MAIN):
        for table in round_.tables.all():
            totals = replayed_totals(table.table_games.get().game)
            best_first = sorted(totals, reverse=True)
            scale = POINTS[len(totals)]
            for chair in table.seats.all():
                total = totals[chair.seat]
                first, count = best_first.index(total), best_first.count(total)
                if chair.entrant_id:
                    points[chair.entrant_id] += Fraction(sum(scale[first : first + count]), count)
    return points


def tie_the_lead(tournament: Tournament, director: User) -> set[int]:
    """A penalty for whoever leads makes the first place level with the second; who then shares it."""
    points = points_by_hand(tournament)
    ranked = sorted(points.values(), reverse=True)
    for entrant, value in list(points.items()):
        if value > ranked[2]:
            lead = int(value - ranked[2])
            give_penalty(
                entrant=Entrant.objects.get(pk=entrant), points=-lead, reason="Scenario", actor=director
            )
            points[entrant] -= lead
    return {entrant for entrant, value in points.items() if value == ranked[2]}


def test_an_evening_of_24_goes_on_whatever_happens(
    club: Club, director: User, new_stack: Callable[..., Stack], settings: Any
) -> None:
    settings.DEADWOOD_SEED_SOURCE = PHRASE
    env = {"DATABASE_URL": database_url_of_test(), "DEADWOOD_SEED_SOURCE": PHRASE}
    tournament = open_event(club, director)
    with new_stack(env=env, parts=("worker", "beat", "sweep")) as stack:
        play_round(tournament, director)
        play_round(tournament, director, kill_worker_in_the_middle(stack))
        withdraw(entrant=Entrant.objects.get(tournament=tournament, name=LEAVES), actor=director)
        third = play_round(tournament, director)
        assert list(third.seats.filter(entrant=None).values_list("occupant", flat=True)) == ["bot"]
        tied = tie_the_lead(tournament, director)
        while coming_round(tournament).kind == RoundKind.EXTRA:
            play_round(tournament, director)
        begin_review(tournament=tournament, actor=director)
        tournament = finish_tournament(tournament=tournament, actor=director)
    check_extra_round(tournament, tied)
    check_standings(tournament, tied)
    check_absent_player(tournament)
    report = audit_event(tournament)
    assert [line.problems for line in report.lines if line.problems] == []


def check_extra_round(tournament: Tournament, tied: set[int]) -> None:
    first = Round.objects.filter(tournament=tournament, kind=RoundKind.EXTRA).order_by("number")[0]
    assert set(first.seats.values_list("entrant_id", flat=True)) == tied
    assert {seat.occupant for seat in first.seats.all()} == {"entrant"}


def check_standings(tournament: Tournament, tied: set[int]) -> None:
    """Points as by hand, less the penalties; the tied first, one of them alone at the top."""
    page = standings_page(tournament)
    assert page is not None
    expected = points_by_hand(tournament)
    for penalty in tournament.penalties.all():
        expected[penalty.entrant_id] += penalty.points
    assert {line.entrant_id: line.points for line in page.lines} == dict(expected)
    assert [line.place for line in page.lines][:2] == [1, 2]
    assert {line.entrant_id for line in page.lines[: len(tied)]} == tied
    ordered = [expected[line.entrant_id] for line in page.lines]
    assert ordered == sorted(ordered, reverse=True)


def check_absent_player(tournament: Tournament) -> None:
    """Whoever didn't come was played by a bot, and the record says so; nobody else was."""
    stood_in = MoveRecord.objects.filter(actor_kind=ActorKind.BOT_FOR_PLAYER).select_related("game")
    names = {record.game.seats.get(seat=record.seat).name for record in stood_in}
    assert names == {LATE}
    assert set(Game.objects.values_list("status", flat=True)) == {GameStatus.FINISHED}
