"""What `make proof` shows: which proof runs now and how many are left, a table at the end, and the same as JSON.

A plugin of pytest, switched on with `-p tests.proof_report`. It judges nothing.
"""

import json
import platform
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console
from rich.table import Table

REPORT: Final = Path("test-results/proof.json")


@dataclass(slots=True)
class Proof:
    """One test: `outcome` is pytest's word, "failed" also where setting it up or clearing away failed."""

    name: str
    outcome: str
    seconds: float


@dataclass(slots=True)
class _Run:
    total: int
    began: float
    proofs: dict[str, Proof]


RUN: Final = _Run(0, time.monotonic(), {})


def pytest_collection_finish(session: pytest.Session) -> None:
    RUN.total = len(session.items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    done, minutes = len(RUN.proofs), (time.monotonic() - RUN.began) / 60
    reporter = item.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.ensure_newline()
        reporter.write_line(f"[{done + 1}/{RUN.total}, {minutes:.0f} min] {item.nodeid}")
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    proof = RUN.proofs.setdefault(report.nodeid, Proof(report.nodeid, report.outcome, 0.0))
    proof.seconds = round(proof.seconds + report.duration, 2)
    if report.outcome != "passed" and proof.outcome != "failed":
        proof.outcome = report.outcome


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each folder of tests, and the report."""
    table = Table("proofs of", "passed", "failed", "skipped", "seconds")
    by_folder: dict[str, list[Proof]] = {}
    for proof in RUN.proofs.values():
        by_folder.setdefault(str(Path(proof.name.split("::")[0]).parent), []).append(proof)
    for folder, proofs in sorted(by_folder.items()):
        counts = [
            sum(proof.outcome == outcome for proof in proofs) for outcome in ("passed", "failed", "skipped")
        ]
        table.add_row(folder, *map(str, counts), f"{sum(proof.seconds for proof in proofs):.0f}")
    Console().print(table)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(_as_json(), indent=1))
    terminalreporter.write_line(f"The report is in {REPORT}.")


def _as_json() -> dict[str, object]:
    return {
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.platform(),
        "proofs": [asdict(proof) for proof in RUN.proofs.values()],
    }
