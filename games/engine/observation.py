"""What one seat may know, and an onlooker: the only thing that leaves the engine while a deal is played.

An `Observation` is built field by field from what is public or the viewer's own (an
allow-list): no other hand before the deal is over, no order of the stock, no
deck, no seed. Pages, the API and bots get this and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.cards import Card, Hand, cards_of_bits
from games.engine.deal import DealState
from games.engine.drafts import draft_of
from games.engine.formats import GameDealKind, Scoresheet
from games.engine.game import Board, GameState
from games.engine.game_result import GameResult
from games.engine.legality import NO_MOVES, LegalMoves
from games.engine.observation_json import to_json
from games.engine.phases import Phase, Play
from games.engine.results import DealResult, over_seats
from games.engine.ruleset import Ruleset

_NO_HAND: Final = Hand()


@dataclass(frozen=True, slots=True)
class Observation:
    """One seat's view; `seat` None is an onlooker. All seats are seats of the game.

    `phase` is what is to be done next: in a deal upcard, draw, discard, over; else needs_deal, cut,
    re_entry, over. `legal_moves` are the viewer's, empty when another is to move. `drawn` is
    the card that came into the viewer's hand in this turn, `banned` the same card where it may not be
    laid away. `pile` lies face up, the top last. `known` are the cards that each seat took openly
    and still holds, `table` the melds laid on the table. `log` holds this deal's moves as all saw
    them. `hands` and `result` are empty and None until the deal is over. `knock_limit` is the one in
    force (None: any deadwood).
    `dealer` deals the deal in play, or the next one. `others` are the other boards of the same
    deal, as an onlooker sees them. Of a bare `DealState` there is no `sheet`, and `ply` counts
    the moves of the deal.
    """

    ruleset: Ruleset
    seat: int | None
    players: int
    phase: Phase
    turn: int | None
    ply: int
    legal_moves: LegalMoves
    dealer: int
    deal_number: int
    deal_kind: GameDealKind
    deal_seats: tuple[int, ...]
    hand: Hand
    drawn: Card | None
    banned: Card | None
    pile: tuple[Card, ...]
    upcard: Card | None
    stock_count: int
    hand_counts: tuple[int, ...]
    known: tuple[Hand, ...]
    table: tuple[tuple[Card, ...], ...]
    turns_done: int
    reshuffles: int
    knock_limit: int | None
    log: tuple[Play, ...]
    result: DealResult | None
    hands: tuple[Hand, ...]
    sheet: Scoresheet | None
    game_result: GameResult | None
    others: tuple[Observation, ...]

    @property
    def top(self) -> Card | None:
        """The card on top of the pile."""
        return self.pile[-1] if self.pile else None

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals by seat; empty for a bare deal."""
        return self.sheet.totals if self.sheet is not None else ()

    @property
    def knocker(self) -> int | None:
        return self.result.knocker if self.result is not None else None

    @property
    def is_my_turn(self) -> bool:
        return bool(self.legal_moves)

    def to_json(self) -> dict[str, object]:
        """The same as plain lists, strings and numbers: what the API sends. Cards and moves are codes."""
        return to_json(self)


_DRAFT: Final = draft_of(Observation)


def observe(state: DealState | GameState, seat: int | None) -> Observation:
    """Everything *seat* may know of a deal or a game; None is an onlooker, who holds no cards."""
    if isinstance(state, DealState):
        return _of_deal(state, seat)
    board = state.board_of(seat) if seat is not None else None
    if board is None and state.boards:  # an onlooker follows a board that is still being played
        board = next((each for each in state.boards if not each.deal.is_over), state.boards[0])
    if board is None:
        return _without_cards(state, seat)
    others = tuple(_of_board(state, other, None, ()) for other in state.boards if other is not board)
    return _of_board(state, board, seat, others)


def _hands(known_bits: tuple[int, ...]) -> tuple[Hand, ...]:
    return tuple([Hand.from_bits(bits) if bits else _NO_HAND for bits in known_bits])


