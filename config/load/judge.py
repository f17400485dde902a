"""Whether a run under load keeps its bounds (goals G13 to G15), and whether a move costs what was recorded.

Only figures come in and sentences go out; it measures nothing. CPU is compared with a run on the same machine with
nothing else to do: beside other programs, or on another machine, the comparison says little (docs/operations.md).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from config.load.report import Figures, lines

GROWTH: Final = 1.25
CPU: Final = "cpu_per_move"


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure of the report that may be at most `most` or at least `least`, in `unit`."""

    figure: str
    unit: str
    most: float | None = None
    least: float | None = None

    def is_kept(self, value: float) -> bool:
        return (self.most is None or value <= self.most) and (self.least is None or value >= self.least)

    @property
    def words(self) -> str:
        if self.most is not None:
            return f"at most {self.most:g} are allowed"
        return f"at least {self.least:g} are asked for"


# Asked for are 100 moves and views a second, of bots at watched tables one for each; a twentieth may be missing at the
# ends of the time.
BOUNDS: Final[Mapping[str, tuple[Bound, ...]]] = {
    "people": (
        Bound("move p95", "ms", most=150),
        Bound("move p99", "ms", most=400),
        Bound("view p95", "ms", most=150),
        Bound("view p99", "ms", most=400),
        Bound("moves_per_second", "a second", least=95),
        Bound("views_per_second", "a second", least=95),
    ),
    "watched": (Bound("late p99", "ms", most=3000),),
    "flat out": (Bound("bot_moves_per_second", "a second", least=150),),
    "streams": (Bound("memory_of_streams", "MB", most=150), Bound("poke p95", "ms", most=500)),
}


def judge(
    run: str, measured: Figures, recorded: Mapping[str, float], *, as_planned: bool = True
) -> list[str]:
    """A sentence for each bound of this run that is broken; none where all are kept. `recorded` are the lines of the
    recorded run (empty: nothing to compare with). A smaller run than the plan (`as_planned` False) is judged by its
    times and errors alone: fewer moves share what the installation costs anyway.
    """
    return [f"{run}: {line}" for line in _broken(run, measured, recorded, as_planned)]


def _broken(run: str, measured: Figures, recorded: Mapping[str, float], as_planned: bool) -> Iterator[str]:
    if measured.errors:
        told = ", ".join(f"{count} times {what}" for what, count in measured.failed.items())
        yield f"{measured.errors} requests failed ({told})."
    found = lines(measured)
    for bound in BOUNDS[run]:
        if (as_planned or bound.least is None) and not bound.is_kept(found[bound.figure]):
            yield f"{bound.figure} is {found[bound.figure]:g} {bound.unit}, {bound.words}."
    before = recorded.get(CPU, 0.0)
    if as_planned and before and measured.cpu_per_move > before * GROWTH:
        more = 100 * (measured.cpu_per_move / before - 1)
        yield (
            f"a move costs {measured.cpu_per_move:g} ms of CPU, recorded are {before:g}:"
            f" {more:.0f} % more, {100 * (GROWTH - 1):.0f} % are allowed."
        )
