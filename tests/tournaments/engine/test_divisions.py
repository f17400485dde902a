"""Promotion and relegation: drawn as tables of divisions, best first, `B=C` are tied."""

from tests.tournaments.engine.paper import people
from tests.tournaments.engine.test_league import evenings
from tournaments.engine.divisions import Division, next_divisions
from tournaments.engine.league import SeasonRules, season_table

RULES = SeasonRules(by_place=(10, 8, 6, 4, 3, 2), tiebreaks=("points",))


def division(line, up=0, down=0, absent=""):
    names = line.replace("=", " ").split()
    rows = season_table(people(names), evenings(line), RULES, 1) if names else []
    return Division(tuple(row.row for row in rows), (*names, *absent.split()), up, down)


def drawn(found):
    """Each division as "stayed | came up | came down"."""
    return [
        " | ".join(" ".join(map(str, part)) for part in (one.stayed, one.came_up, one.came_down))
        for one in found
    ]


def test_the_best_go_up_and_the_last_go_down():
    found = next_divisions(
        [division("A B C D", down=2), division("E F G H", up=2, down=1), division("I J K", up=1)]
    )
    assert drawn(found) == ["A B | E F | ", "G | I | C D", "J K |  | H"]
    assert [one.ties for one in found] == [(), (), ()]


def test_nobody_goes_up_from_the_top_or_down_from_the_bottom():
    assert drawn(next_divisions([division("A B C", up=1, down=1)])) == ["A B C |  | "]


def test_who_never_played_stays_in_the_division():
    found = next_divisions([division("A B", down=1, absent="X"), division("C D", up=1, absent="Y")])
    assert drawn(found) == ["A X | C | ", "D Y |  | B"]


def test_a_tie_across_the_line_moves_nobody_until_it_is_said_who():
    """E and F share the first places, one of them goes up; D goes down for that one."""
    divisions = [division("A B C D", down=1), division("E=F G", up=1)]
    before = next_divisions(divisions)
    assert drawn(before) == ["A B C |  | ", "E F G |  | D"]
    (tie,) = before[1].ties
    assert (tie.members, tie.first_place, tie.up, tie.down) == (("E", "F"), 1, 1, 0)
    after = next_divisions(divisions, up=["F"])
    assert (drawn(after), after[1].ties) == (["A B C | F | ", "E G |  | D"], ())


def test_as_many_must_be_named_as_move():
    divisions = [division("A B C D", down=1), division("E=F=G H", up=2)]
    for named, is_open in (
        ((), True),
        (("E",), True),
        (("E", "F", "G"), True),
        (("E", "G"), False),
        (("E", "H"), True),
    ):
        assert bool(next_divisions(divisions, up=named)[1].ties) is is_open


def test_a_tie_across_both_lines():
    """F, G and H share places 1 to 3 of four: one goes up, none down; of four tied one goes each way."""
    divisions = [division("A B", down=1), division("F=G=H=I", up=1, down=1), division("K L", up=1)]
    (tie,) = next_divisions(divisions)[1].ties
    assert (tie.up, tie.down) == (1, 1)
    assert next_divisions(divisions, up=["F"], down=["F"])[1].ties == (tie,)
    assert drawn(next_divisions(divisions, up=["F"], down=["I"])) == ["A | F | ", "G H | K | B", "L |  | I"]


def test_a_tie_inside_the_places_that_move_is_none():
    assert drawn(next_divisions([division("A B C D", down=2), division("E=F G", up=2)])) == [
        "A B | E F | ",
        "G |  | C D",
    ]


def test_more_are_to_move_than_there_are():
    assert drawn(
        next_divisions([division("A B", down=5), division("C", up=3, down=3), division("", up=2)])
    ) == [
        " | C | ",
        " |  | A B",
        " |  | ",
    ]
