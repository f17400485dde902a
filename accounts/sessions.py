"""Sessions as Django keeps them in the database, found by a statement that is made once."""

from datetime import datetime
from typing import Any, Final

from django.contrib.sessions.backends.db import SessionStore as Rows
from django.utils import timezone

from accounts.kept_query import KeptQuery

_LIVE: Final[KeptQuery[Any]] = KeptQuery(
    lambda key, now: Rows.get_model_class().objects.filter(session_key=key, expire_date__gt=now),
    str,
    datetime,
)


class SessionStore(Rows):
    """SESSION_ENGINE's class. Every page of a signed-in person begins with it."""

    def _get_session_from_db(self) -> Any:
        found = _LIVE.rows(self.session_key, timezone.now())
        if not found:
            self._session_key = None
            return None
        return found[0]
