"""What `make proof` shows: which proofs run now or have ended and how many are left, a table at the end, and the same
as JSON.

A plugin of pytest, switched on with `-p tests.proof_report`, also for several processes (`-n`). A run with
`--add-proofs` adds to what the run before it wrote. It judges nothing.
"""

import json
import platform
import time
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from rich.console import Console
from rich.table import Table

REPORT: Final = Path("test-results/proof.json")
OUTCOMES: Final = ("passed", "failed", "skipped")


@dataclass(slots=True)
class Proof:
    """One test: `outcome` is pytest's word, "failed" also where setting it up or clearing away failed; `why` is then
    what pytest says of it, so that a run of hours that is stopped half-way has said what it found.
    """

    name: str
    outcome: str
    seconds: float
    why: str = ""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--add-proofs", action="store_true", help=f"add to {REPORT} instead of beginning it anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the processes of `-n` tell the one that started them
        config.pluginmanager.register(Report(config))


@dataclass(slots=True)
class Report:
    """What is known of this run. Written after every proof, so that a run that is stopped leaves what it found."""

    config: pytest.Config
    total: int = 0
    began: float = field(default_factory=time.monotonic)
    proofs: dict[str, Proof] = field(default_factory=dict)
    before: dict[str, Any] = field(default_factory=dict)

    def pytest_sessionstart(self) -> None:
        if self.config.getoption("--add-proofs") and REPORT.exists():
            self.before = json.loads(REPORT.read_text())

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = max(self.total, len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.total = max(self.total, len(ids))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._line(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        proof = self.proofs.setdefault(report.nodeid, Proof(report.nodeid, "passed", 0.0))
        proof.seconds = round(proof.seconds + report.duration, 2)
        if report.outcome != "passed" and proof.outcome != "failed":
            proof.outcome = report.outcome
            self._line(f"{report.outcome.upper()} {report.nodeid}")
            if report.failed:
                proof.why = report.longreprtext
                self._line("\n".join(line for line in proof.why.splitlines() if line.startswith("E  ")))

    def pytest_runtest_logfinish(self) -> None:
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(json.dumps(self.as_json(), indent=1))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """A line for each folder of tests, of this run and of the one before it."""
        whole = self.as_json()
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(json.dumps(whole, indent=1))
        table = Table("proofs of", *OUTCOMES, "seconds", show_footer=True)
        by_folder: dict[str, list[dict[str, Any]]] = {}
        for proof in whole["proofs"]:
            by_folder.setdefault(str(Path(proof["name"].split("::")[0]).parent), []).append(proof)
        for folder, proofs in sorted(by_folder.items()):
            table.add_row(folder, *_counted(proofs))
        for column, text in zip(table.columns, ("all", *_counted(whole["proofs"])), strict=True):
            column.footer = text
        Console().print(table)
        terminalreporter.write_line(f"{whole['minutes']:.0f} minutes. The report is in {REPORT}.")

    def as_json(self) -> dict[str, Any]:
        """Names, outcomes and seconds of all proofs, and how long the runs took on the clock."""
        return {
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "python": platform.python_version(),
            "machine": platform.platform(),
            "minutes": round(self.before.get("minutes", 0) + (time.monotonic() - self.began) / 60, 1),
            "proofs": self.before.get("proofs", []) + [asdict(proof) for proof in self.proofs.values()],
        }

    def _line(self, text: str) -> None:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        done, minutes = len(self.proofs), (time.monotonic() - self.began) / 60
        if reporter is not None:
            reporter.ensure_newline()
            reporter.write_line(f"[{min(done + 1, self.total)}/{self.total}, {minutes:.0f} min] {text}")


def _counted(proofs: list[dict[str, Any]]) -> list[str]:
    counts = [str(sum(proof["outcome"] == outcome for proof in proofs)) for outcome in OUTCOMES]
    return [*counts, f"{sum(proof['seconds'] for proof in proofs):,.0f}"]
