"""A whole evening at the level of services: sixteen people, a withdrawal, the right end, a clean audit."""

import pytest

from tests.tournaments.evenings import (
    an_event,
    director_of,
    entrant,
    names_at,
    paper_round,
    play_round,
    start_next,
)
from tournaments.enums import RoundKind, TournamentStatus
from tournaments.models import Tournament
from tournaments.queries.audit import audit_event
from tournaments.queries.coming import coming_round
from tournaments.queries.standings import standings_page
from tournaments.services.completion import begin_review, complete_round, finish_tournament
from tournaments.services.presence import withdraw
from tournaments.services.reports import report_totals

pytestmark = pytest.mark.django_db


def finish(tournament: Tournament) -> Tournament:
    begin_review(tournament=tournament, actor=None)
    return finish_tournament(tournament=tournament, actor=None)


def problems(tournament: Tournament) -> list[object]:
    return [problem for line in audit_event(tournament).lines for problem in line.problems]


def test_an_evening_of_sixteen_online(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:evening"
    tournament = an_event(16, rounds=3)
    play_round(tournament)
    withdraw(entrant=entrant(tournament, "Dee"), actor=None)
    play_round(tournament)
    play_round(tournament)
    while coming_round(tournament).kind is not None:
        play_round(tournament)
    tournament = finish(tournament)
    assert tournament.status == TournamentStatus.FINISHED
    assert problems(tournament) == []
    page = standings_page(tournament)
    assert page is not None
    assert page.is_final
    assert [line.position for line in page.lines] == list(range(1, 17))
    assert {line.name: line.status_label for line in page.lines if line.status_label} == {"Dee": "withdrawn"}
    assert sum(int(line.points) for line in page.lines) == 0


def test_a_fixed_source_gives_the_same_evening_again(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:again"
    evenings = []
    for _unused in range(2):
        tournament = an_event(8, rounds=2)
        play_round(tournament)
        play_round(tournament)
        page = standings_page(tournament)
        assert page is not None
        evenings.append([(line.name, line.points) for line in page.lines])
    assert evenings[0] == evenings[1]


def test_ties_that_matter_lead_to_an_extra_round():
    tournament = an_event(4, rounds=1, table_mode="paper", tiebreaks=())
    paper_round(tournament, {"Ada": 30, "Bo": 30, "Cy": -20})
    coming = coming_round(tournament)
    assert coming.kind == RoundKind.EXTRA
    assert coming.field == tuple(sorted(entrant(tournament, name).pk for name in ("Ada", "Bo")))
    page = standings_page(tournament)
    assert page is not None
    assert [(line.place, line.name) for line in page.lines][:2] == [(1, "Ada"), (1, "Bo")]
    extra = paper_round(tournament, {"Bo": 7, "Ada": -7})
    assert extra.kind == RoundKind.EXTRA
    assert coming_round(tournament).is_all_played
    tournament = finish(tournament)
    page = standings_page(tournament)
    assert page is not None
    assert [(line.place, line.name, line.points) for line in page.lines] == [
        (1, "Bo", 30),
        (2, "Ada", 30),
        (3, "Cy", -20),
        (4, "Dee", -40),
    ]
    assert page.lines[1].reason == "Behind Bo by “Extra round”: 2 to 1."
    before = standings_page(tournament, 1)
    assert before is not None
    assert [line.place for line in before.lines] == [1, 1, 3, 4]
    assert problems(tournament) == []


def test_an_extra_round_that_ends_level_is_repeated_until_the_cap():
    tournament = an_event(4, rounds=1, table_mode="paper", tiebreaks=(), extra_round_cap=2)
    paper_round(tournament, {"Ada": 30, "Bo": 30, "Cy": -20})
    paper_round(tournament, {"Ada": 0, "Bo": 0})
    assert coming_round(tournament).kind == RoundKind.EXTRA
    paper_round(tournament, {"Ada": 0, "Bo": 0})
    assert coming_round(tournament).is_all_played
    page = standings_page(tournament)
    assert page is not None
    assert [line.place_text for line in page.lines] == ["=1", "=1", "3", "4"]


def test_the_withdrawn_are_members_of_a_tie_but_dont_play_it_off():
    tournament = an_event(4, rounds=1, table_mode="paper", tiebreaks=())
    paper_round(tournament, {"Ada": 10, "Bo": 10, "Cy": 10, "Dee": -30})
    withdraw(entrant=entrant(tournament, "Bo"), actor=None)
    coming = coming_round(tournament)
    assert coming.field == tuple(sorted(entrant(tournament, name).pk for name in ("Ada", "Cy")))
    paper_round(tournament, {"Ada": 5, "Cy": -5})
    page = standings_page(tournament)
    assert page is not None
    assert [(line.place, line.name) for line in page.lines] == [(1, "Ada"), (2, "Cy"), (3, "Bo"), (4, "Dee")]
    assert problems(tournament) == []


def test_after_the_cap_the_lot_decides_where_the_event_says_so():
    """User-demands 39: the lot comes from the event's published seed, so every reading gives the same
    places.
    """
    tournament = an_event(
        4, rounds=1, table_mode="paper", tiebreaks=(), extra_round_cap=1, tie_after_cap="lot"
    )
    paper_round(tournament, {"Ada": 30, "Bo": 30, "Cy": -20})
    paper_round(tournament, {"Ada": 0, "Bo": 0})
    assert coming_round(tournament).is_all_played
    page = standings_page(tournament)
    assert page is not None
    assert [line.place for line in page.lines] == [1, 2, 3, 4]
    assert {line.name for line in page.lines[:2]} == {"Ada", "Bo"}
    assert problems(tournament) == []


def test_six_tied_for_first_play_at_two_tables_whose_winners_meet():
    """Ties.md, 3: 6 = 3 + 3, and for one place the winners of the tables meet in a decider."""
    tournament = an_event(6, rounds=1, table_mode="paper", tiebreaks=(), table_sizes=(3,))
    paper_round(tournament)
    extra = start_next(tournament)
    winners = []
    for table in extra.tables.order_by("number"):
        report_totals(table=table, totals=[10, -5, -5], actor=director_of(tournament))
        winners.append(names_at(table)[0])
    complete_round(round_id=extra.pk)
    decider = coming_round(tournament)
    assert (len(winners), decider.kind) == (2, RoundKind.EXTRA)
    assert decider.field == tuple(sorted(entrant(tournament, name).pk for name in winners))
    paper_round(tournament, {winners[1]: 6, winners[0]: -6})
    assert coming_round(tournament).is_all_played
    page = standings_page(tournament)
    assert page is not None
    assert [line.name for line in page.lines[:2]] == [winners[1], winners[0]]
    assert {line.points for line in page.lines} == {0}
    assert problems(tournament) == []
