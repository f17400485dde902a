"""The same bytes whatever the process, hash seed, locale and time zone; and no Django on the way."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

SCRIPT = """
import hashlib, random, sys
from tests.tournaments.engine.test_standings_properties import random_event
from tournaments.engine.boundaries import ties_that_matter
from tournaments.engine.extra_rounds import ExtraRules, plan_extra_round
from tournaments.engine.reach import Coming
from tournaments.engine.title_race import title_race

parts = []
for seed in range(25):
    rows = random_event(random.Random(seed)).standings(5)
    plan = plan_extra_round(ties_that_matter(rows, [1, 2, 3, 4, 5]), (), ExtraRules("s"), 6)
    parts += [repr(rows), repr(plan)]
    if seed < 3:
        parts.append(repr(title_race(rows, Coming(2), [1, 3], "s", 100)))
assert "django" not in sys.modules
print(hashlib.sha256("\\n".join(parts).encode()).hexdigest())
"""


def digest(**settings: str) -> str:
    environment = {**os.environ, **settings, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_another_process_hash_seed_locale_and_time_zone_give_the_same_bytes():
    found = {
        digest(PYTHONHASHSEED="0", LC_ALL="C", TZ="UTC"),
        digest(PYTHONHASHSEED="1", LC_ALL="C.UTF-8", TZ="Pacific/Apia"),
        digest(PYTHONHASHSEED="4242", LANG="tr_TR.UTF-8", TZ="America/St_Johns"),
    }
    assert len(found) == 1
