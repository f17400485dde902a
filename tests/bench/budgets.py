"""What a move and a view may cost (G12, G14), and whether they do: the judge of `tests.bench.games`.

A cost is CPU time, that of Python and of the database's process together. Its ratio is the cost divided by that of
`tests.bench.reference` in the same run, so that it means the same on any machine and beside any neighbours. Two things
are judged: the ratio against the recorded one, and milliseconds against the budget, at the pace of the recorded machine
where this one is slower just now. Nothing here measures.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.load.judge import GROWTH

RECORD: Final = Path(__file__).with_name("costs.json")


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of CPU of one act, and how many times the reference work both together are."""

    python: float
    database: float
    ratio: float

    @property
    def whole(self) -> float:
        return self.python + self.database


@dataclass(frozen=True, slots=True)
class Budget:
    """At most so many milliseconds of CPU for *what*; None: only its growth is judged."""

    what: str
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second of *what*, by the clock, and how many there are to be at least."""

    what: str
    found: float
    least: float


@dataclass(frozen=True, slots=True)
class Record:
    """Milliseconds of the reference work on the recorded machine, undisturbed, and the ratio of each act there."""

    reference: float
    ratios: Mapping[str, float]


BUDGETS: Final = (
    Budget("move through the service", 3.0),
    Budget("move through the API", 8.0),
    Budget("own view through the API", 4.0),
    Budget("the table's view", 4.0),
    Budget("move on the page, the new view included", 12.0),
    Budget("bot's move where nobody watches"),
    Budget("bot's move at a watched table"),
    Budget("move audited"),
)


def judge(
    costs: Mapping[str, Cost],
    reference: float,
    record: Record,
    budgets: Iterable[Budget] = BUDGETS,
    rates: Sequence[Rate] = (),
) -> list[str]:
    """A sentence for each budget that isn't kept; none where all are. `reference` are its milliseconds in this run."""
    found = [line for budget in budgets for line in _of_budget(budget, costs, reference, record)]
    return found + [
        f"{rate.what}: {rate.found:.0f} a second, at least {rate.least:.0f} are asked for."
        for rate in rates
        if rate.found < rate.least
    ]


def _of_budget(budget: Budget, costs: Mapping[str, Cost], reference: float, record: Record) -> Iterable[str]:
    cost, recorded = costs.get(budget.what), record.ratios.get(budget.what)
    if cost is None or recorded is None:
        yield f"{budget.what}: {'not measured' if cost is None else 'nothing is recorded, see --record'}."
        return
    if cost.ratio > recorded * GROWTH:
        more = 100 * (cost.ratio / recorded - 1)
        yield (
            f"{budget.what}: {cost.ratio:.2f} times the reference work, recorded are {recorded:.2f}:"
            f" {more:.0f} % more, {100 * (GROWTH - 1):.0f} % are allowed."
        )
    spent = cost.whole * min(1.0, record.reference / reference)
    if budget.most is not None and spent > budget.most:
        yield (
            f"{budget.what}: {spent:.2f} ms of CPU at the recorded machine's pace, {budget.most:g} are allowed."
        )


def read_record(path: Path = RECORD) -> Record:
    """What was recorded; nothing where there is no such file, so that every budget says it."""
    if not path.exists():
        return Record(1.0, {})
    data = json.loads(path.read_text(encoding="utf-8"))
    return Record(data["reference_ms"], data["ratios"])


def write_record(costs: Mapping[str, Cost], reference: float, path: Path = RECORD) -> None:
    """The ratios of this run. Of the reference work the quickest that was ever recorded here stays: a budget is for
    a machine that has nothing else to do, and none is always so. On another machine remove the file first.
    """
    ratios = {what: round(cost.ratio, 3) for what, cost in costs.items()}
    quickest = min(reference, read_record(path).reference) if path.exists() else reference
    data = {"reference_ms": round(quickest, 3), "ratios": ratios}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
