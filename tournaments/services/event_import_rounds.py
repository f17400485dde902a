"""The rounds of an event file as records: tables, seats, games, results in all their versions, standings as they were
published. Ids of the file become ids of this installation; whether it all fits together is for the audit to say.
"""

from collections.abc import Mapping
from typing import Any, Final

from accounts.models import Player
from games.models import DealSource
from games.plain import PlainError
from games.services.game_import import import_game
from tournaments import event_file as file
from tournaments.engine.results import StandingsError
from tournaments.enums import TableMode, TableStatus
from tournaments.models import (
    Bye,
    PaperDeal,
    Round,
    SeatScore,
    Standing,
    Table,
    TableGame,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.plans import ExtraNotes, SeatingPlan
from tournaments.queries.rows import row_from_json, row_to_json

Ids = Mapping[int, int]
_UNREADABLE: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError, StandingsError)
# Where a stored plan or tie names entrants.
_NAMES_OF_IDS: Final = frozenset(("seats", "byes", "field", "members", "players", "locked"))


def mapped_plan(plan: Any, ids: Ids, path: str) -> dict[str, Any]:
    """A draft's plan with the entrants' new ids. Raises PlainError."""
    try:
        mapped = _mapped(plan, ids, path)
        SeatingPlan.from_json(mapped)
    except PlainError:
        raise
    except _UNREADABLE:
        raise PlainError(path, "not_a_plan") from None
    return mapped  # type: ignore[no-any-return]


def _mapped(value: Any, ids: Ids, path: str, *, are_ids: bool = False) -> Any:
    if isinstance(value, dict):
        return {
            name: _mapped(item, ids, f"{path}.{name}", are_ids=name in _NAMES_OF_IDS)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_mapped(item, ids, f"{path}[{at}]", are_ids=are_ids) for at, item in enumerate(value)]
    if are_ids and isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return _new_id(value, ids, path)
    return value


def _new_id(old: int, ids: Ids, path: str) -> int:
    if old not in ids:
        raise PlainError(path, "not_in_the_file")
    return ids[old]


def mapped_row(row: Any, ids: Ids, path: str) -> dict[str, Any]:
    """A line of the standings with the entrants' new ids. Raises PlainError."""
    try:
        mapped = dict(row)
        mapped["entrant"] = _new_id(row["entrant"], ids, f"{path}.entrant")
        for side in ("above", "below"):
            if row[side] is not None:
                other = row[side]["other"]
                new = _new_id(other, ids, f"{path}.{side}.other") if other > 0 else other
                mapped[side] = dict(row[side]) | {"other": new}
        return row_to_json(row_from_json(mapped))
    except PlainError:
        raise
    except _UNREADABLE:
        raise PlainError(path, "not_a_line_of_standings") from None


