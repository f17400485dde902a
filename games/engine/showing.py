"""How a gin knocker may show a hand: every arrangement, the one shown by default in front.

Only natural cards are known here; whether a knock is allowed at all is asked in `gin`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.engine.cards import RANKS, Card, Hand, cards_of_bits, value_of_bits
from games.engine.melds import RANK_BITS, Arrangement, Meld, MeldKind
from games.engine.moves import Cards, Knock
from games.engine.scoring import default_knock_arrangement

MIN_MELD: Final = 3
_SUITS: Final = 4


def arrangements_within(bits: int, limit: int) -> tuple[Arrangement, ...]:
    """All arrangements of a hand that leave at most *limit* deadwood (docs/rules.md, B "Knock").

    The one that is shown when nothing is chosen comes first, then by deadwood and melds.
    """
    default = {meld.cards for meld in default_knock_arrangement(Hand.from_bits(bits)).melds}

    def order(arrangement: Arrangement) -> tuple[bool, int, list[Cards]]:
        melds = [meld.cards for meld in arrangement.melds]
        return set(melds) != default, arrangement.deadwood, melds

    found = (_arrangement(bits, chosen) for chosen in _partitions(bits))
    return tuple(sorted((each for each in found if each.deadwood <= limit), key=order))


def chosen_arrangement(bits: int, melds: tuple[Cards, ...]) -> Arrangement | None:
    """The arrangement with exactly these melds, or None where they aren't disjoint melds of this hand."""
    possible = set(melds_in(bits))
    used = 0
    for meld in melds:
        mask = sum(card.bit for card in meld)
        if mask not in possible or used & mask:
            return None
        used |= mask
    return _arrangement(bits, tuple(sum(card.bit for card in meld) for meld in melds))


@dataclass(frozen=True, slots=True)
class GinChoice:
    """What a knocker with this hand (before the discard) may show; see `legality.KnockChoice`."""

    hand_bits: int
    limit: int

    def allows(self, knock: Knock) -> bool:
        if knock.melds is None:
            return True
        arrangement = chosen_arrangement(self.hand_bits ^ knock.card.bit, knock.melds)
        return arrangement is not None and arrangement.deadwood <= self.limit

    def of(self, card: Card) -> tuple[Knock, ...]:
        return tuple(
            Knock(card, tuple(meld.cards for meld in arrangement.melds))
            for arrangement in arrangements_within(self.hand_bits ^ card.bit, self.limit)
        )


def melds_in(bits: int) -> list[int]:
    """Every set and run that can be formed of these cards, as bits."""
    melds = []
    for rank in range(RANKS):
        held = bits & RANK_BITS << rank
        if held.bit_count() < MIN_MELD:
            continue
        melds.append(held)
        if held.bit_count() > MIN_MELD:
            melds.extend(held ^ card.bit for card in cards_of_bits(held))
    for suit in range(_SUITS):
        for low in range(RANKS - MIN_MELD + 1):
            run = 0
            for rank in range(low, RANKS):
                bit = 1 << suit * RANKS + rank
                if not bits & bit:
                    break
                run |= bit
                if rank - low + 1 >= MIN_MELD:
                    melds.append(run)
    return melds


def _partitions(bits: int) -> Iterator[tuple[int, ...]]:
    """Every choice of disjoint melds, the empty one included, each once."""
    melds = melds_in(bits)

    def extend(start: int, chosen: tuple[int, ...], used: int) -> Iterator[tuple[int, ...]]:
        yield chosen
        for at in range(start, len(melds)):
            if not melds[at] & used:
                yield from extend(at + 1, (*chosen, melds[at]), used | melds[at])

    return extend(0, (), 0)


def _arrangement(bits: int, chosen: tuple[int, ...]) -> Arrangement:
    melds = tuple(sorted((_meld(mask) for mask in chosen), key=lambda meld: meld.cards))
    rest = bits & ~sum(chosen)
    return Arrangement(melds, cards_of_bits(rest), value_of_bits(rest))


def _meld(mask: int) -> Meld:
    cards = cards_of_bits(mask)
    kind = MeldKind.SET if cards[0].rank == cards[1].rank else MeldKind.RUN
    return Meld(kind, cards)
