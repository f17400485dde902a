"""What moves are worth where nothing was learned: the deal is played out many times over from each of them.

A tool for analysis, not a bot: it starts from the whole state, but only to deal out anew, again and
again, every card that the seat couldn't see. Each move meets the same hidden cards. The play after
the move is that of `club` in all seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.bots.base import Bot
from games.bots.club import ClubBot
from games.bots.weighing import Weighed, best_first
from games.engine.cards import Card, cards_of_bits
from games.engine.deal import DealState
from games.engine.moves import Move
from games.engine.observation import observe

WORLDS: Final = 40
MOST_MOVES: Final = 400  # of one playing out; a deal that takes longer counts as nothing won


def weigh_by_playing(
    deal: DealState, moves: Sequence[Move], rng: Random, worlds: int = WORLDS
) -> tuple[Weighed, ...]:
    """The mean net points of the seat to move after each of *moves*, best first."""
    seat = deal.turn
    assert seat is not None
    totals = [0.0] * len(moves)
    for _ in range(worlds):
        world = another_world(deal, seat, rng)
        for place, move in enumerate(moves):
            totals[place] += _outcome(world.apply(move), seat, rng)
    return best_first(Weighed(move, total / worlds) for move, total in zip(moves, totals, strict=True))


def another_world(deal: DealState, seat: int, rng: Random) -> DealState:
    """The same deal with the cards that *seat* can't see dealt out anew."""
    hidden = [
        hand & ~known if place != seat else 0
        for place, (hand, known) in enumerate(zip(deal.hand_bits, deal.known_bits, strict=True))
    ]
    cards: list[Card] = [*deal.stock]
    for bits in hidden:
        cards.extend(cards_of_bits(bits))
    cards.sort()
    rng.shuffle(cards)
    hands = list(deal.hand_bits)
    for place, bits in enumerate(hidden):
        hands[place] &= ~bits
        for _ in range(bits.bit_count()):
            hands[place] |= cards.pop().bit
    return deal.evolve(hand_bits=tuple(hands), stock=tuple(cards))


def _outcome(deal: DealState, seat: int, rng: Random) -> float:
    bot: Bot = ClubBot()
    for _ in range(MOST_MOVES):
        if deal.turn is None:
            break
        deal = deal.apply(bot.choose(observe(deal, deal.turn), rng))
    return float(deal.result.net[seat]) if deal.result is not None else 0.0
