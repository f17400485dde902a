"""Checks of what comes in, and one order of entrants that doesn't depend on how they are given."""

from collections.abc import Sequence

from tournaments.engine.seating.errors import CannotSeat, SeatingReason
from tournaments.engine.seating.values import EntrantId, PastRound

MOST_ENTRANTS = 5000
MOST_ROUNDS = 100


def canonical(who: EntrantId) -> tuple[bool, int, str]:
    """Sort key: numbers first, by value, then names."""
    return (True, 0, who) if isinstance(who, str) else (False, who, "")


def check_entrants(entrants: Sequence[EntrantId]) -> None:
    """Raises CannotSeat unless there are 2 to MOST_ENTRANTS, all different."""
    if len(entrants) < 2:
        raise CannotSeat(SeatingReason.TOO_FEW_ENTRANTS, players=len(entrants), least=2)
    if len(entrants) > MOST_ENTRANTS:
        raise CannotSeat(SeatingReason.TOO_MANY_ENTRANTS, players=len(entrants), most=MOST_ENTRANTS)
    seen: set[EntrantId] = set()
    for who in entrants:
        if who in seen:
            raise CannotSeat(SeatingReason.DUPLICATE_ENTRANT, (who,))
        seen.add(who)


def check_rounds(rounds: int) -> None:
    """Raises CannotSeat unless 1 to MOST_ROUNDS."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CannotSeat(SeatingReason.BAD_ROUNDS, rounds=rounds, most=MOST_ROUNDS)


def check_history(history: Sequence[PastRound]) -> None:
    """Raises CannotSeat(BAD_HISTORY) when somebody was twice in one round, or a table too large."""
    for round_ in history:
        seen: set[EntrantId] = set()
        for who in (*round_.entrants, *round_.byes):
            if who in seen:
                raise CannotSeat(SeatingReason.BAD_HISTORY, (who,), round=round_.number)
            seen.add(who)
        for table in round_.tables:
            if not 1 <= table.size <= 5:
                raise CannotSeat(SeatingReason.BAD_HISTORY, table.entrants, round=round_.number)
