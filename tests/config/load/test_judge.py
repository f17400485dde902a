"""What fails `make load`: figures given by hand, and the sentences that they get."""

from dataclasses import replace
from io import StringIO

import pytest

from config.load.judge import BOUNDS, judge
from config.load.report import Figures, Latency, baseline, lines
from config.load.run import PLANS, Plan
from config.management.commands.load import BASELINE, Command, changed, is_as_planned

GOOD = Figures(
    seconds=300,
    moves_per_second=100,
    views_per_second=102,
    move=Latency(30_000, 20, 60, 120),
    view=Latency(30_600, 20, 60, 140),
    errors=0,
    cpu_per_move=14.0,
    memory={"web": 60.0},
    bot_moves_per_second=150.0,
    late=Latency(600, 0, 800, 900),
    poke=Latency(5000, 1, 4, 9),
    memory_of_streams=18.0,
)
RECORDED = {"cpu_per_move": 14.0}


@pytest.mark.parametrize("run", PLANS)
def test_a_run_within_its_bounds_is_good(run: str) -> None:
    assert judge(run, GOOD, RECORDED) == []


def test_bounds_may_be_reached_and_not_passed() -> None:
    edge = replace(GOOD, move=Latency(9, 1, 150, 400), view=Latency(9, 1, 150, 400), cpu_per_move=17.5)
    assert judge("people", edge, RECORDED) == []
    assert judge("people", replace(GOOD, move=Latency(9, 1, 150.1, 400.1)), RECORDED) == [
        "people: move p95 is 150.1 ms, at most 150 are allowed.",
        "people: move p99 is 400.1 ms, at most 400 are allowed.",
    ]
    assert judge("people", replace(GOOD, view=Latency(9, 1, 151, 401)), RECORDED) == [
        "people: view p95 is 151 ms, at most 150 are allowed.",
        "people: view p99 is 401 ms, at most 400 are allowed.",
    ]


def test_a_single_failed_request_breaks_any_run() -> None:
    failed = replace(GOOD, errors=3, failed={"view 503": 2, "move 0": 1})
    said = "3 requests failed (2 times view 503, 1 times move 0)."
    assert [judge(run, failed, RECORDED) for run in PLANS] == [[f"{run}: {said}"] for run in PLANS]


def test_a_move_that_costs_more_than_a_quarter_more_is_said() -> None:
    assert judge("people", replace(GOOD, cpu_per_move=17.6), RECORDED) == [
        "people: a move costs 17.6 ms of CPU, recorded are 14: 26 % more, 25 % are allowed."
    ]
    assert judge("people", replace(GOOD, cpu_per_move=99.0), {}) == [], "nothing to compare with"


@pytest.mark.parametrize(
    ("run", "figures", "said"),
    [
        (
            "people",
            {"moves_per_second": 94.0, "views_per_second": 94.9},
            [
                "moves_per_second is 94 a second, at least 95 are asked for.",
                "views_per_second is 94.9 a second, at least 95 are asked for.",
            ],
        ),
        ("watched", {"late": Latency(9, 1, 2, 3001)}, ["late p99 is 3001 ms, at most 3000 are allowed."]),
        (
            "flat out",
            {"bot_moves_per_second": 149.0},
            ["bot_moves_per_second is 149 a second, at least 150 are asked for."],
        ),
        (
            "streams",
            {"memory_of_streams": 151.0, "poke": Latency(9, 1, 501, 600)},
            [
                "memory_of_streams is 151 MB, at most 150 are allowed.",
                "poke p95 is 501 ms, at most 500 are allowed.",
            ],
        ),
    ],
)
def test_each_run_has_bounds_of_its_own(run: str, figures: dict[str, object], said: list[str]) -> None:
    broken = replace(GOOD, **figures)
    assert judge(run, broken, RECORDED) == [f"{run}: {line}" for line in said]
    others = [other for other in PLANS if other != run]
    assert [judge(other, broken, RECORDED) for other in others] == [[]] * len(others)


def test_a_smaller_run_is_judged_by_its_times_alone() -> None:
    small = replace(GOOD, moves_per_second=5, views_per_second=5, cpu_per_move=40.0)
    assert judge("people", small, RECORDED, as_planned=False) == []
    slow = replace(small, move=Latency(9, 1, 160, 170))
    assert judge("people", slow, RECORDED, as_planned=False) == [
        "people: move p95 is 160 ms, at most 150 are allowed."
    ]


def test_another_time_is_the_plan_all_the_same_and_other_tables_are_not() -> None:
    nothing = dict.fromkeys(("seconds", "tables", "moves", "bots", "streams"))
    shorter = changed(PLANS["people"], nothing | {"seconds": 20.0})
    assert (shorter, is_as_planned("people", shorter)) == (Plan(100, 100, 0, 20.0), True)
    assert not is_as_planned("people", changed(PLANS["people"], nothing | {"tables": 3}))
    assert is_as_planned("streams", changed(PLANS["streams"], nothing | {"tables": 3, "moves": 9.0}))
    assert not is_as_planned("streams", changed(PLANS["streams"], nothing | {"streams": 9}))


def test_the_command_fails_with_a_line_for_each_broken_bound() -> None:
    command = Command(stdout=StringIO(), stderr=StringIO(), no_color=True)
    broken = replace(GOOD, move=Latency(9, 1, 200, 300), cpu_per_move=20.0)
    with pytest.raises(SystemExit) as ended:
        command.end(judge("people", broken, RECORDED))
    assert ended.value.code == 1
    assert command.stderr._out.getvalue().splitlines() == judge("people", broken, RECORDED)
    command.end([])
    assert command.stdout._out.getvalue() == "Every bound is kept.\n"


def test_every_run_has_bounds_and_a_record_and_names_figures_that_there_are() -> None:
    assert set(BOUNDS) == set(PLANS)
    assert {bound.figure for bounds in BOUNDS.values() for bound in bounds} <= set(lines(GOOD))
    assert [run for run in PLANS if baseline(BASELINE, run).get("cpu_per_move", 0.0) <= 0.0] == []
