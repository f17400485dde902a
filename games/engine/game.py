"""The whole of a table's game: cuts, deals, decisions, totals, the end.

`GameState` is a frozen value that is replayed from the record: seeds and moves go
in, the next state comes out. It knows everything, hidden cards included; what a
seat may know is made from it by `observation`. How deals add up stands behind
`GameFormat`; every seat in its face is a seat of the game, also where fewer
play a deal. It makes no seeds and knows no time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from games.engine.deal import DealState
from games.engine.drafts import draft_of
from games.engine.errors import IllegalMove, IllegalReason, SetupError, SetupReason
from games.engine.formats import (
    BoardPlan,
    DealPlan,
    GameDealKind,
    GameFormat,
    PlayedDeal,
    Scoresheet,
    Verdict,
)
from games.engine.game_result import GameResult, SeatFigures
from games.engine.gin_game import GinFormat
from games.engine.knock_game import KnockFormat
from games.engine.legality import LegalMoves
from games.engine.moves import CUTS, DECLINE, REENTER, Cut, Decline, Move, Reenter
from games.engine.options import Family
from games.engine.phases import GamePhase, Phase
from games.engine.results import DealResult
from games.engine.ruleset import Ruleset
from games.engine.shuffling import SEED_BYTES, reshuffled, shuffled_deck

__all__ = ["Board", "GameDealKind", "GamePhase", "GameResult", "GameState", "Scoresheet", "SeatFigures"]

_FORMATS: Final[dict[Family, Callable[[Ruleset, int], GameFormat]]] = {
    Family.KNOCK: KnockFormat,
    Family.TONK: KnockFormat,
    Family.GIN: lambda ruleset, _players: GinFormat(ruleset),
}
_DECISIONS: Final[tuple[Move, ...]] = (REENTER, DECLINE)


@dataclass(frozen=True, slots=True)
class Board:
    """One deck in play or just played: place i of `deal` is played by game seat `plan.seats[i]`."""

    plan: BoardPlan
    deal: DealState

    @property
    def turn(self) -> int | None:
        """The game seat to move at this board."""
        return None if self.deal.turn is None else self.plan.seats[self.deal.turn]


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one moment.

    `plan` is the deal in play, and in `needs_deal` the one to come; `boards` are those of the deal
    in play or, until the next cards are dealt, of the last one. `deal_number` counts every deal
    that was begun (1, 2, ...; 0 before the first), also those dealt again. `ply` counts every
    applied move over the whole game, cuts and decisions included. `closing` is set by `finish_now`.
    """

    ruleset: Ruleset
    format: GameFormat
    players: int
    first_dealer: int
    score: Any
    plan: DealPlan
    phase: Phase = Phase.NEEDS_DEAL
    ply: int = 0
    deal_number: int = 0
    boards: tuple[Board, ...] = ()
    seed: bytes = b""
    cut: int | None = None
    deciding: tuple[int, ...] = ()
    played: tuple[PlayedDeal, ...] = ()
    closing: bool = False

    def __repr__(self) -> str:
        """Without cards and seed: a state may turn up in a log."""
        return f"<GameState {self.ruleset.key}, deal {self.deal_number}, ply {self.ply}>"

    @classmethod
    def new(cls, ruleset: Ruleset, players: int, first_dealer: int = 0) -> GameState:
        """A game before its first deal. Raises `SetupError`."""
        if not ruleset.min_players <= players <= ruleset.max_players:
            raise SetupError(SetupReason.PLAYERS)
        if not 0 <= first_dealer < players:
            raise SetupError(SetupReason.DEALER)
        form = _FORMATS[ruleset.family](ruleset, players)
        score, plan = form.start(first_dealer)
        return cls(ruleset, form, players, first_dealer, score, plan)

    @property
    def dealer(self) -> int:
        """Who deals the deal in play, or in `needs_deal` the next one."""
        return self.plan.dealer

    @property
    def deal_seats(self) -> tuple[int, ...]:
        """The seats that play that deal, ascending."""
        return self.plan.seats

    @property
    def deal_kind(self) -> GameDealKind:
        return self.plan.kind

    @property
    def deal(self) -> DealState | None:
        """The deal in play or the last one; of two boards the first. Its seats are its own places."""
        return self.boards[0].deal if self.boards else None

    @property
    def results(self) -> tuple[DealResult, ...]:
        """The results of all finished deals, in game seats; one for each board."""
        return tuple(result for deal in self.played for result in deal.results)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals on the scoresheet, by seat."""
        return self.sheet.totals

    @property
    def sheet(self) -> Scoresheet:
        return self.format.sheet(self.score)

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def result(self) -> GameResult | None:
        """Places and figures once the game is over."""
        return self.format.result(self.score, self.played) if self.is_over else None

    @property
    def turns(self) -> tuple[int, ...]:
        """The seats that may act now. Only a table with two boards has more than one.

        The first is the one to wait for: that of the board with the fewest completed turns.
        """
        if self.phase is Phase.PLAY:
            if len(self.boards) == 1:
                turn = self.boards[0].turn
                return () if turn is None else (turn,)
            running = sorted(
                (board for board in self.boards if board.turn is not None),
                key=lambda board: board.deal.turns,
            )
            return tuple(board.turn for board in running if board.turn is not None)
        if self.phase is Phase.CUT:
            return (self.plan.cutter,)
        if self.phase is Phase.RE_ENTRY:
            return self.deciding[:1]
        return ()

    @property
    def turn(self) -> int | None:
        """The seat to move, or None in `needs_deal` and `over`."""
        turns = self.turns
        return turns[0] if turns else None

    def board_of(self, seat: int) -> Board | None:
        """The board that this seat plays at in the deal in play or the last one; None if it sat out."""
        return next((board for board in self.boards if seat in board.plan.seats), None)

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """The moves of *seat* (None: the seat to move); empty where it isn't its turn."""
        seat = self.turn if seat is None else seat
        if seat is None or seat not in self.turns:
            return LegalMoves()
        if self.phase is Phase.CUT:
            return LegalMoves(CUTS[: self.ruleset.deck_size])
        if self.phase is Phase.RE_ENTRY:
            return LegalMoves(_DECISIONS)
        board = self.board_of(seat)
        assert board is not None
        return board.deal.legal_moves()

    def start_deal(self, seed: bytes) -> GameState:
        """The next deal begins: its seed is fixed and the cut is offered.

        *seed* is this deal's own secret of 32 bytes. Raises `SetupError` (`phase`, `seed`).
        """
        if self.phase is not Phase.NEEDS_DEAL:
            raise SetupError(SetupReason.PHASE)
        if len(seed) != SEED_BYTES:
            raise SetupError(SetupReason.SEED)
        return self.evolve(
            phase=Phase.CUT, deal_number=self.deal_number + 1, seed=bytes(seed), boards=(), cut=None
        )

    def apply(self, move: Move, seat: int | None = None) -> GameState:
        """The game after *move* by *seat* (None: the seat to move). Raises `IllegalMove`."""
        if self.phase is Phase.OVER:
            raise IllegalMove(IllegalReason.GAME_OVER)
        turns = self.turns
        if not turns:
            raise IllegalMove(IllegalReason.WRONG_PHASE)
        seat = turns[0] if seat is None else seat
        if seat not in turns:
            raise IllegalMove(IllegalReason.NOT_YOUR_TURN)
        if self.phase is Phase.CUT:
            return _apply_cut(self, move)
        if self.phase is Phase.RE_ENTRY:
            return _apply_decision(self, move, seat)
        return _apply_play(self, move, seat)

    def finish_now(self) -> GameState:
        """The round clock has ended: the deal in play (from its cut on) is finished, then the game ends.

        Without one the game ends here. Cumulative, pool and match are placed by net points, gin by
        totals without game bonus; no extra deal is played. Doing it twice changes nothing.
        """
        if self.phase is Phase.OVER or self.closing:
            return self
        if self.phase in (Phase.CUT, Phase.PLAY):
            return self.evolve(closing=True)
        return _closed(self)

    def evolve(self, **changes: Any) -> GameState:
        """This state with some fields changed. Trusted: for the engine's own use."""
        values = list(_read(self))
        for name, value in changes.items():
            values[_PLACE[name]] = value
        new = _DRAFT(*values)
        new.__class__ = GameState
        return new


