"""Locked tables of a draft: they stay when it is drawn again, and nobody is moved by mistake."""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, enter, entrant, paper_round
from tournaments.errors import BadMove, DraftOutdated, NotAllowed
from tournaments.queries.coming import coming_round
from tournaments.queries.drafts import draft_views
from tournaments.queries.plans import SeatingPlan
from tournaments.services.drafts import lock_table, move_entrant, swap_entrants
from tournaments.services.presence import withdraw
from tournaments.services.seating import generate_round, kept_tables

pytestmark = pytest.mark.django_db


def tables_of(draft):
    return {table.number: table.seats for table in SeatingPlan.from_json(draft.plan_json).tables}


def test_locked_tables_stay_through_drawing_again_and_again():
    tournament = an_event(16)
    first = generate_round(tournament=tournament, actor=None)
    for number in (3, 1):
        first = lock_table(draft=first, table=number, is_locked=True, actor=None)
    again = generate_round(tournament=tournament, actor=None, another=True, keeping=first)
    third = generate_round(tournament=tournament, actor=None, another=True, keeping=again)
    before = tables_of(first)
    for draft in (again, third):
        after = tables_of(draft)
        assert draft.locked_tables == [1, 3]
        assert (after[1], after[3]) == (before[1], before[3])
        assert sorted(seat for seats in after.values() for seat in seats) == sorted(
            tournament.entrants.values_list("pk", flat=True)
        )
    assert len({frozenset(tables_of(draft)[2]) for draft in (first, again, third)}) == 3


def test_an_unlocked_table_is_drawn_again():
    tournament = an_event(16)
    draft = generate_round(tournament=tournament, actor=None)
    lock_table(draft=draft, table=2, is_locked=True, actor=None)
    draft = lock_table(draft=draft, table=2, is_locked=False, actor=None)
    again = generate_round(tournament=tournament, actor=None, another=True, keeping=draft)
    assert (draft.locked_tables, again.locked_tables) == ([], [])
    assert tournament.audit_rows.filter(action__in=["lock_table", "unlock_table"]).count() == 2


def test_a_locked_table_is_left_alone_by_swaps_and_moves():
    tournament = an_event(11)
    draft = generate_round(tournament=tournament, actor=None)
    draft = lock_table(draft=draft, table=1, is_locked=True, actor=None)
    inside, outside = tables_of(draft)[1][0], tables_of(draft)[2][0]
    with pytest.raises(BadMove) as swapped:
        swap_entrants(draft=draft, first=outside, second=inside, actor=None)
    with pytest.raises(BadMove) as moved:
        move_entrant(draft=draft, entrant=outside, table=1, actor=None)
    assert (swapped.value.reason, moved.value.reason) == ("locked", "locked")
    assert str(moved.value) == "This table is locked. Unlock it first."


def test_a_lock_falls_where_somebody_of_the_table_has_left():
    tournament = an_event(12)
    draft = generate_round(tournament=tournament, actor=None)
    draft = lock_table(draft=draft, table=1, is_locked=True, actor=None)
    gone = tournament.entrants.get(pk=tables_of(draft)[1][0])
    withdraw(entrant=gone, actor=None)
    assert kept_tables(draft, coming_round(tournament)) == ()
    again = generate_round(tournament=tournament, actor=None, another=True, keeping=draft)
    assert again.locked_tables == []


def test_who_may_lock_what():
    tournament = an_event(8)
    draft = generate_round(tournament=tournament, actor=director_of(tournament))
    with pytest.raises(NotAllowed):
        lock_table(draft=draft, table=1, is_locked=True, actor=make_user())
    with pytest.raises(BadMove):
        lock_table(draft=draft, table=9, is_locked=True, actor=None)
    enter(tournament, ["Late"])
    with pytest.raises(DraftOutdated):
        lock_table(draft=draft, table=1, is_locked=True, actor=None)
    assert entrant(tournament, "Late").name == "Late"


def test_the_page_shows_which_tables_are_locked():
    tournament = an_event(8)
    draft = generate_round(tournament=tournament, actor=None)
    lock_table(draft=draft, table=2, is_locked=True, actor=None)
    (view,) = draft_views(tournament, coming_round(tournament))
    assert ([table.is_locked for table in view.tables], view.locked, view.can_lock) == (
        [False, True],
        1,
        True,
    )


def test_a_full_plan_drawn_around_a_locked_table_goes_on_round_by_round():
    """The plan that follows from the seed would seat people together again whom the locked draft brought together."""
    tournament = a_paper_event(16, rounds=3, seating="full", table_sizes=(4,))
    draft = generate_round(tournament=tournament, actor=None)
    first = tournament.entrants.order_by("number").first().pk
    number = next(number for number, seats in tables_of(draft).items() if first in seats)
    draft = lock_table(draft=draft, table=number, is_locked=True, actor=None)
    generate_round(tournament=tournament, actor=None, another=True, keeping=draft)
    for _unused in range(3):
        paper_round(tournament)
    repeats = tournament.rounds.order_by("-number").first().certificate_json["repeats"]
    assert repeats["coincidences"] == 0
