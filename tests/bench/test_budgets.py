"""The judge of what a move costs, with figures given by hand: what is dearer than allowed is said, and nothing else."""

import pytest

from tests.bench.budgets import Budget, Cost, Rate, Record, judge, read_record, write_record
from tests.bench.meter import REFERENCE, Meter, costs_of

BUDGETS = (Budget("move", 3.0), Budget("bot's move"))
RECORD = Record(2.0, {"move": 1.0, "bot's move": 0.2})
GOOD = {"move": Cost(1.5, 0.5, 1.0), "bot's move": Cost(0.3, 0.1, 0.2)}


def with_move(cost: Cost) -> dict[str, Cost]:
    return GOOD | {"move": cost}


def test_what_costs_as_much_as_recorded_is_kept() -> None:
    assert judge(GOOD, 2.0, RECORD, BUDGETS) == []


def test_up_to_a_quarter_more_is_allowed_and_anything_above_is_not() -> None:
    assert judge(with_move(Cost(2.0, 0.5, 1.25)), 2.0, RECORD, BUDGETS) == []
    assert judge(with_move(Cost(2.1, 0.5, 1.31)), 2.0, RECORD, BUDGETS) == [
        "move: 1.31 times the reference work, recorded are 1.00: 31 % more, 25 % are allowed."
    ]


def test_growth_is_judged_without_a_budget_of_its_own() -> None:
    costs = GOOD | {"bot's move": Cost(0.5, 0.1, 0.3)}
    assert judge(costs, 2.0, RECORD, BUDGETS) == [
        "bot's move: 0.30 times the reference work, recorded are 0.20: 50 % more, 25 % are allowed."
    ]


def test_more_milliseconds_than_the_budget_break_it_even_where_as_much_was_recorded() -> None:
    record = Record(2.0, RECORD.ratios | {"move": 1.6})
    assert judge(with_move(Cost(2.6, 0.6, 1.6)), 2.0, record, BUDGETS) == [
        "move: 3.20 ms of CPU at the recorded machine's pace, 3 are allowed."
    ]


def test_a_machine_that_is_slower_just_now_is_allowed_as_much_more() -> None:
    slow = {"move": Cost(3.0, 1.0, 1.0), "bot's move": Cost(0.6, 0.2, 0.2)}
    assert judge(slow, 4.0, RECORD, BUDGETS) == []
    assert judge(slow, 2.5, RECORD, BUDGETS) == [
        "move: 3.20 ms of CPU at the recorded machine's pace, 3 are allowed."
    ]


def test_a_faster_machine_takes_nothing_from_the_budget() -> None:
    assert judge(with_move(Cost(2.0, 0.9, 1.0)), 1.0, RECORD, BUDGETS) == []


@pytest.mark.parametrize(
    ("costs", "record", "said"),
    [
        ({"move": GOOD["move"]}, RECORD, "bot's move: not measured."),
        (GOOD, Record(2.0, {"move": 1.0}), "bot's move: nothing is recorded, see --record."),
    ],
)
def test_what_was_not_checked_does_not_pass(costs: dict[str, Cost], record: Record, said: str) -> None:
    assert judge(costs, 2.0, record, BUDGETS) == [said]


def test_too_few_a_second_are_said() -> None:
    rates = [Rate("bot moves", 149.4, 150.0), Rate("other moves", 150.0, 150.0)]
    assert judge(GOOD, 2.0, RECORD, BUDGETS, rates) == [
        "bot moves: 149 a second, at least 150 are asked for."
    ]


def test_what_is_recorded_is_read_again(tmp_path) -> None:
    path = tmp_path / "costs.json"
    assert judge(GOOD, 2.0, read_record(path), BUDGETS) == [
        f"{what}: nothing is recorded, see --record." for what in GOOD
    ]
    write_record(GOOD, 2.0, path)
    assert read_record(path) == RECORD


def test_a_record_made_beside_others_keeps_the_pace_of_an_undisturbed_machine(tmp_path) -> None:
    path = tmp_path / "costs.json"
    for reference in (2.5, 2.0, 3.0):
        write_record(GOOD, reference, path)
    assert read_record(path) == RECORD


def test_the_repository_has_a_record_of_every_budget() -> None:
    assert set(read_record().ratios) == {
        "move through the service",
        "move through the API",
        "own view through the API",
        "the table's view",
        "move on the page, the new view included",
        "bot's move where nobody watches",
        "bot's move at a watched table",
        "move audited",
    }


def test_each_round_has_its_own_reference_and_one_disturbed_round_decides_nothing() -> None:
    quiet = {REFERENCE: [(1.5, 0.5), (1.5, 0.5)], "move": [(0.75, 0.25), (2.25, 0.75)]}
    noisy = {REFERENCE: [(9.0, 3.0)], "move": [(9.0, 3.0)]}
    broken = {REFERENCE: [(1.0, 1.0)], "move": [(70.0, 30.0)]}
    assert costs_of([quiet, noisy, broken]) == {"move": Cost(9.0, 3.0, 1.0)}


def test_a_meter_counts_the_work_of_kept_rounds_by_the_move() -> None:
    python, database = iter(range(100)), iter(range(0, 200, 2))
    meter = Meter(lambda: next(python) / 1000, lambda: next(database) / 1000)
    with meter.round(is_kept=False):
        meter.spend("first", lambda: None)
    with meter.round():
        meter.spend(REFERENCE, lambda: None)
        assert meter.spend("game", lambda: 4, lambda moves: moves) == 4
    assert (meter.reference, meter.undisturbed) == pytest.approx((3.0, 3.0))
    (game,) = meter.costs().values()
    assert (game.python, game.database, game.ratio) == pytest.approx((0.25, 0.5, 0.25))
