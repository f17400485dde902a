"""How events are reckoned, in words and with an example: the schemes of points, the criteria for ties.

The words stand in `criteria`, the numbers come from the engine's own function; nothing is known twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.engine.scoring import Scheme, SchemeKind, size_example
from tournaments.engine.tiebreaks import REGISTRY, Direction
from tournaments.queries.criteria import (
    CriterionWords,
    criterion,
    number_text,
    scheme_definition,
    scheme_name,
)

SIZES = (2, 3, 4, 5)
# Where nothing more is decided; the words of the extra round and the lot say it.
_NOT_LISTED = ("shared",)


@dataclass(frozen=True, slots=True)
class SchemeLine:
    """A scheme with what its winner gets at tables of 2, 3, 4 and 5 (see `size_example`)."""

    name: str
    definition: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CriterionLine:
    words: CriterionWords
    better: str


@dataclass(frozen=True, slots=True)
class RankingWords:
    sizes: tuple[int, ...]
    schemes: tuple[SchemeLine, ...]
    criteria: tuple[CriterionLine, ...]


def ranking_words() -> RankingWords:
    """Everything that can be chosen, in the order in which the set-up offers it."""
    return RankingWords(
        SIZES,
        scheme_lines(Scheme(), SIZES),
        tuple(_criterion(key) for key in REGISTRY if key not in _NOT_LISTED),
    )


def scheme_lines(usual: Scheme, sizes: Sequence[int]) -> tuple[SchemeLine, ...]:
    """The same for tables of these sizes, where the usual table is that of `usual`."""
    return tuple(
        _scheme(kind, replace(usual, kind=kind, win_bonus=0, loss_cap=None), sizes)
        for kind in SchemeKind
        if kind is not SchemeKind.GIVEN
    )


def _scheme(kind: SchemeKind, scheme: Scheme, sizes: Sequence[int]) -> SchemeLine:
    return SchemeLine(
        scheme_name(kind.value),
        scheme_definition(kind.value),
        tuple(number_text(points) for _size, points in size_example(scheme, sizes)),
    )


def _criterion(key: str) -> CriterionLine:
    better = {
        Direction.HIGH: _("more"),
        Direction.LOW: _("less"),
        Direction.SCHEME: _("as with points"),
    }[REGISTRY[key].direction]
    return CriterionLine(criterion(key), better)
