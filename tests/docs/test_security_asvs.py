"""The map of OWASP ASVS 5.0 has a line for each requirement of levels 1 and 2, and names tests that exist."""

import re
from collections import Counter
from pathlib import Path

from tests.regressions.named_tests import ID, ROOT, missing

TEXT = (ROOT / "docs" / "security-asvs.md").read_text(encoding="utf-8")
LEVELS = dict(
    line.split()
    for line in Path(__file__).with_name("asvs-levels.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
STATES = ("met", "in part", "operator", "not applicable")
# Met by what a paper says or by what isn't there; no test could show that.
BY_PAPER = {
    "V2.1.1", "V2.1.3", "V6.2.10", "V6.4.2", "V7.1.1", "V11.1.1", "V11.1.2", "V13.1.1", "V14.1.1", "V14.1.2", "V15.1.1",
    "V16.1.1",
}  # fmt: skip


def rows(text: str) -> list[tuple[list[str], str, str, list[tuple[str, str]]]]:
    """(requirements, state, how, tests) of each line."""
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"(?:V\d+\.\d+\.\d+ ?)+", cells[0]):
            found.append((cells[0].split(), cells[1], cells[2], ID.findall(cells[3])))
    return found


def faults(text: str) -> list[str]:
    """What is wrong with the map."""
    found, lines = [], rows(text)
    named = Counter(name for ids, *_rest in lines for name in ids)
    found += [f"{name} is not there" for name in LEVELS if not named[name]]
    found += [f"{name} is there {count} times" for name, count in named.items() if count > 1]
    found += [f"{name} is no requirement" for name in named if name not in LEVELS]
    for ids, state, how, tests in lines:
        if state not in STATES or not how:
            found.append(f"{ids[0]} doesn't say how")
        if state == "met" and not tests and not set(ids) <= BY_PAPER:
            found.append(f"{ids[0]} is shown by nothing")
    return found


def test_every_requirement_has_its_line() -> None:
    assert faults(TEXT) == []
    assert Counter(LEVELS.values()) == {"1": 70, "2": 183}


def test_every_test_that_is_named_exists() -> None:
    assert missing(TEXT) == []


def test_what_is_wrong_is_noticed() -> None:
    text = TEXT.replace("| V1.2.4 | met |", "| V1.2.5 | met |").replace(
        "| V2.1.2 | met |", "| V2.1.2 | fine |"
    )
    assert faults(text) == ["V1.2.4 is not there", "V1.2.5 is there 2 times", "V2.1.2 doesn't say how"]
    without = re.sub(r"(\| V9\.2\.1 \|.*\|).*\|$", r"\1 |", TEXT, flags=re.MULTILINE)
    assert faults(without) == ["V9.2.1 is shown by nothing"]
