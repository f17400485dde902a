"""Bringing a file of entrants into an event: all usable rows in one transaction, or none.

Rows whose name is in the event already change nothing, so that the same file may be imported again and again.
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
from tournaments.errors import EntriesClosed, WrongEntrant
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.queries.scoring import ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.entrants import TAKES_ENTRIES, free_places, next_number, next_round_number
from tournaments.services.entrants_file import ReadEntrant, ReadFile, RefusedRow, read_entrants
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
    """What `import_entrants` would do with the file now; writes nothing. Raises FileRefused, WrongEntrant."""
    _require_single_players(tournament)
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
    EntriesClosed, WrongEntrant.

    Refused rows are reported and don't keep others out. `autopilot` enters people whom a bot plays (demos,
    rehearsals).
    """
    _require_single_players(tournament)
    read = read_entrants(data, encoding=encoding)
    tournament = locked_for_director(tournament.pk, actor)
    if tournament.status not in TAKES_ENTRIES:
        raise EntriesClosed(status=tournament.status)
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


def _require_single_players(tournament: Tournament) -> None:
    """A file has a name a line: teams are entered by their players' names at the desk."""
    if team_size(ruleset_of(tournament)) > 1:
        raise WrongEntrant(_("This game is played by teams. Enter them by their players' names."))


def _compare(
    tournament: Tournament, read: ReadFile, *, saved: bool
) -> tuple[ImportReport, Sequence[ReadEntrant]]:
    """Sort the file's rows by what becomes of them; the second value are the rows to be written."""
    known = dict(
        EntrantMember.objects.filter(tournament=tournament).values_list("player__name_key", "entrant__kind")
    )
    known |= dict(tournament.entrants.values_list("name_key", "kind"))
    free = free_places(tournament)
    new: list[ReadEntrant] = []
    accepted: list[ImportedRow] = []
    unchanged: list[ImportedRow] = []
    refused = list(read.refused)
    for row in read.rows:
        kind = known.get(row.key)
        if kind is None:
            new.append(row)
            accepted.append(ImportedRow(row.line, row.name, free is not None and len(new) > free))
        elif kind == EntrantKind.PERSON:
            unchanged.append(ImportedRow(row.line, row.name))
        else:
            message = _("A team or bot in the event has this name.")
            refused.append(RefusedRow(row.line, row.name, RowReason.TAKEN, message))
    report = ImportReport(
        saved,
        tuple(accepted),
        tuple(unchanged),
        tuple(sorted(refused, key=lambda row: row.line)),
        read.notes,
    )
    return report, new


def _write(
    tournament: Tournament, rows: Sequence[ReadEntrant], report: ImportReport, *, autopilot: bool
) -> None:
    number, joined = next_number(tournament), next_round_number(tournament)
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number + index,
            kind=EntrantKind.PERSON,
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
    players = _players(tournament, [row.name for row in rows])
    EntrantMember.objects.bulk_create(
        EntrantMember(entrant=entrant, tournament=tournament, player_id=players[entrant.name_key])
        for entrant in entrants
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
