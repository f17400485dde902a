"""What standings are computed from: tables that the clock ended, byes by reason, who left."""

from fractions import Fraction

import pytest

from games.queries.rulesets import preset_ruleset
from tests.tournaments.evenings import a_paper_event, deals, director_of, names_at, start_next
from tournaments.engine.results import RoundKind, SeatResult, TableOutcome
from tournaments.models import Bye, Table
from tournaments.queries.event_input import event_input, in_full
from tournaments.queries.standings import standings_page
from tournaments.services.completion import complete_round
from tournaments.services.reports import report_totals
from tournaments.services.setup import change_settings


def outcome(played: int, kind: RoundKind = RoundKind.MAIN) -> TableOutcome:
    return TableOutcome(1, 1, (SeatResult(1, 9), SeatResult(2, -4), SeatResult(3, -5)), kind, deals=played)


@pytest.mark.parametrize(
    ("played", "nets"),
    [(0, (9, -4, -5)), (2, (18, -8, -10)), (3, (12, Fraction(-16, 3), Fraction(-20, 3))), (4, (9, -4, -5))],
)
def test_a_table_ended_by_the_clock_counts_as_its_deals_so_far(played, nets):
    """Four deals are planned; points for two of them count twice (docs/rules.md, C "Time")."""
    found = in_full(outcome(played), deals(4), "net")
    assert tuple(seat.net for seat in found.seats) == nets
    assert sum(nets) == 0


def test_schemes_that_divide_by_themselves_extra_rounds_and_open_games_stay():
    assert in_full(outcome(2), deals(4), "net_per_opponent") == outcome(2)
    assert in_full(outcome(2, RoundKind.EXTRA), deals(4), "net") == outcome(2, RoundKind.EXTRA)
    assert in_full(outcome(2), preset_ruleset("knock-match"), "net") == outcome(2)


@pytest.mark.django_db
def test_standings_show_the_clocks_tables_beside_the_others():
    tournament = a_paper_event(8, rounds=1)
    change_settings(tournament=tournament, actor=None, ruleset=deals(4))
    round_ = start_next(tournament)
    one, other = Table.objects.order_by("number")
    director = director_of(tournament)
    report_totals(table=one, totals=[10, -10, 0, 0], actor=director, deals_played=1)
    report_totals(table=other, totals=[25, -25, 0, 0], actor=director)
    complete_round(round_id=round_.pk)
    page = standings_page(tournament)
    assert page is not None
    assert [(line.name, line.points) for line in page.lines[:2]] == [
        (names_at(one)[0], 40),
        (names_at(other)[0], 25),
    ]


@pytest.mark.django_db
def test_a_bye_at_own_wish_is_worth_nothing_whatever_the_event_says():
    """User-demands 13: what a bye is worth depends on its reason."""
    tournament = a_paper_event(9, empty_seats="byes", table_sizes=(4,), bye_value="fixed", bye_points=12)
    round_ = start_next(tournament)
    bye = Bye.objects.get(round=round_)
    assert [(found.value.value, found.points) for found in event_input(tournament).byes] == [("fixed", 12)]
    Bye.objects.filter(pk=bye.pk).update(reason="wish")
    assert [(found.value.value, found.points) for found in event_input(tournament).byes] == [("none", 0)]
