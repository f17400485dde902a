"""Repeatable chance: the same integers on every platform and Python version.

`random.Random` promises a stable `random()` and `getrandbits()` for an integer seed; `shuffle`,
`sample` and `choice` promise nothing across versions. So only those two are used, and never a
float from a library function whose last bit could differ.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


def mix(*numbers: int) -> int:
    """One 64-bit seed out of several integers (splitmix64 steps); negative numbers are fine."""
    state = 0x9E3779B97F4A7C15
    for number in numbers:
        state = (state ^ (number & _MASK)) * 0xBF58476D1CE4E5B9 & _MASK
        state ^= state >> 29
        state = state * 0x94D049BB133111EB & _MASK
        state ^= state >> 32
    return state


class Dice:
    """A seeded source of chance with the few operations that seating needs."""

    __slots__ = ("bits", "unit")

    def __init__(self, *seed: int) -> None:
        source = random.Random(mix(*seed))
        self.bits = source.getrandbits
        self.unit = source.random

    def below(self, limit: int) -> int:
        """An integer 0..limit-1 (limit under 2**31; the bias of 2**-33 doesn't matter here)."""
        return self.bits(64) * limit >> 64

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list with the items in random order (Fisher-Yates)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
