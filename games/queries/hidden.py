"""Another game that looks the same to one viewer: the cards that this viewer can't see are dealt otherwise.

Whatever is made for a viewer must be the same from both (non-interference, docs/security.md): `tells_apart` finds the
viewers for whom an observation isn't. The tests of pages and the audit use it; play never does.
"""

import random
from dataclasses import replace

from games.engine.cards import Hand
from games.engine.game import GameState
from games.engine.observation import observe


def permuted(state: GameState, seat: int | None, rng: random.Random) -> GameState:
    """The same to `seat`: other hands (but for cards taken openly) and the stock are dealt anew."""
    boards = []
    for board in state.boards:
        deal = board.deal
        own = board.plan.seats.index(seat) if seat is not None and seat in board.plan.seats else None
        places = [place for place in range(deal.players) if place != own]
        # a card that was taken openly and laid away with the knock is in no hand any more
        known = [known & held for known, held in zip(deal.known_bits, deal.hand_bits, strict=True)]
        unseen = [card for place in places for card in deal.hands[place] if not known[place] & card.bit]
        pool = unseen + list(deal.stock)
        rng.shuffle(pool)
        hands = list(deal.hand_bits)
        for place in places:
            count = (hands[place] & ~known[place]).bit_count()
            taken, pool = pool[:count], pool[count:]
            hands[place] = known[place] | Hand(taken).bits
        drawn = deal.drawn
        if drawn is not None and deal.turn is not None and deal.turn != own and deal.banned is None:
            drawn = next(card for card in Hand.from_bits(hands[deal.turn] & ~known[deal.turn]))
        boards.append(
            replace(board, deal=deal.evolve(hand_bits=tuple(hands), stock=tuple(pool), drawn=drawn))
        )
    return replace(state, boards=tuple(boards), seed=bytes(32))


def tells_apart(state: GameState, rng: random.Random) -> list[int | None]:
    """The viewers (seats, None for an onlooker) whose observation depends on cards they can't see; [] is right."""
    viewers: tuple[int | None, ...] = (None, *range(state.players))
    return [seat for seat in viewers if _seen(state, seat) != _seen(permuted(state, seat, rng), seat)]


def _seen(state: GameState, seat: int | None) -> dict[str, object]:
    return observe(state, seat).to_json()
