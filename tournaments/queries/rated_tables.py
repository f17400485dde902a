"""The tables of an event that are rated, and what they do to ratings: for rating an event, and for showing before a
correction what it would change.

Who is rated is who sat there, a substitute too; whose moves a bot made for the most part is left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from tournaments.engine.ratings import Rating, rate_table
from tournaments.enums import EntrantKind, ResultStatus, RoundKind, RoundStatus, TableStatus
from tournaments.models import RatingChange, SeatScore, TableSeat, Tournament
from tournaments.queries.ratings import IN_ORDER, family_of


@dataclass(frozen=True, slots=True)
class RatedTable:
    """A table with two people or more: players and places, `seats` their seats at it, all in seat order."""

    table_id: int
    seats: tuple[int, ...]
    players: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatingShift:
    """A player's rating after the event as it stands and as it would be."""

    player_id: int
    before: Rating
    after: Rating


def rated_tables(tournament: Tournament) -> tuple[RatedTable, ...]:
    """In the order of play. Two queries."""
    chairs = TableSeat.objects.filter(
        round__tournament=tournament, entrant__kind=EntrantKind.PERSON, player__isnull=False
    )
    player_of = {
        (table, seat): player for table, seat, player in chairs.values_list("table", "seat", "player")
    }
    scores = (
        SeatScore.objects.filter(
            result__table__round__tournament=tournament, result__status=ResultStatus.CONFIRMED
        )
        .exclude(result__table__round__kind=RoundKind.EXTRA)
        .exclude(result__table__round__status=RoundStatus.CANCELLED)
        .exclude(result__table__status=TableStatus.CANCELLED)
        .order_by("result__table__round__number", "result__table__number", "seat")
        .values_list("result__table", "seat", "place", "moves", "bot_moves")
    )
    return _by_table(
        (table, seat, player_of[table, seat], place)
        for table, seat, place, moves, bot_moves in scores
        if 2 * bot_moves <= moves and (table, seat) in player_of
    )


def _by_table(seats: Iterable[tuple[int, int, int, int]]) -> tuple[RatedTable, ...]:
    tables: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for table, seat, player, place in seats:
        tables[table].append((seat, player, place))
    return tuple(
        RatedTable(
            table,
            tuple(seat for seat, _player, _place in found),
            tuple(player for _seat, player, _place in found),
            tuple(place for _seat, _player, place in found),
        )
        for table, found in tables.items()
        if len(found) > 1
    )


def rate_tables(tables: Iterable[RatedTable], ratings: Mapping[int, Rating]) -> dict[int, Rating]:
    """The ratings after these tables, for everybody in `ratings` or at a table."""
    found = dict(ratings)
    for table in tables:
        after = rate_table([found.get(player, Rating()) for player in table.players], list(table.places))
        found.update(zip(table.players, after, strict=True))
    return found


def shifts(tournament: Tournament, table_id: int, places: Sequence[int]) -> tuple[RatingShift, ...]:
    """Whose rating after the event would differ if that table had these places, in seat order; by player."""
    tables = rated_tables(tournament)
    corrected = [
        replace(table, places=tuple(places[seat] for seat in table.seats))
        if table.table_id == table_id
        else table
        for table in tables
    ]
    players = {player for table in tables for player in table.players}
    start = _before(tournament, players)
    before, after = rate_tables(tables, start), rate_tables(corrected, start)
    return tuple(
        RatingShift(player, before[player], after[player])
        for player in sorted(players)
        if before[player] != after[player]
    )


def _before(tournament: Tournament, players: Iterable[int]) -> dict[int, Rating]:
    """The ratings with which these players came to the event, by the dates of events."""
    day, time = tournament.starts_on, tournament.starts_time
    earlier = (
        Q(rated__tournament__starts_on__lt=day)
        | Q(rated__tournament__starts_on=day, rated__tournament__starts_time__lt=time)
        | Q(
            rated__tournament__starts_on=day,
            rated__tournament__starts_time=time,
            rated__tournament__lt=tournament.pk,
        )
    )
    newest = [f"-rated__{name}" for name in IN_ORDER]
    changes = (
        RatingChange.objects.filter(earlier, player__in=players, family=family_of(tournament))
        .order_by("player_id", *newest)
        .distinct("player_id")
    )
    return {change.player_id: change.rating for change in changes}
