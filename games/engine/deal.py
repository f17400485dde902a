"""One deal of cards, from the hands dealt to the settlement.

`DealState` is a frozen value that knows everything, hidden cards included; what a
seat may know is made from it by `observation` and nothing else may leave the
engine. The rules of the game in question stand behind `DealRules`; this module
never asks which game is played beyond looking them up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from games.engine.cards import Card, Hand
from games.engine.drafts import draft_of
from games.engine.errors import IllegalMove, SetupError, SetupReason
from games.engine.gin import GIN_RULES
from games.engine.knock import KNOCK_RULES
from games.engine.legality import NO_MOVES, LegalMoves
from games.engine.moves import Move
from games.engine.options import PLAYERS, Family
from games.engine.phases import DealPhase, Phase, Play
from games.engine.results import DealKind, DealResult
from games.engine.rules import DealRules
from games.engine.ruleset import Ruleset
from games.engine.tonk import TONK_RULES

__all__ = ["DealKind", "DealPhase", "DealResult", "DealState", "Phase", "Play"]

_RULES: Final[dict[Family, DealRules]] = {
    Family.KNOCK: KNOCK_RULES,
    Family.GIN: GIN_RULES,
    Family.TONK: TONK_RULES,
}


@dataclass(frozen=True, slots=True)
class DealSetup:
    """What doesn't change during a deal; `deck` is in the order it was dealt from, top first."""

    ruleset: Ruleset
    rules: DealRules
    players: int
    dealer: int
    deck: tuple[Card, ...]
    reshuffle_seed: bytes
    upcard: Card

    def __repr__(self) -> str:
        """Without deck and seed: a state may turn up in a log."""
        return f"<DealSetup {self.ruleset.key}, {self.players} players>"


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal at one moment. Seats are 0..players-1 in turn order.

    `hand_bits` and `known_bits` hold one set of cards a seat as bits (`hands` gives
    `Hand`s); known are those taken openly from the pile and still held. `stock[0]` is
    drawn next, `discards[-1]` lies on top. `drawn` is the card that came into the
    hand in this turn, `banned` the same card where it may not be laid away again.
    `turns` counts completed turns, `reshuffles` the times the pile became the stock,
    `stage` is the rules' own counter. `log` is public: it holds no hidden card. `table` are the
    melds laid on the table, as bits.
    """

    setup: DealSetup
    hand_bits: tuple[int, ...]
    known_bits: tuple[int, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    turn: int | None
    phase: Phase
    drawn: Card | None = None
    banned: Card | None = None
    turns: int = 0
    reshuffles: int = 0
    stage: int = 0
    log: tuple[Play, ...] = ()
    result: DealResult | None = None
    table: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Without hidden cards: a state may turn up in a log."""
        return f"<DealState {self.ruleset.key}, {self.phase.value}, {len(self.log)} moves>"

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        players: int | Sequence[object],
        dealer: int,
        deck: Sequence[Card],
        reshuffle_seed: bytes,
    ) -> DealState:
        """The cards dealt one at a time from the dealer's left, the next turned up, the rest the stock.

        *players* is their number, or anything with that length. *deck* is shuffled and
        cut, `deck[0]` on top. *reshuffle_seed* is the deal's seed: the k-th reshuffle of the
        discards follows from it, so that a deal can be replayed. Raises `SetupError`.
        """
        count = players if isinstance(players, int) else len(players)
        cards = tuple(deck)
        size = _checked_hand_size(ruleset, count, dealer, cards)
        dealt = count * size
        hands = [0] * count
        for place, card in enumerate(cards[:dealt]):
            hands[(dealer + 1 + place) % count] |= card.bit
        rules = _RULES[ruleset.family]
        state = cls(
            DealSetup(ruleset, rules, count, dealer, cards, reshuffle_seed, cards[dealt]),
            hand_bits=tuple(hands),
            known_bits=(0,) * count,
            stock=cards[dealt + 1 :],
            discards=(cards[dealt],),
            turn=(dealer + 1) % count,
            phase=rules.first_phase,
        )
        return rules.opening(state)

    @property
    def ruleset(self) -> Ruleset:
        return self.setup.ruleset

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def dealer(self) -> int:
        return self.setup.dealer

    @property
    def deck(self) -> tuple[Card, ...]:
        return self.setup.deck

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(Hand.from_bits(bits) for bits in self.hand_bits)

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def knock_limit(self) -> int | None:
        """The most deadwood one may knock with in this deal; None is any, 0 is going out only."""
        return self.setup.rules.limit(self)

    def legal_moves(self) -> LegalMoves:
        """The moves of the seat to move; empty when the deal is over."""
        rules = self.setup.rules
        return NO_MOVES if self.turn is None else rules.legal(self)

    def apply(self, move: Move) -> DealState:
        """The deal after *move* by the seat to move. Raises `IllegalMove`; this state never changes."""
        rules = self.setup.rules
        reason = rules.objection(self, move)
        if reason is not None:
            raise IllegalMove(reason)
        return rules.play(self, move)

    def evolve(self, **changes: Any) -> DealState:
        """This state with some fields changed. Trusted: for the rules' own use."""
        values = list(_read(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        new = _DRAFT(*values)
        new.__class__ = DealState
        return new


_DRAFT: Final = draft_of(DealState)
_read = attrgetter(*DealState.__slots__)
_PLACE: Final = {name: place for place, name in enumerate(DealState.__slots__)}


def _checked_hand_size(ruleset: Ruleset, players: int, dealer: int, cards: tuple[Card, ...]) -> int:
    """Cards for each seat, after what came from outside was checked."""
    least, most = PLAYERS[ruleset.family]
    if not least <= players <= min(most, ruleset.max_players):
        raise SetupError(SetupReason.PLAYERS)
    if not 0 <= dealer < players:
        raise SetupError(SetupReason.DEALER)
    bits = 0
    for card in cards:
        bits |= card.bit
    if len(cards) != ruleset.deck_size or bits != (1 << ruleset.deck_size) - 1:
        raise SetupError(SetupReason.DECK)
    return ruleset.hand_size(players)
