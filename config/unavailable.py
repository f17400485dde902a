"""Which failures mean "the database can't answer just now": those become 503 with Retry-After, never 500.

Lock timeout, statement timeout, deadlock, no free connection, server away or restarting (F6, F14), disk full
(F15).
"""

import psycopg
from psycopg_pool import PoolTimeout

RETRY_AFTER_SECONDS = 2

# SQLSTATEs by their beginnings: connection lost, transaction rolled back by the server, resources exhausted,
# stopped by an operator (shutdown, statement timeout), lock not available, idle too long in a transaction.
PASSING = ("08", "40", "53", "57", "55P03", "25P03")


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error, or one that it was raised from, is of this kind."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, PoolTimeout) or (isinstance(error, psycopg.Error) and _passes(error)):
            return True
        error = error.__cause__ or error.__context__
    return False


def _passes(error: psycopg.Error) -> bool:
    """psycopg has no SQLSTATE for a refused or broken connection, only its class for operational errors."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate.startswith(PASSING)
