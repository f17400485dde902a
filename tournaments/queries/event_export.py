"""An event as a file: every record of it that isn't an account, an address or a secret (docs/event-file.md).

A constant number of queries, whatever the event's size. It writes nothing. Without names, people become "Player 1",
notes, reasons and places are left out, and the log keeps its numbers and marks but not its texts.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from django.db.models import Model

from accounts.models import Player
from games.game_file import GamePart
from games.plain import canonical, to_plain
from games.queries.clock import database_now
from games.queries.game_export import game_parts, source_parts
from tournaments import event_file as file
from tournaments.models import (
    AuditRow,
    Bye,
    Entrant,
    EntrantMember,
    Fee,
    KeepApart,
    PaperDeal,
    Penalty,
    Prize,
    Round,
    SeatingDraft,
    SeatScore,
    Standing,
    Table,
    TableGame,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.event_names import without_names


def event_json(tournament: Tournament, *, names: bool = True) -> str:
    """The file's text: its head, the event, and the seal over both."""
    part = event_part(tournament)
    return document(part if names else without_names(part))


def document(part: file.EventPart) -> str:
    """The text of a file that holds this event, sealed."""
    body = {"format": file.FORMAT, "version": file.VERSION, "content": to_plain(part)}
    return json.dumps({**body, "seal": seal_of(body)}, ensure_ascii=False, indent=1) + "\n"


def seal_of(body: Mapping[str, Any]) -> str:
    """SHA-256 in hex over the canonical text of everything in the file but the seal."""
    return sha256(canonical(dict(body))).hexdigest()


def event_part(tournament: Tournament) -> file.EventPart:
    """The event as it is now, with names."""
    members = list(
        EntrantMember.objects.filter(tournament=tournament)
        .select_related("player", "substitute")
        .order_by("entrant_id", "position")
    )
    players = _players(tournament, members)
    numbers = {pk: number for number, pk in enumerate(players, 1)}
    teams: dict[int, list[EntrantMember]] = defaultdict(list)
    for member in members:
        teams[member.entrant_id].append(member)
    games, names = _games(tournament, numbers)
    return file.EventPart(
        has_names=True,
        written_at=database_now(),
        event=_facts(tournament),
        players=tuple(file.PlayerPart(numbers[pk], player.name) for pk, player in players.items()),
        entrants=_entrants(tournament, teams, numbers),
        drafts=_drafts(tournament),
        rounds=_Rounds(tournament, numbers, games).parts(),
        penalties=_penalties(tournament),
        fees=tuple(
            file.FeePart(fee.entrant_id, fee.kind, fee.amount, fee.status)
            for fee in Fee.objects.filter(entrant__tournament=tournament).order_by("pk")
        ),
        prizes=tuple(
            _copied(file.PrizePart, prize)
            for prize in Prize.objects.filter(tournament=tournament).order_by("place")
        ),
        apart=_apart(tournament, numbers),
        sources=source_parts(names),
        log=_log(tournament),
    )


def _players(tournament: Tournament, members: Sequence[EntrantMember]) -> dict[int, Player]:
    """Everybody who is in the event, plays for somebody, or only sat for somebody once, by id."""
    players = {member.player_id: member.player for member in members}
    players |= {
        member.substitute.pk: member.substitute for member in members if member.substitute is not None
    }
    seats = TableSeat.objects.filter(round__tournament=tournament, player__isnull=False)
    sat = seats.exclude(player__in=players).select_related("player").order_by("pk")
    players |= {seat.player.pk: seat.player for seat in sat if seat.player is not None}
    return players


def _games(
    tournament: Tournament, numbers: Mapping[int, int]
) -> tuple[dict[int, list[GamePart]], tuple[str, ...]]:
    """The finished games of each table, and the names of the seals that their cards came from."""
    links = list(TableGame.objects.filter(table__round__tournament=tournament).order_by("table", "number"))
    parts = game_parts([link.game_id for link in links], numbers)
    games: dict[int, list[GamePart]] = defaultdict(list)
    for link in links:
        if link.game_id in parts:
            games[link.table_id].append(parts[link.game_id])
    return games, tuple(dict.fromkeys(part.source for part in parts.values() if part.source))


def _copied(kind: Any, row: Model, /, **given: Any) -> Any:
    """The part with the fields of its names copied from the row; `given` are those that differ."""
    names = [name for name in kind.__dataclass_fields__ if name not in given]
    return kind(**{name: getattr(row, name) for name in names}, **given)


def _facts(tournament: Tournament) -> file.FactsPart:
    return _copied(  # type: ignore[no-any-return]
        file.FactsPart,
        tournament,
        sealed_as=tournament.seal_id,
        club=tournament.club.name,
        ruleset=tournament.ruleset_json,
        format=tournament.format_json,
    )


