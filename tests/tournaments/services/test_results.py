"""Results of online tables come by themselves, once; what a database without the service's care would
refuse.
"""

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from games.models import Game
from games.queries.outcomes import outcome_of
from tests.tournaments.evenings import an_event, play_tables, start_next
from tournaments.enums import ResultStatus, TableStatus
from tournaments.models import SeatScore, Table, TableResult
from tournaments.services.results import record_game_result
from tournaments.services.rounds import cancel_round

pytestmark = pytest.mark.django_db


def test_a_finished_game_is_its_tables_result_and_again_nothing_more():
    round_ = start_next(an_event(4))
    game = Game.objects.get()
    assert record_game_result(game_id=game.pk) is None
    play_tables(round_)
    first, again = (record_game_result(game_id=game.pk) for _unused in range(2))
    assert first is not None
    assert again is not None
    assert (first.pk, first.status, first.source, first.version) == (again.pk, "confirmed", "game", 1)
    assert Table.objects.get().status == TableStatus.CONFIRMED
    game.refresh_from_db()
    outcome = outcome_of(game)
    assert outcome is not None
    scores = SeatScore.objects.order_by("seat")
    assert [(s.net, s.place, s.deals_played) for s in scores] == [
        (figures.net, figures.place, figures.deals) for figures in outcome.result.seats
    ]
    assert [score.moves for score in scores] == [share.moves for share in outcome.shares]
    assert sum(score.net for score in scores) == 0
    assert (
        TableResult.objects.get().table.round.tournament.audit_rows.filter(action="confirm_result").count()
        == 1
    )


def test_an_autopilot_isnt_counted_as_a_bot_that_stands_in():
    round_ = start_next(an_event(4))
    play_tables(round_)
    record_game_result(game_id=Game.objects.get().pk)
    assert set(SeatScore.objects.values_list("bot_moves", flat=True)) == {0}


def test_a_cancelled_round_takes_no_result():
    round_ = start_next(an_event(4))
    play_tables(round_)
    cancel_round(round_=round_, reason="x", actor=None)
    assert record_game_result(game_id=Game.objects.get().pk) is None
    assert not TableResult.objects.exists()


def test_games_that_belong_to_no_table_are_none_of_our_business():
    assert record_game_result(game_id=123_456) is None


def test_the_database_keeps_one_confirmed_result_and_every_version():
    """With the service's care off: a second confirmed result, a changed score, a deleted version are
    refused.
    """
    round_ = start_next(an_event(4))
    play_tables(round_)
    result = record_game_result(game_id=Game.objects.get().pk)
    assert result is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        TableResult.objects.create(table=result.table, version=2, status=ResultStatus.CONFIRMED)
    score = result.scores.first()
    score.net += 1
    with pytest.raises(ProgrammingError), transaction.atomic():
        score.save()
    with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_tableresult")
    with pytest.raises(IntegrityError), transaction.atomic():
        TableResult.objects.create(table=result.table, version=2, status="superseded", source="correction")
