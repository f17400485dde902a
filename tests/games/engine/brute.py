"""A plain brute force over arrangements and lay-offs: slow, simple, sharing nothing with the engine.

It works on codes ("7H", "JR") and knows the rules only as the rulebook states them.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS = ("JR", "JB")
VALUES = {rank: min(place, 10) for place, rank in enumerate(RANKS, start=1)}


def value(code: str) -> int:
    return 15 if code in JOKERS else VALUES[code[0]]


def sets(hand: frozenset[str]) -> list[frozenset[str]]:
    """Every set in *hand*: 3 or 4 cards of a rank, jokers included, at least one natural."""
    jokers = [code for code in hand if code in JOKERS]
    found = []
    for rank in RANKS:
        naturals = [rank + suit for suit in SUITS if rank + suit in hand]
        for size in (3, 4):
            for chosen in combinations(naturals + jokers, size):
                if any(code not in JOKERS for code in chosen):
                    found.append(frozenset(chosen))
    return found


STRETCHES = [
    [rank + suit for rank in RANKS[low : high + 1]]
    for suit in SUITS
    for low in range(13)
    for high in range(low + 2, 13)
]


def runs(hand: frozenset[str]) -> list[frozenset[str]]:
    """Every run in *hand*: for each stretch of ranks, each place taken by its card or by a joker."""
    jokers = [code for code in hand if code in JOKERS]
    found = []
    for stretch in STRETCHES:
        naturals = [code for code in stretch if code in hand]
        for wild in range(len(stretch) - len(naturals), len(jokers) + 1):
            for cards in combinations(naturals, len(stretch) - wild):
                found += [frozenset(cards + stand_in) for stand_in in combinations(jokers, wild) if cards]
    return found


def melds(hand: frozenset[str]) -> list[frozenset[str]]:
    return list(set(sets(hand) + runs(hand)))


def deadwood(hand: frozenset[str]) -> int:
    """Least deadwood: each card in turn, jokers last, is loose or in one of the melds that hold it."""
    order = sorted(hand, key=lambda code: (code in JOKERS, code))
    every = [sum(1 << order.index(code) for code in meld) for meld in melds(hand)]

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        first = left & -left
        best = value(order[first.bit_length() - 1]) + least(left ^ first)
        for meld in every:
            if meld & first and meld & left == meld:
                best = min(best, least(left ^ meld))
        return best

    return least((1 << len(order)) - 1)


def arrangements(hand: frozenset[str]) -> list[tuple[frozenset[str], ...]]:
    """Every collection of disjoint melds of a (small) hand."""
    every = melds(hand)

    def extend(start: int, left: frozenset[str]) -> list[tuple[frozenset[str], ...]]:
        found: list[tuple[frozenset[str], ...]] = [()]
        for place in range(start, len(every)):
            if every[place] <= left:
                found += [(every[place], *rest) for rest in extend(place + 1, left - every[place])]
        return found

    return extend(0, hand)


def can_be_added(code: str, meld: frozenset[str]) -> bool:
    """Whether a natural card fits on a natural meld as it now lies."""
    return (meld | {code}) in [*sets(meld | {code}), *runs(meld | {code})]


def after_lay_offs(knocker: list[frozenset[str]], hand: frozenset[str]) -> int:
    """Least deadwood of the opponent: card by card, laid off on any meld in any order, then arranged."""
    seen = set()
    best = deadwood(hand)
    todo = [(tuple(knocker), hand)]
    while todo:
        shown, left = todo.pop()
        best = min(best, deadwood(left))
        for code in left:
            for place, meld in enumerate(shown):
                if can_be_added(code, meld):
                    grown = (*shown[:place], meld | {code}, *shown[place + 1 :])
                    key = (grown, left - {code})
                    if key not in seen:
                        seen.add(key)
                        todo.append(key)
    return best


def open_cards(shown: tuple[frozenset[str], ...], hand: frozenset[str]) -> frozenset[str]:
    """The cards outside *hand* that could be laid off on *shown*, chains included."""
    others = {rank + suit for rank in RANKS for suit in SUITS} - hand
    found: set[str] = set()
    for meld in shown:
        grown = meld
        while added := [code for code in sorted(others - grown) if can_be_added(code, grown)]:
            grown |= {added[0]}
        found |= grown - meld
    return frozenset(chain(found))
