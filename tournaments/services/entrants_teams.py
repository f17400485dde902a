"""Teams out of a file with a line for each player and a column that names the team. Pure: it knows no event."""

from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.names import name_key
from tournaments.enums import RowReason
from tournaments.services.entrants_file import ReadEntrant, ReadTeam, RefusedRow


def read_teams(rows: Sequence[ReadEntrant], size: int) -> tuple[tuple[ReadTeam, ...], tuple[RefusedRow, ...]]:
    """The teams of `size` players in the order of the file, their players in the order of their lines; and the lines of
    players whose team can't be made. A team's seeding and note are those of its first player who has one.
    """
    players: dict[str, list[ReadEntrant]] = defaultdict(list)
    refused: list[RefusedRow] = []
    for row in rows:
        if row.group:
            players[name_key(row.group)].append(row)
        else:
            message = _("The column “Team” is empty.")
            refused.append(RefusedRow(row.line, row.name, RowReason.TEAM, message))
    teams: list[ReadTeam] = []
    for key, found in players.items():
        if len(found) == size:
            teams.append(_team(key, found))
            continue
        said = ngettext(
            "“%(team)s” has %(n)d player in the file; a team has %(size)d.",
            "“%(team)s” has %(n)d players in the file; a team has %(size)d.",
            len(found),
        ) % {"team": found[0].group, "n": len(found), "size": size}
        refused += [RefusedRow(row.line, row.name, RowReason.TEAM, said) for row in found]
    return tuple(teams), tuple(refused)


def _team(key: str, players: Sequence[ReadEntrant]) -> ReadTeam:
    return ReadTeam(
        line=players[0].line,
        name=players[0].group,
        key=key,
        players=tuple(row.name for row in players),
        strength=next((row.strength for row in players if row.strength is not None), None),
        note=next((row.note for row in players if row.note), ""),
    )
