"""Every pair of colours that carries text or an edge keeps its contrast, in light and in dark (WCAG 2.2)."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
TEXT = """ink/bg ink/surface ink/sunken ink/brass-soft muted/bg muted/surface muted/sunken muted/brass-soft
link/bg link/surface on-action/action on-action/action-hover brass-ink/bg brass-ink/surface brass-ink/brass-soft
on-brass/brass on-brass/brass-hover on-felt/felt on-felt/felt-deep on-felt-muted/felt on-felt-muted/felt-deep
brass-felt/felt brass-felt/felt-deep ok/ok-bg ok/surface warn/warn-bg warn/surface danger/danger-bg
danger/surface info/info-bg info/surface suit-s/surface suit-h/surface suit-d/surface suit-c/surface suit-h/bg
suit-d/bg suit-c/bg pip-s/paper pip-h/paper pip-d/paper pip-c/paper"""
EDGES = "line-strong/surface line-strong/bg focus/bg focus/surface on-felt/felt brass/felt-deep"


def luminance(colour: str) -> float:
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def block(selector: str) -> dict[str, str]:
    """The colours set in the first block of a selector."""
    text = TOKENS.read_text(encoding="utf-8").split(selector, 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--dw-([\w-]+):\s*(#[0-9a-f]{6})", text))


def theme(selector: str) -> dict[str, str]:
    return block("\n  :root {") | block(selector)


@pytest.mark.parametrize("selector", ['[data-theme="light"] {', '[data-theme="dark"] {'])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (EDGES, 3.0)])
def test_contrast(selector: str, pairs: str, least: float) -> None:
    colours = theme(selector)
    found = {pair: ratio(*(colours[name] for name in pair.split("/"))) for pair in pairs.split()}
    assert {pair: value for pair, value in found.items() if value < least} == {}


def test_dark_by_choice_and_by_device_are_the_same() -> None:
    assert block('[data-theme="dark"] {') == block(":root:not([data-theme]) {")


def test_a_poor_pair_is_found() -> None:
    assert ratio("#777777", "#888888") < 3.0
    assert round(ratio("#000000", "#ffffff"), 1) == 21.0
