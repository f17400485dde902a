"""A bot for a person at an online table, and the person back again, both from the desk. The record says who made which
move; the seat stays its owner's.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.enums import GameStatus, Occupant
from games.errors import SeatsError
from games.models import Game
from games.services.seats import occupy
from tournaments.errors import WrongStatus
from tournaments.models import Table
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director


def let_bot_play(*, table: Table, seat: int, actor: User | None) -> None:
    """A bot plays the seat (from 0) from the next move on, until the person is back. Again changes nothing.

    Raises NotAllowed; WrongStatus where no game plays, or the seat is a bot's own.
    """
    _hand_over(table=table, seat=seat, actor=actor, to=Occupant.STAND_IN, action="bot_plays")


def let_person_play(*, table: Table, seat: int, actor: User | None) -> None:
    """The person plays the seat again, with a whole turn's time. Raises as `let_bot_play`."""
    _hand_over(table=table, seat=seat, actor=actor, to=Occupant.PLAYER, action="person_plays")


@transaction.atomic
def _hand_over(*, table: Table, seat: int, actor: User | None, to: Occupant, action: str) -> None:
    tournament = locked_for_director(table.round.tournament_id, actor)
    table = Table.objects.select_related("round").get(pk=table.pk)
    chair = table.seats.filter(seat=seat).first()
    game = Game.objects.filter(table_game__table=table, status=GameStatus.PLAYING).first()
    if game is None or chair is None:
        raise WrongStatus(_("No game is played at this table now."))
    before = game.seats.filter(seat=seat).values_list("occupant", flat=True).first()
    if before == to:
        return
    try:
        occupy(game=game, seat=seat, occupant=to)
    except SeatsError:
        raise WrongStatus(_("This seat is a bot's own.")) from None
    record_act(
        tournament=tournament,
        action=action,
        actor=actor,
        round=table.round.number,
        table=table.number,
        seat=seat,
        name=chair.name,
    )
    announce_change(tournament)
