"""The lock of an event and what belongs to every change: who may, from which status, and telling open pages.

All changes of one event queue behind its Tournament row, so two directors who press at once act one after the
other.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final, Protocol

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.live import poke
from tournaments.errors import NotAllowed, WrongStatus
from tournaments.models import Tournament
from tournaments.permissions import can_direct

# What one director does word for word again within this time is a double click.
SAME_AGAIN: Final = timedelta(minutes=1)


class HasStatus(Protocol):
    status: str

    def get_status_display(self) -> str: ...


def locked_tournament(tournament_id: int) -> Tournament:
    """The tournament, locked until the end of the transaction, as it is once the lock is held."""
    return Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament_id)


def locked_for_director(tournament_id: int, actor: User | None) -> Tournament:
    """The same, for an act that only directors may do. Raises NotAllowed."""
    tournament = locked_tournament(tournament_id)
    require(actor is None or can_direct(actor, tournament))
    return tournament


def require(allowed: bool) -> None:
    """Raises NotAllowed unless `allowed`."""
    if not allowed:
        raise NotAllowed


def set_status(thing: HasStatus, status: str, transitions: Mapping[str, frozenset[str]]) -> None:
    """Give `thing` the status, unsaved. Raises WrongStatus where the transition table doesn't lead there."""
    if status not in transitions[thing.status]:
        raise WrongStatus(
            _("That isn't possible now: the status is “%(status)s”.")
            % {"status": thing.get_status_display()},
            status=thing.status,
        )
    thing.status = status


def announce_change(tournament: Tournament) -> None:
    """Count the change and poke the open pages of the event when the transaction commits."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.refresh_from_db(fields=["version"])
    poke(tournament.topic, tournament.version)
