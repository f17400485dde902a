"""The facts from which fair play is judged, and the figures that come out: plain numbers, no cards and no names.

People are numbers. Who isn't a person of the club (a bot in its own right) has a negative one: it helps to tell how
somebody plays against others, and is never reported.
"""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that `giver` laid away and `taker`, next in turn, took or left lying."""

    giver: int
    taker: int
    taken: bool


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of the person's `lap`-th turn of the deal: `left` points of deadwood were kept, `best` were possible."""

    person: int
    lap: int
    best: int
    left: int
    may_knock: bool
    knocked: bool


@dataclass(frozen=True, slots=True)
class FairDeal:
    """A finished deal, its people in turn order. `key` names it to the caller; `kind` is what is played (game and
    number of players): points and habits are compared within one kind only. `net` is what each of `people` won, in
    the same order; it sums to zero.
    """

    key: int
    kind: str
    people: tuple[int, ...]
    net: tuple[int, ...]
    offers: tuple[Offer, ...] = ()
    ends: tuple[TurnEnd, ...] = ()


class Sign(StrEnum):
    """What is compared: who pays whom, who takes whose discards, who holds back and gives points away beside whom."""

    PAYMENTS = "payments"
    DISCARDS = "discards"
    KNOCKS = "knocks"
    WASTE = "waste"
    SERVED = "served"


@dataclass(frozen=True, slots=True)
class Figure:
    """How much more than expected `giver` did for `taker`.

    `count` is how many deals, offers, chances or turns stand behind it. `observed` and `expected` are, by sign: points
    that giver pays taker per deal (net), the share of giver's discards that taker took, the share of giver's chances
    to knock that were used with taker at the table, points of deadwood kept without need per turn there, or per turn
    before taker's; expected is what both do with others. `score` is how many standard errors the observed lies beyond
    the expected and the tolerance, to the taker's good.
    """

    sign: Sign
    giver: int
    taker: int
    count: int
    observed: float
    expected: float
    score: float
