"""Seating for tables of 2 to 5: sizes, full plans, rounds from standings, repair, certificate.

The public face; everything else in the package is private to it. Pure: no database, no clock, no
text for people. The same input and seed give the same seating on every platform.
"""

from tournaments.engine.seating.advice import (
    Advice,
    SeatingWarning,
    most_rounds_without_rematch,
    warnings_for,
)
from tournaments.engine.seating.certificate import (
    Certificate,
    Distance,
    Exposure,
    Finding,
    Repeats,
    SeatBalance,
    Statement,
    certify,
)
from tournaments.engine.seating.constraints import (
    NO_CONSTRAINTS,
    Constraints,
    FixedTable,
    Group,
    LockedSeat,
    SitOut,
)
from tournaments.engine.seating.errors import CannotSeat, SeatingReason
from tournaments.engine.seating.full_plan import Plan, plan
from tournaments.engine.seating.repair import Repair, changed_tables, occupy, repair, swap
from tournaments.engine.seating.round_by_round import NextRound, next_round
from tournaments.engine.seating.sizes import FieldShape, TableShape, table_sizes
from tournaments.engine.seating.values import (
    BOT_SEAT,
    DEFAULT_SIZES,
    EMPTY_SEAT,
    EmptySeats,
    EntrantId,
    Occupant,
    PastRound,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingMode,
    SeatingTable,
    TableOrder,
)

__all__ = [
    "BOT_SEAT",
    "DEFAULT_SIZES",
    "EMPTY_SEAT",
    "NO_CONSTRAINTS",
    "Advice",
    "CannotSeat",
    "Certificate",
    "Constraints",
    "Distance",
    "EmptySeats",
    "EntrantId",
    "Exposure",
    "FieldShape",
    "Finding",
    "FixedTable",
    "Group",
    "LockedSeat",
    "NextRound",
    "Occupant",
    "PastRound",
    "Plan",
    "Repair",
    "Repeats",
    "RoundSeating",
    "Seat",
    "SeatBalance",
    "SeatingEntrant",
    "SeatingMode",
    "SeatingReason",
    "SeatingTable",
    "SeatingWarning",
    "SitOut",
    "Statement",
    "TableOrder",
    "TableShape",
    "certify",
    "changed_tables",
    "most_rounds_without_rematch",
    "next_round",
    "occupy",
    "plan",
    "repair",
    "swap",
    "table_sizes",
    "warnings_for",
]