_DRAFT: Final = draft_of(GameState)
_read = attrgetter(*GameState.__slots__)
_PLACE: Final = {name: place for place, name in enumerate(GameState.__slots__)}


def _apply_cut(state: GameState, move: Move) -> GameState:
    if not isinstance(move, Cut):
        raise IllegalMove(IllegalReason.WRONG_PHASE)
    if not 0 <= move.count < state.ruleset.deck_size:
        raise IllegalMove(IllegalReason.CUT_OUT_OF_RANGE)
    deck = shuffled_deck(state.seed, state.ruleset.jokers, move.count)
    boards = []
    for number, board in enumerate(state.plan.boards):
        # A second board has its own deck: the first one's, shuffled again from the same seed.
        cards = reshuffled(deck, state.seed, number) if number else deck
        deal = DealState.new(state.ruleset, len(board.seats), board.dealer, cards, state.seed)
        boards.append(Board(board, deal))
    dealt = state.evolve(phase=Phase.PLAY, ply=state.ply + 1, boards=tuple(boards), cut=move.count)
    return _settled(dealt) if all(board.deal.is_over for board in boards) else dealt


def _apply_play(state: GameState, move: Move, seat: int) -> GameState:
    boards = tuple(
        Board(board.plan, board.deal.apply(move)) if board.turn == seat else board for board in state.boards
    )
    after = state.evolve(boards=boards, ply=state.ply + 1)
    return _settled(after) if all(board.deal.is_over for board in boards) else after


def _apply_decision(state: GameState, move: Move, seat: int) -> GameState:
    if not isinstance(move, Reenter | Decline):
        raise IllegalMove(IllegalReason.WRONG_PHASE)
    stays = isinstance(move, Reenter)
    verdict = state.format.decide(state.score, state.plan, seat, stays)
    return _follow(state.evolve(ply=state.ply + 1), verdict)


def _settled(state: GameState) -> GameState:
    """The deal in play is over: enter it on the scoresheet and see what follows."""
    results = []
    for board in state.boards:
        assert board.deal.result is not None
        results.append(board.deal.result.in_game(board.plan.seats, state.players))
    verdict = state.format.settle(state.score, state.plan, tuple(results))
    entry = PlayedDeal(
        state.deal_number, state.plan, tuple(results), verdict.counts, verdict.points, verdict.net
    )
    return _follow(state.evolve(played=(*state.played, entry)), verdict)


def _follow(state: GameState, verdict: Verdict) -> GameState:
    state = state.evolve(score=verdict.score, deciding=verdict.deciding)
    if verdict.plan is None and not verdict.deciding:
        return state.evolve(phase=Phase.OVER)
    if state.closing:
        return _closed(state)
    if verdict.plan is None:
        return state.evolve(phase=Phase.RE_ENTRY)
    return state.evolve(phase=Phase.NEEDS_DEAL, plan=verdict.plan)


def _closed(state: GameState) -> GameState:
    score = state.format.close(state.score)
    return state.evolve(phase=Phase.OVER, score=score, deciding=(), closing=True)
