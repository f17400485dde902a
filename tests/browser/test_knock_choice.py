"""The choice of what to show in a gin knock, and that the action bar keeps inside its column."""

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.bots.registry import bot_named
from games.engine.observation import observe
from games.models import Deal, Game, MoveRecord
from games.queries.states import load_state
from games.seeds import bot_rng
from games.services.play import play_move, ready_for_next
from tests.browser.playing import address
from tests.browser.test_table_play import practice
from tests.games.tables import make_people, play_what_is_due

pytestmark = pytest.mark.browser


def play_to_a_choice(game: Game, user: Any) -> str:
    """The club bot plays for the person until a card can be knocked with in several ways: that card."""
    for _unused in range(200):
        play_what_is_due(game)
        state = load_state(game)
        if state.turn is None:
            ready_for_next(game=game, actor=user)
            continue
        seen = observe(state, 0)
        for card in seen.hand:
            if len(seen.legal_moves.arrangements(card)) > 1:
                return card.code
        move = bot_named("club").choose(seen, bot_rng("choice", game.ply))
        play_move(game=game, actor=user, code=move.code, expected_ply=game.ply)
    raise AssertionError("no hand with a choice")


def gap_beside_the_felt(page: Page) -> float:
    return float(
        page.evaluate(
            "document.getElementById('side').getBoundingClientRect().left"
            " - document.getElementById('acts').getBoundingClientRect().right"
        )
    )


def without_scripts(user: Any, game: Game, code: str) -> list[str]:
    """The knocks with this card that have a choice, as plain buttons of the page."""
    client = Client()
    client.force_login(user)
    page = client.get(address(game)).content.decode()
    return re.findall(rf'<button class="btn knock" name="code" value="(knock-{code}:[^"]*)"', page)


def test_a_knocker_chooses_what_to_show_and_the_bar_keeps_its_column(visit: Any, violations: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "gin", bots=1)
    code = play_to_a_choice(game, user)
    page = visit(user, width=1280, height=800).open(address(game))
    assert gap_beside_the_felt(page) == 20
    page.locator(f"#c-{code}").focus()
    page.keyboard.press("Space")
    ways = page.locator(f"#ways-{code}")
    expect(ways).to_be_visible()
    assert gap_beside_the_felt(page) == 20
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    expect(ways).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    assert without_scripts(user, game, code) == [
        option.get_attribute("value") for option in ways.locator("option").all()
    ]
    chosen = ways.locator("option").nth(1).get_attribute("value")
    ways.select_option(index=1)
    page.locator("#knock").click()
    expect(page.locator(".end-h h2")).to_be_visible()
    assert MoveRecord.objects.filter(game=game, code=chosen).count() == 1
    assert Deal.objects.filter(game=game).latest("number").is_over
