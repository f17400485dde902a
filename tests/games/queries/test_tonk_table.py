"""The table of Tonk in words: melds on the table, what may be laid, added and dropped, and how a deal ends.

The hands are those of docs/rules.md, part D, and of tests/games/engine/test_tonk.py.
"""

import pytest

from games.engine.cards import Hand, parse_cards
from games.engine.moves import parse_move
from games.engine.observation import observe
from games.engine.results import DealKind
from games.engine.ruleset import PRESETS
from games.queries.table_end import end_rows, end_text, end_title
from games.queries.table_hand import hand_view, piles, table_melds
from games.queries.table_words import Names, choices, headline, log_lines, what_happened
from tests.games.engine.playing import after, dealt

TONK = PRESETS["tonk"]
LOW = "AC 2C 3D 4H 6S"  # 16
SEVENS = "7C 7D 7H KS 9S"  # 40, or 19 with the sevens on the table
NAMES = ("Ines Keller", "Marek Novak")


def table(*codes, hands=(SEVENS, LOW), stock="7S"):
    return after(dealt(TONK, [*hands], "JD", stock=stock), " ".join(codes))


def seen(state, seat=0):
    return observe(state, seat), Names.of(NAMES, seat)


def test_a_turn_begins_with_a_draw_or_a_drop():
    view, names = seen(table())
    assert headline(view, names).full == "Your turn: draw a card, or drop"
    assert [(choice.code, choice.label) for choice in choices(view)] == [
        ("drop", "Drop with 40"),
        ("pile", "Take the J♦\ufe0e"),
        ("stock", "Draw"),
    ]
    hand = hand_view(view, "")
    assert (hand.word, hand.deadwood, hand.counts_all) == ("In hand", 40, True)


def test_whole_melds_are_laid_and_single_cards_added():
    view, names = seen(table("stock"))
    assert headline(view, names).full == "Your turn: lay melds, then discard"
    assert [(choice.code, choice.label) for choice in choices(view)] == [
        ("spread-7C7D7H7S", "Lay down 7♣\ufe0e 7♦\ufe0e 7♥\ufe0e 7♠\ufe0e")
    ]
    assert piles(view, "").stock_why == "You have drawn already. Lay melds, or discard."
    view, names = seen(table("stock", "spread-7C7D7H"))
    assert [(choice.code, choice.label) for choice in choices(view)] == [
        ("layoff-7S-0", "Add 7♠\ufe0e to 7♣\ufe0e 7♦\ufe0e 7♥\ufe0e")
    ]
    assert [choice.spoken for choice in choices(view)] == [
        "Add seven of spades to seven of clubs, seven of diamonds, seven of hearts"
    ]
    (meld,) = table_melds(view)
    assert (meld.cards, meld.label) == (parse_cards("7C 7D 7H"), "Set of sevens")
    assert what_happened(view, names) == "You drew the seven of spades."
    (newest, *_rest) = log_lines(view.log, names)
    assert (newest.what, newest.cards) == ("spread", parse_cards("7C 7D 7H"))


def test_the_others_read_what_was_laid():
    view, names = seen(table("stock", "spread-7C7D7H"), 1)
    assert what_happened(view, names) == (
        "Ines laid down seven of clubs, seven of diamonds, seven of hearts."
    )
    view, names = seen(table("stock", "spread-7C7D7H", "layoff-7S-0"), 1)
    assert what_happened(view, names) == "Ines laid off the seven of spades."


@pytest.mark.parametrize(
    ("hands", "codes", "kind", "title", "notes"),
    [
        # 40 against 16: who drops with the higher hand is caught and pays double
        ((SEVENS, LOW), ["drop"], "drop", "You dropped and are caught", ["counted 16", "dropped with 40"]),
        ((LOW, SEVENS), ["drop"], "drop", "You dropped and win the deal", ["dropped with 16", "counted 40"]),
    ],
)
def test_a_drop_in_words(hands, codes, kind, title, notes):
    state = table(*codes, hands=hands)
    names = Names.of(NAMES, 0)
    assert (state.result.kind, end_title(state.result, names)) == (kind, title)
    rows = end_rows(state.result, names, TONK)
    assert [row.note for row in rows] == notes
    assert [row.why for row in rows if not row.is_winner] == (["2 × 40"] if "caught" in title else [""])


def test_a_tonk_and_the_last_discard_in_words():
    names = Names.of(NAMES, 1)
    tonk = table("stock", "spread-7C7D7H7S", hands=("7C 7D 7H 3S 4S", LOW), stock="7S 9C KD")
    assert tonk.result is None
    out = table("stock", "spread-7C7D7H", "spread-3S4S5S", hands=("7C 7D 7H 3S 4S", LOW), stock="5S")
    assert (out.result.kind, end_title(out.result, names)) == (DealKind.TONK, "Ines has a tonk")
    assert end_text(out.result, names, TONK) == "Everyone else pays double what the own hand counts."
    (mine,) = [row for row in end_rows(out.result, names, TONK) if row.name == "You"]
    assert (mine.note, mine.why, mine.net) == ("counted 16", "2 × 16", -32)
    last = table("stock", "spread-7C7D7H", "spread-3S4S5S", hands=("7C 7D 7H 3S 4S", LOW), stock="5S")
    assert last.hand_bits[0] == Hand().bits


def test_moves_have_codes_that_buttons_send():
    view, _names = seen(table("stock"))
    for choice in choices(view):
        assert parse_move(choice.code) in view.legal_moves
