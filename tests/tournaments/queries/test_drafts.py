"""Drafts on the director's page: who of a table has met before, figures beside another draft's, what was changed by
hand.
"""

import pytest

from tests.tournaments.evenings import a_paper_event, an_event, entrant, paper_round
from tournaments.models import SeatingDraft
from tournaments.queries.coming import coming_round
from tournaments.queries.drafts import DraftView, compared_figures, draft_views
from tournaments.queries.plans import SeatingPlan
from tournaments.services.drafts import swap_entrants
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def views_of(draft: SeatingDraft) -> tuple[DraftView, ...]:
    return draft_views(draft.tournament, coming_round(draft.tournament))


def test_a_table_names_the_pairs_that_meet_again_and_counts_many():
    """16 players at tables of four, second round: nobody meets again; two who met are brought together by hand, and in
    a field of one table everybody has met.
    """
    tournament = a_paper_event(16, rounds=3, table_sizes=(4,))
    played = paper_round(tournament)
    draft = generate_round(tournament=tournament, actor=None)
    (view,) = views_of(draft)
    assert {table.again for table in view.tables} == {""}
    ada = entrant(tournament, "Ada")
    seats = played.tables.get(seats__entrant=ada).seats.order_by("seat")
    friend = seats.exclude(entrant=ada)[0].entrant
    plan = SeatingPlan.from_json(draft.plan_json)
    beside = next(
        seat for table in plan.tables if ada.pk in table.seats for seat in table.seats if seat != ada.pk
    )
    swap_entrants(draft=draft, first=friend.pk, second=beside, actor=None)
    (view,) = views_of(draft)
    table = next(t for t in view.tables if ada.pk in {seat.entrant_id for seat in t.seats})
    names = [seat.name for seat in table.seats if seat.name in ("Ada", friend.name)]
    assert table.again == f"Met before: {names[0]} and {names[1]}"

    small = a_paper_event(4, rounds=2, table_sizes=(4,))
    paper_round(small)
    (view,) = views_of(generate_round(tournament=small, actor=None))
    assert [table.again for table in view.tables] == ["6 pairs have met before"]


def test_a_draft_says_whether_it_was_changed_by_hand():
    tournament = an_event(8)
    draft = generate_round(tournament=tournament, actor=None)
    assert [view.by_hand for view in views_of(draft)] == [False]
    ada, bo = (entrant(tournament, name).pk for name in ("Ada", "Bo"))
    swap_entrants(draft=draft, first=ada, second=bo, actor=None)
    generate_round(tournament=tournament, actor=None, another=True)
    assert [view.by_hand for view in views_of(draft)] == [False, True]


def test_figures_stand_beside_those_of_the_other_draft_and_of_the_best_possible():
    tournament = a_paper_event(8, rounds=3, table_sizes=(4,), seating="score_groups")
    paper_round(tournament)
    first = generate_round(tournament=tournament, actor=None)
    generate_round(tournament=tournament, actor=None, another=True)
    newer, older = views_of(first)
    lines = {line.figure.label: line for line in compared_figures(newer, older)}
    rematches = lines["Rematches in this round"]
    assert (rematches.figure.reached, rematches.other, rematches.figure.best) == ("4", "4", "4")
    assert {line.other for line in compared_figures(newer, None)} == {""}


def test_a_full_plans_figures_are_of_all_its_rounds_and_an_extra_round_has_none():
    tournament = a_paper_event(12, rounds=3, table_sizes=(4,), seating="full")
    (view,) = views_of(generate_round(tournament=tournament, actor=None))
    assert (view.figures[0].label, view.figures[0].reached) == ("Rematches in all rounds", "9")
    tied = a_paper_event(4, rounds=1, tiebreaks=())
    paper_round(tied, {"Ada": 30, "Bo": 30, "Cy": -20})
    (view,) = views_of(generate_round(tournament=tied, actor=None))
    assert view.figures == ()


def test_an_event_without_drafts_asks_once(django_assert_num_queries):
    tournament = an_event(8)
    coming = coming_round(tournament)
    with django_assert_num_queries(1):
        assert draft_views(tournament, coming) == ()
