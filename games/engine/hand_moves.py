"""The moves that end a turn: what one seat may do with its own hand.

A value made of that hand and of public facts only, so that it may travel in an
observation; the moves are listed when somebody asks for them.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card, cards_of_bits
from games.engine.melds import deadwood_of_bits
from games.engine.moves import BIG_GIN, DISCARDS, KNOCKS, BigGin, Discard, Knock, Move
from games.engine.showing import GinChoice


@dataclass(frozen=True, slots=True)
class HandMoves:
    """Discards, knocks and big gin of a hand; see `legality.MoveSource`.

    *banned* are the bits of the card that may not be laid away in this turn (0: none). A knock
    needs at most *limit* deadwood (None: any) and *may_knock*. *chooses*: the knocker may choose
    what to show. *big_gin*: the game has it.
    """

    hand_bits: int
    banned: int
    limit: int | None
    may_knock: bool = True
    chooses: bool = False
    big_gin: bool = False

    def moves(self) -> tuple[Move, ...]:
        cards = cards_of_bits(self.hand_bits & ~self.banned)
        found: list[Move] = [DISCARDS[card.index] for card in cards]
        if self.may_knock:
            found += [KNOCKS[card.index] for card in cards if self._low_enough(card)]
        if self._is_big_gin():
            found.append(BIG_GIN)
        return tuple(found)

    def has(self, move: object) -> bool:
        if isinstance(move, Discard):
            return self._throwable(move.card)
        if isinstance(move, Knock):
            return self._may_knock_with(move.card) and (move.melds is None or self._may_show(move))
        return isinstance(move, BigGin) and self._is_big_gin()

    def arrangements(self, card: Card) -> tuple[Knock, ...]:
        if not self.chooses or not self._may_knock_with(card) or self.limit is None:
            return ()
        return GinChoice(self.hand_bits, self.limit).of(card)

    def _throwable(self, card: Card) -> bool:
        return bool(self.hand_bits & ~self.banned & card.bit)

    def _low_enough(self, card: Card) -> bool:
        return self.limit is None or deadwood_of_bits(self.hand_bits ^ card.bit) <= self.limit

    def _may_knock_with(self, card: Card) -> bool:
        return self.may_knock and self._throwable(card) and self._low_enough(card)

    def _may_show(self, knock: Knock) -> bool:
        return self.chooses and self.limit is not None and GinChoice(self.hand_bits, self.limit).allows(knock)

    def _is_big_gin(self) -> bool:
        return self.big_gin and deadwood_of_bits(self.hand_bits) == 0
