"""Helpers: a simulated event checked by code that shares nothing with the planner."""

from tournaments.engine.seating.audit import audit
from tournaments.engine.seating.simulate import Scenario, simulate, to_json


def play(scenario: Scenario):
    """The whole event, and its structure after checking that the audit finds no fault."""
    *_, event = simulate(scenario)
    document = to_json(scenario, event)
    report = audit(document)
    assert report.faults == [], scenario
    return event, report


def check_exposure(event):
    """Short tables, bot tables and byes: at no time is anybody two ahead of anybody who plays.

    People who come late start level with the least burdened of those who are there.
    """
    burden = {}
    for round_ in event.rounds:
        here = [who for table in round_.tables for who in table.entrants] + list(round_.byes)
        level = min((burden[who] for who in here if who in burden), default=0)
        for who in here:
            burden.setdefault(who, level)
        largest = max(table.size for table in round_.tables)
        odd = [t for t in round_.tables if t.size < largest or t.bots]
        if len(odd) == len(round_.tables):
            odd = []
        for who in [who for table in odd for who in table.entrants] + list(round_.byes):
            burden[who] += 1
        now = [burden[who] for who in here]
        assert max(now) - min(now) <= 1, round_.number
