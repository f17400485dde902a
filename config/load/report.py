"""How a run went, in figures, and beside the recorded one."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from rich.table import Table

from config.load.players import Sample
from config.load.watch import Cost

# A move that comes too late at a table that has gone on is an answer, not an error.
ANSWERS: Final = (200, 409)


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds."""

    count: int
    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class Figures:
    """One run. CPU is milliseconds for each move: of all parts together but for the client, and of each; memory is in
    megabytes.

    `failed` counts the errors by what was asked and the status (0: no answer). `late` is by how much the table that has
    waited longest was late, looked at twice a second; `poke` what a web process takes to pass a change on.
    """

    seconds: float
    moves_per_second: float
    views_per_second: float
    move: Latency
    view: Latency
    errors: int
    cpu_per_move: float
    memory: dict[str, float]
    cpu: dict[str, float] = field(default_factory=dict)
    bot_moves_per_second: float = 0.0
    late: Latency = Latency(0, 0.0, 0.0, 0.0)
    poke: Latency = Latency(0, 0.0, 0.0, 0.0)
    memory_of_streams: float = 0.0
    failed: dict[str, int] = field(default_factory=dict)


def latency(samples: Iterable[Sample]) -> Latency:
    """Percentiles of the answers' times; zeros where there are none."""
    times = sorted(1000 * sample.seconds for sample in samples)
    if not times:
        return Latency(0, 0.0, 0.0, 0.0)
    p50, p95, p99 = (times[min(len(times) - 1, int(share * len(times)))] for share in (0.50, 0.95, 0.99))
    return Latency(len(times), round(p50, 1), round(p95, 1), round(p99, 1))


def figures(
    samples: list[Sample],
    seconds: float,
    before: dict[str, Cost],
    after: dict[str, Cost],
    bot_moves: int,
    streaming: float = 0.0,
) -> Figures:
    """What was measured between `before` and `after`."""
    moves = [sample for sample in samples if sample.what == "move"]
    failed = Counter(f"{each.what} {each.status}" for each in samples if each.status not in ANSWERS)
    views = [sample for sample in samples if sample.what == "view"]
    used = {name: cost.cpu - before[name].cpu for name, cost in after.items() if name in before}
    parts = sum(spent for name, spent in used.items() if name != "client")
    made = sum(sample.status == 200 for sample in moves) + bot_moves
    return Figures(
        seconds=round(seconds, 1),
        moves_per_second=round(len(moves) / seconds, 1),
        views_per_second=round(len(views) / seconds, 1),
        move=latency(moves),
        view=latency(views),
        errors=failed.total(),
        failed=dict(failed),
        cpu_per_move=round(1000 * parts / made, 2) if made else 0.0,
        cpu={name: round(1000 * spent / made, 2) for name, spent in used.items()} if made else {},
        memory={name: round(cost.megabytes, 1) for name, cost in after.items()},
        bot_moves_per_second=round(bot_moves / seconds, 1),
        late=latency(sample for sample in samples if sample.what == "late"),
        poke=latency(sample for sample in samples if sample.what == "poke" and sample.status == 200),
        memory_of_streams=round(streaming, 1),
    )


def write_all(path: Path, runs: dict[str, Figures]) -> None:
    """All runs by name, those of an earlier call that weren't made again kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    whole = before | {name: asdict(run) for name, run in runs.items()}
    path.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


def baseline(path: Path, run: str) -> dict[str, float]:
    """The recorded run's lines by name; empty where nothing was recorded."""
    recorded = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return _lines(recorded.get(run, {}))


def lines(measured: Figures) -> dict[str, float]:
    """The figures of a run by name, as a table of them has them: "move p95"."""
    return _lines(asdict(measured))


def _lines(data: dict[str, object], before: str = "") -> dict[str, float]:
    found: dict[str, float] = {}
    for name, value in data.items():
        if isinstance(value, dict):
            found |= _lines(value, f"{before}{name} ")
        elif isinstance(value, int | float):
            found[f"{before}{name}"] = float(value)
    return found


def as_table(name: str, measured: Figures, recorded: dict[str, float]) -> Table:
    """The figures of a run, one a line, with the recorded ones and the difference beside them."""
    table = Table(title=f"Load: {name} (times in ms, memory in MB)")
    for head in ("figure", "now", "recorded", "difference"):
        table.add_column(head, justify="left" if head == "figure" else "right")
    for name, value in lines(measured).items():
        old = recorded.get(name)
        change = f"{100 * (value - old) / old:+.0f} %" if old else ""
        table.add_row(name, f"{value:g}", "" if old is None else f"{old:g}", change)
    return table
