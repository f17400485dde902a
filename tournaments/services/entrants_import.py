"""Bringing a file of entrants into an event: all usable rows in one transaction, or none.

Rows whose name is in the event already change nothing, so that the same file may be imported again and again. In a
game of teams the file has a line for each player, and a team's lines make one entrant (entrants_teams.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.enums import NoticeKind
from accounts.models import Player, User
from accounts.names import name_key, sort_key
from games.queries.rulesets import team_size
from tournaments.enums import EntrantKind, EntrantStatus, RowReason
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.queries.scoring import ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.entrants import free_places, next_number, next_round_number, require_open
from tournaments.services.entrants_file import ReadEntrant, ReadFile, ReadTeam, RefusedRow, read_entrants
from tournaments.services.entrants_teams import read_teams
from tournaments.services.locks import announce_change, locked_for_director
from tournaments.services.news import tell_entries


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """A row that is, or would be, an entrant. `waiting` is whether it goes to the waiting list."""

    line: int
    name: str
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did (`saved`) or would do. Rows are in the order of the file."""

    saved: bool
    accepted: tuple[ImportedRow, ...]
    unchanged: tuple[ImportedRow, ...]
    refused: tuple[RefusedRow, ...]
    notes: tuple[str, ...]


def preview_entrants(*, tournament: Tournament, data: bytes, encoding: str = "utf-8") -> ImportReport:
    """What `import_entrants` would do with the file now; writes nothing. Raises FileRefused."""
    report, _rows = _compare(tournament, read_entrants(data, encoding=encoding), saved=False)
    return report


@transaction.atomic
def import_entrants(
    *,
    tournament: Tournament,
    data: bytes,
    actor: User | None,
    encoding: str = "utf-8",
    autopilot: bool = False,
) -> ImportReport:
    """Enter everybody whom the file names and who isn't in the event yet. Raises FileRefused, NotAllowed,
    EntriesClosed.

    Refused rows are reported and don't keep others out. `autopilot` enters people whom a bot plays (demos,
    rehearsals).
    """
    read = read_entrants(data, encoding=encoding)
    tournament = locked_for_director(tournament.pk, actor)
    require_open(tournament, directs=True)
    report, rows = _compare(tournament, read, saved=True)
    if rows:
        _write(tournament, rows, report, autopilot=autopilot)
        record_act(
            tournament=tournament,
            action="import",
            actor=actor,
            accepted=len(report.accepted),
            unchanged=len(report.unchanged),
            refused=len(report.refused),
        )
        announce_change(tournament)
    return report


Row = ReadEntrant | ReadTeam


def _compare(tournament: Tournament, read: ReadFile, *, saved: bool) -> tuple[ImportReport, Sequence[Row]]:
    """Sort the file's rows by what becomes of them; the second value are the rows to be written."""
    size = team_size(ruleset_of(tournament))
    rows: Sequence[Row] = read.rows
    refused = list(read.refused)
    if size > 1:
        rows, without_team = read_teams(read.rows, size)
        refused += without_team
    known = _Known.of(tournament)
    free = free_places(tournament)
    new: list[Row] = []
    accepted: list[ImportedRow] = []
    unchanged: list[ImportedRow] = []
    for row in rows:
        if known.is_new(row):
            new.append(row)
            accepted.append(ImportedRow(row.line, _shown(row), free is not None and len(new) > free))
        elif known.is_same(row):
            unchanged.append(ImportedRow(row.line, _shown(row)))
        else:
            refused.append(RefusedRow(row.line, _shown(row), RowReason.TAKEN, _taken(row)))
    report = ImportReport(
        saved,
        tuple(accepted),
        tuple(unchanged),
        tuple(sorted(refused, key=lambda row: row.line)),
        read.notes,
    )
    return report, new


def _shown(row: Row) -> str:
    return row.name if isinstance(row, ReadEntrant) else f"{row.name}: {', '.join(row.players)}"


def _taken(row: Row) -> str:
    if isinstance(row, ReadEntrant):
        return _("A team or bot in the event has this name.")
    return _("In the event already: the team with other players, or one of its players elsewhere.")


@dataclass(frozen=True, slots=True)
class _Known:
    """Who is in the event: entrants by their name's key, and whose each player is, by the player's."""

    kinds: dict[str, str]
    entrants: dict[str, int]
    players: dict[str, int]

    @classmethod
    def of(cls, tournament: Tournament) -> "_Known":
        rows = list(tournament.entrants.values_list("name_key", "kind", "pk"))
        members = EntrantMember.objects.filter(tournament=tournament)
        return cls(
            {key: kind for key, kind, _pk in rows},
            {key: pk for key, _kind, pk in rows},
            dict(members.values_list("player__name_key", "entrant")),
        )

    def is_new(self, row: Row) -> bool:
        """Whether neither the name nor anybody of it is in the event."""
        keys = {name_key(name) for name in row.players}
        return row.key not in self.kinds and not keys & self.players.keys()

    def is_same(self, row: Row) -> bool:
        """Whether exactly this entrant is in the event. A person is one under another name, too."""
        owners = {self.players.get(name_key(name)) for name in row.players}
        if isinstance(row, ReadTeam):
            return owners == {self.entrants.get(row.key)}
        owner = next(iter(owners))
        kind = self.kinds.get(row.key, EntrantKind.PERSON)
        return kind == EntrantKind.PERSON and (owner is None or owner in self.persons())

    def persons(self) -> set[int]:
        return {pk for key, pk in self.entrants.items() if self.kinds[key] == EntrantKind.PERSON}


def _write(tournament: Tournament, rows: Sequence[Row], report: ImportReport, *, autopilot: bool) -> None:
    number, joined = next_number(tournament), next_round_number(tournament)
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number + index,
            kind=EntrantKind.TEAM if isinstance(row, ReadTeam) else EntrantKind.PERSON,
            name=row.name,
            name_key=row.key,
            sort_key=sort_key(row.name),
            status=EntrantStatus.WAITING if accepted.waiting else EntrantStatus.ENTERED,
            strength=row.strength,
            group=row.group,
            note=row.note,
            autopilot=autopilot,
            joined_round=joined,
        )
        for index, (row, accepted) in enumerate(zip(rows, report.accepted, strict=True))
    )
    players = _players(tournament, [name for row in rows for name in row.players])
    EntrantMember.objects.bulk_create(
        EntrantMember(
            entrant=entrant, tournament=tournament, player_id=players[name_key(name)], position=position
        )
        for entrant, row in zip(entrants, rows, strict=True)
        for position, name in enumerate(row.players)
    )
    if not autopilot:
        tell_entries(tournament, NoticeKind.ENTRY, [entrant.pk for entrant in entrants])


def _players(tournament: Tournament, names: Sequence[str]) -> dict[str, int]:
    """Ids of the club's players by name key; those it doesn't know yet are made (another import may be at it
    too).
    """
    Player.objects.bulk_create(
        (
            Player(club_id=tournament.club_id, name=name, name_key=name_key(name), sort_key=sort_key(name))
            for name in names
        ),
        ignore_conflicts=True,
    )
    keys = [name_key(name) for name in names]
    found = Player.objects.filter(club_id=tournament.club_id, name_key__in=keys)
    return dict(found.values_list("name_key", "pk"))
