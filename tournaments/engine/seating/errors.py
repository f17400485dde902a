"""Why a round can't be seated: stable reason codes, never sentences.

The app layer turns a code and its numbers into words in the reader's language.
"""

from collections.abc import Sequence
from enum import StrEnum

from tournaments.engine.seating.values import EntrantId


class SeatingReason(StrEnum):
    """Stable codes of everything that makes a seating impossible."""

    BAD_SIZES = "bad_sizes"
    BAD_ROUNDS = "bad_rounds"
    TOO_FEW_ENTRANTS = "too_few_entrants"
    TOO_MANY_ENTRANTS = "too_many_entrants"
    DUPLICATE_ENTRANT = "duplicate_entrant"
    UNKNOWN_ENTRANT = "unknown_entrant"
    NO_TABLE_SIZES = "no_table_sizes"
    BAD_HISTORY = "bad_history"
    KEEP_APART = "keep_apart"
    TABLE_OVERFULL = "table_overfull"
    LOCKS_CONTRADICT = "locks_contradict"
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_TABLE = "no_such_table"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    CONSTRAINTS_CONFLICT = "constraints_conflict"


class CannotSeat(Exception):
    """No seating fulfils what was asked.

    `reason` says why; `conflicting` names the entrants of the smallest conflicting set that was
    found (empty where the cause is a number, not people); `numbers` has named figures for the
    sentence that the app makes of it.
    """

    def __init__(
        self,
        reason: SeatingReason,
        conflicting: Sequence[EntrantId] = (),
        **numbers: int,
    ) -> None:
        self.reason = reason
        self.conflicting = tuple(conflicting)
        self.numbers = dict(sorted(numbers.items()))
        super().__init__(reason.value, self.conflicting, self.numbers)
