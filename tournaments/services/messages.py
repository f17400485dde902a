"""What the desk says to one table or to all. It is shown where people look and ends by itself; nobody is asked to
answer.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.clock import database_now
from tournaments.enums import RoundStatus
from tournaments.errors import WrongStatus
from tournaments.models import DeskMessage, Table, Tournament
from tournaments.models.desk import MESSAGE_LENGTH
from tournaments.services.acts import record_act
from tournaments.services.locks import SAME_AGAIN, announce_change, locked_for_director
from tournaments.services.table_games import show_tables_anew


@transaction.atomic
def send_message(
    *, tournament: Tournament, text: str, actor: User | None, table: Table | None = None
) -> DeskMessage:
    """Show `text` at a table of the event, or (without one) to everybody. Line breaks become spaces. Sent again within
    a minute, as by a double click, it is the message that is shown already.

    Raises NotAllowed, WrongStatus for an empty or overlong text, or an event that is over.
    """
    tournament = locked_for_director(tournament.pk, actor)
    words = " ".join(text.split())
    if not words:
        raise WrongStatus(_("Write what is to be said."))
    if len(words) > MESSAGE_LENGTH:
        raise WrongStatus(_("That is too long: %(most)d letters at most.") % {"most": MESSAGE_LENGTH})
    if tournament.is_over:
        raise WrongStatus(_("The event is over."))
    now = database_now()
    same = tournament.messages.filter(table=table, text=words, sent_by=actor, ended_at=None)
    shown = same.filter(sent_at__gt=now - SAME_AGAIN).first()
    if shown is not None:
        return shown
    message = DeskMessage.objects.create(
        tournament=tournament, table=table, text=words, sent_by=actor, sent_at=now
    )
    record_act(
        tournament=tournament,
        action="send_message",
        actor=actor,
        message=message.pk,
        table=table.number if table is not None else 0,
        text=words,
    )
    _show(message)
    return message


@transaction.atomic
def end_message(*, message: DeskMessage, actor: User | None) -> DeskMessage:
    """Take a message back; it is shown no longer. Again changes nothing. Raises NotAllowed."""
    tournament = locked_for_director(message.tournament_id, actor)
    message = DeskMessage.objects.select_related("table", "tournament").get(pk=message.pk)
    if message.ended_at is None:
        message.ended_at = database_now()
        message.save(update_fields=["ended_at"])
        record_act(tournament=tournament, action="end_message", actor=actor, text=message.text)
        _show(message)
    return message


def _show(message: DeskMessage) -> None:
    """Poke the event's pages, and the online tables that it concerns."""
    announce_change(message.tournament)
    tables = Table.objects.filter(round__tournament=message.tournament_id, round__status=RoundStatus.PLAYING)
    show_tables_anew(tables.filter(pk=message.table_id) if message.table_id else tables)
