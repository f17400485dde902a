"""What is kept for the process never shows one reader what was drawn for another: a page drawn after many others, in
any language and for any seat, is the page that a fresh process draws.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from games.engine.game import GameState
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from games.queries import table, table_hand, table_words, words
from games.queries.table import view_of
from games.templatetags import cards, hand
from tests.games.queries.scenes import scene

MODULES: tuple[ModuleType, ...] = (cards, hand, table, table_hand, table_words, words)
PLIES, EVERY = 24, 6
LANGUAGES = ("en", "de", "es")
DECKS: tuple[dict[str, str], ...] = ({}, {"dw_deck": "2"}, {"dw_faces": "big"})


@dataclass(frozen=True)
class Look:
    """Who looks at what: `me` None is an onlooker."""

    state: GameState
    me: int | None
    language: str
    cookies: int


def forget() -> None:
    """As in a process that has just begun."""
    for module in MODULES:
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()


def page(look: Look) -> str:
    request = RequestFactory().get("/")
    request.COOKIES.update(DECKS[look.cookies])
    request.user, request.htmx = AnonymousUser(), True  # type: ignore[attr-defined]
    with translation.override(look.language):
        view = replace(view_of(scene(look.state, look.me)), key="k")
        text = render_to_string(
            "games/_table.html", {"table": view, "refusal": "", "live_ticket": "t"}, request
        )
    token = text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    return text.replace(token, "token")


def states(preset: str) -> Iterator[GameState]:
    """Moments of a deal between two or more, played at random, with the cards that the preset's name gives."""
    rng = random.Random(preset)
    state = GameState.new(PRESETS[preset], max(2, PRESETS[preset].min_players)).start_deal(rng.randbytes(32))
    for ply in range(PLIES):
        if state.phase in (Phase.NEEDS_DEAL, Phase.OVER):
            yield state
            return
        if ply % EVERY == 1:
            yield state
        assert state.turn is not None
        state = state.apply(rng.choice(tuple(state.legal_moves())), state.turn)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_page_after_many_others_is_the_page_of_a_fresh_process(preset: str) -> None:
    looks = [
        Look(state, me, language, (at + (me or 0)) % len(DECKS))
        for at, state in enumerate(states(preset))
        for me in (None, *range(state.players))
        for language in LANGUAGES
    ]
    random.Random(preset).shuffle(looks)
    later = [page(look) for look in looks]
    some = looks[::4]
    fresh = []
    for look in some:
        forget()
        fresh.append(page(look))
    assert fresh == later[::4]
    assert len(set(later)) > len(LANGUAGES), "the pages differ"


def test_it_would_be_seen_if_a_language_were_missing_in_what_a_part_is_kept_by(monkeypatch) -> None:
    look = Look(next(states("knock-rummy")), 0, "en", 0)
    forget()
    page(look)
    monkeypatch.setattr(cards, "get_language", lambda: "en")
    in_german = replace(look, language="de")
    kept = page(in_german)
    forget()
    assert kept != page(in_german)
    forget()
