"""Everybody can use the table: no axe violation, no sideways scroll, everything named, a light page."""

import gzip
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from games.engine.ruleset import PRESETS
from games.models import Game
from games.services.control import pause_game, resume_game
from games.services.seats import stand_in
from tests.browser.going import go
from tests.browser.playing import address, hand, let_others_play, phase, wait_until_moved
from tests.browser.test_table_play import PAUSED, by_keyboard, draw, play_one_deal, practice
from tests.games.tables import make_game, make_people, play_what_is_due

pytestmark = pytest.mark.browser
MOST_BYTES = 250_000
LOOKS = [(360, 640, "dark"), (768, 1024, "light"), (1440, 900, "light")]
MORE_LOOKS = [
    (360, 640, "light"),
    (390, 844, "light"),
    (390, 844, "dark"),
    (768, 1024, "dark"),
    (1440, 900, "dark"),
]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize(
    ("width", "height", "theme"),
    [*LOOKS, *(pytest.param(*look, marks=pytest.mark.proof) for look in MORE_LOOKS)],
)
def test_a_table_in_play(visit: Any, violations: Any, width: int, height: int, theme: str) -> None:
    (user,) = make_people(1)
    game = practice(user, "joker-knock", bots=4 if width == 360 else 1)
    visitor = visit(user, width=width, height=height)
    visitor.context.add_cookies([{"name": "theme", "value": theme, "url": visitor.site}])
    page = visitor.open(address(game))
    assert page.locator("html").get_attribute("data-theme") == theme
    draw(page, game)
    page.locator("#hand button.card").last.click()
    assert violations(page) == []
    assert fits(page)
    names = [card.get_attribute("aria-label") for card in page.locator("#hand button.card").all()]
    assert [name.split(", ")[-1] for name in names if name] == [
        f"position {at} of {len(names)}" for at in range(1, len(names) + 1)
    ]
    last = page.locator("#hand button.card").last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= width


@pytest.mark.parametrize("width", [360, 1440])
def test_the_end_of_a_deal_its_replay_and_its_proof(visit: Any, violations: Any, width: int) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=3)
    page = visit(user, width=width).open(address(game))
    play_one_deal(page, game, by_keyboard, patience=0)
    assert violations(page) == []
    assert fits(page)
    go(page, page.url + "record/1/")
    assert violations(page) == []
    assert fits(page)
    go(page, page.url.replace("record/1/", "deal/1/proof"))
    expect(page.locator("[data-result].ok")).to_have_count(2)
    assert violations(page) == []
    assert fits(page)


@pytest.mark.parametrize("width", [360, 1440])
def test_a_table_in_every_state(visit: Any, violations: Any, width: int) -> None:
    """A bot in one's seat, scoresheet open, no connection, paused, five hands open at the end of a game."""
    (user,) = make_people(1)
    rules = PRESETS["knock-rummy"].replace(deals=1)
    game = play_what_is_due(make_game([user], bots=4, ruleset=rules, options=PAUSED, level="random"))
    visitor = visit(user, width=width, height=740)
    page = visitor.open(address(game))

    def look(state: str) -> None:
        assert violations(page) == [], state
        assert fits(page), state

    stand_in(game=game, seat=0)
    expect(page.locator(".away")).to_be_visible()
    look("away")
    page.get_by_role("button", name="I'm back").click()
    expect(page.locator(".away")).to_have_count(0)
    if width < 1200:
        page.locator("#acts [data-side]").click()
        expect(page.locator("#side")).to_be_visible()
        look("scoresheet")
        page.locator("[data-side-close]").click()
    visitor.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    look("offline")
    visitor.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    pause_game(game=game)
    expect(page.locator("#status")).to_contain_text("The game is paused")
    look("paused")
    resume_game(game=game)
    expect(page.locator("#status")).not_to_contain_text("The game is paused")
    play_one_deal(page, game, by_keyboard, patience=0)
    expect(page.locator(".endfelt.over")).to_be_visible()
    assert page.locator(".endfelt .openhand").count() == 5
    look("game over")


def test_onlookers_and_plain_pages(visit: Any, violations: Any) -> None:
    users = make_people(2)
    game = make_game(users, is_public=True)
    onlooker, player = visit(width=360), visit(users[0], width=360)
    for visitor, path in (
        (onlooker, address(game)),
        (onlooker, "/help/"),
        (onlooker, "/nothing-here/"),
        (player, "/play/"),
        (player, "/my-games/"),
    ):
        page = visitor.open(path)
        assert violations(page) == [], path
        assert fits(page), path


def test_sheets_keep_the_focus_and_give_it_back(visit: Any, violations: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    page = visit(user).open(address(game))
    page.keyboard.press("?")
    expect(page.locator("#help-sheet")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#help-sheet")).to_be_hidden()
    page.locator('[data-opens="display-sheet"]').click()
    page.get_by_role("button", name="Dark").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.opens") == "display-sheet"


def test_the_focus_goes_on_where_the_pressed_button_is_gone(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    page = visit(user).open(address(game))
    while phase(page) != "draw":
        by_keyboard(page, "play")
        wait_until_moved(page, game)
        let_others_play(page, game)
    page.locator("#acts button.main").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand .card.new")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#say")).to_contain_text("Knock with")
    page.keyboard.press("k")
    expect(page.locator(".end-h")).to_be_focused()


def test_letters_and_suit_colours_follow_the_reader(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    visitor = visit(user)
    visitor.context.add_cookies([{"name": "dw_deck", "value": "2", "url": visitor.site}])
    page = visitor.open(address(game))
    draw(page, game)
    sources = [image.get_attribute("src") or "" for image in page.locator("#hand img").all()]
    wanted = ["2" if code[1] in "CD" else "4" for code in hand(page)]
    in_text = "name => getComputedStyle(document.body).getPropertyValue('--dw-suit-' + name)"
    assert page.evaluate(in_text, "c") == page.evaluate(in_text, "s")
    assert page.evaluate(in_text, "d") == page.evaluate(in_text, "h")
    assert [source.split("/cards/")[1].split("/")[0] for source in sources] == wanted


def test_the_first_load_weighs_less_than_250_kb(visit: Any) -> None:
    """Everything of the first load, each answer compressed as a server in front of it would."""
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=3)
    visitor = visit(user)
    answers: list[Response] = []
    visitor.context.on("response", lambda answer: answers.append(answer))
    page = visitor.open(address(game))
    page.wait_for_load_state("load")
    bodies = {
        answer.url: answer.body()
        for answer in answers
        if answer.ok and answer.request.method == "GET" and "/live/" not in answer.url
    }
    assert len(bodies) > 15, "page, styles, scripts and cards"
    assert sum(len(gzip.compress(body)) for body in bodies.values()) < MOST_BYTES


def test_a_game_is_never_shown_to_whom_it_is_hidden_from(visit: Any) -> None:
    users = make_people(2)
    game: Game = make_game(users)
    page = visit().open(address(game))
    expect(page.get_by_role("heading", name="Nothing is here")).to_be_visible()
