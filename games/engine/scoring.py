"""What a deal is worth: payments in Knock Rummy, points and lay-offs in Gin Rummy.

Implements docs/rules.md, A "Settlement" and B "Lay-offs", "Settlement of a
deal" and the ruling on the knocker's arrangement. It settles what it is given:
whether the knock was allowed, who deals next and how games add up is decided
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from games.engine.cards import (
    RANKS,
    Card,
    CardError,
    CardErrorReason,
    Hand,
    cards_of_bits,
    format_cards,
    value_of_bits,
)
from games.engine.melds import (
    JOKER_BIT,
    RANK_BITS,
    Arrangement,
    Meld,
    all_best_arrangements,
    best_arrangement,
    bits_of,
    deadwood_of_bits,
    is_meld,
)

if TYPE_CHECKING:
    from games.engine.ruleset import Ruleset


def settle(ruleset: Ruleset, deadwoods: Sequence[int], knocker: int) -> tuple[int, ...]:
    """Net points of a Knock Rummy deal in seat order; they sum to zero.

    *deadwoods* are the least deadwoods in seat order (two or more), *knocker* is
    a seat. Implements docs/rules.md, A "Settlement" 1 to 3 with its rulings; a
    deal of No-Knock Rummy ends at 0 and so is settled as rummy.
    """
    low = min(deadwoods)
    if deadwoods[knocker] == 0:
        return _collect(knocker, [deadwood + ruleset.rummy_bonus for deadwood in deadwoods])
    if deadwoods[knocker] == low and list(deadwoods).count(low) == 1:
        return _collect(knocker, [deadwood - low for deadwood in deadwoods])
    return _undercut(deadwoods, knocker, low, ruleset.undercut_penalty)


def _collect(winner: int, payments: Sequence[int]) -> tuple[int, ...]:
    """The winner takes from everyone else what stands at that seat in *payments*."""
    net = [-payment for payment in payments]
    net[winner] = sum(payments) - payments[winner]
    return tuple(net)


def _undercut(deadwoods: Sequence[int], knocker: int, low: int, penalty: int) -> tuple[int, ...]:
    """The lowest opponents split what all others pay; odd points go round from the knocker's left."""
    seats = len(deadwoods)
    in_turn = [(knocker + step) % seats for step in range(1, seats)]
    winners = [seat for seat in in_turn if deadwoods[seat] == low]
    net = [low - deadwood for deadwood in deadwoods]
    net[knocker] -= penalty
    share, odd = divmod(-sum(net), len(winners))
    for place, seat in enumerate(winners):
        net[seat] = share + (place < odd)
    return tuple(net)


@dataclass(frozen=True, slots=True)
class GinSettlement:
    """A gin deal settled: `points` of (knocker, opponent), one of them 0, and how they came about.

    `opponent_deadwood` is what is left after the best lay-offs, `laid_off` the cards
    laid off, `opponent_arrangement` the opponent's melds and rest without them.
    """

    points: tuple[int, int]
    knocker_deadwood: int
    opponent_deadwood: int
    laid_off: tuple[Card, ...]
    opponent_arrangement: Arrangement


def settle_gin(
    ruleset: Ruleset,
    knocker_melds: Iterable[Meld | Iterable[Card]],
    knocker_rest: Iterable[Card],
    opponent_cards: Iterable[Card],
    *,
    multiplier: int = 1,
    big_gin: bool = False,
) -> GinSettlement:
    """Settle a gin knock (docs/rules.md, B "Settlement of a deal").

    *knocker_melds* are the melds shown, *knocker_rest* the knocker's deadwood,
    both without the card discarded; *opponent_cards* is the opponent's whole hand.
    With no deadwood it is gin: the gin bonus (the big gin bonus when *big_gin*),
    no lay-offs. *multiplier* (2 after a spade upcard) applies to the points.
    Raises `CardError` when a meld is none (`not_a_meld`) or a card comes twice.
    """
    melds = [meld.bits if isinstance(meld, Meld) else _checked_meld(meld) for meld in knocker_melds]
    rest, opponent = bits_of(knocker_rest), bits_of(opponent_cards)
    _check_disjoint((*melds, rest, opponent))
    own = value_of_bits(rest)
    laid_off = best_lay_offs(melds, opponent) if own else 0
    arrangement = best_arrangement(Hand.from_bits(opponent ^ laid_off))
    theirs = arrangement.deadwood
    if own == 0:
        points = theirs + (ruleset.big_gin_bonus if big_gin else ruleset.gin_bonus), 0
    elif theirs > own:
        points = theirs - own, 0
    else:
        points = 0, own - theirs + ruleset.undercut_bonus
    scaled = points[0] * multiplier, points[1] * multiplier
    return GinSettlement(scaled, own, theirs, cards_of_bits(laid_off), arrangement)


