"""What a measurement keeps: microseconds by name, and the goals that are ratios of them.

It prints, and never fails: a goal that is missed is said.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

REPEATS = 7


@dataclass(frozen=True, slots=True)
class Goal:
    """*what* alone in microseconds, or divided by *over*, is to be at most *most* or at least *least*."""

    what: str
    over: str | None = None
    most: float | None = None
    least: float | None = None

    def is_reached(self, value: float) -> bool:
        return (self.most is None or value <= self.most) and (self.least is None or value >= self.least)

    @property
    def words(self) -> str:
        return f"at most {self.most:g}" if self.most is not None else f"at least {self.least:g}"


def best_of(act: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of CPU of the fastest run."""
    least = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        act()
        least = min(least, time.process_time() - started)
    return least


@dataclass(slots=True)
class Figures:
    """Microseconds of each thing that was measured, printed as they come."""

    found: dict[str, float] = field(default_factory=dict)

    def note(self, what: str, seconds: float, count: int) -> None:
        self.found[what] = seconds / count * 1e6
        print(f"  {what:<46} {self.found[what]:9.3f} us {count / seconds:14,.0f} a second", flush=True)

    def measure(self, what: str, act: Callable[[Any], object], inputs: Sequence[Any]) -> None:
        self.note(what, best_of(lambda: [act(each) for each in inputs]), len(inputs))

    def print_goals(self, goals: Iterable[Goal]) -> None:
        """A line for each goal whose figures were measured in this run."""
        print("  Goals, all from this run")
        for goal in goals:
            value = self.found.get(goal.what)
            if value is None or (goal.over is not None and goal.over not in self.found):
                continue
            over = self.found[goal.over] if goal.over is not None else 1.0
            words = goal.what if goal.over is None else f"{goal.what} : {goal.over}"
            shown = f"{value / over:8.2f} {'us   ' if goal.over is None else 'times'}"
            state = "reached" if goal.is_reached(value / over) else "MISSED"
            print(f"    {words:<74} {shown} {goal.words:>14}  {state}")
