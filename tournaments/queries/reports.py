"""What was reported at tables on real cards: who said what, and where two reports differ. It never decides
which one is right.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from games.queries.settlement import ReportedDeal
from tournaments.enums import ResultSource, ResultStatus
from tournaments.models import Table, TableResult, TableSeat
from tournaments.queries.criteria import number_text
from tournaments.queries.paper_progress import told_deal


@dataclass(frozen=True, slots=True)
class ReportedSeat:
    """A seat in a report. `differs` is whether the report beside it says something else."""

    name: str
    net: int
    net_text: str
    place: int = 0
    re_entries: int = 0
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """One version of a table's result. `who` entered it; `user_id` and `seat` (from 0) say so for
    programs.
    """

    result_id: int
    table_id: int
    version: int
    status: str
    status_label: str
    source: str
    reason: str
    who: str
    user_id: int | None
    seat: int | None
    confirmed_by: str
    created_at: datetime
    seats: tuple[ReportedSeat, ...]
    deals: tuple[ReportedDeal, ...]

    @property
    def is_proposed(self) -> bool:
        return self.status == ResultStatus.PROPOSED

    @property
    def nets(self) -> tuple[int, ...]:
        return tuple(seat.net for seat in self.seats)

    @property
    def summary(self) -> str:
        """The points in a line, best first: "Luca +41, Mei −41"."""
        ordered = sorted(self.seats, key=lambda seat: -seat.net)
        return ", ".join(f"{seat.name} {seat.net_text}" for seat in ordered)


def reports_of(tables: Iterable[Table | int]) -> dict[int, tuple[Report, ...]]:
    """All versions of these tables, newest first, by table. Three queries, whatever their number."""
    ids = [table if isinstance(table, int) else table.pk for table in tables]
    names: dict[int, dict[int, str]] = defaultdict(dict)
    for table, seat, name in TableSeat.objects.filter(table__in=ids).values_list("table_id", "seat", "name"):
        names[table][seat] = name
    found: dict[int, list[Report]] = defaultdict(list)
    results = (
        TableResult.objects.filter(table__in=ids)
        .select_related("entered_by", "confirmed_by")
        .prefetch_related("scores")
        .order_by("-version")
    )
    for result in results:
        found[result.table_id].append(_report(result, names[result.table_id]))
    return {table: tuple(reports) for table, reports in found.items()}


def _report(result: TableResult, names: dict[int, str]) -> Report:
    scores = sorted(result.scores.all(), key=lambda score: score.seat)
    return Report(
        result_id=result.pk,
        table_id=result.table_id,
        version=result.version,
        status=result.status,
        status_label=result.get_status_display(),
        source=result.source,
        reason=result.reason,
        who=_who(result.entered_by, result.entered_seat, names),
        user_id=result.entered_by_id,
        seat=result.entered_seat,
        confirmed_by=_who(result.confirmed_by, result.confirmed_seat, names) if result.confirmed_at else "",
        created_at=result.created_at,
        seats=tuple(
            ReportedSeat(
                names.get(score.seat, ""),
                score.net,
                number_text(score.net, signed=True),
                score.place,
                score.re_entries,
            )
            for score in scores
        ),
        deals=tuple(told_deal(deal) for deal in result.deals_json or ()),
    )


def _who(user: object, seat: int | None, names: dict[int, str]) -> str:
    if seat is not None and seat in names:
        return names[seat]
    return str(user) if user is not None else _("the program")


def two_sides(reports: tuple[Report, ...]) -> tuple[Report, ...]:
    """The newest report and the newest one by somebody else, with what differs marked; one alone if all
    agree.
    """
    shown = [report for report in reports if report.source == ResultSource.REPORT]
    if not shown:
        return ()
    newest = shown[0]
    other = next(
        (
            r
            for r in shown[1:]
            if (r.user_id, r.seat) != (newest.user_id, newest.seat) and r.seats != newest.seats
        ),
        None,
    )
    if other is None:
        return (newest,)
    return _marked(other, newest), _marked(newest, other)


def _marked(report: Report, beside: Report) -> Report:
    """A place that follows from the points is no difference of its own; in a pool it may be one."""
    follow = _places_follow(report) and _places_follow(beside)
    seats = tuple(
        replace(own, differs=own != (replace(theirs, place=own.place) if follow else theirs))
        for own, theirs in zip(report.seats, beside.seats, strict=True)
    )
    return replace(report, seats=seats)


def _places_follow(report: Report) -> bool:
    nets = [seat.net for seat in report.seats]
    return all(seat.place == 1 + sum(net > seat.net for net in nets) for seat in report.seats)
