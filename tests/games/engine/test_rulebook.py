"""The rulebook and the engine say the same: worked examples and default numbers of docs/rules.md."""

import re
from pathlib import Path

import pytest

from games.engine.moves import parse_move
from games.engine.results import DealKind
from games.engine.ruleset import PRESETS
from games.engine.scoring import settle
from tests.games.engine.playing import dealt

TEXT = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
PARTS = dict(zip("_ABCD", re.split(r"^## [A-D]\. ", TEXT, flags=re.MULTILINE), strict=True))
ROW = re.compile(r"^\| ([\d, ]+) \|(?: ([^|]+) \|)? ([+\-][\d, +\-]+) \| ([^|]+) \|$", re.MULTILINE)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def rows(part: str) -> list[tuple[tuple[int, ...], tuple[int, ...], str]]:
    return [(numbers(row[1]), numbers(row[3]), row[4]) for row in ROW.finditer(PARTS[part])]


def test_the_rulebook_has_its_examples():
    assert (len(rows("A")), len(rows("D"))) == (7, 5)


@pytest.mark.parametrize(("deadwoods", "net", "why"), rows("A"))
def test_worked_examples_of_knock_rummy(deadwoods, net, why):
    assert settle(PRESETS["knock-rummy"], deadwoods, 0) == net


# Hands of Tonk with the counts of the examples in part D.
TONK_HANDS = {
    16: "AC 2C 3D 4H 6S",
    40: "7C 7D 7H KS 9S",
    24: "3S 4S 5S 2H QC",
    41: "KC 9H 7S 5H JH",
}
FIFTEENS = ("2S 3S 4C 5D AH", "2H 3H 4D 5C AD", "2D 3C 4S 5S AS")


@pytest.mark.parametrize(("counts", "net", "why"), [row for row in rows("D") if 0 not in row[0]])
def test_worked_examples_of_tonk_with_a_drop(counts, net, why):
    fifteens = iter(FIFTEENS)
    hands = [next(fifteens) if count == 15 else TONK_HANDS[count] for count in counts]
    result = dealt("tonk", hands, "JD").apply(parse_move("drop")).result
    assert (result.deadwoods, result.net, result.kind) == (counts, net, DealKind.DROP)


@pytest.mark.parametrize(
    ("part", "sentence", "values"),
    [
        ("A", r"After \*`max_reshuffles` = (\d+)\*", [PRESETS["knock-rummy"].max_reshuffles]),
        ("A", r"After \*(\d+)\* void deals running", [PRESETS["knock-rummy"].max_void_deals]),
        ("A", r"full deadwood plus \*(\d+)\*", [PRESETS["knock-rummy"].rummy_bonus]),
        ("A", r"the knocker pays \*(\d+)\* on top", [PRESETS["knock-rummy"].undercut_penalty]),
        ("A", r"has a stake of \*(\d+)\*", [PRESETS["knock-pool"].stake]),
        ("A", r"past \*(\d+)\* deals ends there", [PRESETS["knock-pool"].max_deals]),
        ("A", r"fixed number of deals, \*(\d+)\*", [PRESETS["knock-rummy"].deals]),
        ("A", r"reach a net total of \*(\d+)\* wins", [PRESETS["knock-match"].target]),
        ("A", r"play another, up to \*(\d+)\*", [PRESETS["knock-rummy"].tie_deals]),
        ("A", r"needs deadwood of at most \*(\d+)\*", [PRESETS["rum-knock"].knock_limit]),
        ("A", r"void as well after \*(\d+)\* turns", [PRESETS["knock-rummy"].max_turns]),
        ("B", r"face-down discard is at most\s+\*(\d+)\*", [PRESETS["gin"].knock_limit]),
        ("B", r"opponent's deadwood \+ \*(\d+)\*; no lay-offs", [PRESETS["gin"].gin_bonus]),
        ("B", r"the difference \+ \*(\d+)\*", [PRESETS["gin"].undercut_bonus]),
        ("B", r"opponent's deadwood \+ \*(\d+)\*, no lay-offs", [PRESETS["gin"].big_gin_bonus]),
        ("B", r"adds \*(\d+)\* for every deal won", [PRESETS["gin"].box_bonus]),
        (
            "B",
            r"game bonus of\s+\*(\d+)\*, \*(\d+)\* if",
            [PRESETS["gin"].game_bonus, PRESETS["gin"].shutout_bonus],
        ),
        ("B", r"runs past \*(\d+)\* deals", [PRESETS["gin"].max_deals]),
        ("B", r"the team adds \*(\d+)\*", [PRESETS["partnership"].both_win_bonus]),
        (
            "B",
            r"Manhattan has gin \*(\d+)\* and undercut \*(\d+)\*; Chicago has knock limit \*(\d+)\* and "
            r"undercut \*(\d+)\*",
            [
                PRESETS["manhattan"].gin_bonus,
                PRESETS["manhattan"].undercut_bonus,
                PRESETS["chicago"].knock_limit,
                PRESETS["chicago"].undercut_bonus,
            ],
        ),
    ],
)
def test_the_numbers_of_the_rulebook_are_the_defaults(part, sentence, values):
    found = re.search(sentence, PARTS[part])
    assert found is not None
    assert [int(number) for number in found.groups()] == values
