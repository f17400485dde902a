"""Calendar feeds: the right instants whatever the clocks do, only what may be seen, and keys that end."""

from datetime import date, time

import pytest
from django.test import Client
from django.urls import reverse

from accounts.links import calendar_key, user_of_key
from accounts.models import Membership
from tests.factories import make_club, make_user
from tests.tournaments.evenings import an_event
from tournaments.models import Tournament
from tournaments.services.entrants import enter_player

pytestmark = pytest.mark.django_db


def owner_of(club):
    return Membership.objects.filter(club=club).earliest("pk").user


def feed(address):
    """The feed's lines, folded ones put together again."""
    answer = Client().get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert max(len(line) for line in answer.content.split(b"\r\n")) <= 75
    return answer.content.decode().replace("\r\n ", "").split("\r\n")


def test_a_clubs_feed_has_its_public_events_as_instants():
    """19:30 in Lisbon is 18:30 UTC in summer; 01:30 on the night when the clocks go on means 01:30 UTC, 02:30
    there.
    """
    club = make_club("Riverside", time_zone="Europe/Lisbon")
    summer, gap, hidden, draft = (an_event(club=club, director=owner_of(club), open_=n < 3) for n in range(4))
    place = "Café, “Zum Löwen”; a long name that doesn't fit in a line of seventy-five bytes"
    Tournament.objects.filter(pk=summer.pk).update(
        starts_on=date(2026, 7, 1), name="Summer; one", venue=place
    )
    Tournament.objects.filter(pk=gap.pk).update(
        starts_on=date(2026, 3, 29), starts_time=time(1, 30), status="cancelled"
    )
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False)
    lines = feed(reverse("clubs:calendar", kwargs={"slug": club.slug}))
    assert [line for line in lines if line.startswith(("DTSTART", "STATUS"))] == [
        "DTSTART:20260701T183000Z",
        "STATUS:CONFIRMED",
        "DTSTART:20260329T013000Z",
        "STATUS:CANCELLED",
    ]
    assert "SUMMARY:Summer\\; one (Riverside)" in lines
    assert "LOCATION:" + place.replace(",", "\\,").replace(";", "\\;") in lines
    assert "DESCRIPTION:19:30 by the clock at the venue (Europe/Lisbon)" in lines
    assert f"URL:http://testserver/t/{summer.public_id}/" in lines
    assert draft.public_id not in "".join(lines)


def test_ones_own_feed_has_what_one_plays_in_until_the_password_changes():
    user = make_user("Zelda")
    mine, _other = (an_event() for _ in range(2))
    Tournament.objects.filter(pk=mine.pk).update(is_public=False)
    enter_player(tournament=mine, actor=None, name="Zelda", user=user)
    key = calendar_key(user)
    address = reverse("clubs:own_calendar", kwargs={"token": key})
    assert [line for line in feed(address) if line.startswith("UID")] == [f"UID:{mine.public_id}@deadwood"]
    user.set_password("another word")
    user.save()
    assert (user_of_key(key), Client().get(address).status_code) == (None, 404)


def test_no_feed_of_a_private_club_and_none_for_a_made_up_key():
    club = make_club(is_public=False)
    addresses = [
        reverse("clubs:calendar", kwargs={"slug": club.slug}),
        reverse("clubs:calendar", kwargs={"slug": "nowhere"}),
        reverse("clubs:own_calendar", kwargs={"token": "x"}),
    ]
    assert [Client().get(address).status_code for address in addresses] == [404] * 3
