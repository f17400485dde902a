"""What the desk's browser tests share: looking at a page (axe, no sideways scroll, a picture where one is wanted)."""

import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

Violations = Callable[[Page], list[str]]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def look(page: Page, name: str, violations: Violations) -> None:
    """The page is sound: nothing for axe, nothing sideways. With DEADWOOD_SHOTS it is also photographed there."""
    folder = os.environ.get("DEADWOOD_SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
    found = violations(page)
    assert found == [], f"{name}: {found}"
    assert fits(page), name