class RoundsImport:
    """Writes rounds into `tournament`; `players` and `entrants` give what stands for the file's numbers and ids."""

    def __init__(
        self,
        tournament: Tournament,
        players: Mapping[int, Player],
        entrants: Ids,
        sources: Mapping[str, DealSource],
    ) -> None:
        self.tournament, self.players, self.entrants, self.sources = tournament, players, entrants, sources

    def write(self, parts: tuple[file.RoundPart, ...]) -> None:
        """All rounds. Raises PlainError with the path of the first thing that can't be."""
        for at, part in enumerate(parts):
            self._round(part, f"content.rounds[{at}]")

    def _round(self, part: file.RoundPart, path: str) -> None:
        if not isinstance(part.certificate, Mapping):
            raise PlainError(f"{path}.certificate", "not_an_object")
        round_ = Round.objects.create(
            tournament=self.tournament,
            number=part.number,
            kind=part.kind,
            status=part.status,
            rng_seed=part.rng_seed,
            certificate_json=part.certificate,
            extra_json=self._extra(part.extra, f"{path}.extra"),
            started_at=part.started_at,
            closes_at=part.closes_at,
            completed_at=part.completed_at,
        )
        Round.objects.filter(pk=round_.pk).update(published_at=part.published_at)
        Bye.objects.bulk_create(
            Bye(
                round=round_,
                entrant_id=_new_id(bye.entrant, self.entrants, f"{path}.byes[{at}].entrant"),
                reason=bye.reason,
            )
            for at, bye in enumerate(part.byes)
        )
        for at, table in enumerate(part.tables):
            self._table(round_, table, f"{path}.tables[{at}]")
        Standing.objects.bulk_create(
            self._standing(round_, row, f"{path}.standings[{at}]") for at, row in enumerate(part.standings)
        )

    def _extra(self, value: Any, path: str) -> Any:
        if value is None:
            return None
        try:
            mapped = _mapped(value, self.entrants, path)
            ExtraNotes.from_json(mapped)
        except PlainError:
            raise
        except _UNREADABLE:
            raise PlainError(path, "not_a_tie") from None
        return mapped

    def _standing(self, round_: Round, part: file.StandingPart, path: str) -> Standing:
        return Standing(
            round=round_,
            version=part.version,
            position=part.position,
            entrant_id=_new_id(part.entrant, self.entrants, f"{path}.entrant"),
            place=part.place,
            row_json=mapped_row(part.row, self.entrants, f"{path}.row"),
        )

    def _table(self, round_: Round, part: file.TablePart, path: str) -> None:
        plays = part.status == TableStatus.PLAYING and part.mode == TableMode.ONLINE
        if plays and not part.games:
            raise PlainError(f"{path}.status", "still_played")
        table = Table.objects.create(
            round=round_,
            number=part.number,
            mode=part.mode,
            status=part.status,
            closes_at=part.closes_at,
            decided_at=part.decided_at,
        )
        TableSeat.objects.bulk_create(
            self._seat(table, seat, f"{path}.seats[{at}]") for at, seat in enumerate(part.seats)
        )
        for number, game in enumerate(part.games, 1):
            made = import_game(
                part=game,
                players=self.players,
                sources=self.sources,
                is_public=self.tournament.is_public,
                path=f"{path}.games[{number - 1}]",
            )
            TableGame.objects.create(table=table, game=made, number=number)
        PaperDeal.objects.bulk_create(
            PaperDeal(
                table=table,
                number=told.number,
                deal_json=_deals([told.deal], f"{path}.told[{at}].deal")[0],
                key=f"file-{told.number}",
                told_seat=told.told_seat,
                told_at=told.told_at,
            )
            for at, told in enumerate(part.told)
        )
        for at, result in enumerate(part.results):
            self._result(table, result, f"{path}.results[{at}]")

    def _seat(self, table: Table, part: file.SeatPart, path: str) -> TableSeat:
        if part.player is not None and part.player not in self.players:
            raise PlainError(f"{path}.player", "not_in_the_file")
        return TableSeat(
            table=table,
            round_id=table.round_id,
            seat=part.seat,
            occupant=part.occupant,
            entrant_id=self._maybe(part.entrant, f"{path}.entrant"),
            player=self.players[part.player] if part.player is not None else None,
            name=part.name,
            bot_level=part.bot_level,
            team_member=part.team_member,
        )

    def _maybe(self, old: int | None, path: str) -> int | None:
        return None if old is None else _new_id(old, self.entrants, path)

    def _result(self, table: Table, part: file.ResultPart, path: str) -> None:
        result = TableResult.objects.create(
            table=table,
            version=part.version,
            status=part.status,
            source=part.source,
            reason=part.reason,
            deals_json=_deals(part.deals, f"{path}.deals"),
            entered_seat=part.entered_seat,
            confirmed_seat=part.confirmed_seat,
            confirmed_at=part.confirmed_at,
        )
        TableResult.objects.filter(pk=result.pk).update(created_at=part.created_at)
        SeatScore.objects.bulk_create(
            SeatScore(
                result=result,
                entrant_id=self._maybe(score.entrant, f"{path}.scores[{at}].entrant"),
                **{name: getattr(score, name) for name in score.__dataclass_fields__ if name != "entrant"},
            )
            for at, score in enumerate(part.scores)
        )


def _deals(deals: Any, path: str) -> Any:
    """Reported deals: a list of what pages read from each."""
    if deals is None:
        return None
    if not isinstance(deals, list):
        raise PlainError(path, "not_a_list")
    for at, deal in enumerate(deals):
        lists = isinstance(deal, dict) and all(
            isinstance(deal.get(name), list) for name in ("deadwoods", "hands")
        )
        if not lists or not {"knocker", "multiplier"} <= deal.keys():
            raise PlainError(f"{path}[{at}]", "not_a_deal")
        if not isinstance(deal["multiplier"], int) or not isinstance(deal.get("upcard", 0), int):
            raise PlainError(f"{path}[{at}]", "not_a_deal")
    return deals
