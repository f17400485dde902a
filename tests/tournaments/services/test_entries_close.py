"""Entries close at a time of their own, by the clock at the venue; a director enters people after it."""

from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from accounts.enums import ClubRole
from accounts.models import Membership, User
from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of
from tournaments.errors import EntriesClosed, FormatError
from tournaments.models import AuditRow, Tournament
from tournaments.permissions import can_enter
from tournaments.services.closing import set_closing
from tournaments.services.entrants import enter_player

pytestmark = pytest.mark.django_db


def member_of(tournament: Tournament, name: str) -> User:
    user = make_user(name)
    Membership.objects.create(club=tournament.club, user=user, role=ClubRole.MEMBER)
    return user


def closing_in(tournament: Tournament, hours: int) -> Tournament:
    """The event, starting in a week by the clock in Vienna, its entries closing so many hours from now."""
    tournament.refresh_from_db()
    there = timezone.now().astimezone(tournament.starts_at.tzinfo)
    starts, closes = there + timedelta(days=7), there + timedelta(hours=hours)
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=starts.date(), starts_time=starts.time())
    tournament.refresh_from_db()
    return set_closing(tournament=tournament, on=closes.date(), at=closes.time(), actor=None)


def test_people_enter_themselves_until_then_and_directors_after_it():
    tournament = a_paper_event(2)
    Tournament.objects.filter(pk=tournament.pk).update(time_zone="Europe/Vienna")
    mia, noa = member_of(tournament, "Mia"), member_of(tournament, "Noa")
    tournament = closing_in(tournament, 3)
    assert can_enter(mia, tournament)
    enter_player(tournament=tournament, actor=mia, user=mia)
    tournament = closing_in(tournament, -3)
    assert not can_enter(noa, tournament)
    with pytest.raises(EntriesClosed):
        enter_player(tournament=tournament, actor=noa, user=noa)
    enter_player(tournament=tournament, actor=director_of(tournament), name="Noa")
    assert tournament.entrants.count() == 4


@pytest.mark.parametrize(
    ("on", "at", "closes"),
    [
        (date(2026, 7, 1), time(18, 0), "2026-07-01T18:00:00+02:00"),
        (date(2026, 12, 1), time(18, 0), "2026-12-01T18:00:00+01:00"),
        # the clocks go forward at 2:00, so 2:30 isn't there: the moment after the gap is meant
        (date(2026, 3, 29), time(2, 30), "2026-03-29T03:30:00+02:00"),
    ],
)
def test_the_clock_is_that_of_the_venue_on_that_day(on, at, closes):
    tournament = Tournament(time_zone="Europe/Vienna", entries_close_on=on, entries_close_time=at)
    assert tournament.entries_close_at is not None
    assert tournament.entries_close_at.isoformat() == closes


@pytest.mark.parametrize("half", [{"on": date(2026, 1, 1), "at": None}, {"on": None, "at": time(18)}])
def test_half_a_time_is_none(half):
    with pytest.raises(FormatError):
        set_closing(tournament=a_paper_event(0), actor=None, **half)


def test_entries_dont_close_after_the_beginning():
    tournament = a_paper_event(0)
    with pytest.raises(FormatError):
        set_closing(
            tournament=tournament,
            on=tournament.starts_on + timedelta(days=1),
            at=tournament.starts_time,
            actor=None,
        )


def test_it_is_written_down_once_and_can_be_taken_away():
    tournament = a_paper_event(0)
    for _again in range(2):
        set_closing(tournament=tournament, on=tournament.starts_on, at=time(12, 0), actor=None)
    tournament = set_closing(tournament=tournament, on=None, at=None, actor=None)
    assert tournament.entries_close_at is None
    acts = AuditRow.objects.filter(tournament=tournament, action="set_closing")
    assert [row.payload_json["at"] for row in acts.order_by("number")] == ["12:00", ""]
