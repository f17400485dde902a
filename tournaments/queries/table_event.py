"""Where a game belongs in its event, for the card table's page: crumbs, round clock, the way back and on."""

from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.queries.clock import database_now
from games.queries.table_view import Crumb, EventFacts
from tournaments.models import TableGame, Tournament
from tournaments.queries.desk_notes import talk_of, with_talk
from tournaments.queries.round_words import round_title
from tournaments.queries.rounds import own_table

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


# What the table's page shows of its event: it is drawn after every move, and an event's row is large.
_SHOWN: Final = (
    "game", "table__public_id", "table__number", "table__round__kind", "table__round__number",
    "table__round__tournament__public_id", "table__round__tournament__name",
)  # fmt: skip


def event_facts(game: Game, user: "User | AnonymousUser") -> EventFacts | None:
    """The facts of the event that the game is a table of; None for other games."""
    links = TableGame.objects.filter(game=game).select_related("table__round__tournament")
    link = with_talk(links.only(*_SHOWN), user).first()
    if link is None:
        return None
    table, round_ = link.table, link.table.round
    tournament = round_.tournament
    here = reverse("tournaments:overview", args=[tournament.public_id])
    title = _("Table %(number)d") % {"number": table.number}
    closes_at = game.closes_at
    talk = talk_of(link)
    call_url = reverse("tournaments:call", args=[tournament.public_id, table.public_id])
    next_url, next_label = _next_step(game, user, tournament)
    return EventFacts(
        crumbs=(
            Crumb(tournament.name, here),
            Crumb(
                round_title(round_), reverse("tournaments:round", args=[tournament.public_id, round_.number])
            ),
            Crumb(title),
        ),
        title=title,
        subtitle=round_title(round_),
        back_url=here,
        round_seconds_left=(closes_at - database_now()).total_seconds() if closes_at else None,
        next_url=next_url,
        next_label=next_label,
        notices=talk.notices,
        call_url=call_url if talk.may_call and not game.is_over else "",
        is_called=talk.is_called,
        coming=talk.coming,
    )


def _next_step(game: Game, user: "User | AnonymousUser", tournament: Tournament) -> tuple[str, str]:
    """One button after the game: the viewer's next table where there is one, else the event."""
    if not game.is_over:
        return "", ""
    own = own_table(user, tournament)
    if own is not None and own.game_public_id and own.game_public_id != game.public_id:
        label = _("Your next table: %(number)d") % {"number": own.table_number}
        return reverse("games:table", args=[own.game_public_id]), label
    return reverse("tournaments:standings", args=[tournament.public_id]), _("Standings")
