"""What the table does for eyes and ears: the last seconds of a turn, sound that can be off, no motion where none is
wanted. Time passes by the browser's clock alone.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import address
from tests.browser.test_table_play import draw, practice
from tests.games.tables import make_people

pytestmark = pytest.mark.browser
# A browser without loudspeakers: it counts the tones.
SILENT = """
window.tones = 0;
const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
const node = () => ({ frequency: {}, gain: param, connect: node, start() { window.tones += 1; }, stop() {} });
window.AudioContext = class { currentTime = 0; createOscillator = node; createGain = node; };
"""
RESERVE = 120


def my_turn(visit: Any, **cookies: str) -> Page:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    visitor = visit(user)
    visitor.context.clock.install()
    visitor.context.add_init_script(SILENT)
    visitor.context.add_cookies(
        [{"name": name, "value": value, "url": visitor.site} for name, value in cookies.items()]
    )
    page: Page = visitor.open(address(game))
    draw(page, game)
    expect(page.locator("#status [data-turn]")).to_be_visible()
    return page


def let_time_pass_but(page: Page, seconds: int) -> None:
    """The browser's clock is stopped, and put on to where so many seconds are left of turn and reserve."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.clock.run_for(300)
    minutes, _colon, rest = page.locator("#status [data-turn] .t").first.inner_text().partition(":")
    left = 60 * int(minutes) + int(rest) + RESERVE
    page.clock.fast_forward((left - seconds) * 1000)


@pytest.mark.parametrize(("cookies", "tones"), [({}, 2), ({"dw_sound": "off"}, 0)])
def test_the_last_seconds_are_seen_told_and_heard(visit: Any, cookies: dict[str, str], tones: int) -> None:
    page = my_turn(visit, **cookies)
    assert page.locator(".low").count() == 0
    before = page.evaluate("window.tones")
    let_time_pass_but(page, 5)
    expect(page.locator("#status [data-turn].low")).to_be_visible()
    expect(page.locator("#say")).to_have_text("Ten seconds left.")
    assert page.evaluate("window.tones") - before == tones


def test_sound_is_switched_off_and_on_at_the_table(visit: Any) -> None:
    page = my_turn(visit)
    sound = page.locator(".top [data-sound]")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator(".top [data-sound]")).to_have_attribute("aria-pressed", "false")


def test_nothing_moves_for_who_wants_no_motion(visit: Any) -> None:
    (user,) = make_people(1)
    game = practice(user, "knock-rummy", bots=1)
    page = visit(user, reduced_motion="reduce").open(address(game))
    draw(page, game)
    page.locator("#hand button.card").last.click()
    longest = page.evaluate(
        """Math.max(...[...document.querySelectorAll('*')].flatMap((each) => {
             const style = getComputedStyle(each);
             return [style.transitionDuration, style.animationDuration].join(',').split(',').map(parseFloat);
           }))"""
    )
    assert longest <= 0.01
