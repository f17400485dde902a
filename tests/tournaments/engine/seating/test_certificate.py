"""The certificate against hand-counted rounds, and against the independent audit."""

import ast
import json
from pathlib import Path

import pytest

from tournaments.engine.seating import EmptySeats, RoundSeating, Statement, certify, plan
from tournaments.engine.seating import audit as audit_module
from tournaments.engine.seating.audit import Fault, audit
from tournaments.engine.seating.simulate import Scenario, simulate, to_json

# Counting lines makes a search five times slower; the short tests of each part count them.
pytestmark = pytest.mark.uncounted


def statements(certificate):
    return [found.statement for found in certificate.findings]


def test_a_hand_counted_event():
    """
    round 1: 1 2 3 4 | 5 6 7      round 2: 2 1 5 6 | 3 4 7
    1-2, 5-6 and 3-4 meet again; the short table has 5 6 7, then 3 4 7.
    """
    certificate = certify(
        [RoundSeating.of([[1, 2, 3, 4], [5, 6, 7]]), RoundSeating.of([[2, 1, 5, 6], [3, 4, 7]], number=2)]
    )
    repeats = certificate.repeats
    assert (repeats.coincidences, repeats.pairs, repeats.most_meetings) == (3, 3, 2)
    assert (repeats.new, repeats.new_bound) == (3, 3)
    assert repeats.bound == 3
    assert (certificate.short_tables.least, certificate.short_tables.most) == (0, 2)
    assert statements(certificate)[:2] == [Statement.REMATCHES_FEWEST_POSSIBLE, Statement.SHORT_TABLES_UNEVEN]


def test_seat_spread_is_the_plain_difference_at_tables_of_one_size():
    """1 deals first three times: seats 3, 0, 0, 0."""
    rounds = [RoundSeating.of([[1, 2, 3, 4]], number=n) for n in (1, 2, 3)]
    assert certify(rounds).seats.worst == 3


def test_words_for_the_fewest_possible():
    found = plan(range(12), 5, seed=1).certificate.findings[0]
    assert found.statement is Statement.REMATCHES_FEWEST_POSSIBLE
    assert dict(found.numbers)["rematches"] == 30


def test_json_can_be_written_and_read():
    plain = plan(range(9), 3, seed=1).to_json()
    assert json.loads(json.dumps(plain)) == plain


def test_the_audit_agrees_with_every_kind_of_plan():
    for players, rounds, empty in (
        (22, 3, EmptySeats.MIXED),
        (22, 3, EmptySeats.BOTS),
        (22, 3, EmptySeats.BYES),
    ):
        made = plan(range(players), rounds, seed=1, empty=empty)
        assert audit(made.to_json()).faults == []


def test_the_audit_recounts_every_figure_of_a_certificate():
    """Each figure in turn is one more than it is; so is one that no certificate has."""
    scenario = Scenario(14, 4, empty=EmptySeats.BYES, seed=3)
    *_, event = simulate(scenario)
    honest = to_json(scenario, event)
    assert audit(honest).faults == []
    claims = honest["certificate"]
    for name, value in claims.items():
        parts = value if isinstance(value, dict) else {}
        for part, figure in parts.items():
            lie = [*figure, 1] if isinstance(figure, list) else figure + 1
            told = {**honest, "certificate": {**claims, name: {**value, part: lie}}}
            assert [found.values[0] for found in audit(told).faults] == [f"{name}.{part}"]
    more = {**honest, "certificate": {**claims, "luck": 7}}
    assert [found.values for found in audit(more).faults] == [("luck", 7, None)]


def test_the_audit_compares_the_words_with_the_numbers():
    """12 players in fours meet again 18 times in four rounds, which nobody can better; without that statement, and
    with one that says nobody does, the certificate isn't true.
    """
    honest = plan(range(1, 13), 4, seed=1).to_json()
    findings = honest["certificate"]["findings"]
    wrong = [{**findings[0], "statement": "no_rematches"}, *findings[1:]]
    told = {**honest, "certificate": {**honest["certificate"], "findings": wrong}}
    assert [found.values for found in audit(told).faults] == [
        ("findings.no_rematches",),
        ("findings.rematches_fewest_possible",),
    ]


def test_the_audit_finds_a_lie_and_a_person_seated_twice():
    honest = plan(range(1, 13), 3, seed=1).to_json()
    lie = {**honest, "certificate": {**honest["certificate"], "people": 13}}
    assert [found.fault for found in audit(lie).faults] == [Fault.CERTIFICATE_DIFFERS]
    twice = {"rounds": [[[1, 2, 3, 4], [1, 5, 6, 7]]]}
    assert [found.fault for found in audit(twice).faults] == [Fault.SEATED_TWICE]


def test_the_audit_finds_what_an_event_forbids():
    event = {
        "entrants": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4, "leaves": 1}],
        "constraints": {"apart": [{"members": [1, 2]}]},
        "rounds": [{"number": 1, "tables": [{"number": 1, "seats": [{"entrant": w} for w in (1, 2, 4)]}]}],
    }
    assert sorted(found.fault for found in audit(event).faults) == [
        Fault.KEPT_APART_TOGETHER,
        Fault.MISSING_ENTRANT,
        Fault.NOT_IN_THE_EVENT,
    ]


def test_the_audit_never_raises():
    for nonsense in (None, 3, [], {}, {"rounds": 3}, {"rounds": [{"tables": [{}]}]}):
        assert [found.fault for found in audit(nonsense).faults] == [Fault.NOT_A_SEATING]


def test_the_audit_shares_nothing_with_the_planner():
    tree = ast.parse(Path(audit_module.__file__).read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"dataclasses", "enum", "fractions", "itertools", "typing"}
