"""The people of a table as the desk changes them: who sits where, with whom a chair can be swapped, who could take one,
and which deals could be void. It reads; reseating.py, stand_ins.py and voiding.py act.
"""

from dataclasses import dataclass

from games.enums import GameStatus, Occupant
from games.models import Game, GameSeat
from games.queries.rulesets import team_size
from games.queries.settlement import settled_deals
from tournaments.enums import RoundKind, RoundStatus, TableMode, TableStatus
from tournaments.models import Bye, Entrant, Round, Table, TableGame, TableSeat
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.table_rules import table_ruleset


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair. `is_bot` is a bot's own; `bot_plays` whether a bot plays for the person now, None where no game does."""

    chair_id: int
    seat: int
    name: str
    table_number: int
    is_bot: bool
    bot_plays: bool | None


@dataclass(frozen=True, slots=True)
class TablePeople:
    """`can_move` is whether people can change chairs, `can_fill` whether chairs can be taken or given up; `others`
    are the chairs of the round's other tables, `free` the entrants without a seat (those on standby first).
    """

    chairs: tuple[Chair, ...]
    can_move: bool
    can_fill: bool
    others: tuple[Chair, ...]
    free: tuple[tuple[int, str], ...]
    is_paper: bool


def table_people(table: Table) -> TablePeople:
    """The people of a table that comes with its round and event. A constant number of queries."""
    game = Game.objects.filter(table_game__table=table, status=GameStatus.PLAYING).first()
    occupants = dict(GameSeat.objects.filter(game=game).values_list("seat", "occupant")) if game else {}
    round_, paper = table.round, table.mode == TableMode.PAPER
    is_open = round_.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
    playing = paper and table.status in (TableStatus.PLAYING, TableStatus.DECIDED)
    can_move = is_open and (round_.status == RoundStatus.PUBLISHED or playing)
    can_fill = can_move and not table.results.exists() and not table.told_deals.exists()
    # a team comes or goes as a whole
    can_fill = can_fill and team_size(ruleset_of(round_.tournament)) == 1
    seats = list(
        TableSeat.objects.filter(round=round_).select_related("table").order_by("table__number", "seat")
    )
    return TablePeople(
        chairs=tuple(_chair(seat, occupants) for seat in seats if seat.table_id == table.pk),
        can_move=can_move,
        can_fill=can_fill,
        others=tuple(_chair(seat, {}) for seat in seats if seat.table_id != table.pk) if can_move else (),
        free=_free(table, {seat.entrant_id for seat in seats}) if can_fill else (),
        is_paper=paper,
    )


def _chair(seat: TableSeat, occupants: dict[int, str]) -> Chair:
    found = occupants.get(seat.seat)
    return Chair(
        chair_id=seat.pk,
        seat=seat.seat,
        name=seat.name,
        table_number=seat.table.number,
        is_bot=seat.player_id is None,
        bot_plays=None if found is None else found == Occupant.STAND_IN,
    )


def may_sit(round_: Round) -> frozenset[int] | None:
    """Who may have a chair in this round; None is everybody. In a semifinal or final that is who was in its first
    round, or, where this is the first one, who played the stage before it (docs/standings.md, "Finals").
    """
    kind = RoundKind(round_.kind)
    if not kind.is_stage:
        return None
    counted = Round.objects.filter(tournament=round_.tournament_id, number__lt=round_.number).exclude(
        status=RoundStatus.CANCELLED
    )
    own = counted.filter(kind=kind).order_by("number").first()
    if own is not None:
        before = [own]
    else:
        semi = list(counted.filter(kind=RoundKind.SEMI))
        before = semi or list(counted.filter(kind=RoundKind.MAIN))
    found: set[int] = set()
    for model in (TableSeat, Bye):
        rows = model.objects.filter(round__in=before, entrant__isnull=False).order_by()
        found |= set(rows.values_list("entrant_id", flat=True))
    return frozenset(found)


def _free(table: Table, seated: set[int | None]) -> tuple[tuple[int, str], ...]:
    entrants = Entrant.objects.filter(tournament=table.round.tournament_id).active()
    rows = entrants.order_by("-standby", "sort_key").values_list("pk", "name")
    allowed = may_sit(table.round)
    return tuple((pk, name) for pk, name in rows if pk not in seated and (allowed is None or pk in allowed))


def voidable_deals(table: Table) -> tuple[int, ...]:
    """The numbers (from 1) of the deals of a table with a confirmed result that could be made void."""
    if table.status != TableStatus.CONFIRMED:
        return ()
    if table.mode == TableMode.PAPER:
        players = table.seats.count()
        ruleset = table_ruleset(table.round.tournament, table.round, table, players)
        if ruleset.deals_planned(players) is None:
            return ()
        confirmed = table.results.filter(status="confirmed").first()
        deals = (confirmed.deals_json if confirmed is not None else None) or ()
        return tuple(number for number, deal in enumerate(deals, 1) if deal["knocker"] is not None)
    link = TableGame.objects.filter(table=table).select_related("game").first()
    if link is None or link.game.ruleset.deals_planned(link.game.seat_count) is None:
        return ()
    count = len(settled_deals(link.game))
    return tuple(range(1, count + 1)) if count > 1 else ()
