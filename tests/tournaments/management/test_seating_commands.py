"""The commands: JSON out, one clear line for what is wrong, no database."""

import json

import pytest
from django.core.management import CommandError, call_command


def run(capsys, *args):
    call_command(*args)
    return capsys.readouterr().out


def test_a_plan_as_json(capsys):
    out = run(capsys, "seating_plan", "--players", "24", "--rounds", "5", "--sizes", "4,3,5,2", "--seed", "1")
    made = json.loads(out)
    assert sorted(made) == ["certificate", "rounds"]
    assert len(made["rounds"]) == 5
    for round_ in made["rounds"]:
        assert sorted(who for table in round_ for who in table) == list(range(1, 25))
    assert made["certificate"]["repeats"]["coincidences"] == 0


def test_the_plan_passes_the_check_and_a_changed_one_does_not(capsys, tmp_path):
    file = tmp_path / "plan.json"
    file.write_text(run(capsys, "seating_plan", "--players", "22", "--rounds", "2"))
    assert "no faults" in run(capsys, "check_seating", str(file))
    made = json.loads(file.read_text())
    first = made["rounds"][0]
    first[0][0], first[1][0] = first[1][0], first[0][0]
    first[0][1] = first[0][0]
    file.write_text(json.dumps(made))
    with pytest.raises(CommandError, match="faults"):
        call_command("check_seating", str(file))


def test_a_simulated_event_can_be_checked_and_continued(capsys, tmp_path):
    file = tmp_path / "event.json"
    run(
        capsys, "simulate_tournament", "--players", "11", "--rounds", "3", "--drops", "1", "--late", "2",
        "--bots", "--out", str(file),
    )  # fmt: skip
    assert "no faults" in run(capsys, "check_seating", str(file))
    out = run(capsys, "seating_plan", "--after", str(file), "--empty", "bots")
    assert json.loads(out)["round"]["number"] == 4


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--players", "1", "--rounds", "3"), "--players must be 2 or more"),
        (("--players", "8", "--rounds", "0"), "--rounds must be 1 or more"),
        (("--rounds", "3"), "give --players and --rounds"),
        (("--players", "8", "--rounds", "3", "--sizes", "4,x"), "not a list of table sizes"),
        (("--players", "8", "--rounds", "3", "--sizes", "7"), "bad_sizes"),
        (("--players", "11", "--rounds", "3", "--sizes", "5,4"), "no_table_sizes"),
        (("--after", "nowhere.json"), "No such file"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(args, words):
    with pytest.raises(CommandError, match=words):
        call_command("seating_plan", *args)


def test_a_file_that_is_no_event(tmp_path):
    file = tmp_path / "x.json"
    file.write_text("{")
    with pytest.raises(CommandError, match="not JSON"):
        call_command("seating_plan", "--after", str(file))
    file.write_text('{"rounds": [{"tables": [{"number": 1, "seats": [{"entrant": [1]}]}]}]}')
    with pytest.raises(CommandError, match=r"rounds\[0\].tables\[0\].seats\[0\].entrant"):
        call_command("seating_plan", "--after", str(file))
