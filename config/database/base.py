"""PostgreSQL whose lasting connections are looked at before a request uses them, without asking the server.

A server that stops, restarts or ends a connection says so on it. On an idle connection nothing else is ever said (the
one that listens to notifications isn't Django's), so whatever can be read there is its end. That costs no round trip,
where `SELECT 1` costs one for each request. What breaks later than that is answered with 503 as before
(config.unavailable).

It counts its commits: whether anything of a request is in the database already, when its transaction was rolled back
(config.middleware).
"""

import select

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own but for the check (`CONN_HEALTH_CHECKS`) and `commits`, the transactions ended well so far."""

    commits = 0

    def commit(self) -> None:
        super().commit()
        self.commits += 1

    def is_usable(self) -> bool:
        """Whether the connection is there, hasn't been ended, and isn't in a transaction that has failed."""
        if self.connection is None or self.connection.closed:
            return False
        if self.connection.info.transaction_status == TransactionStatus.INERROR:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)
