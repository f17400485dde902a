"""The load command measures what it says: a few seconds of a small run, and its arithmetic by hand."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from config.load.players import CODES, Sample
from config.load.report import Figures, Latency, as_table, baseline, figures, latency, write_all
from config.load.run import Plan, measure
from config.load.watch import Cost


def test_percentiles_are_those_of_the_times() -> None:
    times = [Sample("move", number / 1000, 200) for number in range(1, 101)]
    assert latency(times) == Latency(100, 51.0, 96.0, 100.0)
    assert latency([]) == Latency(0, 0.0, 0.0, 0.0)


def test_a_run_is_reckoned_by_the_second_and_by_the_move() -> None:
    samples = (
        [Sample("move", 0.01, 200)] * 20 + [Sample("move", 0.01, 409)] * 5 + [Sample("view", 0.02, 200)] * 30
    )
    samples += [Sample("view", 5.0, 503), Sample("move", 20.0, 0)]
    before, after = {"web": Cost(1.0, 50.0)}, {"web": Cost(1.3, 60.0), "worker": Cost(9.0, 40.0)}
    found = figures(samples, 10.0, before, after, bot_moves=10)
    assert (found.moves_per_second, found.views_per_second, found.bot_moves_per_second) == (2.6, 3.1, 1.0)
    assert (found.errors, found.failed) == (2, {"view 503": 1, "move 0": 1})
    assert found.cpu_per_move == 10.0
    assert found.memory == {"web": 60.0, "worker": 40.0}


def test_a_recorded_run_stands_beside_the_present_one(tmp_path, capsys) -> None:
    one = Figures(10, 100, 100, Latency(1000, 5, 20, 40), Latency(1000, 4, 10, 20), 0, 8.0, {"web": 60.0})
    write_all(tmp_path / "run.json", {"people": one})
    write_all(tmp_path / "run.json", {"streams": replace(one, memory_of_streams=90.0)})
    recorded = baseline(tmp_path / "run.json", "people")
    assert (recorded["move p95"], recorded["memory web"]) == (20.0, 60.0)
    assert baseline(tmp_path / "run.json", "streams")["memory_of_streams"] == 90.0
    assert baseline(tmp_path / "run.json", "watched") == baseline(tmp_path / "none.json", "people") == {}
    rows = as_table("people", one, recorded | {"cpu_per_move": 4.0}).columns
    shown = dict(zip(rows[0].cells, rows[3].cells, strict=True))
    assert (shown["cpu_per_move"], shown["move p95"]) == ("+100 %", "+0 %")


def test_only_buttons_that_can_be_pressed_are_moves() -> None:
    page = (
        '<button class="pile" id="stock" name="code" value="stock" form="move" data-why="x">'
        '<button class="pile open" id="pile" name="code" value="pile" form="move">'
        '<button class="btn big" name="code" value="cut-17" form="move">'
        '<button type="button" class="card auto" data-discard="discard-7H" data-knock-why="x">'
        '<button type="button" class="card auto" data-discard-why="x" data-knock="knock-8H">'
    )
    assert CODES.findall(page) == ["pile", "cut-17", "discard-7H", "knock-8H"]


@pytest.mark.chaos
def test_some_seconds_of_a_small_run(new_stack) -> None:
    with new_stack() as stack:
        plan = Plan(tables=3, moves_per_second=6, bot_tables=2, seconds=6, quick_tables=1, streams=5)
        # A loop of its own: this thread's may be that of a browser test.
        with ThreadPoolExecutor(1) as thread:
            found = thread.submit(measure, stack, plan).result()
    assert (found.errors, found.move.count > 5, found.bot_moves_per_second > 0) == (0, True, True)
    assert found.poke.count > 0
    assert set(found.memory) >= {"web", "worker", "postgres"}
    assert json.dumps(found.memory)
