"""An evening on screens, run from a phone: people sit down at their tables in browsers of their own, bots play for
those on autopilot and for somebody who didn't come, and the results come in by themselves.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.enums import GameStatus, Occupant
from games.models import Game
from tests.browser.desk import look
from tests.browser.going import go
from tests.browser.playing import wait_until_moved, wait_until_shown
from tests.browser.test_desk_evening import PHONE, confirm, press, press_and_see_it_gone
from tests.browser.test_table_play import by_touch
from tests.factories import make_club, make_user
from tests.games.tables import let_time_pass, play_what_is_due
from tests.tournaments.evenings import NAMES, an_event
from tournaments.models import Tournament
from tournaments.services.entrants import enter_player
from tournaments.services.reconcile import lost_endings
from tournaments.services.results import record_game_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_TURNS = 120
A_LONG_WAIT = 3600


@pytest.mark.parametrize(
    ("people", "in_browsers", "rounds"), [(8, 1, 1), pytest.param(16, 3, 2, marks=pytest.mark.proof)]
)
def test_an_evening_on_screens(
    visit: Any, violations: Any, people: int, in_browsers: int, rounds: int
) -> None:
    director = make_user("Dora Director")
    club = make_club("Riverside", owner=director)
    tournament = an_event(
        people - in_browsers - 1,
        director=director,
        club=club,
        rounds=rounds,
        boundaries=(),
        extra_round_cap=0,
    )
    players = [make_user(f"Player {NAMES[-1 - index]}") for index in range(in_browsers)]
    for user in players:
        enter_player(tournament=tournament, actor=director, user=user)
    enter_player(tournament=tournament, actor=director, name="Nobody Came")
    desk = visit(director, **PHONE).open(f"/t/{tournament.public_id}/tonight/")
    pages = {user: visit(user, touch=True, **PHONE).open(f"/t/{tournament.public_id}/") for user in players}
    for number in range(1, rounds + 1):
        start_round(desk, tournament)
        for page in pages.values():
            sit_down(page, number)
        play_all_tables(tournament, pages)
        for game_id in lost_endings():
            record_game_result(game_id=game_id)
        go(desk, desk.url)
        press_and_see_it_gone(desk, "Complete the round")
    for user, page in pages.items():
        go(page, page.url.split("/g/")[0] + f"/t/{tournament.public_id}/standings/")
        expect(page.locator("main")).to_contain_text(str(user))
    look(next(iter(pages.values())), "standings-online-phone", violations)
    press_and_see_it_gone(desk, "Close the event", "Close it")
    press_and_see_it_gone(desk, "Make the standings final", "Make them final")
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert stood_in(tournament) == rounds


def start_round(desk: Page, tournament: Tournament) -> None:
    go(desk, desk.url.split("/t/")[0] + f"/t/{tournament.public_id}/tonight/")
    press(desk, "Seat the next round")
    press(desk, "Publish the seating")
    confirm(desk, "Publish")
    desk.locator(".next .btn.main").first.click()
    confirm(desk, "Start")
    expect(desk.get_by_role("heading", name="All tables in play")).to_be_visible()


def sit_down(page: Page, number: int) -> None:
    """From the event's page to the own table with one press."""
    if number > 1:
        go(page, page.url.split("/g/")[0])
    page.reload()
    page.locator("a[href*='/g/']").first.click()
    expect(page.locator("#table")).to_be_attached()


def games_of(tournament: Tournament) -> list[Game]:
    games = Game.objects.filter(table_game__table__round__tournament=tournament).order_by("pk")
    return list(games.filter(status=GameStatus.PLAYING))


def play_all_tables(tournament: Tournament, pages: dict[User, Page]) -> None:
    """Tables in turn: bots do what is due, people tap, and for who isn't there a bot sits down after the grace."""
    for game in games_of(tournament):
        for turn in range(MOST_TURNS):
            play_what_is_due(game)
            if game.status != GameStatus.PLAYING:
                break
            seat = game.seats.get(seat=game.turn_seat)
            user = seat.player.user if seat.player is not None else None
            page = pages.get(user) if user is not None else None
            if page is None:
                let_time_pass(game, A_LONG_WAIT)
                continue
            wait_until_shown(page, game)
            by_touch(page, "knock" if turn > 6 else "play")
            wait_until_moved(page, game)
        assert game.status == GameStatus.FINISHED, "the table goes on for ever"


def stood_in(tournament: Tournament) -> int:
    """At how many tables a bot sat down for somebody."""
    games = Game.objects.filter(table_game__table__round__tournament=tournament)
    return games.filter(seats__occupancies__occupant=Occupant.STAND_IN).distinct().count()
