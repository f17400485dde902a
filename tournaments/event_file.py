"""The event file: everything of an event as one JSON document, version 1 (docs/event-file.md).

Entrants have the ids of the installation that wrote the file: standings, plans and lots name them. Players have
numbers of the file's own; there are no accounts, addresses or codes of tables in it. Games that are still played
aren't in it.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Annotated, Any, Final

from accounts.names import MAX_NAME_LENGTH
from games.game_file import GamePart, SourcePart
from games.plain import many, text, whole
from tournaments.enums import (
    EntrantKind,
    EntrantStatus,
    PaymentStatus,
    ResultSource,
    ResultStatus,
    RoundKind,
    RoundStatus,
    SeatOccupant,
    TableMode,
    TableStatus,
    TournamentStatus,
)

FORMAT: Final = "deadwood-event"
VERSION: Final = 1
MOST_BYTES: Final = 64 * 1024 * 1024
ID: Final = 2**53
SMALL: Final = 32_767


@dataclass(frozen=True, slots=True)
class PlayerPart:
    number: Annotated[int, whole(1)]
    name: Annotated[str, text(MAX_NAME_LENGTH)]


@dataclass(frozen=True, slots=True)
class EntrantPart:
    """`members` are players' numbers in the order of the team, `substitutes` those who play for them now; `lot_id` is
    the id that its lots are drawn by.
    """

    id: Annotated[int, whole(1, ID)]
    lot_id: Annotated[int, whole(1, ID)]
    number: Annotated[int, whole(1)]
    kind: Annotated[str, text(among=tuple(EntrantKind.values))]
    name: Annotated[str, text(MAX_NAME_LENGTH)]
    status: Annotated[str, text(among=tuple(EntrantStatus.values))]
    members: Annotated[tuple[int, ...], many(5)]
    substitutes: Annotated[tuple[int | None, ...], many(5)]
    bot_level: Annotated[str, text(20)]
    autopilot: bool
    strength: Annotated[int | None, whole(0, SMALL)]
    group: Annotated[str, text(MAX_NAME_LENGTH)]
    fixed_table: Annotated[int | None, whole(0, SMALL)]
    joined_round: Annotated[int, whole(0, SMALL)]
    left_round: Annotated[int | None, whole(0, SMALL)]
    standby: bool
    plays_off: bool
    note: Annotated[str, text(200)]
    checked_in_at: datetime | None
    entered_at: datetime


@dataclass(frozen=True, slots=True)
class DraftPart:
    round_number: Annotated[int, whole(1, SMALL)]
    kind: Annotated[str, text(among=tuple(RoundKind.values))]
    rng_seed: Annotated[int, whole(0, ID)]
    plan: Any
    certificate: Any


@dataclass(frozen=True, slots=True)
class ScorePart:
    seat: Annotated[int, whole(0, 4)]
    entrant: Annotated[int | None, whole(1, ID)]
    net: Annotated[int, whole(-1_000_000, 1_000_000)]
    place: Annotated[int, whole(1, 5)]
    deals_played: Annotated[int, whole(0, SMALL)]
    deals_won: Annotated[int, whole(0, SMALL)]
    undercuts: Annotated[int, whole(0, SMALL)]
    deadwood: Annotated[int, whole()]
    positive: Annotated[int, whole()]
    re_entries: Annotated[int, whole(0, SMALL)]
    bot_moves: Annotated[int, whole()]
    moves: Annotated[int, whole()]


@dataclass(frozen=True, slots=True)
class ResultPart:
    """One version of a table's result."""

    version: Annotated[int, whole(1, SMALL)]
    status: Annotated[str, text(among=tuple(ResultStatus.values))]
    source: Annotated[str, text(among=tuple(ResultSource.values))]
    reason: Annotated[str, text(300)]
    deals: Any
    entered_seat: Annotated[int | None, whole(0, 4)]
    confirmed_seat: Annotated[int | None, whole(0, 4)]
    created_at: datetime
    confirmed_at: datetime | None
    scores: Annotated[tuple[ScorePart, ...], many(5)]


@dataclass(frozen=True, slots=True)
class SeatPart:
    seat: Annotated[int, whole(0, 4)]
    occupant: Annotated[str, text(among=tuple(SeatOccupant.values))]
    entrant: Annotated[int | None, whole(1, ID)]
    player: Annotated[int | None, whole(1)]
    name: Annotated[str, text(MAX_NAME_LENGTH)]
    bot_level: Annotated[str, text(20)]
    team_member: Annotated[int, whole(0, 4)]


@dataclass(frozen=True, slots=True)
class ToldPart:
    """A deal told from real cards while the table plays, and the chair that told it."""

    number: Annotated[int, whole(1, SMALL)]
    deal: Any
    told_seat: Annotated[int | None, whole(0, 4)]
    told_at: datetime


