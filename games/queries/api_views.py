"""What the API answers about games: frozen values, made from what the caller may see."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Deal, Game, MoveRecord
from games.queries.observations import observation_for, seats_of
from games.queries.texts import deal_text


@dataclass(frozen=True, slots=True)
class SeatFacts:
    seat: int
    name: str
    occupant: str
    has_appeared: bool


@dataclass(frozen=True, slots=True)
class GameFacts:
    """See `games.api.serializers.GameOutput`, whose fields these are."""

    public_id: str
    label: str
    purpose: str
    status: str
    is_paused: bool
    ply: int
    version: int
    seat: int | None
    due_kind: str
    due_at: datetime | None
    closes_at: datetime | None
    seats: tuple[SeatFacts, ...]
    observation: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LegalMovesFacts:
    ply: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealFacts:
    """A deal of a game; nothing of its cards before it is over."""

    number: int
    kind: str
    dealer: int
    commitment: str
    cut: int | None
    seed: str | None
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class MoveFacts:
    ply: int
    seat: int
    code: str
    actor: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DealRecordFacts(DealFacts):
    moves: tuple[MoveFacts, ...]
    text: str


def game_facts(game: Game, user: User | AnonymousUser) -> GameFacts:
    """The game as the user may see it."""
    seats = seats_of(game, user)
    return GameFacts(
        public_id=game.public_id,
        label=game.label,
        purpose=game.purpose,
        status=game.status,
        is_paused=game.paused_at is not None,
        ply=game.ply,
        version=game.version,
        seat=seats.me,
        due_kind=game.due_kind,
        due_at=game.due_at,
        closes_at=game.closes_at,
        seats=tuple(
            SeatFacts(row.seat, name, row.occupant, row.appeared_at is not None)
            for row, name in zip(seats.rows, seats.names, strict=True)
        ),
        observation=observation_for(game, user, seats).to_json(),
    )


def legal_moves(game: Game, user: User | AnonymousUser) -> LegalMovesFacts:
    """The codes that the user may send now."""
    return LegalMovesFacts(game.ply, observation_for(game, user).legal_moves.codes)


def deals_of(game: Game) -> tuple[DealFacts, ...]:
    """All deals of the game so far."""
    return tuple(
        DealFacts(**_deal_values(deal)) for deal in Deal.objects.filter(game=game).order_by("number")
    )


def deal_of(game: Game, number: int) -> DealRecordFacts | None:
    """The record of a finished deal, None where there is none."""
    deal = Deal.objects.filter(game=game, number=number, ended_at__isnull=False).first()
    text = deal_text(game, number)
    if deal is None or text is None:
        return None
    moves = tuple(
        MoveFacts(row.ply, row.seat, row.code, row.actor_kind, row.created_at)
        for row in MoveRecord.objects.filter(deal=deal).order_by("ply")
    )
    return DealRecordFacts(**_deal_values(deal), moves=moves, text=text)


def _deal_values(deal: Deal) -> dict[str, Any]:
    seed = None if deal.revealed_seed is None else bytes(deal.revealed_seed).hex()
    return {
        "number": deal.number,
        "kind": deal.kind,
        "dealer": deal.dealer,
        "commitment": deal.commitment,
        "cut": deal.cut,
        "seed": seed,
        "result": deal.result_json,
    }
