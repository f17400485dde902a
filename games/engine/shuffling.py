"""The shuffle: a deck derived from a secret seed, and the commitment to that seed.

Anybody who is given the seed after the deal can derive the deck again
(docs/fair-deal.md says how, docs/verify_deal.py does it without this code), and
the commitment, published before the cut, shows that the seed wasn't changed.

The stream is HMAC-SHA256(key = seed, message = counter), counter = 0, 1, 2, ...
as 8 bytes, most significant first; its bytes are used in order. An index below
n is the next byte that lies below the largest multiple of n up to 256, modulo n, so
that every index is equally likely. Seeds are made elsewhere: this module has no
randomness of its own.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final, TypeVar

from games.engine.cards import Card, deck

SEED_BYTES: Final = 32
COMMITMENT_PREFIX: Final = "deal/v1"
_BYTE: Final = 256

Item = TypeVar("Item")


class ShuffleErrorReason(StrEnum):
    SEED_TOO_SHORT = "seed_too_short"
    CUT_OUT_OF_RANGE = "cut_out_of_range"
    TOO_MANY_CARDS = "too_many_cards"


class ShuffleError(ValueError):
    """A seed, cut or deck that can't be shuffled with; `reason` is stable."""

    def __init__(self, reason: ShuffleErrorReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def commitment(game_id: str, deal_number: int, seed: bytes) -> str:
    """SHA-256 over `deal/v1|<game id>|<deal number>|` and the seed, in hexadecimal.

    Duplicate deals share a seed: their commitment names the round in place of the game.
    """
    _check_seed(seed)
    return sha256(f"{COMMITMENT_PREFIX}|{game_id}|{deal_number}|".encode() + seed).hexdigest()


def shuffled_deck(seed: bytes, jokers: int = 0, cut: int = 0) -> tuple[Card, ...]:
    """The deck for *seed*, its top card first: shuffled, then the top *cut* cards moved to the bottom.

    The shuffle starts from the deck in index order (clubs, diamonds, hearts,
    spades, each from the ace up, then the jokers). Raises `ShuffleError` for a seed
    under 32 bytes or a cut outside 0 to the number of cards - 1, `CardError` for a
    number of jokers that does not exist.
    """
    _check_seed(seed)
    cards = list(deck(jokers))
    if not 0 <= cut < len(cards):
        raise ShuffleError(ShuffleErrorReason.CUT_OUT_OF_RANGE)
    shuffle(cards, _stream(seed, b""))
    return tuple(cards[cut:] + cards[:cut])


def reshuffled(cards: Sequence[Card], seed: bytes, k: int) -> tuple[Card, ...]:
    """The *k*-th reshuffle (1, 2, ...) of a deal: *cards* as the new stock, its next card first.

    *cards* are the discards in the order in which they were laid, without the top
    one, which stays. The stream is that of the seed with `reshuffle|<k>|` before the counter.
    """
    _check_seed(seed)
    if len(cards) > _BYTE:
        raise ShuffleError(ShuffleErrorReason.TOO_MANY_CARDS)
    stock = list(cards)
    shuffle(stock, _stream(seed, f"reshuffle|{k}|".encode()))
    return tuple(stock)


def shuffle(items: list[Item], stream: Iterator[int]) -> None:
    """Fisher-Yates downwards, in place: i from the last place to 1 swaps with an index of 0 to i."""
    index = uniform(stream)
    for last in range(len(items) - 1, 0, -1):
        other = index(last + 1)
        items[last], items[other] = items[other], items[last]


def uniform(stream: Iterator[int]) -> Callable[[int], int]:
    """A function that draws an index below n (1 to 256) from bytes without modulo bias, by rejection."""

    def index(below: int) -> int:
        limit = _BYTE - _BYTE % below
        for byte in stream:
            if byte < limit:
                return byte % below
        raise ShuffleError(ShuffleErrorReason.SEED_TOO_SHORT)

    return index


def _stream(seed: bytes, prefix: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from hmac.digest(seed, prefix + counter.to_bytes(8, "big"), "sha256")
        counter += 1


def _check_seed(seed: bytes) -> None:
    if len(seed) < SEED_BYTES:
        raise ShuffleError(ShuffleErrorReason.SEED_TOO_SHORT)


def source_commitment(name: str, key: bytes) -> str:
    """The fingerprint of a round's key, 64 hexadecimal digits, published before its seats are drawn."""
    return sha256(b"source/v1|" + name.encode() + b"|" + key).hexdigest()


def seed_from_source(key: bytes, label: str, deal_number: int) -> bytes:
    """The 32-byte seed of deal `deal_number` (from 1) of the game `label` of a round sealed with `key`."""
    return hmac.new(key, f"deal-seed/v1|{label}|{deal_number}".encode(), sha256).digest()
