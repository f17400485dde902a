"""Presets for tests of pages, which are slow: usually the first of every game and way to win, in `make proof` all."""

import pytest

from games.engine.ruleset import PRESETS

FIRST_OF_ITS_KIND = tuple(
    {(found.family, found.scoring): key for key, found in reversed(PRESETS.items())}.values()
)
EVERY_PRESET = [
    key if key in FIRST_OF_ITS_KIND else pytest.param(key, marks=pytest.mark.proof) for key in PRESETS
]
