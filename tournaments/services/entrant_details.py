"""What a director notes about an entrant: seeding, club or family, a fixed table, a private note.

Drafts made before keep their seats; rounds that are published are never touched.
"""

from typing import Any

from django.db import transaction

from accounts.models import User
from tournaments.errors import FormatError
from tournaments.models import Entrant
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director

LARGEST = 1000


@transaction.atomic
def change_entrant(
    *,
    entrant: Entrant,
    actor: User | None,
    strength: int | None,
    group: str,
    fixed_table: int | None,
    note: str,
) -> Entrant:
    """Give the entrant these details. The private note is kept out of the log. Again changes nothing.

    Raises NotAllowed, FormatError for numbers that can't be.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    entrant = tournament.entrants.get(pk=entrant.pk)
    for name, value in (("strength", strength), ("fixed_table", fixed_table)):
        if value is not None and not 1 <= value <= LARGEST:
            raise FormatError(name, "out_of_range")
    wanted: dict[str, Any] = {
        "strength": strength,
        "group": group.strip()[: Entrant._meta.get_field("group").max_length],
        "fixed_table": fixed_table,
        "note": note.strip()[: Entrant._meta.get_field("note").max_length],
    }
    changed = {name: value for name, value in wanted.items() if getattr(entrant, name) != value}
    if not changed:
        return entrant
    for name, value in changed.items():
        setattr(entrant, name, value)
    entrant.save(update_fields=list(changed))
    record_act(
        tournament=tournament,
        action="change_entrant",
        actor=actor,
        entrant=entrant.pk,
        name=entrant.name,
        **{name: value for name, value in changed.items() if name != "note"},
    )
    announce_change(tournament)
    return entrant
