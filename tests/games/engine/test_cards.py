"""Cards and hands: one object per card, codes that round-trip, hands that behave like sets."""

from __future__ import annotations

import copy
import pickle

import pytest

from games.engine.cards import (
    ALL_CARDS,
    DECK,
    JOKERS,
    Card,
    CardError,
    CardErrorReason,
    Hand,
    Rank,
    Suit,
    deck,
    format_cards,
    parse_cards,
)


def test_a_deck_is_four_suits_from_ace_to_king_then_the_jokers() -> None:
    assert format_cards(DECK[:13]) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    assert [card.code for card in DECK[13::13]] == ["AD", "AH", "AS"]
    assert format_cards(JOKERS) == "JR JB"
    assert [card.index for card in ALL_CARDS] == list(range(54))
    assert [len(deck(jokers)) for jokers in (0, 1, 2)] == [52, 53, 54]
    assert deck(1)[52:] == (JOKERS[0],)


@pytest.mark.parametrize("jokers", [-1, 3])
def test_a_deck_has_no_more_than_two_jokers(jokers: int) -> None:
    with pytest.raises(CardError) as error:
        deck(jokers)
    assert error.value.reason is CardErrorReason.JOKER_COUNT


@pytest.mark.parametrize(
    ("code", "value", "suit", "rank"),
    [
        ("AS", 1, Suit.SPADES, Rank.ACE),
        ("2H", 2, Suit.HEARTS, Rank.TWO),
        ("TD", 10, Suit.DIAMONDS, Rank.TEN),
        ("JC", 10, Suit.CLUBS, Rank.JACK),
        ("KH", 10, Suit.HEARTS, Rank.KING),
        ("JR", 15, None, None),
        ("JB", 15, None, None),
    ],
)
def test_what_a_card_is_and_costs(code: str, value: int, suit: Suit | None, rank: Rank | None) -> None:
    card = Card.from_code(code)
    assert (card.code, card.value, card.suit, card.rank) == (code, value, suit, rank)
    assert card.is_joker == (suit is None)
    assert card.bit == 1 << card.index
    if suit is not None and rank is not None:
        assert card.index == suit * 13 + rank
        assert rank.letter + suit.letter == code


def test_there_is_one_object_per_card_also_after_copying_and_pickling() -> None:
    for card in ALL_CARDS:
        assert Card.from_code(card.code) is card
        assert Card.from_index(card.index) is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes


@pytest.mark.parametrize("index", [-1, 54])
def test_no_card_has_such_an_index(index: int) -> None:
    with pytest.raises(CardError) as error:
        Card.from_index(index)
    assert error.value.reason is CardErrorReason.UNKNOWN_CARD


def test_texts_round_trip_in_their_own_order() -> None:
    text = "TD AS JR 2C"
    assert format_cards(parse_cards(text)) == text
    assert parse_cards("") == ()
    assert format_cards(()) == ""


@pytest.mark.parametrize(
    ("text", "reason", "at_fault"),
    [
        ("AS 10H", CardErrorReason.UNKNOWN_CARD, "10H"),
        ("as", CardErrorReason.UNKNOWN_CARD, "as"),
        ("SA", CardErrorReason.UNKNOWN_CARD, "SA"),
        ("JO", CardErrorReason.UNKNOWN_CARD, "JO"),
        ("AS,2S", CardErrorReason.UNKNOWN_CARD, "AS,2S"),
        ("AS TD AS", CardErrorReason.DUPLICATE_CARD, "AS"),
        ("JR JB JR", CardErrorReason.DUPLICATE_CARD, "JR"),
    ],
)
def test_a_text_that_is_no_set_of_cards_is_refused(text: str, reason: CardErrorReason, at_fault: str) -> None:
    with pytest.raises(CardError) as error:
        parse_cards(text)
    assert (error.value.reason, error.value.text) == (reason, at_fault)


def test_a_hand_reads_like_a_set_in_index_order() -> None:
    hand = Hand.parse("TD AS JR")
    assert format_cards(hand) == "TD AS JR"
    assert format_cards(Hand.parse("JR AS TD")) == "TD AS JR"
    assert (len(hand), hand.value, hand.bits) == (3, 26, 1 << 22 | 1 << 39 | 1 << 52)
    assert Card.from_code("AS") in hand
    assert Card.from_code("AC") not in hand
    assert "AS" not in hand
    assert Hand() == Hand.from_bits(0)
    assert len(Hand()) == 0
    assert (str(hand), repr(hand)) == ("TD AS JR", "Hand(TD AS JR)")


def test_hands_are_equal_by_their_cards_and_hash_alike() -> None:
    assert Hand.parse("AS 2S") == Hand.parse("2S AS")
    assert Hand.parse("AS 2S") != Hand.parse("AS 3S")
    assert Hand.parse("AS") != Card.from_code("AS").bit
    assert len({Hand.parse("AS 2S"), Hand.parse("2S AS")}) == 1
    assert pickle.loads(pickle.dumps(Hand.parse("AS JB"))) == Hand.parse("AS JB")  # noqa: S301


def test_a_hand_gains_and_loses_single_cards() -> None:
    ace, two = parse_cards("AS 2S")
    assert Hand((ace,)) + two == Hand((ace, two))
    assert Hand((ace, two)) - two == Hand((ace,))
    assert Hand((ace,)) | Hand((ace, two)) == Hand((ace, two))
    with pytest.raises(CardError) as twice:
        Hand((ace,)) + ace
    assert twice.value.reason is CardErrorReason.DUPLICATE_CARD
    with pytest.raises(CardError) as missing:
        Hand((ace,)) - two
    assert missing.value.reason is CardErrorReason.CARD_NOT_HELD
    with pytest.raises(CardError) as repeated:
        Hand((ace, two, ace))
    assert repeated.value.reason is CardErrorReason.DUPLICATE_CARD


def test_a_hand_cannot_be_changed() -> None:
    hand = Hand.parse("AS")
    with pytest.raises(AttributeError):
        hand.bits = 0
    with pytest.raises(AttributeError):
        del hand.bits
    with pytest.raises(AttributeError):
        hand.extra = 1  # type: ignore[attr-defined]
    assert hand == Hand.parse("AS")


def test_the_value_of_a_hand_is_the_sum_over_its_cards() -> None:
    assert Hand(ALL_CARDS).value == sum(card.value for card in ALL_CARDS) == 4 * 85 + 30
    for card in ALL_CARDS:
        assert Hand((card,)).value == card.value
