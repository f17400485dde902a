"""A draft that was changed by hand says which wishes it no longer meets."""

import pytest

from tests.tournaments.evenings import an_event
from tournaments.models import Entrant
from tournaments.queries.coming import coming_round
from tournaments.queries.drafts import draft_views
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.wishes import newly_unmet
from tournaments.services.drafts import swap_entrants
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def warnings_of(tournament):
    (view,) = draft_views(tournament, coming_round(tournament))
    return [note.text for note in view.notes if note.is_warning]


def seats_of(draft):
    return {
        seat: table for table in SeatingPlan.from_json(draft.plan_json).tables for seat in table.seats if seat
    }


def test_people_to_be_kept_apart_who_are_swapped_to_one_table():
    tournament = an_event(12, keep_groups_apart=True)
    one, other = Entrant.objects.filter(tournament=tournament).order_by("number")[:2]
    Entrant.objects.filter(pk__in=[one.pk, other.pk]).update(group="Smith")
    draft = generate_round(tournament=tournament, actor=None)
    assert warnings_of(tournament) == []
    table = seats_of(draft)[one.pk]
    neighbour = next(seat for seat in table.seats if seat != one.pk)
    changed = swap_entrants(draft=draft, first=other.pk, second=neighbour, actor=None)
    (warning,) = warnings_of(tournament)
    plans = [SeatingPlan.from_json(found.plan_json) for found in (draft, changed)]
    assert newly_unmet(tournament, *plans) == (warning,)
    assert newly_unmet(tournament, plans[1], plans[1]) == ()
    assert warning.startswith(f"To be kept apart, but together at table {table.number}: ")
    assert sorted(warning.removesuffix(".").split(": ")[1].split(", ")) == sorted([one.name, other.name])


def test_somebody_with_a_fixed_table_who_is_swapped_away_from_it():
    tournament = an_event(12)
    who = Entrant.objects.filter(tournament=tournament).order_by("number").first()
    Entrant.objects.filter(pk=who.pk).update(fixed_table=3)
    draft = generate_round(tournament=tournament, actor=None)
    assert (seats_of(draft)[who.pk].number, warnings_of(tournament)) == (3, [])
    other = next(seat for seat, table in seats_of(draft).items() if table.number == 1)
    swap_entrants(draft=draft, first=who.pk, second=other, actor=None)
    assert warnings_of(tournament) == [f"{who.name} has the fixed table 3 and sits at table 1."]
