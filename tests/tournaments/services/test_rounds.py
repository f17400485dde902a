"""Publishing, starting, cancelling rounds; more time; pauses. Each act twice gives the same answer."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.enums import GameStatus, Occupant
from games.models import Game, GameSeat
from tests.factories import make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter_totals,
    finish_round,
    paper_round,
    play_round,
    start_next,
)
from tournaments.enums import RoundStatus, SeatOccupant, TableMode, TableStatus, TournamentStatus
from tournaments.errors import NotAllowed, WrongStatus
from tournaments.models import Round, Table, TableSeat
from tournaments.queries.audit import audit_event
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.standings import standings_page
from tournaments.services.entrants import enter_bot, enter_player
from tournaments.services.rounds import (
    cancel_round,
    cancel_tournament,
    extend_time,
    pause_tournament,
    publish_round,
    resume_tournament,
    start_round,
)
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def test_publishing_makes_the_round_with_its_seats_and_closes_the_entries():
    tournament = an_event(6, empty_seats="bots", table_sizes=(4,))
    director = director_of(tournament)
    draft = generate_round(tournament=tournament, actor=director)
    round_ = publish_round(draft=draft, actor=director)
    tournament.refresh_from_db()
    assert (round_.number, round_.status, tournament.status) == (1, "published", "running")
    plan = SeatingPlan.from_json(draft.plan_json)
    for planned in plan.tables:
        table = round_.tables.get(number=planned.number)
        seats = [chair.entrant_id for chair in table.seats.order_by("seat")]
        assert (table.status, seats) == (TableStatus.SCHEDULED, list(planned.seats))
    bots = round_.seats.filter(occupant=SeatOccupant.BOT).order_by("table__number", "seat")
    assert list(bots.values_list("name", "bot_level")) == [("Bot Elm", "random"), ("Bot Ash", "random")]
    assert not Game.objects.exists()
    assert publish_round(draft=draft, actor=director).pk == round_.pk
    assert tournament.audit_rows.filter(action="publish_round").count() == 1


def test_starting_deals_at_every_table_once():
    tournament = an_event(6, empty_seats="bots", table_sizes=(4,))
    director = director_of(tournament)
    draft = generate_round(tournament=tournament, actor=director)
    round_ = publish_round(draft=draft, actor=director)
    started = [start_round(round_=round_, actor=director) for _unused in range(2)]
    assert [found.status for found in started] == [RoundStatus.PLAYING] * 2
    games = Game.objects.order_by("table_game__table__number")
    assert [(game.label, game.status) for game in games] == [("r1t1g1", "playing"), ("r1t2g1", "playing")]
    for game in games:
        chairs = TableSeat.objects.filter(table=game.table_game.table).order_by("seat")
        seats = GameSeat.objects.filter(game=game).order_by("seat")
        assert [(seat.name, seat.player_id) for seat in seats] == [(c.name, c.player_id) for c in chairs]
        assert {seat.occupant for seat in seats} == {Occupant.BOT, Occupant.AUTOPILOT}
    assert tournament.audit_rows.filter(action="start_round").count() == 1


def test_people_play_for_themselves_and_bots_of_their_own_right_are_bots():
    tournament = an_event(table_sizes=(2,))
    enter_player(tournament=tournament, actor=None, name="Ada")
    enter_bot(tournament=tournament, actor=None, level="club", name="Robbie")
    start_next(tournament)
    seats = GameSeat.objects.order_by("name").values_list("name", "occupant", "bot_level")
    assert list(seats) == [("Ada", Occupant.PLAYER, ""), ("Robbie", Occupant.BOT, "club")]


def test_ties_at_a_table_stay_and_extra_rounds_are_short():
    """docs/rules.md, A "Ties": the event's tiebreaks and extra rounds decide, not extra deals at the
    table.
    """
    tournament = an_event(4)
    start_next(tournament)
    assert Game.objects.get().ruleset.tie_deals == 0


def test_an_extra_round_online_is_one_rotation_with_the_dealer_by_lot():
    tournament = an_event(4, rounds=1, table_mode="paper", tiebreaks=())
    paper_round(tournament, {"Ada": 10, "Bo": 10, "Cy": 10, "Dee": -30})
    options = tournament.format.to_json() | {"table_mode": "online"}
    tournament.format_json = options
    tournament.save()
    extra = start_next(tournament)
    game = Game.objects.get()
    assert (game.label, game.seat_count, game.ruleset.deals_planned(3)) == ("r2t1g1", 3, 3)
    finish_round(extra)
    assert audit_event(tournament).is_clean


def test_paper_tables_have_no_game():
    tournament = a_paper_event(4)
    round_ = start_next(tournament)
    assert list(round_.tables.values_list("mode", "status")) == [(TableMode.PAPER, TableStatus.PLAYING)]
    assert not Game.objects.exists()


def test_only_directors_publish_start_and_cancel():
    tournament, stranger = an_event(4), make_user()
    draft = generate_round(tournament=tournament, actor=None)
    with pytest.raises(NotAllowed):
        publish_round(draft=draft, actor=stranger)
    round_ = publish_round(draft=draft, actor=None)
    for service in (start_round, cancel_round):
        reason = {"reason": "x"} if service is cancel_round else {}
        with pytest.raises(NotAllowed):
            service(round_=round_, actor=stranger, **reason)
    assert Round.objects.get().status == RoundStatus.PUBLISHED


def test_a_cancelled_round_ends_its_games_and_its_number_isnt_used_again():
    tournament = an_event(4, rounds=1)
    first = start_next(tournament)
    for _unused in range(2):
        cancelled = cancel_round(round_=first, reason="fire alarm", actor=None)
        assert cancelled.status == RoundStatus.CANCELLED
    assert list(Game.objects.values_list("status", flat=True)) == [GameStatus.CANCELLED]
    second = play_round(tournament)
    assert second.number == 2
    with pytest.raises(WrongStatus):
        cancel_round(round_=second, reason="too late", actor=None)
    assert audit_event(tournament).is_clean


def test_results_of_a_cancelled_round_dont_count():
    tournament = a_paper_event(4, rounds=1)
    first = start_next(tournament)
    enter_totals(first, {"Ada": 90})
    cancel_round(round_=first, reason="wrong cards", actor=None)
    paper_round(tournament, {"Bo": 20, "Ada": 0, "Cy": 0})
    page = standings_page(tournament)
    assert page is not None
    assert {line.name: line.points for line in page.lines} == {"Bo": 20, "Ada": 0, "Cy": 0, "Dee": -20}


def test_the_round_clock_is_every_tables_and_can_be_extended_for_one():
    tournament = an_event(8, round_seconds=600)
    round_ = start_next(tournament)
    assert round_.closes_at - round_.started_at == timedelta(seconds=600)
    one, other = Table.objects.order_by("number")
    extend_time(round_=round_, seconds=120, actor=director_of(tournament), table=one)
    one.refresh_from_db()
    other.refresh_from_db()
    assert one.closes_at - round_.closes_at == timedelta(seconds=120)
    assert other.closes_at == round_.closes_at
    assert Game.objects.get(table_game__table=one).closes_at == one.closes_at
    extend_time(round_=round_, seconds=60, actor=None)
    one.refresh_from_db()
    assert one.closes_at - round_.closes_at == timedelta(seconds=180)
    assert Game.objects.get(table_game__table=other).closes_at == round_.closes_at + timedelta(seconds=60)


def test_without_a_clock_there_is_no_more_time():
    round_ = start_next(an_event(4))
    with pytest.raises(WrongStatus):
        extend_time(round_=round_, seconds=60, actor=None)


def test_a_pause_stops_every_clock_and_moves_every_deadline():
    tournament = an_event(4, round_seconds=600)
    round_ = start_next(tournament)
    for _unused in range(2):
        tournament = pause_tournament(tournament=tournament, actor=director_of(tournament))
    game = Game.objects.get()
    assert game.paused_at is not None
    before = (round_.closes_at, game.closes_at)
    for _unused in range(2):
        tournament = resume_tournament(tournament=tournament, actor=None)
    game.refresh_from_db()
    round_.refresh_from_db()
    assert (tournament.paused_at, game.paused_at) == (None, None)
    assert round_.closes_at > before[0]
    assert game.closes_at > before[1]
    assert [act.action for act in tournament.audit_rows.order_by("-number")[:2]] == ["resume", "pause"]


def test_nothing_starts_while_the_event_is_paused():
    tournament = an_event(4)
    round_ = publish_round(draft=generate_round(tournament=tournament, actor=None), actor=None)
    pause_tournament(tournament=tournament, actor=None)
    with pytest.raises(WrongStatus):
        start_round(round_=round_, actor=None)


def test_cancelling_the_event_cancels_its_open_round():
    tournament = an_event(4)
    start_next(tournament)
    for _unused in range(2):
        tournament = cancel_tournament(tournament=tournament, reason="power cut", actor=None)
    assert tournament.status == TournamentStatus.CANCELLED
    assert list(Round.objects.values_list("status", flat=True)) == [RoundStatus.CANCELLED]
    assert list(Game.objects.values_list("status", flat=True)) == [GameStatus.CANCELLED]


def test_the_database_keeps_rounds_and_chairs_once_where_the_services_would_not():
    """With the lock and the look before the write off, the constraints still refuse a second round, chair,
    round open.
    """
    tournament = an_event(8)
    round_ = start_next(tournament)
    chair = TableSeat.objects.filter(table__number=1).first()
    other = Table.objects.get(number=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(tournament=tournament, number=round_.number, rng_seed=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(tournament=tournament, number=9, rng_seed=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        TableSeat.objects.create(
            table=other, round=round_, seat=4, occupant="entrant", entrant=chair.entrant, name="x"
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        TableSeat.objects.create(
            table=other,
            round=round_,
            seat=4,
            occupant="entrant",
            entrant=chair.entrant,
            player=chair.player,
            name="x",
        )
