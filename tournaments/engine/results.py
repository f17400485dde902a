"""What standings are computed from: entrants, table outcomes, byes and penalties, as frozen values.

The app builds these from confirmed records; the other modules only read them. Nothing here scores, ranks
or rounds anything. Errors carry a reason code, never a sentence. An entrant's id is whatever the
caller uses (database ids, or letters in tests), but of one type within an event.

Words: *net* is a seat's net points at one table (a payment between players, so a table sums to zero);
*round number* counts all rounds of the tournament, extra rounds included.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.engine.exact import Exact

EntrantId = int | str


class Reason(StrEnum):
    """Why an input was refused."""

    DUPLICATE_ENTRANT = "duplicate_entrant"
    UNKNOWN_ENTRANT = "unknown_entrant"
    ENTRANT_TWICE_AT_TABLE = "entrant_twice_at_table"
    DUPLICATE_TABLE = "duplicate_table"
    BYE_AND_SEAT = "bye_and_seat"
    NEGATIVE_COUNT = "negative_count"
    TABLE_SIZE = "table_size"
    UNKNOWN_TIEBREAK = "unknown_tiebreak"
    DUPLICATE_TIEBREAK = "duplicate_tiebreak"
    CHAIN_TOO_LONG = "chain_too_long"
    CHAIN_EMPTY = "chain_empty"
    NOT_LAST = "not_last"
    LOT_NEEDS_SEED = "lot_needs_seed"
    SHARE_NEEDS_POSITIVE = "share_needs_positive"
    SCHEME_OPTION = "scheme_option"
    DROP_COUNT = "drop_count"
    CUT_SIZE = "cut_size"
    BOUNDARY_PLACE = "boundary_place"
    EXTRA_ROUND_OPTION = "extra_round_option"
    EXTRA_ROUND_TABLES = "extra_round_tables"
    PRIZE_AMOUNT = "prize_amount"
    SEASON_RULE = "season_rule"


class StandingsError(ValueError):
    """An input that can't be ranked: `.reason` is a `Reason`, `.about` the id, key or number meant."""

    def __init__(self, reason: Reason, about: object = None) -> None:
        super().__init__(reason.value, about)
        self.reason = reason
        self.about = about


class EntrantKind(StrEnum):
    """Who entered. A bot is one entered in its own right; a person whom a bot represents is a person."""

    PERSON = "person"
    TEAM = "team"
    BOT = "bot"


class EntrantStatus(StrEnum):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class RoundKind(StrEnum):
    MAIN = "main"
    FINAL = "final"
    EXTRA = "extra"


class TableStatus(StrEnum):
    """Only confirmed tables count; provisional ones count in the live view; void ones never."""

    CONFIRMED = "confirmed"
    PROVISIONAL = "provisional"
    VOID = "void"


class SeatStatus(StrEnum):
    """PLAYED includes seats a bot played for the entrant. A forfeit started and gave up; absent never
    came.
    """

    PLAYED = "played"
    FORFEIT = "forfeit"
    ABSENT = "absent"


class ByeValue(StrEnum):
    """What a bye is worth (docs/rules.md, C): the average of the entrant's own results, a number, or
    nothing.
    """

    AVERAGE = "average"
    FIXED = "fixed"
    NONE = "none"


class MissedRule(StrEnum):
    """What the rounds before a late entry are worth.

    ZERO: no points. AVERAGE: the average of the entrant's own table results. LOWEST: the worst
    table result that any person had in that round. Where low scores are good (deadwood totals)
    no points would be the best result of all, so ZERO then means LOWEST.
    """

    ZERO = "zero"
    AVERAGE = "average"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class EntrantInfo:
    """One entrant. `seeding` 1 is the best; 0 is unseeded. It also orders those who share a place in a list.

    `status_from_round` is the first round the status holds for, so that standings after an earlier
    round stay what they were. Re-entry: set `joined_round` to the round of the return; earlier results
    stay, and rounds without one are missed rounds.
    """

    entrant: EntrantId
    kind: EntrantKind = EntrantKind.PERSON
    seeding: int = 0
    status: EntrantStatus = EntrantStatus.ACTIVE
    status_from_round: int = 0
    joined_round: int = 1

    @property
    def is_bot(self) -> bool:
        return self.kind is EntrantKind.BOT

    def status_after(self, round_number: int) -> EntrantStatus:
        """The status as it was when standings after that round were drawn up."""
        return self.status if self.status_from_round <= round_number else EntrantStatus.ACTIVE


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One entrant's result at one table (one game, or the sum of a match).

    `place` is the place within the game where the game says so (a pool's order of going out);
    without it places follow from the points. `undercuts` are those suffered. `deadwood` is the sum of
    deadwood over the deals, `positive` the sum of the deals that ended in plus. `bot_share` is the
    share of the moves that a bot made for the entrant (0 to 1); the result is the entrant's all the same.
    """

    entrant: EntrantId
    net: Exact
    place: int | None = None
    deals_played: int = 0
    deals_won: int = 0
    undercuts: int = 0
    deadwood: int = 0
    positive: Exact = 0
    bot_share: Fraction = Fraction(0)
    status: SeatStatus = SeatStatus.PLAYED


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """What one table gave. `deals` is the number of deals the table played; seats are in seat order.

    An entrant may sit at several tables of one round (`table_number` tells them apart).
    Raises StandingsError where an entrant sits twice at the table or a count is negative.
    """

    round_number: int
    table_number: int
    seats: tuple[SeatResult, ...]
    round_kind: RoundKind = RoundKind.MAIN
    status: TableStatus = TableStatus.CONFIRMED
    deals: int = 0

    def __post_init__(self) -> None:
        if len({seat.entrant for seat in self.seats}) != len(self.seats):
            raise StandingsError(Reason.ENTRANT_TWICE_AT_TABLE, (self.round_number, self.table_number))
        for seat in self.seats:
            if min(self.deals, seat.deals_won, seat.undercuts, seat.deadwood, seat.positive) < 0:
                raise StandingsError(Reason.NEGATIVE_COUNT, seat.entrant)

    def counts(self, *, provisional: bool) -> bool:
        """Whether the outcome feeds standings; a live view takes provisional tables too."""
        if self.status is TableStatus.PROVISIONAL:
            return provisional
        return self.status is TableStatus.CONFIRMED


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a table. The reason for it (odd field, own wish, void table) is the app's; so is its
    value.
    """

    round_number: int
    entrant: EntrantId
    value: ByeValue = ByeValue.AVERAGE
    points: Exact = 0


@dataclass(frozen=True, slots=True)
class PenaltyEntry:
    """Points outside the table's sum: negative is a penalty, positive a bonus, 0 a warning (a penalty that
    counts).
    """

    round_number: int
    entrant: EntrantId
    points: Exact
    cancelled: bool = False

    @property
    def is_penalty(self) -> bool:
        return not self.cancelled and self.points <= 0


def id_key(entrant: EntrantId) -> tuple[int, int, str]:
    """Orders ids of one type the natural way: 2 before 10, "a" before "b", on every platform."""
    return (0, entrant, "") if isinstance(entrant, int) else (1, 0, entrant)
