"""Which failures mean "the database can't answer just now": those become 503 with Retry-After, never 500.

Lock timeout, statement timeout, deadlock, no free connection, server away or restarting (F6, F14), disk full
(F15).
"""

import psycopg
from django.db import DatabaseError
from psycopg import errors
from psycopg_pool import PoolTimeout

RETRY_AFTER_SECONDS = 2

TRANSIENT = (
    errors.LockNotAvailable,
    errors.QueryCanceled,
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.InsufficientResources,
    errors.OperatorIntervention,
    errors.IdleInTransactionSessionTimeout,
    PoolTimeout,
)


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error, or one that it was raised from, is of this kind."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, TRANSIENT) or _connection_lost(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _connection_lost(error: BaseException) -> bool:
    """psycopg has no class of its own for a refused or broken connection, only an error without an
    SQLSTATE.
    """
    if isinstance(error, psycopg.OperationalError):
        return error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))
    return isinstance(error, DatabaseError) and "connection is closed" in str(error)
