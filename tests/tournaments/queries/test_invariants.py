"""The audit finds what is broken: each corruption is seeded by raw SQL behind the services' and triggers'
back.

An event of two rounds on paper and one online is played first; its audit is clean. Then one row is damaged,
and the audit must name the invariant, the table and the row.
"""

# ruff: noqa: S608 - statements are made of this file's own numbers
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.models import Game
from tests.tournaments.evenings import a_paper_event, an_event, paper_round, play_round
from tournaments.models import (
    AuditRow,
    Bye,
    Round,
    SeatScore,
    Standing,
    Table,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.audit import audit_event
from tournaments.queries.invariants import audit_tournament

pytestmark = pytest.mark.django_db


def sql(*statements: str) -> None:
    """Run statements with triggers and pending checks out of the way; the test's rollback brings them
    back.
    """
    tables = ("tableresult", "seatscore", "auditrow")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in tables:
            cursor.execute(f"ALTER TABLE tournaments_{table} DISABLE TRIGGER USER")
        for statement in statements:
            cursor.execute(statement)


def first(model: Any, **where: Any) -> int:
    return model.objects.filter(**where).order_by("pk").values_list("pk", flat=True)[0]


def played() -> Tournament:
    tournament = a_paper_event(9, rounds=3, empty_seats="byes", table_sizes=(4,))
    paper_round(tournament, {"Ada": 30})
    paper_round(tournament, {"Bo": 10})
    assert list(audit_tournament(tournament)) == []
    return tournament


def found(tournament: Tournament) -> set[tuple[str, str, int]]:
    return {(v.invariant, v.table.removeprefix("tournaments_"), v.pk) for v in audit_tournament(tournament)}


def swap_entrant_into_two_seats(_tournament: Tournament) -> tuple[str, str, int]:
    one, other = TableSeat.objects.filter(round__number=1).order_by("pk")[:2]
    sql(
        "DROP INDEX tournaments_entrant_one_seat_a_round",
        f"UPDATE tournaments_tableseat SET entrant_id = {one.entrant_id} WHERE id = {other.pk}",
    )
    return "I6", "tableseat", other.pk


def give_somebody_seated_a_bye(_tournament: Tournament) -> tuple[str, str, int]:
    seat, bye = TableSeat.objects.filter(round__number=1).first(), first(Bye, round__number=1)
    sql(f"UPDATE tournaments_bye SET entrant_id = {seat.entrant_id} WHERE id = {bye}")
    return "I6", "bye", bye


def take_a_chair_away(_tournament: Tournament) -> tuple[str, str, int]:
    table = first(Table)
    sql(f"DELETE FROM tournaments_tableseat WHERE table_id = {table} AND seat = 1")
    return "I6", "table", table


def skip_a_round_number(_tournament: Tournament) -> tuple[str, str, int]:
    round_ = first(Round, number=2)
    sql(f"UPDATE tournaments_round SET number = 5 WHERE id = {round_}")
    return "I7", "round", round_


def begin_a_round_too_early(_tournament: Tournament) -> tuple[str, str, int]:
    round_ = first(Round, number=2)
    sql(f"UPDATE tournaments_round SET started_at = started_at - interval '1 day' WHERE id = {round_}")
    return "I7", "round", round_


def complete_a_round_with_an_open_table(_tournament: Tournament) -> tuple[str, str, int]:
    round_, table = first(Round, number=2), first(Table, round__number=2)
    sql(f"UPDATE tournaments_table SET status = 'playing' WHERE id = {table}")
    return "I7", "round", round_


def confirm_two_results(_tournament: Tournament) -> tuple[str, str, int]:
    result = TableResult.objects.order_by("pk").first()
    sql(
        "DROP INDEX tournaments_result_one_confirmed",
        "INSERT INTO tournaments_tableresult (table_id, version, status, source, reason, created_at)"
        f" VALUES ({result.table_id}, 2, 'confirmed', 'report', '', now())",
    )
    return "I8", "tableresult", TableResult.objects.order_by("pk").last().pk


def lose_a_result(_tournament: Tournament) -> tuple[str, str, int]:
    result = TableResult.objects.order_by("pk").first()
    sql(
        f"DELETE FROM tournaments_seatscore WHERE result_id = {result.pk}",
        f"DELETE FROM tournaments_tableresult WHERE id = {result.pk}",
    )
    return "I8", "table", result.table_id


def score_a_seat_too_few(_tournament: Tournament) -> tuple[str, str, int]:
    score = SeatScore.objects.order_by("pk").first()
    sql(f"DELETE FROM tournaments_seatscore WHERE id = {score.pk}")
    return "I8", "tableresult", score.result_id


def change_a_score(_tournament: Tournament) -> tuple[str, str, int]:
    score = SeatScore.objects.select_related("result").order_by("pk").first()
    sql(f"UPDATE tournaments_seatscore SET net = net + 7 WHERE id = {score.pk}")
    return "I5", "table", score.result.table_id


def change_a_stored_standing(_tournament: Tournament) -> tuple[str, str, int]:
    line = Standing.objects.order_by("pk").first()
    row = json.dumps(line.row_json | {"points": "999"}).replace("'", "''")
    sql(f"UPDATE tournaments_standing SET row_json = '{row}' WHERE id = {line.pk}")
    return "I9", "round", line.round_id


def change_a_place_only(_tournament: Tournament) -> tuple[str, str, int]:
    line = first(Standing)
    sql(f"UPDATE tournaments_standing SET place = 7 WHERE id = {line}")
    return "I9", "standing", line


def move_scores_between_two_people(_tournament: Tournament) -> tuple[str, str, int]:
    """The sum stays right, so only the standings show it."""
    one, other = SeatScore.objects.filter(result__table__round__number=1).order_by("-net")[:2]
    sql(
        f"UPDATE tournaments_seatscore SET net = net - 7 WHERE id = {one.pk}",
        f"UPDATE tournaments_seatscore SET net = net + 7 WHERE id = {other.pk}",
    )
    return "I9", "round", first(Round, number=1)


def change_an_act(_tournament: Tournament) -> tuple[str, str, int]:
    row = first(AuditRow, action="publish_round")
    sql(f"UPDATE tournaments_auditrow SET actor_name = 'Somebody' WHERE id = {row}")
    return "I16", "auditrow", row


def lose_an_act(_tournament: Tournament) -> tuple[str, str, int]:
    row = AuditRow.objects.get(action="start_round", payload_json__round=1)
    sql(f"DELETE FROM tournaments_auditrow WHERE id = {row.pk}")
    return "I16", "round", first(Round, number=1)


def forge_a_later_act(_tournament: Tournament) -> tuple[str, str, int]:
    row = AuditRow.objects.order_by("number").last()
    sql(f"UPDATE tournaments_auditrow SET previous_hash = repeat('a', 64) WHERE id = {row.pk}")
    return "I16", "auditrow", row.pk


CORRUPTIONS = [
    swap_entrant_into_two_seats,
    give_somebody_seated_a_bye,
    take_a_chair_away,
    skip_a_round_number,
    begin_a_round_too_early,
    complete_a_round_with_an_open_table,
    confirm_two_results,
    lose_a_result,
    score_a_seat_too_few,
    change_a_score,
    change_a_stored_standing,
    change_a_place_only,
    move_scores_between_two_people,
    change_an_act,
    lose_an_act,
    forge_a_later_act,
]


def test_every_corruption_is_named():
    """The event is played once; each corruption is rolled back before the next."""
    tournament = played()
    missed = []
    for corrupt in CORRUPTIONS:
        with transaction.atomic():
            expected = corrupt(tournament)
            if expected not in found(tournament):
                missed.append(corrupt.__name__)
            transaction.set_rollback(True)
    assert missed == []
    assert list(audit_tournament(tournament)) == []


def test_an_online_result_that_isnt_its_games_is_named():
    tournament = an_event(4, rounds=1)
    play_round(tournament)
    assert audit_event(tournament).is_clean
    one, other = SeatScore.objects.order_by("seat")[:2]
    sql(
        f"UPDATE tournaments_seatscore SET net = net - 7 WHERE id = {one.pk}",
        f"UPDATE tournaments_seatscore SET net = net + 7 WHERE id = {other.pk}",
    )
    assert ("I8", "tableresult", one.result_id) in found(tournament)


def test_a_game_with_other_people_than_its_table_is_named():
    tournament = an_event(4, rounds=1)
    play_round(tournament)
    link = Game.objects.get().table_game
    one, other = TableSeat.objects.order_by("seat")[:2]
    sql(
        "DROP INDEX tournaments_player_one_seat_a_round",
        f"UPDATE tournaments_tableseat SET player_id = {one.player_id} WHERE id = {other.pk}",
    )
    assert ("I6", "tablegame", link.pk) in found(tournament)


def test_the_audit_of_an_event_names_every_invariant_and_says_so():
    tournament = played()
    report = audit_event(tournament)
    assert (report.is_clean, report.sentence, report.games) == (True, "All is in order.", 0)
    assert [line.invariant for line in report.lines][:3] == ["I1", "I2", "I3"]
    change_a_score(tournament)
    report = audit_event(tournament)
    assert not report.is_clean
    assert {line.invariant for line in report.lines if line.problems} == {"I5", "I9"}


def run(*arguments: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("audit_invariants", *arguments, stdout=out)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_the_command_is_silent_about_a_clean_database():
    tournament = played()
    status, text = run()
    assert (status, text) == (0, "All invariants hold in 1 tournaments and 0 games.\n")
    assert run("--tournament", tournament.public_id)[0] == 0
    assert json.loads(run("--json", "--tournament", str(tournament.pk))[1])["violations"] == []


def test_the_command_names_what_is_broken_and_exits_with_1():
    tournament = played()
    invariant, table, pk = change_a_score(tournament)
    status, text = run()
    assert status == 1
    assert f"{invariant} tournaments_{table} {pk}: its net points miss their sum by 7" in text
    status, text = run("--json")
    assert status == 1
    assert {
        "invariant": "I5",
        "table": f"tournaments_{table}",
        "pk": pk,
        "detail": "its net points miss their sum by 7",
    } in json.loads(text)["violations"]


def test_an_unknown_event_is_an_error():
    with pytest.raises(CommandError):
        call_command("audit_invariants", "--tournament", "nothing")
