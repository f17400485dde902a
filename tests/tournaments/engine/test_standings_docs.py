"""The tables in docs/standings.md say what the registry does."""

import re
from pathlib import Path

from tournaments.engine.scoring import SchemeKind
from tournaments.engine.tiebreaks import REGISTRY, Direction

TEXT = (Path(__file__).parents[3] / "docs" / "standings.md").read_text(encoding="utf-8")


def table(header: str) -> list[list[str]]:
    """The cells of the rows under that header line."""
    lines = TEXT[TEXT.index(header) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def test_every_tiebreak_has_a_name_a_short_head_and_a_definition():
    rows = table("| key | name | head |")
    assert sorted(row[0].strip("`") for row in rows) == sorted(REGISTRY)
    assert all(row[1] and 0 < len(row[2]) <= 6 and row[4].endswith(".") for row in rows)
    assert len({row[2] for row in rows}) == len(rows)


def test_directions_are_those_of_the_registry():
    better = {row[0].strip("`"): row[3] for row in table("| key | name | head |")}
    expected = {
        key: "low" if tiebreak.direction is Direction.LOW else "high" for key, tiebreak in REGISTRY.items()
    }
    assert better == expected | {"shared": ""}


def test_treatments_are_those_of_the_registry():
    documented = {row[0].strip("`"): row[1:] for row in table("| key | rounds | after drops |")}
    assert documented == {
        key: [
            ", ".join(kind for kind in ("main", "final", "extra") if kind in tiebreak.reads) or "none",
            "counted" if tiebreak.drops else "all",
            tiebreak.byes.value,
            tiebreak.bots.value,
            tiebreak.forfeits.value,
            tiebreak.withdrawn.value,
        ]
        for key, tiebreak in REGISTRY.items()
    }


def test_every_scheme_is_explained():
    assert [row[0].strip("`") for row in table("| scheme | points |")] == [kind.value for kind in SchemeKind]
