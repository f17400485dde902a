"""A private table in two browsers: the host shows a link, a guest without an account plays the first moves."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.enums import ActorKind
from games.models import Game, MoveRecord
from tests.browser.playing import phase, wait_until_moved, wait_until_shown
from tests.browser.test_table_access import fits
from tests.browser.test_table_play import by_touch
from tests.factories import make_user

pytestmark = pytest.mark.browser


def move_on(pages: list[Page], game: Game) -> None:
    """Whoever's turn it is plays; both pages show it."""
    mover = next(page for page in pages if page.locator("#table[data-my-turn]").count())
    by_touch(mover, "play")
    wait_until_moved(mover, game)
    for page in pages:
        wait_until_shown(page, game)


def test_a_guest_by_a_link_plays_the_first_moves(visit: Any, violations: Any) -> None:
    ruth = visit(make_user("Ruth"), width=1440, touch=True).open("/invite/")
    assert violations(ruth) == []
    ruth.locator("[name=preset][value=knock-rummy]").check()
    ruth.locator("[name=bots]").fill("1")
    ruth.locator("[name=turn]").select_option("")
    ruth.locator("#invite .btn.main").click()
    assert violations(ruth) == []
    link = ruth.locator("#join-link").input_value()

    luca = visit(width=390, height=844, touch=True).open("/" + link.split("/", 3)[3])
    assert violations(luca) == []
    luca.locator("[name=name]").fill("Luca")
    luca.locator("form .btn.main").tap()
    expect(luca.locator("#own-link")).to_be_visible()
    assert violations(luca) == []
    assert fits(luca)
    expect(ruth.locator(".places")).to_contain_text("Luca")

    ruth.locator("form[action$=start] .btn").click()
    for page in (ruth, luca):
        expect(page.locator("#table")).to_be_attached()
    game = Game.objects.get()
    for _unused in range(5):
        move_on([ruth, luca], game)
    moves = MoveRecord.objects.filter(game=game)
    assert set(moves.values_list("actor_kind", flat=True)) == {ActorKind.HUMAN}
    assert set(moves.values_list("seat", flat=True)) == {0, 1}
    assert phase(luca) != ""
