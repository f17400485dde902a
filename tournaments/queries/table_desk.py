"""One table for its report pages: who sits there, what was reported, how many deals are planned. The desk and
the page behind the card's code read the same.
"""

from dataclasses import dataclass

from games.queries.rulesets import Ruleset, sides_of
from games.queries.settlement import (
    ReportedDeal,
    game_net,
    going_out,
    is_pool,
    settle_report,
    settles_by_deal,
)
from tournaments.enums import RoundKind, RoundStatus, TableMode, TableStatus
from tournaments.models import PaperDeal, Table
from tournaments.queries.criteria import number_text
from tournaments.queries.desk_notes import Notice, call_state, notices
from tournaments.queries.paper_progress import told_deal
from tournaments.queries.reports import Report, reports_of, two_sides
from tournaments.queries.round_words import round_title
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.tables import TableLine, table_lines

USUAL_DEALS = 8


@dataclass(frozen=True, slots=True)
class TableDesk:
    """`takes_reports` is whether something can be reported now; `rows` how many deals a form offers.

    `by_deal` is whether the game can be reported deal by deal, `lays_off` whether cards are laid off on a
    knock before the deadwood counts, `teams` are the seats that share a total,
    `pool` what is asked besides where the order of going out decides.
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


def table_desk(table: Table) -> TableDesk:
    """The table, with a constant number of queries. `table` comes with its round and event."""
    (line,) = table_lines([table])
    reports = reports_of([table]).get(table.pk, ())
    tournament = table.round.tournament
    ruleset = ruleset_of(tournament)
    players = max(2, len(line.seats))
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
        rows=max(planned or USUAL_DEALS, max((deal.number for deal in told), default=0)),
        planned=planned,
        by_deal=settles_by_deal(ruleset),
        lays_off=ruleset.traits.knocks_by_limit,
        teams=sides_of(ruleset, len(names)),
        # ties are played off by deals, whatever the event's game is
        pool=None if table.round.kind == RoundKind.EXTRA else pool_desk(ruleset, latest or confirmed),
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
    the cards were given.
    """

    deal: tuple[str, ...]
    total: tuple[str, ...]
    undercut: bool
    deadwoods: tuple[int, ...]


def payments_of(table: Table, deals: tuple[ReportedDeal, ...]) -> tuple[Payments, ...]:
    """The payments of reported deals. Raises games' ReportError for a deal that can't be."""
    ruleset = ruleset_of(table.round.tournament)
    players = table.seats.count()
    settled = [settle_report(ruleset, players, deal) for deal in deals]
    return tuple(
        Payments(
            tuple(number_text(net, signed=True) for net in deal.net),
            tuple(number_text(net, signed=True) for net in game_net(ruleset, settled[: at + 1], players)),
            deal.undercut,
            deal.deadwoods,
        )
        for at, deal in enumerate(settled)
    )
