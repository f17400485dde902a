"""The shuffle: fixed answers, fair statistics, and faulty shuffles that the same statistics refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from secrets import token_bytes
from statistics import NormalDist

import pytest

from games.engine.cards import DECK, Card, CardError, format_cards, parse_cards
from games.engine.shuffling import (
    ShuffleError,
    ShuffleErrorReason,
    commitment,
    reshuffled,
    shuffled_deck,
    uniform,
)

SEED = bytes(range(32))
SIZE = len(DECK)
DEALS = 25_000
LEVEL = 4.9  # standard deviations, both sides together: one in a million
MANY = 1_000_000
FARTHEST = 2.7  # Kolmogorov and Smirnov's distance times the root of the number: one in a million

Deck = list[int]
Shuffler = Callable[[bytes], Deck]


def test_a_seed_gives_this_deck_for_ever() -> None:
    # Old deals are checked with this order: it must never change.
    assert format_cards(shuffled_deck(SEED)) == (
        "KS 7H 3C 2S JH 7C 7D AS QH 5C TS 6C 6D TC 5S 7S 9C JS TH 8S 8C TD 9D QD 3H KD "
        "AC 9S 4S 6S QC 8H 9H 4H 6H 3D 8D 5H JD AH 2D 2C QS AD 3S 2H JC 4D KH 5D KC 4C"
    )
    assert commitment("4711", 3, SEED) == "9cdf43ae1506424fd848be4e107256dc3acc3b4db6493b70e0e13f3e83c61601"


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_a_shuffled_deck_holds_every_card_once(jokers: int) -> None:
    cards = shuffled_deck(SEED, jokers)
    assert len(cards) == 52 + jokers
    assert len(set(cards)) == 52 + jokers
    assert sum(card.is_joker for card in cards) == jokers


def test_the_cut_moves_the_top_cards_to_the_bottom() -> None:
    whole = shuffled_deck(SEED)
    assert shuffled_deck(SEED, cut=0) == whole
    assert shuffled_deck(SEED, cut=17) == whole[17:] + whole[:17]
    assert shuffled_deck(SEED, 2, 53) == shuffled_deck(SEED, 2)[53:] + shuffled_deck(SEED, 2)[:53]


@pytest.mark.parametrize(("jokers", "cut"), [(0, -1), (0, 52), (2, 54)])
def test_a_cut_beyond_the_deck_is_refused(jokers: int, cut: int) -> None:
    with pytest.raises(ShuffleError) as error:
        shuffled_deck(SEED, jokers, cut)
    assert error.value.reason is ShuffleErrorReason.CUT_OUT_OF_RANGE


def test_a_short_seed_and_a_third_joker_are_refused() -> None:
    for short in (
        partial(shuffled_deck, SEED[1:]),
        partial(commitment, "1", 1, b""),
        partial(reshuffled, (), b"", 1),
    ):
        with pytest.raises(ShuffleError) as error:
            short()
        assert error.value.reason is ShuffleErrorReason.SEED_TOO_SHORT
    with pytest.raises(CardError):
        shuffled_deck(SEED, 3)


def test_the_commitment_is_bound_to_seed_game_and_deal() -> None:
    assert commitment("4711", 3, SEED) == sha256(b"deal/v1|4711|3|" + SEED).hexdigest()
    others = {commitment("4711", 4, SEED), commitment("4712", 3, SEED), commitment("4711", 3, SEED[::-1])}
    assert len(others | {commitment("4711", 3, SEED)}) == 4


def test_reshuffles_keep_the_cards_and_have_streams_of_their_own() -> None:
    discards = parse_cards("5S 6S 7S 7C 7D KH QC AD 9S 3H JR")
    first, second = reshuffled(discards, SEED, 1), reshuffled(discards, SEED, 2)
    assert sorted(first) == sorted(second) == sorted(discards)
    assert len({first, second, reshuffled(discards, SEED[::-1], 1), discards}) == 4
    assert first == reshuffled(discards, SEED, 1)
    assert reshuffled((), SEED, 1) == ()


@pytest.mark.parametrize("below", [1, 2, 3, 52, 54, 100, 128, 255, 256])
def test_every_index_comes_from_equally_many_bytes(below: int) -> None:
    index = uniform(iter(range(256)))
    drawn = [index(below) for _ in range(256 // below * below)]
    assert {drawn.count(value) for value in range(below)} == {256 // below}
    with pytest.raises(ShuffleError):  # what is left of the bytes is not used
        index(below)


# Statistics. Every shuffle here is a permutation of 0 to 51 made from a seed.


def ours(seed: bytes) -> Deck:
    return [card.index for card in shuffled_deck(seed)]


def ours_cut(seed: bytes) -> Deck:
    return [card.index for card in shuffled_deck(seed, cut=seed[0] % 52)]


def our_reshuffle(seed: bytes) -> Deck:
    return [card.index for card in reshuffled(DECK, seed, 2)]


def stream(seed: bytes) -> Iterator[int]:
    block = seed
    while True:
        block = sha256(block).digest()
        yield from block


def swaps(seed: bytes, last: Callable[[int], int], biased: bool = False) -> Deck:
    """The usual loop of swaps, drawing the partner of place i below *last(i)*; faults are built in by it."""
    bytes_ = stream(seed)
    fair = uniform(bytes_)
    cards = list(range(SIZE))
    for i in range(SIZE - 1, 0, -1):
        below = last(i)
        j = next(bytes_) % below if biased else fair(below)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def naive(seed: bytes) -> Deck:
    return swaps(seed, lambda _place: SIZE)


def sattolo(seed: bytes) -> Deck:
    return swaps(seed, lambda i: i)


def modulo(seed: bytes) -> Deck:
    return swaps(seed, lambda i: i + 1, biased=True)


def short_seed(seed: bytes) -> Deck:
    """As fair as ours from one deck to the next, but there are only 256 decks."""
    return swaps(seed[:1] * 32, lambda i: i + 1)


def unshuffled(_seed: bytes) -> Deck:
    return list(range(SIZE))


def kind_dealer(seed: bytes) -> Deck:
    """The first hand gets the lower of two cards."""
    deck = ours(seed)
    deck[0], deck[3] = sorted((deck[0], deck[3]), key=lambda card: DECK[card].value)
    return deck


def decks(shuffler: Shuffler) -> list[Deck]:
    return [shuffler(sha256(f"deck {number}".encode()).digest()) for number in range(DEALS)]


def deviation(statistic: float, freedom: float) -> float:
    """A chi-square value in standard deviations (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return (float(statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def spread_evenly(counts: list[int], margins: int = 1) -> float:
    """How far *counts* are from even, in standard deviations.

    With *margins* = 2 they are a square table, all of whose rows and columns have the same sum.
    """
    total, cells = sum(counts), len(counts)
    expected = total / cells
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    if margins == 1:
        return deviation(statistic, cells - 1)
    side = round(sqrt(cells))
    return deviation(statistic * (side - 1) / side, (side - 1) ** 2)


def card_by_place(dealt: list[Deck]) -> float:
    counts = [0] * (SIZE * SIZE)
    for deck in dealt:
        for place, card in enumerate(deck):
            counts[place * SIZE + card] += 1
    return spread_evenly(counts, margins=2)


def neighbours(dealt: list[Deck]) -> float:
    """Cards that lay side by side in the new deck and do so again: on average 2 (n - 1) / n a shuffle."""
    found = [sum(abs(upper - lower) == 1 for upper, lower in pairwise(deck)) for deck in dealt]
    mean = sum(found) / len(found)
    return (mean - 2 * (SIZE - 1) / SIZE) / sqrt(mean / len(found))


def upcards(dealt: list[Deck]) -> float:
    """The first face-up card of four hands of seven."""
    counts = [0] * SIZE
    for deck in dealt:
        counts[deck[28]] += 1
    return spread_evenly(counts)


def value_by_seat(dealt: list[Deck]) -> float:
    """The first hand's value against the last one's, four hands of seven."""
    differences = [
        sum(DECK[card].value for card in deck[0:28:4]) - sum(DECK[card].value for card in deck[3:28:4])
        for deck in dealt
    ]
    mean = sum(differences) / len(differences)
    variance = sum((difference - mean) ** 2 for difference in differences) / len(differences)
    return mean / sqrt(variance / len(differences))


def from_deal_to_deal(dealt: list[Deck]) -> float:
    """How far the ace of spades moves from one deal to the next, round the deck."""
    places = [deck.index(39) for deck in dealt]
    counts = [0] * SIZE
    for earlier, later in pairwise(places):
        counts[(later - earlier) % SIZE] += 1
    return spread_evenly(counts)


def returning_decks(dealt: list[Deck]) -> float:
    """Decks that came before; none ever should."""
    return float(len(dealt) - len({tuple(deck) for deck in dealt}))


def ascents(dealt: list[Deck]) -> float:
    """How often a card is followed by a higher one: runs upwards, of (n - 1) / 2 on average."""
    found = sum(upper < lower for deck in dealt for upper, lower in pairwise(deck))
    return (found - len(dealt) * (SIZE - 1) / 2) / sqrt(len(dealt) * (SIZE + 1) / 12)


STATISTICS = [card_by_place, neighbours, ascents, upcards, value_by_seat, from_deal_to_deal, returning_decks]


@pytest.mark.parametrize("shuffler", [ours, ours_cut, our_reshuffle], ids=lambda shuffler: shuffler.__name__)
def test_our_shuffles_pass_every_statistic(shuffler: Shuffler) -> None:
    dealt = decks(shuffler)
    far = {statistic.__name__: round(statistic(dealt), 2) for statistic in STATISTICS}
    assert {name: value for name, value in far.items() if abs(value) > LEVEL} == {}


@pytest.mark.parametrize(
    ("shuffler", "statistic"),
    [
        (naive, card_by_place),
        (sattolo, card_by_place),
        (modulo, card_by_place),
        (short_seed, returning_decks),
        (unshuffled, neighbours),
        (unshuffled, ascents),
        (unshuffled, upcards),
        (unshuffled, from_deal_to_deal),
        (kind_dealer, value_by_seat),
    ],
    ids=lambda part: part.__name__,
)
def test_the_statistics_refuse_faulty_shuffles(
    shuffler: Shuffler, statistic: Callable[[list[Deck]], float]
) -> None:
    assert abs(statistic(decks(shuffler))) > LEVEL


@pytest.mark.proof
def test_a_million_decks_of_real_chance_pass_every_statistic() -> None:
    """From the source that an installation has, other decks in every run. Each 25,000 are looked at by themselves, all
    of them together, and how the deviations are spread is compared with what chance does.
    """
    found: dict[str, list[float]] = {statistic.__name__: [] for statistic in STATISTICS}
    for _part in range(MANY // DEALS):
        dealt = [ours(token_bytes(32)) for _deck in range(DEALS)]
        for statistic in STATISTICS:
            found[statistic.__name__].append(statistic(dealt))
    far = {
        name: (max(map(abs, values)), sum(values) / sqrt(len(values)), distance(values))
        for name, values in found.items()
    }
    returned = far.pop("returning_decks")
    wrong = {
        name: figures
        for name, figures in far.items()
        if figures[0] > LEVEL or abs(figures[1]) > LEVEL or figures[2] > FARTHEST
    }
    assert (wrong, returned[0]) == ({}, 0)


def distance(values: list[float]) -> float:
    """How far these are from being spread as standard deviations are (Kolmogorov and Smirnov), times their root."""
    count = len(values)
    spread = [NormalDist().cdf(value) for value in sorted(values)]
    farthest = max(max((i + 1) / count - at, at - i / count) for i, at in enumerate(spread))
    return farthest * sqrt(count)


def test_deviations_that_are_too_alike_are_noticed() -> None:
    assert distance([0.01 * number for number in range(40)]) > FARTHEST
    assert distance([NormalDist().inv_cdf((number + 0.5) / 40) for number in range(40)]) < 0.1


def test_the_upcard_is_the_card_after_the_hands() -> None:
    card: Card = shuffled_deck(SEED)[28]
    assert ours(SEED)[28] == card.index
