"""The rules by which one table of an event plays: the event's own, in an extra round short ones. Whoever settles,
shows or prints a table asks here, so that all say the same.
"""

from games.queries.rulesets import Ruleset, changed_ruleset, short_ruleset
from tournaments.enums import RoundKind
from tournaments.models import Round, Table, Tournament
from tournaments.queries.plans import ExtraNotes
from tournaments.queries.scoring import ruleset_of


def table_ruleset(tournament: Tournament, round_: Round, table: Table, players: int | None = None) -> Ruleset:
    """The rules of a table's game; `players` are who sits there, counted where they aren't given. Ties at a table stay:
    the event's tiebreaks and extra rounds decide (docs/rules.md, A "Ties").
    """
    ruleset = ruleset_of(tournament)
    if round_.kind == RoundKind.EXTRA and round_.extra_json:
        note = ExtraNotes.from_json(round_.extra_json).note_of(table.number)
        if note is not None:
            seats = table.seats.count() if players is None else players
            return short_ruleset(ruleset, note.length, seats)
    return changed_ruleset(ruleset, tie_deals=0)
