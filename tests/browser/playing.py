"""What the browser tests share: reading the table as a person does, and moving the bots on."""

from playwright.sync_api import Page

from games.models import Game
from tests.games.tables import play_what_is_due

SHOWN_WITHIN_MS = 15_000
LOOK_EVERY_MS = 100


def address(game: Game) -> str:
    return f"/g/{game.public_id}/"


def phase(page: Page) -> str:
    return page.locator("#table").get_attribute("data-phase") or ""


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


def hand(page: Page) -> list[str]:
    """The codes of the own cards, in the order in which they lie."""
    cards = page.locator("#hand button.card")
    return [cards.nth(at).get_attribute("data-code") or "" for at in range(cards.count())]


def wait_until_moved(page: Page, game: Game) -> None:
    """Until what was done at the page has reached the game, which is as it was when it was last read. A page that shows
    something newer doesn't tell that: people's pages come and go, and that is news as well.
    """
    before = (game.ply, game.deal_number, game.status)
    for _unused in range(SHOWN_WITHIN_MS // LOOK_EVERY_MS):
        game.refresh_from_db()
        if (game.ply, game.deal_number, game.status) != before:
            return
        page.wait_for_timeout(LOOK_EVERY_MS)
    raise AssertionError(f"nothing was done at ply {game.ply}; the page says {phase(page)}")


def wait_until_shown(page: Page, game: Game) -> None:
    """Until the page shows the game as it is."""
    for _unused in range(SHOWN_WITHIN_MS // LOOK_EVERY_MS):
        game.refresh_from_db()
        if version(page) == game.version:
            return
        page.wait_for_timeout(LOOK_EVERY_MS)
    raise AssertionError(f"the page shows version {version(page)}, the game is at {game.version}")


def let_others_play(page: Page, game: Game) -> None:
    """Bots and clocks do what is due, then the page shows it."""
    play_what_is_due(game)
    wait_until_shown(page, game)


def card_that_helps_least(page: Page) -> str:
    """A card outside of melds, the dearest; any card where all lie in melds."""
    found = page.locator("#hand").evaluate("""hand => {
        const cards = [...hand.querySelectorAll("button.card[data-discard]")];
        const loose = cards.filter(card => card.closest(".meld.loose"));
        return (loose.length ? loose : cards).at(-1)?.dataset.code;
    }""")
    assert found, f"no card can be discarded; the page says {phase(page)}"
    return str(found)
