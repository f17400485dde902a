"""Every card has its picture in both decks and both faces, and nothing in the pictures comes from elsewhere."""

import re
from pathlib import Path

import pytest

from games.engine.cards import ALL_CARDS
from games.templatetags.cards import face_url

STATIC = Path(__file__).parents[2] / "static"
MOST_BYTES = 24_000


@pytest.mark.parametrize("deck", ["2", "4"])
@pytest.mark.parametrize("face", ["big", "classic"])
def test_all_cards_have_a_picture(deck: str, face: str) -> None:
    urls = [face_url(card, deck, face) for card in ALL_CARDS]
    assert len(set(urls)) == len(ALL_CARDS)
    sizes = {url: (STATIC / url.removeprefix("/static/")).stat().st_size for url in urls}
    assert {url: size for url, size in sizes.items() if size > MOST_BYTES} == {}


def test_pictures_bring_nothing_in() -> None:
    for path in STATIC.glob("**/*.svg"):
        text = path.read_text(encoding="utf-8")
        assert re.findall(r"<script|href=\"(?!#)|onload=|url\((?!#)", text) == [], path


def test_all_icons_that_templates_name_are_in_the_sprite() -> None:
    templates = STATIC.parent / "templates"
    sprite = (templates / "components" / "sprite.html").read_text(encoding="utf-8")
    known = set(re.findall(r'<symbol id="i-([\w-]+)"', sprite))
    named = set()
    for path in templates.glob("**/*.html"):
        named |= set(re.findall(r'{% icon "([\w-]+)"', path.read_text(encoding="utf-8")))
        named |= set(re.findall(r'icon_name="([\w-]+)"', path.read_text(encoding="utf-8")))
    assert named - known == set()
