"""Whole deals played at the table in a real browser: by keyboard, by touch, by drag and drop."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.ruleset import PRESETS
from games.enums import ActorKind
from games.models import Deal, Game, MoveRecord
from games.options import GameOptions
from tests.browser.playing import (
    address,
    card_that_helps_least,
    hand,
    let_others_play,
    phase,
    wait_until_moved,
)
from tests.games.tables import let_time_pass, make_game, make_people, play_what_is_due

pytestmark = pytest.mark.browser
MOST_TURNS = 300
# No clock runs out on a busy machine: whoever plays in these tests is the person.
PAUSED = GameOptions(deal_pause_seconds=600, cut_seconds=60, turn_seconds=600, bot_pace_seconds=0)


def practice(user: Any, preset: str, bots: int) -> Game:
    """A game against weak bots that waits for the player between deals."""
    game = make_game([user], bots=bots, ruleset=preset, options=PAUSED, level="random")
    return play_what_is_due(game)


def play_one_deal(page: Page, game: Game, move: Callable[[Page, str], None], patience: int = 4) -> None:
    """Step by step until the hands are laid open; after `patience` steps a knock is made where it is
    allowed.
    """
    for turn in range(MOST_TURNS):
        if page.locator(".endfelt").count():
            return
        if phase(page) == "cut":
            let_time_pass(game, -600)  # no option allows more than a minute for it
        move(page, "knock" if turn >= patience else "play")
        wait_until_moved(page, game)
        let_others_play(page, game)
    raise AssertionError("the deal goes on for ever")


def by_keyboard(page: Page, wish: str) -> None:
    now = phase(page)
    if now == "cut":
        page.locator("#acts button.main").focus()
        page.keyboard.press("Enter")
    elif now in ("draw", "upcard"):
        page.keyboard.press("d" if now == "draw" else "p")
    else:
        code = card_that_helps_least(page)
        page.locator(f"#c-{code}").focus()
        page.keyboard.press("Space")
        expect(page.locator(f"#c-{code}")).to_have_attribute("aria-pressed", "true")
        can_knock = page.locator(f"#c-{code}[data-knock]").count()
        page.keyboard.press("k" if wish == "knock" and can_knock else "x")


def by_touch(page: Page, wish: str) -> None:
    now = phase(page)
    if now == "cut":
        page.locator("#acts button.main").tap()
    elif now == "draw":
        page.locator("#stock").tap()
    elif now == "upcard":
        page.locator("#pile").tap()
    else:
        code = card_that_helps_least(page)
        card = page.locator(f"#c-{code}")
        card.tap(position={"x": 12, "y": 20})
        expect(card).to_have_attribute("aria-pressed", "true")
        if wish == "knock" and page.locator(f"#c-{code}[data-knock]").count():
            page.locator("#knock").tap()
        else:
            card.tap(position={"x": 12, "y": 20})


def presets(*now: str) -> list[Any]:
    """All presets; those not named are for the long run."""
    return [pytest.param(key, marks=() if key in now else pytest.mark.proof) for key in PRESETS]


@pytest.mark.parametrize("preset", presets("rum-knock"))
def test_a_deal_by_keyboard(visit: Any, preset: str) -> None:
    (user,) = make_people(1)
    game = practice(user, preset, bots=PRESETS[preset].min_players - 1)
    page = visit(user).open(address(game))
    while not page.locator("#hand").count():  # who deals sits out where three play, dead deals included
        page.keyboard.press("n")
        expect(page.locator("#status")).to_be_visible()
        let_others_play(page, game)
    number = game.deal_number
    play_one_deal(page, game, by_keyboard)
    expect(page.locator(".end-h h2")).to_be_visible()
    assert Deal.objects.get(game=game, number=number).is_over
    assert set(MoveRecord.objects.filter(game=game, seat=0).values_list("actor_kind", flat=True)) == {
        ActorKind.HUMAN
    }
    expect(page.locator("[data-shows-deal]").first).to_contain_text(str(number))
    if game.is_over:  # weak bots may lose a whole game in one deal
        expect(page.locator(".endfelt.over")).to_be_visible()
        return
    page.keyboard.press("n")
    expect(page.locator("#status")).to_be_visible()
    expect(page.locator("[data-shows-deal]").first).to_contain_text(str(number + 1))


@pytest.mark.parametrize("preset", presets("knock-rummy"))
def test_a_deal_by_touch(visit: Any, preset: str) -> None:
    (user,) = make_people(1)
    game = practice(user, preset, bots=PRESETS[preset].min_players - 1)
    page = visit(user, width=390, height=844, touch=True).open(address(game))
    play_one_deal(page, game, by_touch)
    assert Deal.objects.get(game=game, number=1).is_over
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def draw(page: Page, game: Game) -> None:
    """Up to the own discard; weak bots may end deals before."""
    while phase(page) != "discard":
        if phase(page) == "needs_deal":
            page.locator("#next-deal").click()
        else:
            by_keyboard(page, "play")
        wait_until_moved(page, game)
        let_others_play(page, game)


def test_a_card_dragged_onto_the_pile_is_discarded(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    page = visit(user).open(address(game))
    draw(page, game)
    code = card_that_helps_least(page)
    card, pile = page.locator(f"#c-{code}").bounding_box(), page.locator("#pile .stack").bounding_box()
    assert card is not None
    assert pile is not None
    page.mouse.move(card["x"] + card["width"] - 12, card["y"] + 60)
    page.mouse.down()
    page.mouse.move(card["x"] + 20, card["y"] - 30, steps=4)
    page.mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=8)
    expect(page.locator("#pile")).to_contain_class("over")
    page.mouse.up()
    expect(page.locator(f'#hand [data-code="{code}"]')).to_have_count(0)
    assert MoveRecord.objects.filter(game=game, code=f"discard-{code}").count() == 1
    # the next tap is the reader's own again
    let_others_play(page, game)
    page.locator("#stock").click()
    expect(page.locator('#table[data-phase="discard"]')).to_be_attached()


def test_the_own_order_outlives_a_reload(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    page = visit(user).open(address(game))
    draw(page, game)
    page.locator("#hand button.card").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Alt+ArrowLeft")
    page.keyboard.press("Alt+ArrowLeft")
    order = hand(page)
    assert page.locator("#say").inner_text() == (page.locator(":focus").get_attribute("aria-label")), (
        "the move is told"
    )
    page.reload()
    expect(page.locator("#hand.flat")).to_be_visible()
    assert hand(page) == order
    page.keyboard.press("3")
    by_suit = sorted(order, key=lambda code: ("CDHS".index(code[1]), "A23456789TJQK".index(code[0])))
    assert hand(page) == by_suit
    page.keyboard.press("1")
    expect(page.locator("#hand.flat")).to_have_count(0)
    assert sorted(hand(page)) == sorted(order)
