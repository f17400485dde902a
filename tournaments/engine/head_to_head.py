"""Head-to-head: the games in which the tied met each other (docs/standings.md, "Tiebreaks").

1. If there are games in which all the tied sat together, the points of all those games decide.
2. Else, if every pair of them met equally often, each one's pairwise net decides: over all games and
   all tied opponents in it, own points minus the opponent's.
3. Else, or where the pairwise results run in a circle (A beat B, B beat C, C beat A), it is skipped.

Main-round games really played only; forfeits, byes and bots are never a meeting. Dropped results are
read too: the meeting took place.
"""

from collections.abc import Mapping, Sequence

from tournaments.engine.exact import Exact, Value
from tournaments.engine.records import Ledger, ScoredTable
from tournaments.engine.results import EntrantId, SeatStatus

Pair = tuple[EntrantId, EntrantId]


def head_to_head(ledger: Ledger, tied: Sequence[EntrantId]) -> Mapping[EntrantId, Value] | None:
    """Each tied entrant's value (in the scheme's points), or None where the criterion is skipped."""
    if not _met_all(ledger, tied[0], tied):
        return None
    tables = shared_tables(ledger, tied)
    together = [table for table in tables if len(_tied_points(table, tied)) == len(tied)]
    if together:
        return _sums(tied, [_tied_points(table, tied) for table in together])
    return _pairwise(tied, tables)


def _met_all(ledger: Ledger, one: EntrantId, tied: Sequence[EntrantId]) -> bool:
    """Both ways demand that everybody met everybody, so one look tells most large groups apart."""
    seen = {
        seat.entrant
        for table in ledger.main_tables_of.get(one, ())
        for seat in table.outcome.seats
        if seat.status is SeatStatus.PLAYED
    }
    return seen.issuperset(tied)


def shared_tables(ledger: Ledger, tied: Sequence[EntrantId]) -> list[ScoredTable]:
    """Main-round tables at which at least two of the tied really played, by round and table."""
    group = set(tied)
    found: dict[tuple[int, int], ScoredTable] = {}
    for entrant in tied:
        for table in ledger.main_tables_of.get(entrant, ()):
            met = sum(
                1
                for seat in table.outcome.seats
                if seat.entrant in group and seat.status is SeatStatus.PLAYED
            )
            if met > 1:
                found[table.outcome.round_number, table.outcome.table_number] = table
    return [found[key] for key in sorted(found)]


def _tied_points(table: ScoredTable, tied: Sequence[EntrantId]) -> dict[EntrantId, Exact]:
    group = set(tied)
    return {
        seat.entrant: points
        for seat, points in zip(table.outcome.seats, table.points, strict=True)
        if seat.entrant in group and seat.status is SeatStatus.PLAYED
    }


def _sums(tied: Sequence[EntrantId], games: list[dict[EntrantId, Exact]]) -> dict[EntrantId, Value]:
    sums: dict[EntrantId, Exact] = dict.fromkeys(tied, 0)
    for game in games:
        for entrant, points in game.items():
            sums[entrant] += points
    return {entrant: (value,) for entrant, value in sums.items()}


def _pairwise(tied: Sequence[EntrantId], tables: list[ScoredTable]) -> dict[EntrantId, Value] | None:
    met: dict[Pair, int] = {}
    net: dict[Pair, Exact] = {}
    for table in tables:
        game = _tied_points(table, tied)
        for one in game:
            for other in game:
                if one != other:
                    met[one, other] = met.get((one, other), 0) + 1
                    net[one, other] = net.get((one, other), 0) + game[one] - game[other]
    if len(met) < len(tied) * (len(tied) - 1) or len(set(met.values())) != 1:
        return None
    if _runs_in_circle(tied, net):
        return None
    sums: dict[EntrantId, Exact] = dict.fromkeys(tied, 0)
    for (one, _other), value in net.items():
        sums[one] += value
    return {entrant: (value,) for entrant, value in sums.items()}


def _runs_in_circle(tied: Sequence[EntrantId], net: Mapping[Pair, Exact]) -> bool:
    """Whether the wins contain a circle, found by peeling off whoever nobody left has beaten.

    Every pair has met here, so if nobody is unbeaten the wins that are left must lead back to their start.
    """
    left = set(tied)
    while left:
        unbeaten = {one for one in left if all(net[one, other] >= 0 for other in left if other != one)}
        if not unbeaten:
            return True
        left -= unbeaten
    return False
