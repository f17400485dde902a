"""Evenings that play themselves: people's seats on autopilot, for demos and rehearsals. Never for a real
event's people without their knowing: the seats are marked in every record.
"""

from collections.abc import Iterable

from django.db import transaction

from accounts.models import User
from tournaments.enums import EntrantKind
from tournaments.models import Entrant, Tournament
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director


@transaction.atomic
def put_on_autopilot(*, tournament: Tournament, actor: User | None, absent: Iterable[str] = ()) -> int:
    """Let bots play for all people of the event, but for those named in `absent`; how many that are.

    Counts from the next round on. Raises NotAllowed.
    """
    tournament = locked_for_director(tournament.pk, actor)
    people = (
        Entrant.objects.filter(tournament=tournament)
        .exclude(kind=EntrantKind.BOT)
        .exclude(name__in=list(absent))
    )
    count = people.update(autopilot=True)
    record_act(tournament=tournament, action="put_on_autopilot", actor=actor, entrants=count)
    announce_change(tournament)
    return count
