"""Codes of moves: what `parse_move` reads, `format_move` wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import ALL_CARDS, Card, parse_cards
from games.engine.errors import MoveError, MoveErrorReason
from games.engine.moves import (
    BIG_GIN,
    DECLINE,
    DRAW_STOCK,
    DROP,
    PASS,
    REENTER,
    TAKE_PILE,
    Cut,
    Discard,
    Knock,
    LayOff,
    Spread,
    format_move,
    parse_move,
)

CODES = [
    ("stock", DRAW_STOCK),
    ("pile", TAKE_PILE),
    ("pass", PASS),
    ("big-gin", BIG_GIN),
    ("reenter", REENTER),
    ("decline", DECLINE),
    ("drop", DROP),
    ("discard-7H", Discard(Card.from_code("7H"))),
    ("knock-JR", Knock(Card.from_code("JR"))),
    ("knock-KD:", Knock(Card.from_code("KD"), ())),
    ("knock-KD:AS2S3S", Knock(Card.from_code("KD"), (parse_cards("AS 2S 3S"),))),
    ("cut-0", Cut(0)),
    ("cut-53", Cut(53)),
    ("spread-AS2S3S", Spread(parse_cards("AS 2S 3S"))),
    ("layoff-4S-1", LayOff(Card.from_code("4S"), 1)),
]


@pytest.mark.parametrize(("code", "move"), CODES)
def test_each_code_is_one_move(code, move):
    assert parse_move(code) == move
    assert format_move(move) == code


def test_the_order_of_shown_melds_and_of_their_cards_says_nothing():
    assert parse_move("knock-KD:3S2SAS:5C5H5D") == parse_move("knock-KD:5C5D5H:AS2S3S")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", MoveErrorReason.UNKNOWN_MOVE),
        ("STOCK", MoveErrorReason.UNKNOWN_MOVE),
        ("stock ", MoveErrorReason.UNKNOWN_MOVE),
        ("fold", MoveErrorReason.UNKNOWN_MOVE),
        ("spread-", MoveErrorReason.UNKNOWN_MOVE),
        ("spread-ASAS2S", MoveErrorReason.UNKNOWN_MOVE),
        ("knock-KD::", MoveErrorReason.UNKNOWN_MOVE),
        ("x" * 5000, MoveErrorReason.UNKNOWN_MOVE),
        ("discard-", MoveErrorReason.UNKNOWN_CARD),
        ("discard-10H", MoveErrorReason.UNKNOWN_CARD),
        ("discard-7h", MoveErrorReason.UNKNOWN_CARD),
        ("knock-7H:AS2", MoveErrorReason.UNKNOWN_CARD),
        ("layoff-XX-1", MoveErrorReason.UNKNOWN_CARD),
        ("cut-54", MoveErrorReason.BAD_NUMBER),
        ("cut--1", MoveErrorReason.BAD_NUMBER),
        ("cut-07", MoveErrorReason.BAD_NUMBER),
        ("cut-٣", MoveErrorReason.BAD_NUMBER),
        ("layoff-4S-01", MoveErrorReason.BAD_NUMBER),
        ("layoff-4S-", MoveErrorReason.BAD_NUMBER),
    ],
)
def test_what_is_no_code_is_refused_with_a_reason(code, reason):
    with pytest.raises(MoveError) as caught:
        parse_move(code)
    assert caught.value.reason is reason
    assert len(caught.value.text) <= 120


@given(st.text(max_size=200))
def test_no_text_gets_past_the_parser_unread(text):
    try:
        move = parse_move(text)
    except MoveError:
        return
    assert parse_move(format_move(move)) == move


@given(st.lists(st.sampled_from(ALL_CARDS), min_size=1, max_size=13, unique=True))
def test_a_shown_arrangement_comes_back_as_it_was(cards):
    knock = Knock(cards[0], (tuple(cards[1:]),) if len(cards) > 1 else ())
    assert parse_move(format_move(knock)) == knock
