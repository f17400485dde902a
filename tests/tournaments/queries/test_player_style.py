"""How a player plays, counted from ends of deals that are written here by hand."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Deal
from tests.tournaments.evenings import a_paper_event, an_event, paper_round, play_round
from tournaments.models import Tournament
from tournaments.queries.player_style import player_style

pytestmark = pytest.mark.django_db


def style_of(name, event):
    return player_style(
        Player.objects.get(name=name), Tournament.objects.filter(pk=event.pk), AnonymousUser()
    )


def an_end(knocker, winners, net, deadwoods, kind="knock"):
    """The end of a deal of four, as it is stored."""
    return {
        "counts": True,
        "points": net,
        "net": net,
        "results": [
            {
                "kind": kind,
                "seats": [0, 1, 2, 3],
                "knocker": knocker,
                "undercut": knocker not in winners,
                "winners": winners,
                "net": net,
                "points": net,
                "deadwoods": deadwoods,
            }
        ],
    }


@pytest.fixture
def event():
    """A round of one deal online, whose end each test writes anew."""
    event = an_event(4)
    play_round(event)
    return event


def set_end(end):
    """The first deal ends so, and the others of the table without a score."""
    Deal.objects.update(result_json=an_end(None, [], [0, 0, 0, 0], [], "dead"))
    Deal.objects.filter(number=1).update(result_json=end)


def seats():
    """Names by seat."""
    return dict(Deal.objects.first().game.seats.values_list("seat", "name"))


def test_a_knock_that_wins(event):
    """Seat 1 knocks with 5 against 20, 15 and 30: 15 + 10 + 25 = 50."""
    set_end(an_end(1, [1], [-15, 50, -10, -25], [20, 5, 15, 30]))
    figures = style_of(seats()[1], event).knocks
    assert (figures.deals, figures.knocks, figures.success, figures.average_deadwood) == (1, 1, 100, 5.0)
    assert (figures.undercut_by_others, figures.undercuts_made, figures.gins) == (0, 0, 0)
    (best,) = style_of(seats()[1], event).best
    assert (best.points_text, best.number, best.event) == ("+50 points", 1, "Club night")


def test_a_knock_that_is_undercut(event):
    """Seat 1 knocks with 9; seat 3 has 4 and undercuts."""
    set_end(an_end(1, [3], [0, -30, 0, 30], [20, 9, 15, 4]))
    knocker, other, outsider = (style_of(seats()[seat], event).knocks for seat in (1, 3, 0))
    assert (knocker.success, knocker.undercut_by_others, knocker.average_deadwood) == (0, 1, 9.0)
    assert (other.knocks, other.success, other.undercuts_made) == (0, None, 1)
    assert (outsider.knocks, outsider.undercuts_made, outsider.undercut_by_others) == (0, 0, 0)


def test_a_deal_without_a_score_counts_for_nothing(event):
    set_end(an_end(None, [], [0, 0, 0, 0], [], "dead"))
    figures = style_of(seats()[0], event).knocks
    assert (figures.deals, figures.knocks, figures.average_deadwood) == (0, 0, None)


def test_opponents_by_the_tables_shared_and_hidden_ones_are_nobodys():
    event = a_paper_event(4, rounds=2)
    paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    paper_round(event, {"Ada": -30, "Bo": 30, "Cy": 10})
    lines = style_of("Ada", event).opponents
    assert [(line.name, line.tables, line.ahead, line.behind) for line in lines] == [
        ("Bo", 2, 1, 1),
        ("Cy", 2, 1, 1),
        ("Dee", 2, 1, 1),
    ]
    Player.objects.filter(name="Bo").update(is_private=True)
    assert [line.name for line in style_of("Ada", event).opponents] == ["Cy", "Dee"]


def test_the_page_shows_it_with_a_way_to_the_replay(event):
    set_end(an_end(1, [1], [-15, 50, -10, -25], [20, 5, 15, 30]))
    Tournament.objects.update(status="finished")
    player = Player.objects.get(name=seats()[1])
    page = Client().get(reverse("clubs:player", kwargs={"slug": event.club.slug, "player": player.pk}))
    text = page.content.decode()
    public_id = Deal.objects.first().game.public_id
    assert [part in text for part in ("Knocks", "100 % won", f"/g/{public_id}/record/1/")] == [True] * 3
