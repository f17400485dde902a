"""Numbers as bars: where each stands in a picture, and the same in words for who can't see it. Formats nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 380
HEIGHT: Final = 160
FLOOR: Final = 24
HEAD: Final = 18
GAP: Final = 0.25
MOST_LABELS: Final = 8


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in the units of the picture. `label` is below it, empty where there is no room; `title` says all."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    value_text: str
    label: str
    title: str


@dataclass(frozen=True, slots=True)
class BarChart:
    """A picture of `width` x `height` with its heading, and one sentence that says what it shows."""

    title: str
    sentence: str
    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    floor: int = HEIGHT - FLOOR


@dataclass(frozen=True, slots=True)
class Measure:
    """One number to draw: its label below, its name in full, and how it is written."""

    value: float
    label: str
    name: str
    text: str


def bar_chart(title: str, sentence: str, measures: Sequence[Measure]) -> BarChart:
    """Bars from left to right; the highest fills the picture. Values below 0 count as 0."""
    most = max((measure.value for measure in measures), default=0) or 1
    step = WIDTH / max(1, len(measures))
    each = -(-len(measures) // MOST_LABELS) or 1
    room = HEIGHT - FLOOR - HEAD
    bars = []
    for index, measure in enumerate(measures):
        height = round(room * max(0.0, measure.value) / most, 1)
        bars.append(
            Bar(
                x=round(step * (index + GAP / 2), 1),
                y=round(HEIGHT - FLOOR - height, 1),
                width=round(step * (1 - GAP), 1),
                height=height,
                middle=round(step * (index + 0.5), 1),
                value_text=measure.text if index % each == 0 or measure.value == most else "",
                label=measure.label if index % each == 0 else "",
                title=f"{measure.name}: {measure.text}",
            )
        )
    return BarChart(title, sentence, tuple(bars))