def _checked_meld(meld: Iterable[Card]) -> int:
    cards = tuple(meld)
    if not is_meld(cards):
        raise CardError(CardErrorReason.NOT_A_MELD, format_cards(cards))
    return bits_of(cards)


def _check_disjoint(parts: Iterable[int]) -> None:
    seen = 0
    for bits in parts:
        if seen & bits:
            raise CardError(CardErrorReason.DUPLICATE_CARD, format_cards(cards_of_bits(seen & bits)))
        seen |= bits


def best_lay_offs(melds: Sequence[int], hand: int) -> int:
    """The cards of *hand* to lay off on *melds* so that least deadwood is left (all as bits).

    Tries every set of cards that can be laid off, chains included, each with the
    best arrangement of what stays. Among equals the fewest cards are laid off, then
    the first in index order.
    """
    options = [_extensions(meld, hand) for meld in melds]
    choices = {_union(choice) for choice in product(*options)}
    if len(choices) == 1:
        return 0
    return min(
        choices, key=lambda laid: (deadwood_of_bits(hand & ~laid), laid.bit_count(), cards_of_bits(laid))
    )


def _union(parts: Iterable[int]) -> int:
    bits = 0
    for part in parts:
        bits |= part
    return bits


def _extensions(meld: int, available: int) -> list[int]:
    """Every set of *available* cards by which one meld can be extended, the empty one included."""
    lowest = (meld & -meld).bit_length() - 1
    rank = RANK_BITS << lowest % RANKS
    if meld & rank == meld:
        fourth = rank & ~meld & available
        return [0, fourth] if fourth else [0]
    below = list(_chain(lowest, -1, available))
    above = list(_chain(meld.bit_length() - 1, 1, available))
    return [low | high for low in below for high in above]


def _chain(end: int, step: int, available: int) -> Iterator[int]:
    """Nothing, the next card beyond *end*, the next two, ... as long as they are available in that suit."""
    suit, laid = end // RANKS, 0
    yield laid
    while True:
        end += step
        if end < 0 or end // RANKS != suit or not available >> end & 1:
            return
        laid |= 1 << end
        yield laid


_NATURAL_CARDS: Final = JOKER_BIT - 1


def default_knock_arrangement(hand: Hand | Iterable[Card]) -> Arrangement:
    """What a gin knocker shows who chooses nothing (docs/rules.md, B "Knock", ruling).

    *hand* is the hand after the discard. Least deadwood; among those the arrangement
    on which the fewest other cards of the deck could be laid off, chains counted;
    then the first when the melds are compared as sorted lists. A run is shown whole.
    """
    bits = bits_of(hand)
    if bits >= JOKER_BIT:
        return best_arrangement(hand)
    found = all_best_arrangements(bits)
    if len(found) == 1:
        return found[0]
    others = _NATURAL_CARDS & ~bits

    def order(arrangement: Arrangement) -> tuple[int, list[list[int]]]:
        open_to = _union(_union(_extensions(meld.bits, others)) for meld in arrangement.melds)
        return open_to.bit_count(), [[card.index for card in meld.cards] for meld in arrangement.melds]

    return min(found, key=order)
