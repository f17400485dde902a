"""What the evening prints: tables and a progress display in a terminal, plain lines where the output is a file.

It reads the event's read models and formats them. Nothing here changes anything.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from accounts.models import Club
from config.evening.people import Account
from games.models import Deal
from tournaments.enums import RoundKind, TableStatus
from tournaments.models import Round, Table, Tournament
from tournaments.queries.audit import AuditReport
from tournaments.queries.standings import standings_page
from tournaments.services.entrants_import import ImportReport


class Screen(AbstractContextManager["Screen"]):
    """Prints to `console`; `url` is where the server answers. The progress bar shows only in a terminal."""

    def __init__(self, console: Console, url: str) -> None:
        self.console, self.url = console, url
        self._step = 0
        self._round: Round | None = None
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("deals"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task("", total=None, visible=False)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def step(self, title: str) -> None:
        self._step += 1
        self.console.print(f"\n[bold]{self._step}. {title}[/bold]")

    def problem(self, text: str) -> None:
        self.console.print(f"[bold red]{text}[/bold red]")

    def accounts(self, accounts: Sequence[Account], club: Club) -> None:
        self.console.print(f"{club.name}: {accounts[0].name} directs, {len(accounts) - 1} people play.")
        grid = _grid("name", "signs in as", "password")
        for account in accounts:
            grid.add_row(account.name, account.email, account.password)
        self.console.print(grid)

    def imported(self, report: ImportReport) -> None:
        self.console.print(f"Entrants accepted: {len(report.accepted)}. Rows refused: {len(report.refused)}.")
        for row in report.refused:
            self.console.print(f"  line {row.line}: {row.text}: {row.message}", markup=False)
        for note in report.notes:
            self.console.print(f"  {note}", markup=False)

    def plan(self, tournament: Tournament, absent: str) -> None:
        options = tournament.format
        count = tournament.entrants.count()
        empty = -count % options.table_sizes[0]
        self.step(
            f"{tournament.name}: {options.rounds} rounds of Knock Rummy at {(count + empty) // 4} tables of four"
        )
        self.console.print(
            f"{count} entrants, {empty} bots in the empty seats. {absent} doesn't show up: a bot stands in. "
            "The other people are on autopilot."
        )

    def round_begins(self, round_: Round) -> None:
        self._round = round_
        title = f"Extra round {round_.number}" if round_.kind == RoundKind.EXTRA else f"Round {round_.number}"
        self.console.print(f"\n[bold]{title}[/bold]")
        grid = _grid("table", "seats, first dealer first")
        for table in _tables(round_):
            grid.add_row(str(table.number), ", ".join(seat.name for seat in table.seats.all()))
        self.console.print(grid)
        for table in _tables(round_):
            if table.number in round_.tournament.format.watched_tables:
                self.console.print(f"Watch table {table.number}: {self._address(table)}", markup=False)

    def _address(self, table: Table) -> str:
        game = table.table_games.get().game
        return f"{self.url}g/{game.public_id}/"

    def progress(self) -> None:
        if self._round is None:
            return
        tables = list(Table.objects.filter(round=self._round))
        deals = Deal.objects.filter(game__table_game__table__in=tables)
        done = deals.filter(ended_at__isnull=False).count()
        total = sum(4 if self._round.kind != RoundKind.EXTRA else table.seats.count() for table in tables)
        over = sum(table.status == TableStatus.CONFIRMED for table in tables)
        self._progress.update(
            self._task,
            description=f"{over} of {len(tables)} tables over",
            completed=min(done, total),
            total=total,
            visible=over < len(tables),
        )

    def round_ends(self, round_: Round) -> None:
        page = standings_page(round_.tournament, round_.number)
        if page is None:
            return
        self._progress.update(self._task, visible=False)
        self.console.print(f"[bold]{page.title}[/bold]")
        grid = _grid("place", "name", "points", *(column.head for column in page.columns))
        for line in page.lines:
            grid.add_row(line.place_text, line.name, line.points_text, *line.values)
        self.console.print(grid)

    def final(self, tournament: Tournament) -> None:
        page = standings_page(tournament)
        if page is None:
            return
        self.step("Final standings, and why")
        grid = _grid("place", "name", "points", "why")
        for line in page.lines:
            grid.add_row(line.place_text, line.name, line.points_text, line.reason)
        self.console.print(grid)

    def pages(self, tournament: Tournament) -> None:
        """Where to look now, while the server is up."""
        deal = (
            Deal.objects.filter(game__table_game__table__round__tournament=tournament).order_by("pk").last()
        )
        event = f"{self.url}t/{tournament.public_id}/"
        worth = [
            ("the event, its seating", event),
            ("why everybody stands where they stand", f"{event}standings/"),
        ]
        if deal is not None:
            game = f"{self.url}g/{deal.game.public_id}/"
            worth += [
                ("a table of the last round", game),
                ("a deal, move by move", f"{game}record/{deal.number}/"),
                ("that its cards were fair", f"{game}deal/{deal.number}/proof"),
            ]
        worth += [
            ("sign in", f"{self.url}accounts/login/"),
            ("play against bots (signed in)", f"{self.url}play/"),
        ]
        self.step("Pages worth opening while the server runs")
        for what, address in worth:
            self.console.print(f"  {what}: {address}", markup=False, soft_wrap=True)

    def audited(self, report: AuditReport) -> None:
        grid = _grid("invariant", "what must hold", "found")
        for line in report.lines:
            grid.add_row(line.invariant, line.name, str(len(line.problems)) if line.problems else "in order")
        self.console.print(grid)
        for line in report.lines:
            for found in line.problems:
                text = f"{found.invariant}: {found.table} {found.pk}: {found.detail}"
                self.console.print(text, style="red", markup=False)
        self.console.print(report.sentence, style="bold")


def _tables(round_: Round) -> list[Table]:
    return list(Table.objects.filter(round=round_).prefetch_related("seats").order_by("number"))


def _grid(*heads: str) -> Grid:
    grid = Grid(show_edge=False, pad_edge=False, header_style="dim")
    for head in heads:
        grid.add_column(head, justify="right" if head in ("place", "points", "table") else "left")
    return grid
