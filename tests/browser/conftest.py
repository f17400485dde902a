"""A signed-in browser on a real web process. Every page of these tests fails its test where the browser
reports a breach of the content security policy, a script error, or an axe violation that was looked for.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import User
from tests.browser.going import go

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE_MS = 20_000  # costs nothing where things go well, and busy machines are no defect of a page
expect.set_options(timeout=PATIENCE_MS)
# What a browser says of answers and connections that a test provokes on purpose.
EXPECTED = ("Failed to load resource", "net::ERR_", "Failed to fetch", "NetworkError")


@dataclass
class Visitor:
    """One browser of one person: its pages, and what the browser complained of."""

    context: BrowserContext
    site: str
    complaints: list[str]

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        go(page, self.site.rstrip("/") + path)
        return page

    def _note(self, message: Any) -> None:
        text = message.text
        if message.type in ("error", "warning") and not any(words in text for words in EXPECTED):
            self.complaints.append(text)


@pytest.fixture
def visit(live_site: str, browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors: `visit(user, width=360, touch=True)`; without a user somebody who isn't signed in.

    They prefer reduced motion unless told otherwise: half-way through a transition a colour is neither the old one nor
    the new one, and a busy machine may stay there for long.
    """
    made: list[Visitor] = []

    def make(user: User | None = None, *, width: int = 1440, height: int = 900, **options: Any) -> Visitor:
        touch = options.pop("touch", False)
        options.setdefault("reduced_motion", "reduce")
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch, **options)
        context.set_default_timeout(PATIENCE_MS)
        if user is not None:
            client = Client()
            client.force_login(user)
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_site}])
        visitor = Visitor(context, live_site, [])
        made.append(visitor)
        return visitor

    yield make
    complaints = [text for visitor in made for text in visitor.complaints]
    for visitor in made:
        for page in visitor.context.pages:
            go(page, "about:blank")  # closing a page that is on its way to another may take for ever
        visitor.context.close()
    assert complaints == []


@pytest.fixture
def violations() -> Callable[[Page], list[str]]:
    """What axe finds on a page: "rule: first element"."""

    def look(page: Page) -> list[str]:
        found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
        return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]

    return look