def _entrants(
    tournament: Tournament, teams: Mapping[int, Sequence[EntrantMember]], numbers: Mapping[int, int]
) -> tuple[file.EntrantPart, ...]:
    return tuple(
        _copied(
            file.EntrantPart,
            entrant,
            id=entrant.pk,
            lot_id=entrant.lot_id or entrant.pk,
            members=tuple(numbers[member.player_id] for member in teams.get(entrant.pk, ())),
            substitutes=tuple(
                numbers[member.substitute_id] if member.substitute_id is not None else None
                for member in teams.get(entrant.pk, ())
            ),
            entered_at=entrant.created_at,
        )
        for entrant in Entrant.objects.filter(tournament=tournament).order_by("pk")
    )


def _drafts(tournament: Tournament) -> tuple[file.DraftPart, ...]:
    drafts = SeatingDraft.objects.filter(tournament=tournament).order_by("pk")
    return tuple(
        _copied(file.DraftPart, draft, plan=draft.plan_json, certificate=draft.certificate_json)
        for draft in drafts
    )


def _penalties(tournament: Tournament) -> tuple[file.PenaltyPart, ...]:
    return tuple(
        _copied(file.PenaltyPart, penalty, entrant=penalty.entrant_id)
        for penalty in Penalty.objects.filter(tournament=tournament).order_by("pk")
    )


def _apart(tournament: Tournament, numbers: Mapping[int, int]) -> tuple[file.ApartPart, ...]:
    """The lists of people kept apart, with those who are in the event."""
    lists = KeepApart.objects.filter(tournament=tournament).prefetch_related("members").order_by("pk")
    return tuple(
        file.ApartPart(
            row.name,
            tuple(numbers[member.player_id] for member in row.members.all() if member.player_id in numbers),
        )
        for row in lists
    )


def _log(tournament: Tournament) -> tuple[file.ActPart, ...]:
    return tuple(
        _copied(file.ActPart, row, actor=row.actor_name, payload=row.payload_json)
        for row in AuditRow.objects.filter(tournament=tournament).order_by("number")
    )


class _Rounds:
    """The rounds with all below them, each kind of record read once."""

    def __init__(
        self, tournament: Tournament, numbers: Mapping[int, int], games: Mapping[int, list[GamePart]]
    ) -> None:
        self.rounds = Round.objects.filter(tournament=tournament).order_by("number")
        self.numbers, self.games = numbers, games
        within = {"round__tournament": tournament}
        self.tables = _grouped(Table.objects.filter(**within).order_by("number"), "round_id")
        self.byes = _grouped(Bye.objects.filter(**within).order_by("pk"), "round_id")
        standings = Standing.objects.filter(**within).order_by("version", "position")
        self.standings = _grouped(standings, "round_id")
        self.seats = _grouped(TableSeat.objects.filter(**within).order_by("seat"), "table_id")
        results = TableResult.objects.filter(table__round__tournament=tournament).order_by("version")
        self.results = _grouped(results, "table_id")
        told = PaperDeal.objects.filter(table__round__tournament=tournament).order_by("number")
        self.told = _grouped(told, "table_id")
        scores = SeatScore.objects.filter(result__table__round__tournament=tournament).order_by("seat")
        self.scores = _grouped(scores, "result_id")

    def parts(self) -> tuple[file.RoundPart, ...]:
        return tuple(
            _copied(
                file.RoundPart,
                round_,
                certificate=round_.certificate_json,
                extra=round_.extra_json,
                byes=tuple(file.ByePart(bye.entrant_id, bye.reason) for bye in self.byes[round_.pk]),
                tables=tuple(self._table(table) for table in self.tables[round_.pk]),
                standings=tuple(
                    _copied(file.StandingPart, row, entrant=row.entrant_id, row=row.row_json)
                    for row in self.standings[round_.pk]
                ),
            )
            for round_ in self.rounds
        )

    def _table(self, table: Table) -> file.TablePart:
        return _copied(  # type: ignore[no-any-return]
            file.TablePart,
            table,
            seats=tuple(self._seat(seat) for seat in self.seats[table.pk]),
            games=tuple(self.games.get(table.pk, ())),
            told=tuple(_copied(file.ToldPart, deal, deal=deal.deal_json) for deal in self.told[table.pk]),
            results=tuple(
                _copied(
                    file.ResultPart,
                    result,
                    deals=result.deals_json,
                    scores=tuple(
                        _copied(file.ScorePart, score, entrant=score.entrant_id)
                        for score in self.scores[result.pk]
                    ),
                )
                for result in self.results[table.pk]
            ),
        )

    def _seat(self, seat: TableSeat) -> file.SeatPart:
        player = self.numbers.get(seat.player_id) if seat.player_id is not None else None
        return _copied(file.SeatPart, seat, entrant=seat.entrant_id, player=player)  # type: ignore[no-any-return]


def _grouped(rows: Any, name: str) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, name)].append(row)
    return found