def _of_deal(deal: DealState, seat: int | None) -> Observation:
    setup, result = deal.setup, deal.result
    own = seat is not None and seat == deal.turn
    view = _DRAFT(
        ruleset=setup.ruleset,
        seat=seat,
        players=setup.players,
        phase=deal.phase,
        turn=deal.turn,
        ply=len(deal.log),
        legal_moves=deal.legal_moves() if own else NO_MOVES,
        dealer=setup.dealer,
        deal_number=0,
        deal_kind=GameDealKind.NORMAL,
        deal_seats=tuple(range(setup.players)),
        hand=Hand.from_bits(deal.hand_bits[seat]) if seat is not None else _NO_HAND,
        drawn=deal.drawn if own else None,
        banned=deal.banned,
        pile=deal.discards,
        upcard=setup.upcard,
        stock_count=len(deal.stock),
        hand_counts=tuple([bits.bit_count() for bits in deal.hand_bits]),
        known=_hands(deal.known_bits),
        table=tuple([cards_of_bits(meld) for meld in deal.table]),
        turns_done=deal.turns,
        reshuffles=deal.reshuffles,
        knock_limit=setup.rules.limit(deal),
        log=deal.log,
        result=result,
        hands=result.hands if result is not None else (),
        sheet=None,
        game_result=None,
        others=(),
    )
    view.__class__ = Observation
    return view


def _of_board(
    state: GameState, board: Board, seat: int | None, others: tuple[Observation, ...]
) -> Observation:
    """A view of one board, with the seats of the deal turned into those of the game."""
    deal, seats, players = board.deal, board.plan.seats, state.players
    same = len(seats) == players and seats == tuple(range(players))
    place = seats.index(seat) if seat in seats else None
    moves = place is not None and place == deal.turn
    result = deal.result if same or deal.result is None else deal.result.in_game(seats, players)
    counts: tuple[int, ...] = tuple([bits.bit_count() for bits in deal.hand_bits])
    known = _hands(deal.known_bits)
    log = deal.log
    if not same:
        counts = over_seats(counts, seats, players, 0)
        known = over_seats(known, seats, players, _NO_HAND)
        log = tuple(Play(seats[play.seat], play.move, play.card) for play in log)
    in_deal = state.phase is Phase.PLAY
    view = _DRAFT(
        ruleset=state.ruleset,
        seat=seat,
        players=players,
        phase=deal.phase if in_deal else state.phase,
        turn=board.turn if in_deal else state.turn,
        ply=state.ply,
        legal_moves=deal.legal_moves() if moves else _own_moves(state, seat),
        dealer=seats[deal.dealer] if in_deal and len(state.boards) > 1 else state.dealer,
        deal_number=state.deal_number,
        deal_kind=state.deal_kind,
        deal_seats=state.deal_seats,
        hand=Hand.from_bits(deal.hand_bits[place]) if place is not None else _NO_HAND,
        drawn=deal.drawn if moves else None,
        banned=deal.banned,
        pile=deal.discards,
        upcard=deal.setup.upcard,
        stock_count=len(deal.stock),
        hand_counts=counts,
        known=known,
        table=tuple([cards_of_bits(meld) for meld in deal.table]),
        turns_done=deal.turns,
        reshuffles=deal.reshuffles,
        knock_limit=deal.knock_limit,
        log=log,
        result=result,
        hands=result.hands if result is not None else (),
        sheet=state.sheet,
        game_result=state.result,
        others=others,
    )
    view.__class__ = Observation
    return view


def _without_cards(state: GameState, seat: int | None) -> Observation:
    """A view while no cards lie on the table: before the first deal, and while the cut is offered."""
    nothing = (0,) * state.players
    return Observation(
        ruleset=state.ruleset,
        seat=seat,
        players=state.players,
        phase=state.phase,
        turn=state.turn,
        ply=state.ply,
        legal_moves=_own_moves(state, seat),
        dealer=state.dealer,
        deal_number=state.deal_number,
        deal_kind=state.deal_kind,
        deal_seats=state.deal_seats,
        hand=_NO_HAND,
        drawn=None,
        banned=None,
        pile=(),
        upcard=None,
        stock_count=0,
        hand_counts=nothing,
        known=(_NO_HAND,) * state.players,
        table=(),
        turns_done=0,
        reshuffles=0,
        knock_limit=state.ruleset.knock_limit,
        log=(),
        result=None,
        hands=(),
        sheet=state.sheet,
        game_result=state.result,
        others=(),
    )


def _own_moves(state: GameState, seat: int | None) -> LegalMoves:
    return state.legal_moves(seat) if seat is not None else NO_MOVES
