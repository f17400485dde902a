"""Names and log lines of the table, and cards in five languages."""

from pathlib import Path

import pytest
from django.utils import translation

from games.engine.cards import Card, Hand, parse_cards
from games.engine.melds import Meld, MeldKind
from games.engine.moves import parse_move
from games.engine.phases import Play
from games.engine.results import DealKind, DealResult
from games.queries.table_words import Names, log_lines
from games.queries.words import card_marks, card_name, index_letter, meld_name
from games.templatetags.cards import log_text

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


@pytest.mark.parametrize(
    ("kind", "left", "what", "number", "words"),
    [
        (DealKind.KNOCK, 6, "drew_knocked_with", 6, "knocked with 6"),
        (DealKind.RUMMY, 0, "drew_went_rummy", None, "went rummy"),
        (DealKind.GIN, 0, "drew_went_gin", None, "went gin"),
    ],
)
def test_the_log_says_what_a_knock_was_once_the_hands_are_open(
    kind: DealKind, left: int, what: str, number: int | None, words: str
) -> None:
    result = DealResult(kind, (0, 1), (0, 0), (0, 0), (Hand(), Hand()), knocker=1, deadwoods=(30, left))
    (line,) = log_lines([play(1, "stock"), play(1, "knock-9H")], NAMES, None, [result])
    assert (line.what, line.number, line.thrown) == (what, number, None)
    assert log_text(line).strip() == f"drew from the stock and {words}"


def test_a_joker_has_no_suit_mark() -> None:
    assert card_marks(parse_cards("TD JR")) == "10♦\ufe0e red joker"


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
