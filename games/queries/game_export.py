"""Finished games as parts of a file. Games that are still played, and such that were given up, are never in one: their
seeds are secret. It writes nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from games.enums import GameStatus
from games.game_file import DealPart, GamePart, GameSeatPart, MovePart, OccupancyPart, SourcePart
from games.models import Deal, DealSource, Game, GameSeat, MoveRecord, SeatOccupancy


def game_parts(games: Iterable[int], players: Mapping[int, int]) -> dict[int, GamePart]:
    """The finished ones of these games (by id) as parts; `players` gives the file's number for a player's id. Six
    queries, whatever their number.
    """
    found = Game.objects.filter(pk__in=list(games), status=GameStatus.FINISHED).select_related("source")
    ids = [game.pk for game in found]
    seats: dict[int, list[GameSeat]] = defaultdict(list)
    for seat in GameSeat.objects.filter(game__in=ids).order_by("game", "seat"):
        seats[seat.game_id].append(seat)
    history: dict[int, list[OccupancyPart]] = defaultdict(list)
    for row in (
        SeatOccupancy.objects.filter(game_seat__game__in=ids).order_by("pk").select_related("game_seat")
    ):
        history[row.game_seat.game_id].append(
            OccupancyPart(row.game_seat.seat, row.from_ply, row.occupant, row.bot_level)
        )
    deals: dict[int, list[DealPart]] = defaultdict(list)
    for deal in Deal.objects.filter(game__in=ids).order_by("game", "number"):
        deals[deal.game_id].append(_deal(deal))
    moves: dict[int, list[MovePart]] = defaultdict(list)
    rows = MoveRecord.objects.filter(game__in=ids).order_by("game", "ply")
    for game_id, number, code, actor, at in rows.values_list(
        "game", "seat", "code", "actor_kind", "created_at"
    ):
        moves[game_id].append(MovePart(number, code, actor, at))
    return {
        game.pk: _game(
            game,
            tuple(_seat(seat, players) for seat in seats[game.pk]),
            {"occupancies": history[game.pk], "deals": deals[game.pk], "moves": moves[game.pk]},
        )
        for game in found
    }


def _game(game: Game, seats: tuple[GameSeatPart, ...], parts: Mapping[str, list[Any]]) -> GamePart:
    return GamePart(
        sealed_as=game.seal_id,
        label=game.label,
        source=game.source.name if game.source is not None else "",
        ruleset=game.ruleset_json,
        options=game.options_json,
        seats=seats,
        occupancies=tuple(parts["occupancies"]),
        deals=tuple(parts["deals"]),
        moves=tuple(parts["moves"]),
        closed_ply=game.closed_ply,
        engine_version=game.engine_version,
        result=game.result_json,
        started_at=game.started_at,
        ended_at=game.ended_at,
    )


def _seat(seat: GameSeat, players: Mapping[int, int]) -> GameSeatPart:
    number = players.get(seat.player_id) if seat.player_id is not None else None
    return GameSeatPart(seat.seat, number, seat.name, seat.occupant, seat.bot_level)


def _deal(deal: Deal) -> DealPart:
    """Only deals that are over have a revealed seed, and a finished game has no others."""
    assert deal.revealed_seed is not None
    assert deal.ended_at is not None
    return DealPart(
        number=deal.number,
        kind=deal.kind,
        dealer=deal.dealer,
        first_ply=deal.first_ply,
        commitment=deal.commitment,
        cut=deal.cut,
        seed=bytes(deal.revealed_seed),
        result=deal.result_json,
        dealt_at=deal.created_at,
        ended_at=deal.ended_at,
    )


def source_parts(names: Iterable[str]) -> tuple[SourcePart, ...]:
    """The seals of these names whose key is known, in the order of their making."""
    found = DealSource.objects.filter(name__in=list(names), revealed_key__isnull=False).order_by("pk")
    return tuple(
        SourcePart(
            row.name,
            row.commitment,
            bytes(row.revealed_key) if row.revealed_key is not None else None,
            row.created_at,
        )
        for row in found
    )
