"""The table stays in step: two tabs, an onlooker, a lost connection, a page that slept, a move that came
too late.
"""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Game, MoveRecord
from games.services.seats import stand_in
from tests.browser.playing import address, hand, let_others_play, wait_until_moved, wait_until_shown
from tests.browser.test_table_play import draw, practice
from tests.games.tables import make_game, make_people

pytestmark = pytest.mark.browser


def test_two_tabs_of_one_player_stay_in_step(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    visitor = visit(user)
    first, second = visitor.open(address(game)), visitor.open(address(game))
    draw(first, game)
    expect(second.locator('#table[data-phase="discard"]')).to_be_attached()
    assert sorted(hand(second)) == sorted(hand(first))


def test_an_onlooker_follows_without_any_card_of_a_hand(visit: Any) -> None:
    users = make_people(2)
    game = make_game(users, is_public=True)
    player, onlooker = visit(users[game_turn(game)]).open(address(game)), visit().open(address(game))
    expect(onlooker.locator(".plate")).to_have_count(2)
    player.locator("#acts button.main").click()
    wait_until_moved(player, game)
    for page in (player, onlooker):
        wait_until_shown(page, game)
    expect(onlooker.locator("#stock")).to_be_visible()
    assert onlooker.locator("#hand").count() == 0
    shown = onlooker.content()
    held = hand(player)
    assert held != []
    assert [code for code in held if f"/{code}." in shown] == []


def game_turn(game: Game) -> int:
    """The seat to act."""
    assert game.turn_seat is not None
    return game.turn_seat


def test_a_lost_connection_is_shown_and_what_was_missed_is_fetched(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    visitor = visit(user)
    here = visitor.open(address(game))
    draw(here, game)
    elsewhere = visit(user).open(address(game))
    visitor.context.set_offline(True)
    expect(here.locator("#offline")).to_be_visible()
    here.locator("#hand button.card").last.focus()
    here.keyboard.press("Space")
    here.keyboard.press("x")
    expect(here.locator("#toasts")).to_contain_text("Not sent")
    assert here.locator(".leaving, .ghost").count() == 0, "what was shown at once is taken back"
    elsewhere.locator("#hand button.card[data-discard]").last.focus()
    elsewhere.keyboard.press("Space")
    elsewhere.keyboard.press("x")
    expect(elsewhere.locator('#table:not([data-phase="discard"])')).to_be_attached()
    let_others_play(elsewhere, game)
    visitor.context.set_offline(False)
    wait_until_shown(here, game)
    expect(here.locator("#offline")).to_be_hidden()
    assert sorted(hand(here)) == sorted(hand(elsewhere))


def test_an_error_page_never_takes_the_place_of_the_table(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    visitor = visit(user)
    page = visitor.open(address(game))
    draw(page, game)
    away = "<!doctype html><title>502</title><h1>Bad gateway</h1>"
    page.route("**/move", lambda route: route.fulfill(status=502, body=away, content_type="text/html"))
    page.locator("#hand button.card[data-discard]").last.focus()
    page.keyboard.press("Space")
    page.keyboard.press("x")
    expect(page.locator("#toasts")).to_contain_text("didn't answer")
    # only now, since a page that knows itself to be offline sends no move
    page.route("**/view", lambda route: route.fulfill(status=502, body=away, content_type="text/html"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#offline")).to_be_visible()
    assert page.locator("#hand button.card").count() > 0
    assert page.locator(".leaving, .ghost").count() == 0, "what was shown at once is taken back"
    page.unroute("**/view")
    page.unroute("**/move")
    expect(page.locator("#offline")).to_be_hidden()
    page.keyboard.press("x")
    expect(page.locator('#table:not([data-phase="discard"])')).to_be_attached()


def test_who_was_signed_out_elsewhere_is_not_shown_a_sign_in_inside_of_the_table(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    visitor = visit(user)
    page = visitor.open(address(game))
    draw(page, game)
    visitor.context.clear_cookies()
    page.locator("#hand button.card[data-discard]").last.focus()
    page.keyboard.press("Space")
    page.keyboard.press("x")
    expect(page.get_by_role("heading", name="Nothing is here")).to_be_visible()
    assert page.locator("#table").count() == 0


def test_a_move_for_an_older_table_is_refused_and_the_present_one_shown(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    page = visit(user).open(address(game))
    draw(page, game)
    # at the moment of sending, since a poke may draw the table anew before
    page.evaluate(
        "document.addEventListener('submit', () => {"
        " document.querySelector('[name=expected_ply]').value = '0'; }, {capture: true, once: true})"
    )
    page.locator("#hand button.card[data-discard]").last.focus()
    page.keyboard.press("Space")
    moves = MoveRecord.objects.filter(game=game).count()
    page.keyboard.press("x")
    expect(page.locator("#toasts")).to_contain_text("moved on")
    expect(page.locator('#table[data-phase="discard"]')).to_be_attached()
    assert MoveRecord.objects.filter(game=game).count() == moves
    page.keyboard.press("x")
    expect(page.locator('#table:not([data-phase="discard"])')).to_be_attached()


def test_impossible_moves_say_why(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "no-knock", bots=1)
    page = visit(user).open(address(game))
    draw(page, game)
    page.keyboard.press("d")
    expect(page.locator("#toasts")).to_contain_text("You have drawn already")
    page.keyboard.press("k")
    expect(page.locator("#toasts")).to_contain_text("Raise the card")
    page.locator("#hand button.card:not([data-knock])").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("k")
    expect(page.locator("#toasts")).to_contain_text("only going out")


def test_a_bot_that_stood_in_gives_the_seat_back(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    stand_in(game=game, seat=0)
    page = visit(user).open(address(game))
    page.get_by_role("button", name="I'm back").click()
    expect(page.locator(".away")).to_have_count(0)
    assert game.seats.get(seat=0).occupant == "player"


def test_without_scripts_a_turn_can_be_played(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    page = visit(user, java_script_enabled=False).open(address(game))
    for _unused in range(3):
        if page.locator("#table").get_attribute("data-phase") == "discard":
            break
        with page.expect_navigation():  # going on before the form is sent would take the click back
            page.locator("#acts button.main").click()
    discard = page.locator("noscript button, #acts button[value^=discard]").first
    discard.click()
    expect(page.locator('#table:not([data-phase="discard"])')).to_be_attached()
    assert MoveRecord.objects.filter(game=game, code__startswith="discard-", seat=0).exists()


def test_table_talk_is_heard_and_can_be_switched_off(visit: Any) -> None:
    users = make_people(2)
    game = make_game(users)
    speaker, listener = visit(users[0]).open(address(game)), visit(users[1]).open(address(game))
    deaf = visit(users[1])
    deaf.context.add_cookies([{"name": "dw_talk", "value": "off", "url": deaf.site}])
    page = deaf.open(address(game))
    speaker.get_by_role("button", name="Well played").click()
    expect(listener.locator(".speech")).to_have_text("Well played")
    wait_until_shown(page, game)
    assert page.locator(".speech").count() == 0
    assert page.get_by_role("button", name="Well played").count() == 0
