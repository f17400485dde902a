"""What entrants are told: by what happens in an event, once, and only people with an account."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.enums import ClubRole
from accounts.models import Membership, Notice, Player
from accounts.services.outbox import send_due
from games.models import Game
from tests.factories import A_DAY, make_club, make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, paper_round, start_next
from tournaments.enums import TableStatus
from tournaments.errors import EntriesClosed
from tournaments.models import Table
from tournaments.queries.entrants import waiting_positions
from tournaments.season_format import SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.entrants import enter_player, promote
from tournaments.services.news import tell_turns
from tournaments.services.presence import withdraw
from tournaments.services.reconcile import reconcile
from tournaments.services.reports import report_totals
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seasons import assign_event, create_season
from tournaments.services.seating import generate_round
from tournaments.services.setup import open_entries

pytestmark = pytest.mark.django_db


def subjects(user=None):
    rows = Notice.objects.order_by("pk")
    return list((rows.filter(user=user) if user else rows).values_list("subject", flat=True))


def owner_of(club):
    return Membership.objects.get(club=club, role=ClubRole.OWNER).user


def give_accounts(tournament):
    """Everybody in the event gets an account; by name."""
    found = {}
    tournament.entrants.update(autopilot=False)
    for player in Player.objects.filter(entries__tournament=tournament):
        player.user = found[player.name] = make_user(player.name)
        player.save()
    return found


def test_an_entry_is_confirmed_and_moving_up_is_told():
    event = an_event(1, capacity=2)
    ada, bo = make_user("Ann"), make_user("Ben")
    first = enter_player(tournament=event, actor=ada, user=ada)
    second = enter_player(tournament=event, actor=bo, user=bo)
    assert subjects() == [
        "Club night: your entry is confirmed",
        "Club night: you are on the waiting list",
    ]
    withdraw(entrant=first, actor=ada)
    promote(entrant=second, actor=None)  # is up already
    assert subjects(bo)[1:] == ["Club night: you have a place now"]


def test_who_is_entered_before_the_event_is_shown_is_told_when_it_is():
    event = an_event(open_=False)
    enter_player(tournament=event, actor=None, name="Ada", user=make_user("Ada"))
    assert subjects() == []
    open_entries(tournament=event, actor=None)
    open_entries(tournament=event, actor=None)
    assert subjects() == ["Club night: your entry is confirmed"]


def test_people_without_an_account_and_rehearsals_are_silent():
    enter_player(tournament=an_event(), actor=None, name="Ada")
    quiet = an_event()
    quiet.is_rehearsal = True
    quiet.save()
    enter_player(tournament=quiet, actor=None, name="Bo", user=make_user())
    assert subjects() == []


def test_a_published_round_tells_everybody_the_own_table():
    event = a_paper_event(9, table_sizes=(4,), empty_seats="byes", rounds=1)
    users = give_accounts(event)
    draft = generate_round(tournament=event, actor=None)
    publish_round(draft=draft, actor=None)
    publish_round(draft=draft, actor=None)  # pressed twice
    assert Notice.objects.count() == len(users) == 9
    seat = Table.objects.get(round__number=1, number=1).seats.get(seat=0)
    notice = Notice.objects.get(user=seat.player.user)
    others = ", ".join(Table.objects.get(number=1).seats.exclude(seat=0).values_list("name", flat=True))
    assert notice.body == f"Your place is table 1, seat 1, together with {others}."
    assert notice.subject == "Club night, Round 1: table 1"
    assert subjects().count("Club night, Round 1: you sit out") == 1


def test_a_cancelled_transaction_tells_nobody():
    """The draft that is published twice with another seed is refused, and nobody hears of it."""
    event = a_paper_event(4)
    give_accounts(event)
    draft = generate_round(tournament=event, actor=None)
    draft.round_number = 7
    draft.save()
    with pytest.raises(Exception, match="draft"):
        publish_round(draft=draft, actor=None)
    assert subjects() == []


def test_a_reported_result_asks_the_others_at_the_table():
    event = a_paper_event(4)
    users = give_accounts(event)
    publish_round(draft=generate_round(tournament=event, actor=None), actor=None)
    round_ = start_round(round_=event.rounds.get(), actor=None)
    table = round_.tables.get()
    Notice.objects.all().delete()
    totals = dict.fromkeys(range(4), 0)
    report_totals(table=table, totals=list(totals.values()), actor=users["Ada"])
    table.refresh_from_db()
    assert table.status == TableStatus.DECIDED
    assert sorted(row.user.display_name for row in Notice.objects.all()) == ["Bo", "Cy", "Dee"]
    assert set(subjects()) == {"Club night: confirm the result of table 1"}


def test_a_turn_that_has_waited_a_minute_is_told_once_an_hour():
    event = an_event(4)
    users = give_accounts(event)
    round_ = start_next(event)
    game = Game.objects.get(table_game__table__round=round_)
    game.seats.update(occupant="player", bot_level="")
    Notice.objects.all().delete()
    assert tell_turns() == 0
    Game.objects.update(turn_started_at="2026-01-01T00:00Z")
    assert (tell_turns(), tell_turns()) == (1, 0)
    game.refresh_from_db()
    notice = Notice.objects.get()
    assert notice.user == users[game.seats.get(seat=game.turn_seat).name]
    assert (notice.subject, notice.path) == ("Club night: it is your turn", f"/g/{game.public_id}/")


def test_a_finished_evening_tells_the_place_in_the_season():
    club = make_club("Riverside")
    event = a_paper_event(4, director=owner_of(club), club=club, rounds=1, extra_round_cap=0)
    users = give_accounts(event)
    season = create_season(
        club=club,
        league_name="Premier",
        name="2026",
        starts_on=A_DAY,
        ends_on=A_DAY,
        format_=SeasonFormat(by_place=(10, 6, 4, 2)),
        actor=None,
    )
    assign_event(season=season, tournament=event, actor=None)
    paper_round(event, {"Ada": 30, "Bo": 10, "Cy": -10})
    begin_review(tournament=event, actor=None)
    finish_tournament(tournament=event, actor=None)
    reconcile()
    reconcile()
    (found,) = [row for row in Notice.objects.filter(user=users["Ada"]) if row.kind == "season"]
    assert found.subject == "Premier, 2026: the table after Club night"
    assert found.body == "After Club night your place is 1, with 10 points."
    assert Notice.objects.filter(kind="season").count() == 4


def test_mail_is_written_in_the_clubs_language_or_ones_own(settings):
    club = make_club("Riverside", language="de")
    event = an_event(club=club, director=owner_of(club))
    own = make_user("Ada", language="en")
    enter_player(tournament=event, actor=None, name="Ada", user=own)
    enter_player(tournament=event, actor=None, name="Bo", user=make_user("Bo"))
    assert list(Notice.objects.order_by("pk").values_list("language", flat=True)) == ["en", "de"]
    send_due()
    assert len(mail.outbox) == 2


def test_news_stands_in_the_own_calendar_with_an_alarm():
    event = a_paper_event(4)
    users = give_accounts(event)
    publish_round(draft=generate_round(tournament=event, actor=None), actor=None)
    client = Client()
    client.force_login(users["Ada"])
    page = client.get(reverse("account:news")).context["calendar_address"]
    feed = Client().get(page).content.decode().replace("\r\n ", "")
    assert [part in feed for part in ("Club night\\, Round 1: table 1", "BEGIN:VALARM", "TRIGGER:PT0M")] == [
        True
    ] * 3


def test_a_director_sees_the_messages_of_the_own_event_only():
    event, other = an_event(), an_event()
    enter_player(tournament=event, actor=None, name="Ada", user=make_user("Ada"))
    client = Client()
    client.force_login(director_of(event))
    answer = client.get(reverse("tournaments:outbox", kwargs={"public_id": event.public_id}))
    text = answer.content.decode()
    assert [part in text for part in ("Ada", "your entry is confirmed", "It begins")] == [True, True, False]
    elsewhere = reverse("tournaments:outbox", kwargs={"public_id": other.public_id})
    assert [client.get(elsewhere).status_code, client.post(elsewhere).status_code] == [404, 404]
    owners = Client()
    owners.force_login(owner_of(event.club))
    page = owners.get(reverse("clubs:outbox", kwargs={"slug": event.club.slug})).content.decode()
    assert "your entry is confirmed" in page


def test_case_28_a_waiting_list_ends_where_hope_does_and_moves_up_by_itself():
    """Two places and two who wait: a fifth is refused, and who is first on the list moves up when one leaves."""
    event = an_event(2, capacity=2)
    users = [make_user(name) for name in ("Wim", "Xan", "Yve")]
    waiting = [enter_player(tournament=event, actor=user, user=user) for user in users[:2]]
    with pytest.raises(EntriesClosed, match="waiting list is full"):
        enter_player(tournament=event, actor=users[2], user=users[2])
    director = director_of(event)
    assert (
        enter_player(tournament=event, actor=director, name="Zoe").status == "waiting"
    )  # a director decides
    positions = waiting_positions(list(event.entrants.all()))
    assert [positions[one.pk] for one in waiting] == [1, 2]
    withdraw(entrant=event.entrants.get(number=1), actor=None)
    assert [event.entrants.get(pk=one.pk).status for one in waiting] == ["entered", "waiting"]
    assert subjects(users[0])[-1] == "Club night: you have a place now"
