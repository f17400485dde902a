"""Small learned functions: from a few numbers to the chances of a few outcomes, evaluated without any library.

One layer of bent sums, then a softmax. A net is stored as text by the training tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, tanh
from operator import mul
from textwrap import wrap
from typing import Final

NOTHING: Final = 1e-6  # what a weight below this does can't be seen
WIDTH: Final = 104

Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Net:
    """Chances in proportion to exp(base + outputs . tanh(biases + inputs . x)): a row of outputs for each outcome."""

    base: Numbers
    biases: Numbers
    inputs: tuple[Numbers, ...]
    outputs: tuple[Numbers, ...]

    def chances(self, features: Sequence[float]) -> list[float]:
        """The chance of each outcome for these features, as many as it was fitted to; they add up to 1."""
        bent = [
            tanh(bias + sum(map(mul, inputs, features)))
            for bias, inputs in zip(self.biases, self.inputs, strict=True)
        ]
        sums = [base + sum(map(mul, row, bent)) for base, row in zip(self.base, self.outputs, strict=True)]
        top = max(sums)
        weights = [exp(each - top) for each in sums]
        total = sum(weights)
        return [weight / total for weight in weights]

    def mean(self, features: Sequence[float], worth: Sequence[float]) -> float:
        """The mean of what the outcomes are *worth*."""
        total: float = sum(map(mul, self.chances(features), worth))
        return total


def read_net(text: str) -> Net:
    """A net from its text: the numbers of features, units and outcomes, then base, biases, inputs, outputs."""
    width, units, outcomes = map(int, text.split()[:3])
    numbers = [float(each) for each in text.split()[3:]]
    at = outcomes + units
    middle = at + units * width
    return Net(
        tuple(numbers[:outcomes]),
        tuple(numbers[outcomes:at]),
        tuple(tuple(numbers[place : place + width]) for place in range(at, middle, width)),
        tuple(tuple(numbers[place : place + units]) for place in range(middle, len(numbers), units)),
    )


def write_net(net: Net) -> str:
    """The text that `read_net` reads, in lines, with three digits that count."""
    rows = (net.base, net.biases, *net.inputs, *net.outputs)
    written = [f"{number:.3g}" if abs(number) > NOTHING else "0" for row in rows for number in row]
    sizes = [str(size) for size in (len(net.inputs[0]), len(net.biases), len(net.base))]
    return "\n".join(wrap(" ".join([*sizes, *written]), WIDTH))
