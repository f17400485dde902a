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
        (("--after", "nowhere.json", "--players", "8"), "not both"),
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


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--players", "5", "--rounds", "2", "--drops", "2", "--late", "2"), "can be 3 together"),
        (("--players", "9", "--rounds", "1", "--late", "1"), "can be 0 together"),
        (("--players", "9", "--rounds", "2", "--bots", "--empty", "byes"), "not both"),
        (("--players", "9", "--rounds", "2", "--sizes", "9"), "different numbers from 2 to 5"),
    ],
)
def test_an_event_that_cannot_be_simulated_is_refused_in_one_line(args, words, tmp_path):
    with pytest.raises(CommandError, match=words):
        call_command("simulate_tournament", *args, "--out", str(tmp_path / "event.json"))


def test_a_plan_with_byes_passes_the_check(capsys, tmp_path):
    """A bare list of tables doesn't name the byes: they follow from who is missing."""
    file = tmp_path / "plan.json"
    file.write_text(
        run(capsys, "seating_plan", "--players", "10", "--rounds", "3", "--sizes", "4,3", "--empty", "byes")
    )
    assert "no faults" in run(capsys, "check_seating", str(file))


def test_the_next_round_is_seated_as_the_event_says(capsys, tmp_path):
    """Ten players at threes with byes, two of four rounds played; an option of the command overrules the file."""
    file = tmp_path / "event.json"
    run(
        capsys, "simulate_tournament", "--players", "10", "--rounds", "2", "--sizes", "3", "--empty", "byes",
        "--mode", "fold", "--out", str(file),
    )  # fmt: skip
    own = json.loads(run(capsys, "seating_plan", "--after", str(file)))["round"]
    assert ([len(table["seats"]) for table in own["tables"]], len(own["byes"])) == ([3, 3, 3], 1)
    told = json.loads(run(capsys, "seating_plan", "--after", str(file), "--sizes", "5", "--empty", "mixed"))
    assert [len(table["seats"]) for table in told["round"]["tables"]] == [5, 5]


def test_places_in_the_file_go_before_points(capsys, tmp_path):
    """Two tables of two by standings: the file says 4, 3, 2, 1, whatever the points say."""
    event = {
        "entrants": [{"id": who, "place": 5 - who} for who in (1, 2, 3, 4)],
        "seating": {"sizes": [2], "mode": "standings"},
        "rounds": [
            {
                "tables": [
                    {"number": 1, "seats": [{"entrant": 4}, {"entrant": 2}], "results": [-9, 9]},
                    {"number": 2, "seats": [{"entrant": 1}, {"entrant": 3}], "results": [8, -8]},
                ]
            }
        ],
    }
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event))
    made = json.loads(run(capsys, "seating_plan", "--after", str(file)))["round"]
    assert [sorted(seat["entrant"] for seat in table["seats"]) for table in made["tables"]] == [
        [3, 4],
        [1, 2],
    ]
    for wrong in ({"seating": {"mode": "luck"}}, {"entrants": [{"id": 1, "place": "first"}]}):
        file.write_text(json.dumps({**event, **wrong}))
        with pytest.raises(CommandError, match="is missing or wrong"):
            call_command("seating_plan", "--after", str(file))
