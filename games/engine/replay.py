"""From what was stored back to what happened: seeds and moves give the states again.

A record holds no state and no result. Replaying it plays every move through the
rules, so a record that isn't a legal game raises what the rules raise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.deal import DealState
from games.engine.game import GameState
from games.engine.moves import Move, parse_move
from games.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal of a game: its seed and every move from the cut on, decisions after it included.

    `seats` names who made each move; `()` means always the seat to move, which is enough
    wherever one board is played at a time.
    """

    seed: bytes
    moves: tuple[Move, ...]
    seats: tuple[int, ...] = ()

    @classmethod
    def of(cls, seed: bytes, codes: Iterable[str], seats: Iterable[int] = ()) -> RecordedDeal:
        """From move codes as stored. Raises `MoveError`."""
        return cls(seed, tuple(parse_move(code) for code in codes), tuple(seats))


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game. `ended_early`: the round clock ended it after the last deal recorded."""

    ruleset: Ruleset
    players: int
    first_dealer: int
    deals: tuple[RecordedDeal, ...]
    ended_early: bool = False

    def replay(self) -> GameState:
        return replay_game(
            self.ruleset, self.players, self.deals, self.first_dealer, ended_early=self.ended_early
        )


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A single deal: the deck as it was dealt from, top first, and the moves after the cut."""

    ruleset: Ruleset
    players: int
    dealer: int
    deck: tuple[Card, ...]
    reshuffle_seed: bytes
    moves: tuple[Move, ...]

    @classmethod
    def from_state(cls, state: DealState) -> DealRecord:
        """The record of everything that led to *state*."""
        return cls(
            state.ruleset,
            state.players,
            state.dealer,
            state.deck,
            state.setup.reshuffle_seed,
            tuple(play.move for play in state.log),
        )

    def replay(self) -> DealState:
        state = DealState.new(self.ruleset, self.players, self.dealer, self.deck, self.reshuffle_seed)
        for move in self.moves:
            state = state.apply(move)
        return state


def replay_game(
    ruleset: Ruleset,
    players: int,
    deals: Sequence[RecordedDeal],
    first_dealer: int = 0,
    *,
    ended_early: bool = False,
) -> GameState:
    """The state after every recorded move. Raises `SetupError` or `IllegalMove` for what is no legal game.

    *ended_early* says that `finish_now` was called, at whatever moment: that only shows once
    the last deal is over.
    """
    state = GameState.new(ruleset, players, first_dealer)
    for step in replay_steps(ruleset, players, deals, first_dealer):
        state = step
    return state.finish_now() if ended_early else state


def replay_steps(
    ruleset: Ruleset, players: int, deals: Sequence[RecordedDeal], first_dealer: int = 0
) -> Iterator[GameState]:
    """The states after the start of each deal and after each move, in order."""
    state = GameState.new(ruleset, players, first_dealer)
    for deal in deals:
        state = state.start_deal(deal.seed)
        yield state
        seats: Sequence[int | None] = deal.seats or (None,) * len(deal.moves)
        for move, seat in zip(deal.moves, seats, strict=True):
            state = state.apply(move, seat)
            yield state
