"""Writing down what a director did, in the same transaction as the act itself (I16)."""

from typing import Any

from accounts.models import User
from games.services.clock import database_now
from tournaments.models import AuditRow, Tournament
from tournaments.queries.chain import FIRST_HASH, act_hash


def record_act(*, tournament: Tournament, action: str, actor: User | None, **payload: Any) -> AuditRow:
    """Append an act to the event's chain. The caller holds the lock of the tournament.

    `payload` has texts, whole numbers, lists and mappings of these: what was done, never a secret.
    """
    last = AuditRow.objects.filter(tournament=tournament).order_by("-number").first()
    number = last.number + 1 if last else 1
    previous = last.hash if last else FIRST_HASH
    name = str(actor) if actor is not None else ""
    now = database_now()
    return AuditRow.objects.create(
        tournament=tournament,
        number=number,
        action=action,
        actor=actor,
        actor_name=name,
        payload_json=payload,
        previous_hash=previous,
        hash=act_hash(
            event=tournament.seal_id,
            number=number,
            action=action,
            actor_name=name,
            payload=payload,
            created_at=now,
            previous=previous,
        ),
        created_at=now,
    )
