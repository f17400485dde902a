"""One table for its report pages: who sits there, what was reported, how many deals are planned. The desk and
the page behind the card's code read the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.errors import ReportError
from games.queries.reported_game import GameLine, ReportedGame, reported_game
from games.queries.rulesets import Ruleset, sides_of
from games.queries.settlement import (
    DealFacts,
    ReportedDeal,
    SettledDeal,
    deal_facts,
    going_out,
    is_pool,
    settle_report,
    settles_by_deal,
)
from tournaments.enums import RoundStatus, TableMode, TableStatus
from tournaments.models import PaperDeal, Table
from tournaments.queries.criteria import number_text
from tournaments.queries.desk_notes import Notice, call_state, notices
from tournaments.queries.paper_progress import told_deal
from tournaments.queries.reports import Report, reports_of, two_sides
from tournaments.queries.round_words import round_title
from tournaments.queries.table_rules import table_ruleset
from tournaments.queries.tables import TableLine, table_lines

USUAL_DEALS = 8
SPARE_DEALS = 2


@dataclass(frozen=True, slots=True)
class TableDesk:
    """`takes_reports` is whether something can be reported now; `rows` how many deals a form offers.

    `by_deal` is whether the game can be reported deal by deal, `lays_off` whether cards are laid off on a
    knock before the deadwood counts, `teams` are the seats that share a total,
    `pool` what is asked besides where the order of going out decides, `facts` what is asked of each deal.
    `told` are the deals told so far by number, with who told them and the key of that telling; `jokers` and
    `hand_size` are what the deck and a hand have. `is_called` is whether the table waits for a director, `coming`
    who comes.
    """

    line: TableLine
    event_name: str
    event_public_id: str
    topic: str
    version: int
    round_title: str
    round_number: int
    report_code: str
    names: tuple[str, ...]
    people: tuple[tuple[int, str], ...]
    reports: tuple[Report, ...]
    latest: Report | None
    sides: tuple[Report, ...]
    confirmed: Report | None
    rows: int
    planned: int
    by_deal: bool
    lays_off: bool
    facts: DealFacts
    teams: tuple[tuple[int, ...], ...]
    pool: "PoolDesk | None"
    takes_reports: bool
    is_paper: bool
    told: tuple["ToldDeal", ...]
    jokers: int
    hand_size: int
    is_called: bool
    coming: str
    may_call: bool
    notices: tuple[Notice, ...]

    @property
    def told_by_number(self) -> dict[int, "ToldDeal"]:
        return {deal.number: deal for deal in self.told}


@dataclass(frozen=True, slots=True)
class PoolDesk:
    """A pool's stake and the re-entries that each player may have; `out` and `used` are when each went out and how
    often each re-entered, as the newest report or the result has it (empty without one).
    """

    stake: int
    re_entries: int
    out: tuple[int, ...] = ()
    used: tuple[int, ...] = ()


def pool_desk(ruleset: Ruleset, report: Report | None) -> PoolDesk | None:
    """None where the game isn't a pool."""
    if not is_pool(ruleset):
        return None
    if report is None:
        return PoolDesk(ruleset.stake, ruleset.re_entries)
    used = tuple(seat.re_entries for seat in report.seats)
    out = going_out(ruleset, report.nets, used, [seat.place for seat in report.seats])
    return PoolDesk(ruleset.stake, ruleset.re_entries, out, used)


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """A deal told while the table plays. `key` names this telling, `who` told it ("" where it isn't known)."""

    number: int
    deal: ReportedDeal
    who: str
    key: str


def told_deals(table: Table, names: tuple[str, ...]) -> tuple[ToldDeal, ...]:
    """The deals told so far, by number. One query."""
    rows = PaperDeal.objects.filter(table=table).select_related("told_by").order_by("number")
    return tuple(
        ToldDeal(
            row.number,
            told_deal(row.deal_json),
            names[row.told_seat]
            if row.told_seat is not None and row.told_seat < len(names)
            else str(row.told_by or ""),
            row.key,
        )
        for row in rows
    )


