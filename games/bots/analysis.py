"""A finished deal looked at again: at each decision what the expert would have done, what the choices were worth.

Each decision is weighed by what the seat saw at that moment, never by the cards that turned
out to be there. Pure, like all bots: who may see an analysis, and when, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from games.bots.expert import Expert
from games.bots.playouts import weigh_by_playing
from games.bots.weighing import Weighed, plain
from games.engine.deal import DealState
from games.engine.game import GameState
from games.engine.moves import Move
from games.engine.observation import Observation, observe
from games.engine.phases import Phase

SHOWN: Final = 6  # choices kept of each decision, besides the move that was made
DECIDED: Final = frozenset({Phase.UPCARD, Phase.DRAW, Phase.DISCARD})


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: *at* is the number of the move in the deal (the cut is 0), *seat* a seat of the game.

    *options* are best first, in points of the deal; the first is the best, *played* is
    among them. *by_playing* says that the values come from playing the deal out.
    """

    at: int
    seat: int
    played: Move
    options: tuple[Weighed, ...]
    by_playing: bool

    @property
    def best(self) -> Weighed:
        return self.options[0]

    @property
    def cost(self) -> float:
        """Points given away by the move that was made, 0 or more."""
        return max(0.0, self.best.value - next(o.value for o in self.options if o.move == self.played))


def decisions(
    state: GameState, moves: Iterable[tuple[int, Move]], rng: Random, expert: Expert | None = None
) -> Iterator[Decision | None]:
    """For each of a deal's *moves* (seat and move, the cut first) the decision, None where there was no choice.

    *state* is the game when the cut was offered. Ends with the deal.
    """
    expert = Expert() if expert is None else expert
    number = state.deal_number
    for at, (seat, move) in enumerate(moves):
        if len(state.played) == number:
            return
        yield decision(state, at, seat, move, expert, rng)
        state = state.apply(move, seat)


def decisions_of_deal(start: DealState, moves: Iterable[Move], rng: Random) -> Iterator[Decision | None]:
    """The same for a single deal, from the state just dealt; seats are the deal's, there is no cut."""
    expert, deal = Expert(), start
    for at, move in enumerate(moves, start=1):
        seat = deal.turn
        assert seat is not None
        yield _decided(deal, observe(deal, seat), at, move, expert, rng)
        deal = deal.apply(move)


def decision(
    state: GameState, at: int, seat: int, move: Move, expert: Expert, rng: Random
) -> Decision | None:
    """The decision of *seat* in this state, in which it made *move*; None where it had no choice."""
    board = state.board_of(seat)
    if state.phase is not Phase.PLAY or board is None:
        return None
    return _decided(board.deal, observe(state, seat), at, move, expert, rng)


def _decided(
    deal: DealState, view: Observation, at: int, move: Move, expert: Expert, rng: Random
) -> Decision | None:
    if deal.phase not in DECIDED or len(deal.legal_moves()) < 2:
        return None
    assert view.seat is not None
    played = plain(move)
    weighed = expert.weigh(view, played)
    by_playing = not weighed
    if by_playing:
        weighed = weigh_by_playing(deal, _choices(deal, played), rng)
    return Decision(at, view.seat, played, _shortened(weighed, played), by_playing)


def _choices(deal: DealState, played: Move) -> list[Move]:
    """The legal moves, the one that was made among them."""
    moves = list(deal.legal_moves())
    return moves if played in moves else [*moves, played]


def _shortened(weighed: tuple[Weighed, ...], played: Move) -> tuple[Weighed, ...]:
    return tuple(option for place, option in enumerate(weighed) if place < SHOWN or option.move == played)
