"""The whole state of a game, hidden cards included, replayed from its log.

For services and queries only: pages, API, admin and tasks get observations. Logs never change, so a state
once replayed stays right for its game, deal and ply, and is kept in the process; a longer log extends it.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from django.db import transaction

from accounts.kept_query import KeptQuery
from games.engine.errors import IllegalMove, MoveError, SetupError
from games.engine.game import GameState
from games.engine.moves import parse_move
from games.errors import BrokenRecord
from games.models import Deal, Game, MoveRecord

_KEPT: Final = 512


@dataclass(frozen=True, slots=True)
class LoadedState:
    """A state and where in the log it stands. `deal_id` is the row of the deal dealt last, None before the
    first.
    """

    state: GameState = field(repr=False)
    ply: int
    deal_number: int
    deal_id: int | None
    is_closed: bool = False

    def stands_at(self, game: Game) -> bool:
        return (
            self.ply == game.ply
            and self.deal_number == game.deal_number
            and self.is_closed == (game.closed_ply is not None)
        )

    def comes_before(self, game: Game) -> bool:
        return self.ply <= game.ply and self.deal_number <= game.deal_number and not self.is_closed


class StateCache:
    """The states used last, by game. Threads share it; nothing but committed states may enter."""

    def __init__(self, size: int = _KEPT) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._states: OrderedDict[tuple[int, str], LoadedState] = OrderedDict()

    def get(self, game: Game) -> LoadedState | None:
        with self._lock:
            return self._states.get((game.pk, game.public_id))

    def put(self, game: Game, loaded: LoadedState) -> None:
        key = (game.pk, game.public_id)
        with self._lock:
            self._states[key] = loaded
            self._states.move_to_end(key)
            if len(self._states) > self._size:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


cache: Final = StateCache()


def load_state(game: Game) -> GameState:
    """The state of `game` as its row says (its ply and deal number), replayed where the process doesn't
    know it.
    """
    return load(game).state


def load(game: Game) -> LoadedState:
    """Like `load_state`, with the place in the log. Raises BrokenRecord for a log that is no game."""
    known = cache.get(game)
    if known is not None and known.stands_at(game):
        return known
    if known is None or not known.comes_before(game):
        known = _beginning(game)
    try:
        loaded = _extended(known, game)
    except (IllegalMove, MoveError, SetupError) as error:
        raise BrokenRecord(reason=str(error)) from error
    remember_after_commit(game, loaded)
    return loaded


def state_before(game: Game, deal: Deal) -> GameState:
    """The state in which the cut of `deal` was offered, replayed from the beginning."""
    place = Game(
        pk=game.pk, ruleset_json=game.ruleset_json, seat_count=game.seat_count,
        ply=deal.first_ply - 1, deal_number=deal.number,
    )  # fmt: skip
    return _extended(_beginning(game), place).state


def _beginning(game: Game) -> LoadedState:
    return LoadedState(GameState.new(game.ruleset, game.seat_count), 0, 0, None)


def remember_after_commit(game: Game, loaded: LoadedState) -> None:
    """Keep the state once it is certain: a transaction that is rolled back must leave nothing behind."""
    transaction.on_commit(lambda: cache.put(game, loaded), robust=True)


def _extended(known: LoadedState, game: Game) -> LoadedState:
    """The state after the deals and moves that `game` has and `known` hasn't seen."""
    deals: Iterable[Deal] = ()
    if game.deal_number > known.deal_number:
        deals = (
            Deal.objects.filter(game=game, number__gt=known.deal_number, number__lte=game.deal_number)
            .select_related("hidden")
            .order_by("number")
        )
    moves: Iterator[tuple[int, str]] = iter(())
    if game.ply > known.ply:
        moves = ((row.seat, row.code) for row in _MOVES.rows(game.pk, known.ply, game.ply))
    state, deal_id = known.state, known.deal_id
    for deal in deals:
        while state.ply < deal.first_ply - 1:
            state = _after(state, *next(moves))
        state = state.start_deal(bytes(deal.hidden.seed))
        deal_id = deal.pk
    for seat, code in moves:
        state = _after(state, seat, code)
    if game.closed_ply is not None:
        state = state.finish_now()
    return LoadedState(state, game.ply, game.deal_number, deal_id, game.closed_ply is not None)


def _after(state: GameState, seat: int, code: str) -> GameState:
    return state.apply(parse_move(code), seat)


_MOVES: Final = KeptQuery(
    lambda game_id, after, until: (
        MoveRecord.objects.filter(game_id=game_id, ply__gt=after, ply__lte=until)
        .order_by("ply")
        .only("seat", "code")
    ),
    int,
    int,
    int,
)
