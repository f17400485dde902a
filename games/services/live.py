"""Pokes and tickets of live pages. A poke says "topic T is now at version V" and never what it holds.

A topic is a short name such as `game-17` or `tournament-3`. A page gets a ticket for the topics that its
viewer may follow; the stream (config.live) checks the ticket and needs no query. What the viewer may see is
decided when the page fetches its own view, not here.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.core import signing
from django.db import connection
from django.utils.crypto import salted_hmac

CHANNEL: Final = "deadwood_live"
SESSION_PREFIX: Final = "session-"
TICKET_SECONDS: Final = 12 * 60 * 60
MOST_TOPICS: Final = 64
_SALT: Final = "games.live.ticket"
_TOPIC: Final = re.compile(r"[a-z][a-z0-9_-]{0,59}")


class TicketError(Exception):
    """The ticket is forged, damaged or too old."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a stream may tell: `topics`, for whom (`user_id`, None for a guest), and the session it was
    made in.
    """

    topics: tuple[str, ...]
    user_id: int | None
    session: str = ""


def poke(topic: str, version: int) -> None:
    """Tell every web process that `topic` is at `version`, when the present transaction commits (or at once
    without one).

    Poke once for each transaction and topic, not for each row. Raises ValueError for a malformed topic.
    """
    _check(topic)
    _notify(topic, version)


def make_ticket(topics: Iterable[str], user_id: int | None, *, session_key: str | None = None) -> str:
    """A signed ticket for a page, good for 12 hours.

    With `session_key` (give it whenever somebody is signed in) the ticket works only together with that
    session's cookie and ends with it. Raises ValueError for malformed topics or more than 64 of them.
    """
    names = list(dict.fromkeys(topics))
    if not 0 < len(names) <= MOST_TOPICS:
        raise ValueError(f"a ticket has 1 to {MOST_TOPICS} topics, not {len(names)}")
    for name in names:
        _check(name)
    content = {"t": names, "u": user_id, "s": session_mark(session_key or "")}
    return signing.dumps(content, salt=_SALT, compress=True)


def read_ticket(text: str) -> Ticket:
    """The ticket's content. Raises TicketError."""
    try:
        content = signing.loads(text, salt=_SALT, max_age=TICKET_SECONDS)
    except signing.BadSignature as error:
        raise TicketError from error
    return Ticket(tuple(content["t"]), content["u"], content["s"])


def session_mark(session_key: str) -> str:
    """Stands for a session in tickets and notifications without giving it away; "" for none."""
    return salted_hmac("games.live.session", session_key).hexdigest()[:24] if session_key else ""


def close_streams(session_key: str) -> None:
    """End the streams that belong to a session (at sign-out), in every web process, when the transaction
    commits.
    """
    if session_key:
        _notify(SESSION_PREFIX + session_mark(session_key), 0)


def _check(topic: str) -> None:
    if not _TOPIC.fullmatch(topic) or topic.startswith(SESSION_PREFIX):
        raise ValueError(f"not a topic: {topic!r}")


def _notify(topic: str, version: int) -> None:
    payload = json.dumps({"topic": topic, "version": version})
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
