"""When people can no longer enter themselves, by the clock at the venue. Directors enter people until the end."""

from datetime import date, datetime, time

from django.db import transaction

from accounts.models import User
from tournaments.errors import FormatError
from tournaments.models import Tournament
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director


@transaction.atomic
def set_closing(
    *, tournament: Tournament, on: date | None, at: time | None, actor: User | None
) -> Tournament:
    """Entries close on that day at that hour of the venue; both None: when play begins. Again changes nothing.

    Raises NotAllowed, and FormatError for half a time or one after the beginning.
    """
    tournament = locked_for_director(tournament.pk, actor)
    if (on is None) != (at is None):
        raise FormatError("entries_close_time", "half")
    if on is not None and at is not None and _after_start(tournament, on, at):
        raise FormatError("entries_close_on", "after_start")
    if (tournament.entries_close_on, tournament.entries_close_time) == (on, at):
        return tournament
    tournament.entries_close_on, tournament.entries_close_time = on, at
    tournament.save(update_fields=["entries_close_on", "entries_close_time"])
    record_act(
        tournament=tournament,
        action="set_closing",
        actor=actor,
        on=on.isoformat() if on else "",
        at=at.isoformat(timespec="minutes") if at else "",
    )
    announce_change(tournament)
    return tournament


def _after_start(tournament: Tournament, on: date, at: time) -> bool:
    return datetime.combine(on, at) > datetime.combine(tournament.starts_on, tournament.starts_time)
