"""The same event without people: what a file holds that may be given to anybody.

Names become "Player 1", groups "Group 1"; private notes, reasons, the place and who acted are left out. The log keeps
its numbers and its marks; since its texts are gone, only that one mark follows the other can be checked then.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from games.game_file import GamePart
from tournaments import event_file as file
from tournaments.enums import EntrantKind

LEFT_OUT: Final = "-"
# What of an act's content names nobody: numbers, and codes of the program's own.
KEPT: Final = frozenset(
    ("round", "table", "version", "kind", "status", "rng_seed", "entrant", "entrants", "points", "amount")
)


def without_names(part: file.EventPart) -> file.EventPart:
    """The event with nobody's name in it; results, standings and cards are as they were."""
    names = {player.number: f"Player {player.number}" for player in part.players}
    entrants = {entrant.id: _name(entrant, names) for entrant in part.entrants}
    groups = {
        group: f"Group {number}"
        for number, group in enumerate(sorted({each.group for each in part.entrants if each.group}), 1)
    }
    return replace(
        part,
        has_names=False,
        event=replace(part.event, club=LEFT_OUT, venue=""),
        players=tuple(replace(player, name=names[player.number]) for player in part.players),
        entrants=tuple(
            replace(each, name=entrants[each.id], group=groups.get(each.group, ""), note="")
            for each in part.entrants
        ),
        rounds=tuple(
            replace(round_, tables=tuple(_table(table, names, entrants) for table in round_.tables))
            for round_ in part.rounds
        ),
        penalties=tuple(replace(penalty, reason=LEFT_OUT) for penalty in part.penalties),
        apart=tuple(replace(each, name="") for each in part.apart),
        log=tuple(replace(act, actor="", payload=_shortened(act.payload)) for act in part.log),
    )


def _name(entrant: file.EntrantPart, names: Mapping[int, str]) -> str:
    if entrant.kind == EntrantKind.BOT:
        return entrant.name
    if entrant.kind == EntrantKind.TEAM:
        return f"Team {entrant.number}"
    return names[entrant.members[0]] if entrant.members else f"Entrant {entrant.number}"


def _table(table: file.TablePart, names: Mapping[int, str], entrants: Mapping[int, str]) -> file.TablePart:
    return replace(
        table,
        seats=tuple(
            replace(seat, name=_seat_name(seat.player, seat.entrant, seat.name, names, entrants))
            for seat in table.seats
        ),
        games=tuple(_game(game, names) for game in table.games),
        results=tuple(replace(result, reason=LEFT_OUT if result.reason else "") for result in table.results),
    )


def _seat_name(
    player: int | None, entrant: int | None, name: str, names: Mapping[int, str], entrants: Mapping[int, str]
) -> str:
    if player is not None:
        return names[player]
    return entrants[entrant] if entrant is not None else name


def _game(game: GamePart, names: Mapping[int, str]) -> GamePart:
    return replace(
        game,
        seats=tuple(
            replace(seat, name=names[seat.player] if seat.player is not None else seat.name)
            for seat in game.seats
        ),
    )


def _shortened(payload: Any) -> dict[str, Any]:
    return (
        {name: value for name, value in payload.items() if name in KEPT} if isinstance(payload, dict) else {}
    )
