"""Records of finished deals: every card is open by then, so everything may be shown to who may see the game.

A deal that is still played has no record here, whoever asks.
"""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player, User
from games.engine.cards import Card, Hand, cards_of_bits
from games.engine.game import GameState
from games.engine.moves import parse_move
from games.engine.results import DealResult
from games.engine.shuffling import reshuffled, shuffled_deck
from games.enums import ActorKind
from games.models import Deal, Game, MoveRecord
from games.queries.rulesets import team_size
from games.queries.seats import seats_of
from games.queries.states import state_before


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One line of the log with the table as it was afterwards; `hands` in seat order, `pile` top last, `melds`
    those that lie on the table.
    """

    ply: int
    seat: int
    name: str
    code: str
    card: Card | None
    actor: ActorKind
    at: datetime
    hands: tuple[Hand, ...]
    pile: tuple[Card, ...]
    stock_count: int
    melds: tuple[tuple[Card, ...], ...] = ()

    @property
    def actor_label(self) -> str:
        """Who made the move, in the reader's language."""
        return str(self.actor.label)

    @property
    def top(self) -> Card | None:
        return self.pile[-1] if self.pile else None


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A finished deal from its first hands to its result; one result for each board."""

    number: int
    kind: str
    names: tuple[str, ...]
    dealer: int
    cut: int
    dealt: tuple[Hand, ...]
    upcard: Card | None
    moves: tuple[RecordedMove, ...]
    results: tuple[DealResult, ...]
    points: tuple[int, ...]
    previous: int | None
    following: int | None


@dataclass(frozen=True, slots=True)
class RoundSeal:
    """The seal of a round: committed at `at`, before its seats were drawn. `key` is empty until the round is over.

    `label` names the game among those of the round; the deal's seed follows from key, label and deal number.
    """

    name: str
    commitment: str
    at: datetime
    label: str
    key: str


@dataclass(frozen=True, slots=True)
class DealProof:
    """What proves that a deal was fair (docs/fair-deal.md). `seed` and `deck` are empty until the deal is
    over; `second_deck` is that of the second board, where the table has one.
    """

    game_id: str
    number: int
    commitment: str
    is_over: bool
    seed: str = ""
    cut: int | None = None
    jokers: int = 0
    deck: tuple[Card, ...] = ()
    second_deck: tuple[Card, ...] = ()
    seal: RoundSeal | None = None


def deal_record(
    game: Game, number: int, person: User | AnonymousUser | Player | None = None
) -> DealRecord | None:
    """The record of deal `number` with the names that `person` may read (None: the program itself, all); None where
    there is no such finished deal.
    """
    deal = Deal.objects.filter(game=game, number=number, ended_at__isnull=False).first()
    if deal is None:
        return None
    rows = game.seats.order_by("seat").values_list("name", flat=True)
    names = tuple(rows) if person is None else seats_of(game, person).names
    state = state_before(game, deal)
    log = MoveRecord.objects.filter(deal=deal).order_by("ply")
    moves: list[RecordedMove] = []
    dealt: tuple[Hand, ...] = ()
    upcard: Card | None = None
    for row in log:
        if len(state.played) == number:
            break
        state = state.apply(parse_move(row.code), row.seat)
        if not moves:
            dealt = hands_of(state)
            upcard = state.boards[0].deal.discards[0]
        moves.append(_recorded(state, row, names))
    played = state.played[-1]
    finished = Deal.objects.filter(game=game, ended_at__isnull=False)
    return DealRecord(
        number=number,
        kind=deal.kind,
        names=names,
        dealer=deal.dealer,
        cut=deal.cut or 0,
        dealt=dealt,
        upcard=upcard,
        moves=tuple(moves),
        results=played.results,
        points=played.points,
        previous=number - 1 if number > 1 else None,
        following=number + 1 if finished.filter(number=number + 1).exists() else None,
    )


def hands_of(state: GameState) -> tuple[Hand, ...]:
    """All hands of the deal in play or the last one, in the game's seats; empty for those who sit out."""
    hands = [Hand()] * state.players
    for board in state.boards:
        for seat, hand in zip(board.plan.seats, board.deal.hands, strict=True):
            hands[seat] = hand
    return tuple(hands)


def _recorded(state: GameState, row: MoveRecord, names: tuple[str, ...]) -> RecordedMove:
    board = state.board_of(row.seat)
    log = board.deal.log if board is not None else ()
    last = log[-1] if log else None
    return RecordedMove(
        ply=row.ply,
        seat=row.seat,
        name=names[row.seat],
        code=row.code,
        card=last.card if last is not None and last.code == row.code else None,
        actor=ActorKind(row.actor_kind),
        at=row.created_at,
        hands=hands_of(state),
        pile=board.deal.discards if board is not None else (),
        stock_count=len(board.deal.stock) if board is not None else 0,
        melds=tuple(cards_of_bits(meld) for meld in board.deal.table) if board is not None else (),
    )


def deal_proof(game: Game, number: int) -> DealProof | None:
    """The proof of deal `number`, also of the one in play: then the commitment alone."""
    deal = Deal.objects.filter(game=game, number=number).first()
    if deal is None:
        return None
    if not deal.is_over or deal.revealed_seed is None:
        return DealProof(game.seal_id, number, deal.commitment, False, seal=_seal(game))
    seed, jokers, cut = bytes(deal.revealed_seed), game.ruleset.jokers, deal.cut or 0
    deck = shuffled_deck(seed, jokers, cut)
    return DealProof(
        game_id=game.seal_id,
        number=number,
        commitment=deal.commitment,
        is_over=True,
        seed=seed.hex(),
        cut=cut,
        jokers=jokers,
        deck=deck,
        second_deck=reshuffled(deck, seed, 1) if team_size(game.ruleset) > 1 else (),
        seal=_seal(game),
    )


def _seal(game: Game) -> RoundSeal | None:
    source = game.source
    if source is None:
        return None
    key = bytes(source.revealed_key).hex() if source.revealed_key is not None else ""
    return RoundSeal(source.name, source.commitment, source.created_at, game.label, key)
