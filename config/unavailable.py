"""Which failures mean "the database can't answer just now": those become 503 with Retry-After, never 500.

Lock timeout, statement timeout, deadlock, no free connection, server away or restarting (F6, F14), disk full
(F15). Of two transactions that stand in each other's way the server ends one: that one is worth trying again at once.
"""

from collections.abc import Iterator

import psycopg
from psycopg_pool import PoolTimeout

RETRY_AFTER_SECONDS = 2

# SQLSTATEs by their beginnings: connection lost, transaction rolled back by the server, resources exhausted,
# stopped by an operator (shutdown, statement timeout), lock not available, idle too long in a transaction.
PASSING = ("08", "40", "53", "57", "55P03", "25P03")
IN_EACH_OTHERS_WAY = ("40001", "40P01")


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error, or one that it was raised from, is of this kind."""
    return any(
        isinstance(cause, PoolTimeout) or (isinstance(cause, psycopg.Error) and _passes(cause))
        for cause in _causes(error)
    )


def is_worth_another_try(error: BaseException | None) -> bool:
    """Whether the server rolled the transaction back for another's sake: a deadlock, a row that changed meanwhile."""
    return any(
        isinstance(cause, psycopg.Error) and cause.sqlstate in IN_EACH_OTHERS_WAY for cause in _causes(error)
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and those that it was raised from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _passes(error: psycopg.Error) -> bool:
    """psycopg has no SQLSTATE for a refused or broken connection, only its class for operational errors."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate.startswith(PASSING)
