"""The catalogues of the four languages: whole, well-formed, compiled as they stand, and really served. Whether a
sentence is good, no test can say; see docs/translating.md.
"""

import gettext
import html
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.engine.cards import Card
from games.queries.words import card_name, index_letter
from tests.factories import make_user

ROOT = Path(__file__).parents[2]
LANGUAGES = ["de", "nl", "pt_BR", "es"]
BY_COLUMN = list(enumerate(["en", "de", "nl", "pt-br", "es"]))  # of the glossary
PLACEHOLDER = re.compile(r"%\(\w+\)[-#0 +]*\d*(?:\.\d+)?[sdf]|%%|__[a-z]+__|`\w+`")
PAGES = {"/help/": "templates/games/help.html", "/play/": "templates/games/practice.html"}


def folder(locale: str) -> Path:
    return ROOT / "locale" / locale / "LC_MESSAGES"


@cache
def catalogue(locale: str) -> Catalog:
    with (folder(locale) / "django.po").open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def messages(locale: str) -> Iterator[Message]:
    return (message for message in catalogue(locale) if message.id)


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def placeholders(text: str) -> list[str]:
    return sorted(set(PLACEHOLDER.findall(text)))


def test_every_language_on_offer_has_a_catalogue() -> None:
    offered = {translation.to_locale(code) for code, _name in settings.LANGUAGES} - {"en"}
    assert offered == set(LANGUAGES) == {path.name for path in (ROOT / "locale").iterdir() if path.is_dir()}


def test_all_catalogues_have_the_same_sentences() -> None:
    known = {locale: {(m.context, m.id) for m in messages(locale)} for locale in LANGUAGES}
    missing = {(locale, key) for locale in LANGUAGES for key in set().union(*known.values()) - known[locale]}
    assert missing == set()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_sentence_is_translated_and_none_is_a_guess(locale: str) -> None:
    assert [m.id for m in messages(locale) if m.fuzzy or not all(forms(m.string))] == []
    assert list(catalogue(locale).obsolete) == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_sentence_was_cut_off_when_it_was_collected(locale: str) -> None:
    """`{% translate 'doesn\\'t' %}` is collected up to the apostrophe; then the page stays English."""
    assert [m.id for m in messages(locale) for text in forms(m.id) if text.endswith("\\")] == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_placeholders_are_those_of_the_english_sentence(locale: str) -> None:
    wrong = [
        (m.id, text)
        for m in messages(locale)
        for text in forms(m.string)
        if placeholders(text) not in [placeholders(english) for english in forms(m.id)]
    ]
    assert wrong == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_plurals_have_all_their_forms(locale: str) -> None:
    number = catalogue(locale).num_plurals
    assert number == 2
    assert [m.id for m in messages(locale) if m.pluralizable and len(forms(m.string)) != number] == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_sentences_end_and_stay_fragments_as_in_english(locale: str) -> None:
    """Pages put fragments together, so a full stop too many or too few shows. Heads of columns are free."""
    wrong = [
        (english, text)
        for m in messages(locale)
        for english, text in zip(forms(m.id), forms(m.string), strict=True)
        if " " in english and (english[-1:] in ".:?") != (text[-1:] in ".:?")
    ]
    assert wrong == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_straight_quotation_marks(locale: str) -> None:
    assert [text for m in messages(locale) for text in forms(m.string) if '"' in text] == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_compiled_catalogue_is_up_to_date(locale: str) -> None:
    """Users have no gettext, so the compiled files are in the repository: `make compile-messages`."""
    fresh = io.BytesIO()
    write_mo(fresh, catalogue(locale))
    fresh.seek(0)
    with (folder(locale) / "django.mo").open("rb") as file:
        served = dict(vars(gettext.GNUTranslations(file))["_catalog"])
    compiled = dict(vars(gettext.GNUTranslations(fresh))["_catalog"])
    served.pop(""), compiled.pop("")  # the header has dates
    assert served == compiled


@pytest.mark.django_db
@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("address", sorted(PAGES))
def test_pages_speak_the_readers_language(client: Client, locale: str, address: str) -> None:
    """No sentence of the page's own template is left in English, and one of them is there in the language."""
    client.force_login(make_user("Ada Lovelace"))
    language = translation.to_language(locale)
    shown = html.unescape(client.get(address, headers={"Accept-Language": language}).content.decode())
    own = [
        m
        for m in messages(locale)
        if isinstance(m.id, str) and PAGES[address] in dict(m.locations) and " " in m.id
    ]
    assert re.findall(r'<html[^>]* lang="([^"]+)"', shown) == [language]
    assert [m.id for m in own if f">{m.id}<" in shown and m.id != m.string] == []
    assert len([m for m in own if m.string in shown]) >= len(own) // 2 > 0


def glossary_rows() -> list[list[str]]:
    """The table of card letters in docs/glossary.md: English, German, Dutch, Portuguese, Spanish."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("## Card letters and names")[1]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "|" in line
    ]
    return [row[1:] for row in rows[2:]]


@pytest.mark.parametrize(("column", "language"), BY_COLUMN)
def test_letters_on_cards_are_those_of_the_glossary(column: int, language: str) -> None:
    letters = [row[column].split()[0] for row in glossary_rows()[:4]]
    with translation.override(language):
        assert [index_letter(Card.from_code(code)) for code in ("AS", "JS", "QS", "KS")] == letters
        assert index_letter(Card.from_code("TS")) == "10"


@pytest.mark.parametrize("language", ["en", "de", "nl", "pt-br", "es"])
def test_letters_of_court_cards_are_drawn(language: str) -> None:
    """The pictures of court cards come without letters: each letter is a symbol of its own in the sprite."""
    sprite = (ROOT / "templates" / "components" / "sprite.html").read_text(encoding="utf-8")
    with translation.override(language):
        letters = {index_letter(Card.from_code(code)) for code in ("JS", "QS", "KS")}
    assert letters - set(re.findall(r'id="ix-(\w)"', sprite)) == set()


@pytest.mark.parametrize(("column", "language"), BY_COLUMN)
def test_cards_are_called_as_in_the_glossary(column: int, language: str) -> None:
    ranks = [row[column].split()[-1].lower() for row in glossary_rows()[:4]]
    suits = [row[column].lower() for row in glossary_rows()[4:8]]
    with translation.override(language):
        names = {
            (rank, suit): card_name(Card.from_code(r + s)).lower()
            for r, rank in zip("AJQK", ranks, strict=True)
            for s, suit in zip("CDHS", suits, strict=True)
        }
    assert [(key, name) for key, name in names.items() if not all(word in name for word in key)] == []
