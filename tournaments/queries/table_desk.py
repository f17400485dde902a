"""One table for its report pages: who sits there, what was reported, how many deals are planned. The desk and
the page behind the card's code read the same.
"""

from dataclasses import dataclass

from games.queries.settlement import ReportedDeal, game_net, settle_report
from tournaments.enums import RoundStatus, TableMode, TableStatus
from tournaments.models import Table
from tournaments.queries.criteria import number_text
from tournaments.queries.reports import Report, reports_of, two_sides
from tournaments.queries.round_words import round_title
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.tables import TableLine, table_lines

USUAL_DEALS = 8


@dataclass(frozen=True, slots=True)
class TableDesk:
    """`takes_reports` is whether something can be reported now; `rows` how many deals a form offers."""

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
    takes_reports: bool
    is_paper: bool


def table_desk(table: Table) -> TableDesk:
    """The table, with a constant number of queries. `table` comes with its round and event."""
    (line,) = table_lines([table])
    reports = reports_of([table]).get(table.pk, ())
    tournament = table.round.tournament
    planned = ruleset_of(tournament).deals_planned(max(2, len(line.seats))) or 0
    latest = next((report for report in reports if report.is_proposed), None)
    return TableDesk(
        line=line,
        event_name=tournament.name,
        event_public_id=tournament.public_id,
        topic=tournament.topic,
        version=tournament.version,
        round_title=round_title(table.round),
        round_number=table.round.number,
        report_code=table.report_code or "",
        names=tuple(seat.name for seat in line.seats),
        people=tuple((seat.seat, seat.name) for seat in line.seats if not seat.is_bot),
        reports=reports,
        latest=latest,
        sides=two_sides(reports) if line.status == TableStatus.DISPUTED else (),
        confirmed=next((report for report in reports if report.status == "confirmed"), None),
        rows=planned or USUAL_DEALS,
        planned=planned,
        takes_reports=table.round.status == RoundStatus.PLAYING
        and line.status in (TableStatus.PLAYING, TableStatus.DECIDED, TableStatus.DISPUTED),
        is_paper=line.mode == TableMode.PAPER,
    )


@dataclass(frozen=True, slots=True)
class Payments:
    """What a deal pays, in seat order, and all deals so far together."""

    deal: tuple[str, ...]
    total: tuple[str, ...]
    undercut: bool


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
        )
        for at, deal in enumerate(settled)
    )