@dataclass(frozen=True, slots=True)
class TablePart:
    number: Annotated[int, whole(1, SMALL)]
    mode: Annotated[str, text(among=tuple(TableMode.values))]
    status: Annotated[str, text(among=tuple(TableStatus.values))]
    closes_at: datetime | None
    decided_at: datetime | None
    seats: Annotated[tuple[SeatPart, ...], many(5)]
    games: Annotated[tuple[GamePart, ...], many(20)]
    told: Annotated[tuple[ToldPart, ...], many(200)]
    results: Annotated[tuple[ResultPart, ...], many(1000)]


@dataclass(frozen=True, slots=True)
class ByePart:
    entrant: Annotated[int, whole(1, ID)]
    reason: Annotated[str, text(20)]


@dataclass(frozen=True, slots=True)
class StandingPart:
    version: Annotated[int, whole(1, SMALL)]
    position: Annotated[int, whole(1)]
    entrant: Annotated[int, whole(1, ID)]
    place: Annotated[int | None, whole(1)]
    row: Any


@dataclass(frozen=True, slots=True)
class RoundPart:
    number: Annotated[int, whole(1, SMALL)]
    kind: Annotated[str, text(among=tuple(RoundKind.values))]
    status: Annotated[str, text(among=tuple(RoundStatus.values))]
    rng_seed: Annotated[int, whole(0, ID)]
    certificate: Any
    extra: Any
    published_at: datetime
    started_at: datetime | None
    closes_at: datetime | None
    completed_at: datetime | None
    byes: Annotated[tuple[ByePart, ...], many()]
    tables: Annotated[tuple[TablePart, ...], many()]
    standings: Annotated[tuple[StandingPart, ...], many(100_000)]


@dataclass(frozen=True, slots=True)
class PenaltyPart:
    entrant: Annotated[int, whole(1, ID)]
    round_number: Annotated[int, whole(0, SMALL)]
    points: Annotated[int, whole(-1_000_000, 1_000_000)]
    reason: Annotated[str, text(300)]
    created_at: datetime
    cancelled_at: datetime | None


@dataclass(frozen=True, slots=True)
class FeePart:
    entrant: Annotated[int, whole(1, ID)]
    kind: Annotated[str, text(10)]
    amount: Annotated[int, whole()]
    status: Annotated[str, text(among=tuple(PaymentStatus.values))]


@dataclass(frozen=True, slots=True)
class PrizePart:
    place: Annotated[int, whole(1, SMALL)]
    amount: Annotated[int, whole()]
    share: Annotated[int, whole(0, 100)]
    description: Annotated[str, text(120)]


@dataclass(frozen=True, slots=True)
class ApartPart:
    """People kept apart at this event; those of the club's own lists aren't in the file."""

    name: Annotated[str, text(MAX_NAME_LENGTH)]
    players: Annotated[tuple[int, ...], many(100)]


@dataclass(frozen=True, slots=True)
class ActPart:
    """A director's act with the marks by which the chain is checked. Without names its content is shortened."""

    number: Annotated[int, whole(1)]
    action: Annotated[str, text(40)]
    actor: Annotated[str, text(60)]
    payload: Any
    previous_hash: Annotated[str, text(64)]
    hash: Annotated[str, text(64)]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class FactsPart:
    """The event itself. `sealed_as` is the id that its acts are sealed under."""

    sealed_as: Annotated[str, text(16)]
    name: Annotated[str, text(MAX_NAME_LENGTH)]
    club: Annotated[str, text(MAX_NAME_LENGTH)]
    is_public: bool
    is_rehearsal: bool
    status: Annotated[str, text(among=tuple(TournamentStatus.values))]
    paused_at: datetime | None
    review_until: datetime | None
    ruleset: Any
    format: Any
    starts_on: date
    starts_time: time
    entries_close_on: date | None
    entries_close_time: time | None
    time_zone: Annotated[str, text(60)]
    venue: Annotated[str, text(120)]
    rng_seed: Annotated[int, whole(0, ID)]


@dataclass(frozen=True, slots=True)
class EventPart:
    """The whole file but for its head and seal. `has_names` is whether people's names, notes and reasons are in it."""

    has_names: bool
    written_at: datetime
    event: FactsPart
    players: Annotated[tuple[PlayerPart, ...], many()]
    entrants: Annotated[tuple[EntrantPart, ...], many()]
    drafts: Annotated[tuple[DraftPart, ...], many(1000)]
    rounds: Annotated[tuple[RoundPart, ...], many(1000)]
    penalties: Annotated[tuple[PenaltyPart, ...], many()]
    fees: Annotated[tuple[FeePart, ...], many(100_000)]
    prizes: Annotated[tuple[PrizePart, ...], many(1000)]
    apart: Annotated[tuple[ApartPart, ...], many(1000)]
    sources: Annotated[tuple[SourcePart, ...], many(1000)]
    log: Annotated[tuple[ActPart, ...], many(100_000)]
