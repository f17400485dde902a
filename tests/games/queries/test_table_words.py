"""Names and log lines of the table, and cards in five languages."""

from pathlib import Path

import pytest
from django.utils import translation

from games.engine.cards import Card, parse_cards
from games.engine.melds import Meld, MeldKind
from games.engine.moves import parse_move
from games.engine.phases import Play
from games.queries.table_words import Names, log_lines
from games.queries.words import card_name, index_letter, meld_name

NAMES = Names.of(("Ines Keller", "Ruth Okafor", "Ruth Lang", "Bot Elm", "Bot A"), 0)


def test_the_first_name_is_enough_unless_two_share_it() -> None:
    assert NAMES.called == ("Ines", "Ruth Okafor", "Ruth Lang", "Bot Elm", "Bot A")
    assert NAMES.short == ("Ines", "Ruth Okafor", "Ruth Lang", "Elm", "Bot A")
    assert NAMES.head(0) == "You"
    assert NAMES.several((0, 1, 3)) == "you, Ruth Okafor and Bot Elm"
    assert NAMES.several((3,)) == "Bot Elm"


def play(seat: int, code: str, card: str = "") -> Play:
    return Play(seat, parse_move(code), Card.from_code(card) if card else None)


def test_a_turn_is_one_line_and_the_newest_comes_first() -> None:
    log = [
        play(1, "stock"),
        play(1, "discard-4D", "4D"),
        play(2, "pile", "4D"),
        play(2, "discard-QC", "QC"),
        play(0, "stock"),
    ]
    lines = [(line.who, line.what, line.taken, line.thrown) for line in log_lines(log, NAMES)]
    four, queen = parse_cards("4D QC")
    assert lines == [
        ("You", "drew", None, None),
        ("Ruth Lang", "took_discarded", four, queen),
        ("Ruth Okafor", "drew_discarded", None, four),
    ]


def test_a_knock_shows_no_card() -> None:
    (line,) = log_lines([play(1, "stock"), play(1, "knock-9H")], NAMES)
    assert (line.what, line.taken, line.thrown) == ("drew_knocked", None, None)


def test_cards_in_words() -> None:
    seven, joker, black = parse_cards("7C JR JB")
    assert [card_name(card) for card in (seven, joker, black)] == [
        "seven of clubs",
        "red joker",
        "black joker",
    ]
    assert [index_letter(card) for card in parse_cards("AS TD 9C JH QS KD")] == [
        "A",
        "10",
        "9",
        "J",
        "Q",
        "K",
    ]
    assert meld_name(Meld(MeldKind.SET, parse_cards("9S 9H 9D"))) == "Set of nines"
    assert meld_name(Meld(MeldKind.RUN, parse_cards("5C 6C 7C"))) == "Run of clubs"
    assert meld_name(Meld(MeldKind.SET, parse_cards("JR 9H 9D"))) == "Set of nines"


@pytest.mark.parametrize("language", ["en", "de", "nl", "pt-br", "es"])
def test_every_index_letter_has_its_sign_in_the_sprite(language: str) -> None:
    sprite = Path(__file__).parents[3] / "templates" / "components" / "sprite.html"
    text = sprite.read_text(encoding="utf-8")
    with translation.override(language):
        letters = [index_letter(card) for card in parse_cards("JH QS KD")]
    assert [letter for letter in letters if f'id="ix-{letter}"' not in text] == []
