"""Exact numbers: whole numbers while they are whole, fractions where they are not, floats never.

`Exact` is what points, averages and tiebreak values are made of. Whole results stay `int`, which keeps
a thousand entrants fast; two equal values compare, hash and print the same whichever type holds them.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

Exact = int | Fraction
Value = tuple[Exact, ...]


def simplest(value: Exact) -> Exact:
    """The same number as an `int` if it is whole."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def ratio(numerator: Exact, denominator: Exact) -> Exact:
    """numerator / denominator without rounding."""
    if isinstance(numerator, int) and isinstance(denominator, int):
        whole, rest = divmod(numerator, denominator)
        return Fraction(numerator, denominator) if rest else whole
    return simplest(Fraction(numerator) / Fraction(denominator))


def total(values: Iterable[Exact]) -> Exact:
    """The exact sum. Numerators are added per denominator first, because adding fractions is slow."""
    whole = 0
    parts: dict[int, int] = {}
    for value in values:
        if isinstance(value, int):
            whole += value
        else:
            parts[value.denominator] = parts.get(value.denominator, 0) + value.numerator
    if not parts:
        return whole
    result = Fraction(whole)
    for denominator in sorted(parts):
        result += Fraction(parts[denominator], denominator)
    return simplest(result)


def mean(values: Sequence[Exact]) -> Exact:
    """The exact arithmetic mean of at least one value."""
    return ratio(total(values), len(values))


def text(value: Exact) -> str:
    """`7`, `-3/2`: the one written form, the same on every platform and in every locale."""
    return str(value)


def from_text(written: str) -> Exact:
    """The number that `text` wrote; raises ValueError for anything else."""
    if written.isascii() and written.removeprefix("-").isdigit():
        return int(written)  # nearly all numbers there are, at a tenth of the cost
    return simplest(Fraction(written))
