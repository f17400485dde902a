"""A hundred and thirty-five damaged rows, of 27 kinds, five of each: the audit finds and names all of them (G19).

An event of sixteen is played for two rounds first. Each damage is done by raw SQL behind triggers and constraints,
looked for in the event and all its games, and rolled back. The speed of the audit is printed, never asserted.
"""

# ruff: noqa: S608 - statements are made of this file's own numbers
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from games.models import Game, MoveRecord
from games.queries import states
from games.queries.audit import audit_game
from tests.tournaments.evenings import an_event, play_round
from tournaments.models import (
    AuditRow,
    Round,
    SeatScore,
    Standing,
    TableGame,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.invariants import audit_tournament, games_of_event

pytestmark = pytest.mark.django_db

Expected = tuple[str, str, int]
GUARDED = (
    "games_moverecord", "games_hiddendeal", "tournaments_tableresult", "tournaments_seatscore", "tournaments_auditrow",
)  # fmt: skip
OF_EACH = 5


def sql(*statements: str) -> None:
    """Statements with triggers off; the rollback of the damage brings them back."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in GUARDED:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for statement in statements:
            cursor.execute(statement)


def game(number: int) -> Game:
    return Game.objects.order_by("pk")[number]


def move(number: int, at: int = 3) -> MoveRecord:
    return MoveRecord.objects.filter(game=game(number)).order_by("ply")[at + number]


def unknown_code(n: int) -> Expected:
    sql(f"UPDATE games_moverecord SET code = 'fly' WHERE id = {move(n).pk}")
    return "I3", "games_game", game(n).pk


def lost_move(n: int) -> Expected:
    after = move(n, 4)
    sql(f"DELETE FROM games_moverecord WHERE id = {move(n).pk}")
    return "I2", "games_moverecord", after.pk


def lost_last_move(n: int) -> Expected:
    last = MoveRecord.objects.filter(game=game(n)).latest("ply")
    sql(f"DELETE FROM games_moverecord WHERE id = {last.pk}")
    return "I10", "games_game", game(n).pk


def another_seat(n: int) -> Expected:
    row = move(n)
    sql(f"UPDATE games_moverecord SET seat = {(row.seat + 1) % 4} WHERE id = {row.pk}")
    return "I4", "games_moverecord", row.pk


def another_actor(n: int) -> Expected:
    row = move(n)
    sql(f"UPDATE games_moverecord SET actor_kind = 'human' WHERE id = {row.pk}")
    return "I4", "games_moverecord", row.pk


def wrong_ply(n: int) -> Expected:
    sql(f"UPDATE games_game SET ply = ply + {n + 1} WHERE id = {game(n).pk}")
    return "I10", "games_game", game(n).pk


def more_deals(n: int) -> Expected:
    sql(f"UPDATE games_game SET deal_number = deal_number + {n + 1} WHERE id = {game(n).pk}")
    return "I10", "games_game", game(n).pk


def deal_net(n: int) -> Expected:
    deal = game(n).deals.get(number=1)
    sql(
        f"UPDATE games_deal SET result_json = jsonb_set(result_json, '{{net,0}}', '{900 + n}') WHERE id = {deal.pk}"
    )
    return "I3", "games_deal", deal.pk


def unpaid(n: int) -> Expected:
    deal = game(n).deals.get(number=1)
    sql(
        f"UPDATE games_deal SET result_json = jsonb_set(result_json, '{{results,0,net,0}}', '{900 + n}')"
        f" WHERE id = {deal.pk}"
    )
    return "I5", "games_deal", deal.pk


def other_totals(n: int) -> Expected:
    sql(
        f"UPDATE games_game SET result_json = jsonb_set(result_json, '{{totals,0}}', '{900 + n}')"
        f" WHERE id = {game(n).pk}"
    )
    return "I3", "games_game", game(n).pk


def other_commitment(n: int) -> Expected:
    deal = game(n).deals.get(number=1)
    sql(f"UPDATE games_deal SET commitment = repeat('{n}', 64) WHERE id = {deal.pk}")
    return "I15", "games_deal", deal.pk


def other_seed(n: int) -> Expected:
    deal = game(n).deals.get(number=1)
    sql(
        f"UPDATE games_hiddendeal SET seed = set_byte(seed, {n}, 255 - get_byte(seed, {n})) WHERE deal_id = {deal.pk}"
    )
    return "I15", "games_deal", deal.pk


def other_revealed_seed(n: int) -> Expected:
    deal = game(n).deals.get(number=1)
    sql(f"UPDATE games_deal SET revealed_seed = decode(repeat('0{n}', 32), 'hex') WHERE id = {deal.pk}")
    return "I15", "games_deal", deal.pk


def open_for_all(n: int) -> Expected:
    """A deal in play whose seed stands where everybody may look."""
    deal = game(n).deals.get(number=1)
    sql(
        "ALTER TABLE games_deal DROP CONSTRAINT games_deal_seed_only_when_over",
        f"UPDATE games_deal SET ended_at = NULL WHERE id = {deal.pk}",
    )
    return "I13", "games_deal", deal.pk


def too_early(n: int) -> Expected:
    row = move(n)
    sql(
        "ALTER TABLE games_moverecord DROP CONSTRAINT games_move_not_before_its_time",
        "UPDATE games_moverecord SET actor_kind = 'timeout', due_at = created_at + interval '1 second'"
        f" WHERE id = {row.pk}",
    )
    return "I14", "games_moverecord", row.pk


def two_seats(n: int) -> Expected:
    one, other = TableSeat.objects.filter(round__number=1 + n % 2).order_by("pk")[n : n + 2]
    sql(
        "DROP INDEX tournaments_entrant_one_seat_a_round",
        f"UPDATE tournaments_tableseat SET entrant_id = {one.entrant_id} WHERE id = {other.pk}",
    )
    return "I6", "tournaments_tableseat", other.pk


def two_results(n: int) -> Expected:
    result = TableResult.objects.order_by("pk")[n]
    sql(
        "DROP INDEX tournaments_result_one_confirmed",
        "INSERT INTO tournaments_tableresult (table_id, version, status, source, reason, created_at)"
        f" VALUES ({result.table_id}, 2, 'confirmed', 'report', '', now())",
    )
    return "I8", "tournaments_tableresult", TableResult.objects.latest("pk").pk


def lost_result(n: int) -> Expected:
    result = TableResult.objects.order_by("pk")[n]
    sql(
        f"DELETE FROM tournaments_seatscore WHERE result_id = {result.pk}",
        f"DELETE FROM tournaments_tableresult WHERE id = {result.pk}",
    )
    return "I8", "tournaments_table", result.table_id


def other_score(n: int) -> Expected:
    score = SeatScore.objects.order_by("pk")[n * 4]
    sql(f"UPDATE tournaments_seatscore SET net = net + {n + 1} WHERE id = {score.pk}")
    return "I8", "tournaments_tableresult", score.result_id


def other_place(n: int) -> Expected:
    line = Standing.objects.order_by("pk")[n * 3]
    sql(f"UPDATE tournaments_standing SET place = {40 + n} WHERE id = {line.pk}")
    return "I9", "tournaments_standing", line.pk


def other_act(n: int) -> Expected:
    row = AuditRow.objects.order_by("pk")[n]
    sql(f"UPDATE tournaments_auditrow SET actor_name = 'Somebody {n}' WHERE id = {row.pk}")
    return "I16", "tournaments_auditrow", row.pk


def lost_player(n: int) -> Expected:
    """Somebody sat at the game who doesn't sit at its table."""
    link = TableGame.objects.order_by("pk")[n]
    sql(
        "ALTER TABLE games_gameseat DROP CONSTRAINT games_seat_bot_or_player",
        f"UPDATE games_gameseat SET player_id = NULL WHERE game_id = {link.game_id} AND seat = {n % 4}",
    )
    return "I6", "tournaments_tablegame", link.pk


def same_key(n: int) -> Expected:
    """Two moves made by one request."""
    one, other = move(n), move(n, 5)
    sql(
        "DROP INDEX games_move_key_once",
        f"UPDATE games_moverecord SET key = 'sent once' WHERE id IN ({one.pk}, {other.pk})",
    )
    return "I11", "games_moverecord", other.pk


def lost_round(n: int) -> Expected:
    """The second round is counted as a later one."""
    round_ = Round.objects.get(number=2)
    sql(f"UPDATE tournaments_round SET number = {3 + n} WHERE id = {round_.pk}")
    return "I7", "tournaments_round", round_.pk


def other_seat_of_score(n: int) -> Expected:
    score = SeatScore.objects.order_by("pk")[n * 4]
    sql(f"UPDATE tournaments_seatscore SET seat = {5 + n} WHERE id = {score.pk}")
    return "I8", "tournaments_tableresult", score.result_id


def unknown_occupant(n: int) -> Expected:
    """What the database itself refuses, until somebody takes its rule away."""
    chair = TableSeat.objects.order_by("pk")[n]
    sql(
        "ALTER TABLE tournaments_tableseat DROP CONSTRAINT tournaments_seat_entrant_or_bot",
        f"UPDATE tournaments_tableseat SET occupant = 'guest{n}' WHERE id = {chair.pk}",
    )
    return "I6", "tournaments_tableseat", chair.pk


def result_from_nowhere(n: int) -> Expected:
    result = TableResult.objects.order_by("pk")[n]
    sql(
        "ALTER TABLE tournaments_tableresult DROP CONSTRAINT tournaments_result_source_known",
        f"UPDATE tournaments_tableresult SET source = 'rumour{n}' WHERE id = {result.pk}",
    )
    return "I8", "tournaments_tableresult", result.pk


KINDS: tuple[Callable[[int], Expected], ...] = (
    unknown_code, lost_move, lost_last_move, another_seat, another_actor, wrong_ply, more_deals, deal_net, unpaid,
    other_totals, other_commitment, other_seed, other_revealed_seed, open_for_all, too_early, two_seats,
    two_results, lost_result, other_score, other_place, other_act, lost_player, same_key, lost_round,
    other_seat_of_score, unknown_occupant, result_from_nowhere,
)  # fmt: skip


def whole_audit(tournament: Tournament, number: int | None = None) -> set[Expected]:
    """What is found in the event and its games, or in the event and one of its games."""
    states.cache.clear()
    found = list(audit_tournament(tournament))
    for each in games_of_event(tournament) if number is None else [game(number)]:
        found += audit_game(each)
    return {(line.invariant, line.table, line.pk) for line in found}


def test_a_hundred_of_a_hundred_are_found(capsys: Any) -> None:
    tournament = an_event(16, rounds=2)
    play_round(tournament)
    play_round(tournament)
    assert whole_audit(tournament) == set()
    missed = []
    for damage in KINDS:
        for number in range(OF_EACH):
            with transaction.atomic():
                expected = damage(number)
                if expected not in whole_audit(tournament, number):
                    missed.append((damage.__name__, expected))
                transaction.set_rollback(True)
    assert (len(KINDS) * OF_EACH, missed) == (135, [])
    began = time.process_time()
    assert whole_audit(tournament) == set()
    moves = MoveRecord.objects.count()
    with capsys.disabled():
        took = time.process_time() - began
        print(f"\naudit: {moves} moves, {moves / took:,.0f} in a second of this process's time")
