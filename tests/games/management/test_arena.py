"""`manage.py arena`: runs without a database, reports, goes on, and refuses in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def arena(*arguments: str) -> None:
    call_command("arena", *arguments)


def test_it_prints_points_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    arena("club", "random", "--players", "3", "--deals", "30")
    out = capsys.readouterr().out
    assert "knock-rummy, 3 players, 30 deals" in out
    assert out.count("±") == 9  # points and wins of three bots, three places in the order of play


def test_the_report_is_the_same_for_the_same_seed_and_can_be_continued(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    arena("club", "random", "--deals", "40", "--json", str(whole))
    arena("club", "random", "--deals", "10", "--json", str(parts))
    assert json.loads(parts.read_text())["deals"] == 10
    arena("club", "random", "--deals", "40", "--json", str(parts))
    assert json.loads(parts.read_text()) == json.loads(whole.read_text())


def test_the_report_says_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    arena(
        "club",
        "gin-simple",
        "--ruleset",
        "gin",
        "--option",
        "knock_limit=5",
        "--games",
        "2",
        "--json",
        str(path),
    )
    report: dict[str, Any] = json.loads(path.read_text())
    assert report["ruleset"] == {"preset": "gin", "options": {"knock_limit": 5}}
    assert (report["entries"], report["unit"], report["seed"], report["sets"]) == (
        ["club", "gin-simple"],
        "game",
        1,
        1,
    )
    assert [bot["bot"] for bot in report["bots"]] == ["club", "gin-simple"]
    assert sum(bot["wins"]["mean"] for bot in report["bots"]) == pytest.approx(1.0)
    assert report["bots"][0]["points"]["mean"] == pytest.approx(-report["bots"][1]["points"]["mean"])


def test_another_match_does_not_go_on_from_a_report(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    arena("club", "random", "--deals", "4", "--json", str(path))
    with pytest.raises(CommandError, match="another match"):
        arena("club", "random", "--deals", "4", "--seed", "2", "--json", str(path))
    path.write_text("{")
    with pytest.raises(CommandError, match="no report"):
        arena("club", "random", "--deals", "4", "--json", str(path))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nobody"], "no bot called nobody"),
        (["club", "--players", "6"], "2 to 5"),
        (["club", "club", "club", "--players", "2"], "2 to 5"),
        (["club", "--option", "rummy_bonus=-1"], "rummy_bonus"),
        (["club", "--option", "nonsense=1"], "nonsense"),
        (["club", "--ruleset", "partnership"], "Single deals of gin are for two"),
    ],
)
def test_what_cannot_be_played_is_said_in_words(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        arena(*arguments)
