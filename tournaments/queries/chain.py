"""The hash chain of the director's acts: what a row's hash is made of, so that writer and checker agree
(I16).
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tournaments.models import AuditRow

FIRST_HASH = "0" * 64


def act_hash(
    *,
    event: str,
    number: int,
    action: str,
    actor_name: str,
    payload: Mapping[str, Any],
    created_at: datetime,
    previous: str,
) -> str:
    """SHA-256 in hex over a canonical JSON text of the act and the hash before it.

    `event` is the id that the tournament's acts are sealed under (`Tournament.seal_id`). The payload has no
    floats, so it reads back from the database as written.
    """
    parts = [
        "act/v1",
        event,
        number,
        action,
        actor_name,
        dict(payload),
        created_at.astimezone(UTC).isoformat(timespec="microseconds"),
        previous,
    ]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def expected_hash(row: AuditRow, event: str, previous: str) -> str:
    """What the hash of a stored row must be, given the hash of the row before it."""
    return act_hash(
        event=event,
        number=row.number,
        action=row.action,
        actor_name=row.actor_name,
        payload=row.payload_json,
        created_at=row.created_at,
        previous=previous,
    )
