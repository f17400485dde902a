"""How the bots play Tonk: the parts of a turn that no other game has.

Melds are laid as soon as they are there, the longest first; a hand that is low for the number of
players is dropped. What to throw is left to the bot.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card
from games.engine.melds import is_meld
from games.engine.moves import DROP, LayOff, Move, Spread
from games.engine.observation import Observation

DROP_AT: Final = {2: 14, 3: 11, 4: 9, 5: 8}


def drops(observation: Observation) -> bool:
    """Whether the hand is low enough to end the deal before drawing."""
    low = observation.hand.value <= DROP_AT[len(observation.deal_seats)]
    return low and DROP in observation.legal_moves


def next_to_lay(observation: Observation) -> Move | None:
    """The next meld or card for the table, or None when nothing is left to lay."""
    spreads = [move for move in observation.legal_moves if isinstance(move, Spread)]
    if spreads:
        return max(spreads, key=lambda move: len(move.cards))
    return next((move for move in observation.legal_moves if isinstance(move, LayOff)), None)


def fits_the_table(observation: Observation, card: Card) -> bool:
    """Whether a card could be added to a meld on the table."""
    return any(is_meld((*meld, card)) for meld in observation.table)
