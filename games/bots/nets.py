"""Small learned functions of a few numbers: one layer of bent sums, evaluated without any library.

A net is stored as text by the training tools. It gives one number, in the units that it was fitted to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import tanh
from operator import mul
from textwrap import wrap
from typing import Final

NOTHING: Final = 1e-6  # what a weight below this does can't be seen


@dataclass(frozen=True, slots=True)
class Net:
    """`base` + `straight` . x + the sum over `units` of weight * tanh(bias + inputs . x)."""

    base: float
    straight: tuple[float, ...]
    units: tuple[tuple[float, float, tuple[float, ...]], ...]

    def value(self, features: Sequence[float]) -> float:
        """The net's number for these features, as many as it was fitted to."""
        total: float = self.base + sum(map(mul, self.straight, features))
        for weight, bias, inputs in self.units:
            total += weight * tanh(bias + sum(map(mul, inputs, features)))
        return total


def read_net(text: str) -> Net:
    """A net from its text: number of features, base, straight weights, then weight, bias and inputs a unit."""
    count, *texts = text.split()
    numbers, width = [float(each) for each in texts], int(count)
    units = [numbers[at : at + width + 2] for at in range(width + 1, len(numbers), width + 2)]
    return Net(
        numbers[0],
        tuple(numbers[1 : width + 1]),
        tuple((unit[0], unit[1], tuple(unit[2:])) for unit in units),
    )


def write_net(net: Net) -> str:
    """The text that `read_net` reads, in lines of at most 100 characters, with four digits that count."""
    numbers = [net.base, *net.straight]
    for weight, bias, inputs in net.units:
        numbers += [weight, bias, *inputs]
    written = [f"{number:.4g}" if abs(number) > NOTHING else "0" for number in numbers]
    return "\n".join(wrap(" ".join([str(len(net.straight)), *written]), 100))