def _rows(ruleset: Ruleset, planned: int, told: Sequence["ToldDeal"]) -> int:
    """How many deals a form offers; where the score decides the length always some more than were told."""
    last = max((deal.number for deal in told), default=0)
    if planned:
        return max(planned, last)
    return max(min(ruleset.max_deals, max(USUAL_DEALS, last + SPARE_DEALS)), last)


def table_desk(table: Table) -> TableDesk:
    """The table, with a constant number of queries. `table` comes with its round and event."""
    (line,) = table_lines([table])
    reports = reports_of([table]).get(table.pk, ())
    tournament = table.round.tournament
    players = max(2, len(line.seats))
    ruleset = table_ruleset(tournament, table.round, table, players)
    planned = ruleset.deals_planned(players) or 0
    names = tuple(seat.name for seat in line.seats)
    told = told_deals(table, names) if line.mode == TableMode.PAPER else ()
    is_called, coming = call_state(table.pk)
    latest = next((report for report in reports if report.is_proposed), None)
    confirmed = next((report for report in reports if report.status == "confirmed"), None)
    return TableDesk(
        line=line,
        event_name=tournament.name,
        event_public_id=tournament.public_id,
        topic=tournament.topic,
        version=tournament.version,
        round_title=round_title(table.round),
        round_number=table.round.number,
        report_code=table.report_code or "",
        names=names,
        people=tuple((seat.seat, seat.name) for seat in line.seats if not seat.is_bot),
        reports=reports,
        latest=latest,
        sides=two_sides(reports) if line.status == TableStatus.DISPUTED else (),
        confirmed=confirmed,
        rows=_rows(ruleset, planned, told),
        planned=planned,
        by_deal=settles_by_deal(ruleset),
        lays_off=ruleset.traits.knocks_by_limit,
        facts=deal_facts(ruleset),
        teams=sides_of(ruleset, len(names)),
        pool=pool_desk(ruleset, latest or confirmed),
        takes_reports=table.round.status == RoundStatus.PLAYING
        and line.status in (TableStatus.PLAYING, TableStatus.DECIDED, TableStatus.DISPUTED),
        is_paper=line.mode == TableMode.PAPER,
        told=told,
        jokers=ruleset.jokers,
        hand_size=ruleset.hand_size(players),
        is_called=is_called,
        coming=coming,
        may_call=table.round.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
        and not tournament.is_over,
        notices=notices(tournament, table=table.public_id),
    )


@dataclass(frozen=True, slots=True)
class Payments:
    """What a deal pays, in seat order, and all deals so far together. `deadwoods` are counted by the engine where
    the cards were given. `games` are those of a table that plays several, `is_over` whether nothing more is played.
    """

    deal: tuple[str, ...]
    total: tuple[str, ...]
    undercut: bool
    deadwoods: tuple[int, ...]
    games: tuple[GameLine, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """A deal of a form as it is filled in: what it pays, or why it can't be."""

    number: int
    found: Payments | None
    error: str = ""


def payments_of(table: Table, deals: Sequence[tuple[int, ReportedDeal]]) -> tuple[PaymentLine, ...]:
    """What numbered deals pay, in their order; one that can't be doesn't count for those after it. One query."""
    players = table.seats.count()
    ruleset = table_ruleset(table.round.tournament, table.round, table, players)
    settled: list[SettledDeal] = []
    lines: list[PaymentLine] = []
    for number, deal in deals:
        try:
            found = settle_report(ruleset, players, deal)
            game = reported_game(ruleset, players, [*settled, found])
        except ReportError as error:
            lines.append(PaymentLine(number, None, str(error)))
            continue
        settled.append(found)
        lines.append(PaymentLine(number, _payments(found, game)))
    return tuple(lines)


def _payments(deal: SettledDeal, game: ReportedGame) -> Payments:
    return Payments(
        tuple(number_text(net, signed=True) for net in deal.net),
        tuple(number_text(net, signed=True) for net in game.net),
        deal.undercut,
        deal.deadwoods,
        game.lines,
        game.is_over,
    )
