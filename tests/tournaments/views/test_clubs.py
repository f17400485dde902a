"""Pages of clubs: what is on them, who may press what, and that another club's page looks like none at all."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.enums import ClubRole
from accounts.links import join_token
from accounts.models import Club, Membership
from accounts.services import ask_to_join
from tests.factories import make_club, make_user
from tests.tournaments.evenings import a_paper_event, director_of, paper_round
from tournaments.models import Tournament
from tournaments.queries.clubs import club_events
from tournaments.services.completion import begin_review, finish_tournament

pytestmark = pytest.mark.django_db
ACTS = ("ask", "leave", "settings", "revoke", "answer", "role")
SECRETS = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]+|X-CSRFToken&quot;: &quot;[^&]+|X-CSRFToken": "[^"]+'
)


def client_of(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def path(name, slug):
    return reverse(f"clubs:{name}", kwargs={"slug": slug})


def finished_event(club, points=None, count=4, **fields):
    """An evening of one round on paper, played to the end."""
    owner = Membership.objects.get(club=club, role=ClubRole.OWNER).user
    tournament = a_paper_event(count, director=owner, club=club, rounds=1, extra_round_cap=0)
    Tournament.objects.filter(pk=tournament.pk).update(**fields)
    paper_round(tournament, points or {"Ada": 30, "Bo": -10})
    begin_review(tournament=tournament, actor=None)
    return finish_tournament(tournament=tournament, actor=None)


def test_founding_a_club_makes_its_owner():
    user = make_user()
    client = client_of(user)
    form = {"name": "Riverside", "time_zone": "Europe/Lisbon", "language": "nl", "is_public": "on"}
    assert client.post(reverse("clubs:found"), form).url == "/c/riverside/"
    assert Membership.objects.get(user=user).role == ClubRole.OWNER
    again = client.post(reverse("clubs:found"), form)
    assert (again.status_code, "That name is taken." in again.content.decode()) == (422, True)
    assert client_of().get(reverse("clubs:found")).status_code == 302
    assert "Riverside" in client_of().get(reverse("clubs:list")).content.decode()


def test_a_club_shows_what_is_on_what_was_played_and_its_records():
    club = make_club("Riverside")
    finished_event(club, name="Spring cup")
    second = finished_event(club, {"Ada": 5, "Cy": 40}, 5, name="Summer cup")
    a_paper_event(2, club=club, director=director_of(second))
    events = club_events(club, director_of(second))
    assert [line.name for line in events.coming] == ["Club night"]
    assert [(line.name, line.winners, line.field) for line in events.results] == [
        ("Summer cup", ("Cy",), 5),
        ("Spring cup", ("Ada",), 4),
    ]
    assert [(line.label, line.value, line.names, line.event) for line in events.records] == [
        ("Most evenings won", "1 evening", ("Ada", "Cy"), ""),
        ("Most evenings played", "2 evenings", ("Ada", "Bo", "Cy"), ""),
        ("Most points at one table", "+40", ("Cy",), "Summer cup"),
        ("Largest evening", "5 players", (), "Summer cup"),
    ]
    text = client_of().get(path("club", club.slug)).content.decode()
    assert [word in text for word in ("Spring cup", "+40", "Ask to join", "Members")] == [
        True,
        True,
        False,
        False,
    ]


def test_private_evenings_and_rehearsals_set_no_record_that_visitors_read():
    club = make_club("Riverside")
    hidden = finished_event(club, is_public=False)
    finished_event(club, is_rehearsal=True)
    outside = club_events(club, make_user())
    assert (outside.results, outside.records) == ((), ())
    assert len(club_events(club, director_of(hidden)).results) == 1


@pytest.mark.parametrize("count", [1, 3])
def test_a_clubs_page_costs_the_same_however_much_was_played(count, django_assert_num_queries):
    club = make_club()
    owner = Membership.objects.get(club=club).user
    for _unused in range(count):
        finished_event(club)
    with django_assert_num_queries(13):
        club_events(club, owner)


def test_only_owners_see_and_change_the_settings():
    owner, director, guest = make_user(), make_user(), make_user("Gus")
    club = make_club(owner=owner)
    Membership.objects.create(club=club, user=director, role=ClubRole.DIRECTOR)
    ask_to_join(club=club, user=guest)
    assert client_of(director).get(path("settings", club.slug)).status_code == 404
    client = client_of(owner)
    assert join_token(club) in client.get(path("settings", club.slug)).content.decode()
    client.post(path("answer", club.slug), {"user": guest.pk, "answer": "accept"})
    client.post(path("role", club.slug), {"user": guest.pk, "role": "scorer"})
    assert Membership.objects.get(user=guest).role == ClubRole.SCORER
    client.post(path("role", club.slug), {"user": guest.pk, "role": "remove"})
    assert not Membership.objects.filter(user=guest).exists()
    client.post(path("role", club.slug), {"user": owner.pk, "role": "member"})
    assert Membership.objects.get(user=owner).role == ClubRole.OWNER  # the last one stays


def test_the_link_names_the_club_and_lets_in_until_it_is_revoked():
    owner, guest = make_user(), make_user()
    club = make_club("Quiet corner", owner=owner, is_public=False)
    link = reverse("clubs:join", kwargs={"token": join_token(club)})
    assert "Quiet corner" in client_of(guest).get(link).content.decode()
    assert client_of(guest).post(link).url == path("club", club.slug)
    assert client_of(guest).get(path("club", club.slug)).status_code == 200
    client_of(owner).post(path("revoke", club.slug))
    assert [client_of(make_user()).get(link).status_code, client_of(make_user()).post(link).status_code] == [
        404
    ] * 2
    client_of(guest).post(path("leave", club.slug))
    assert client_of(guest).get(path("club", club.slug)).status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", ["club", *ACTS])
def test_another_clubs_pages_are_answered_like_none(name, method):
    """A private club's address and one that nobody has: the same status and body, for owners elsewhere too."""
    theirs = make_club("Theirs", is_public=False)
    Club.objects.filter(pk=theirs.pk).update(slug="aaaa")
    stranger = make_user()
    make_club("Ours", owner=stranger)
    answers = []
    for slug in ("aaaa", "bbbb"):
        answer = getattr(client_of(stranger), method)(
            path(name, slug), {"user": stranger.pk, "role": "owner"}
        )
        answers.append((answer.status_code, SECRETS.sub(b"", answer.content).replace(slug.encode(), b"")))
    assert answers[0] == answers[1]
    assert answers[0][0] in (404, 405)


def test_a_public_clubs_settings_are_nobodys_but_its_owners():
    theirs, owner = make_club(), make_user()
    make_club(owner=owner)
    client = client_of(owner)
    posts = [client.post(path(name, theirs.slug), {"user": owner.pk, "role": "owner"}) for name in ACTS[2:]]
    assert [answer.status_code for answer in posts] == [404] * 4
