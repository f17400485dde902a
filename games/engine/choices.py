"""What each seat chose in games that are over: which offered cards were taken, and how turns were ended.

For the statistics of fair play. A game is replayed from its seeds and moves, every move through the rules, and at
each turn's end the hand is looked at: so this is for finished games only, and its callers see to that. It judges
nobody and knows no names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.cards import Hand
from games.engine.deal import DealState
from games.engine.game import Board, GameState
from games.engine.melds import best_discard, deadwood
from games.engine.moves import KNOCKS, BigGin, Discard, DrawStock, Knock, Move, Pass, TakePile
from games.engine.phases import Phase
from games.engine.replay import RecordedDeal
from games.engine.results import DealResult
from games.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """A discard of `giver` lay on top when `taker` was to draw; `taken` is whether it was. `ply` is the draw's."""

    ply: int
    giver: int
    taker: int
    taken: bool


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn: `left` points of deadwood were kept, `best` were possible. `knocked` is whether it was a
    knock, `may_knock` whether it could be one. `lap` is which turn of this seat in the deal it was, from 1.
    """

    ply: int
    seat: int
    lap: int
    best: int
    left: int
    may_knock: bool
    knocked: bool


@dataclass(frozen=True, slots=True)
class DealChoices:
    """One board of one deal, in game seats: its end, the offers and the turns' ends in the order of play."""

    deal_number: int
    result: DealResult
    offers: tuple[OfferedCard, ...]
    ends: tuple[TurnEnd, ...]


class _Watched:
    """What was seen at one board of the deal in play."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.giver: int | None = None
        self.laps = dict.fromkeys(seats, 0)
        self.offers: list[OfferedCard] = []
        self.ends: list[TurnEnd] = []

    def see(self, deal: DealState, move: Move, seat: int, ply: int) -> None:
        """One move by *seat*, before it is played on *deal*."""
        if deal.phase in (Phase.DRAW, Phase.UPCARD):
            if self.giver is not None and isinstance(move, TakePile | DrawStock | Pass):
                self.offers.append(OfferedCard(ply, self.giver, seat, isinstance(move, TakePile)))
            self.giver = None
        elif isinstance(move, Discard | Knock | BigGin):
            self._end(deal, move, seat, ply)
            self.giver = seat if isinstance(move, Discard) else None

    def _end(self, deal: DealState, move: Discard | Knock | BigGin, seat: int, ply: int) -> None:
        self.laps[seat] += 1
        hand = Hand.from_bits(deal.hand_bits[self.seats.index(seat)])
        card, best = best_discard(hand, deal.banned)
        knocked = not isinstance(move, Discard)
        left = deadwood(hand - move.card) if isinstance(move, Discard) else best
        may_knock = knocked or KNOCKS[card.index] in deal.legal_moves()
        self.ends.append(TurnEnd(ply, seat, self.laps[seat], best, left, may_knock, knocked))


def game_choices(
    ruleset: Ruleset, players: int, deals: Iterable[RecordedDeal], first_dealer: int = 0
) -> Iterator[DealChoices]:
    """The choices in every deal that came to an end with a score, board by board.

    The moves must name their seats. Raises `SetupError` or `IllegalMove` for what is no legal game.
    """
    state = GameState.new(ruleset, players, first_dealer)
    for recorded in deals:
        state = state.start_deal(recorded.seed)
        watched: dict[tuple[int, ...], _Watched] = {}
        boards: tuple[Board, ...] = ()
        for move, seat in zip(recorded.moves, recorded.seats, strict=True):
            board = state.board_of(seat) if state.phase is Phase.PLAY else None
            if board is not None:
                seats = board.plan.seats
                seen = watched.setdefault(seats, _Watched(seats))
                seen.see(board.deal, move, seat, state.ply + 1)
            state = state.apply(move, seat)
            boards = state.boards or boards
        yield from _finished(state, boards, watched)


def _finished(
    state: GameState, boards: tuple[Board, ...], watched: dict[tuple[int, ...], _Watched]
) -> Iterator[DealChoices]:
    for board in boards:
        seats = board.plan.seats
        if board.deal.result is not None and board.deal.result.is_scored:
            result = board.deal.result.in_game(seats, state.players)
            seen = watched.get(seats) or _Watched(seats)
            yield DealChoices(state.deal_number, result, tuple(seen.offers), tuple(seen.ends))
