"""Season tables: schemes, best N of M, attendance, teams, divisions; and a season of twelve evenings on
paper.
"""

from fractions import Fraction

import pytest

from tests.tournaments.engine.paper import people
from tournaments.engine.league import (
    EventScore,
    SeasonPoints,
    SeasonRules,
    counted_events,
    division_movement,
    season_table,
    team_table,
)
from tournaments.engine.ranking import TieOrder
from tournaments.engine.records import DropKind, Drops, DropUnit
from tournaments.engine.results import PenaltyEntry, Reason, StandingsError

F = Fraction
F1 = SeasonRules(by_place=(10, 6, 4, 2))


def evenings(*lines):
    """One line per event, best first; `B=C` are tied: `A B=C D` is places 1, 2, 2, 4."""
    scores = []
    for number, line in enumerate(lines, 1):
        place = 1
        for group in line.split():
            names = group.split("=")
            scores += [EventScore(number, name, place) for name in names]
            place += len(names)
    return scores


def table(who, lines, rules=F1, after=99, **more):
    return season_table(people(who), evenings(*lines), rules, after, **more)


def line(rows):
    return "  ".join(f"{row.place or '-'} {row.entrant} {row.row.points}" for row in rows)


def test_points_by_place_with_tied_places_averaged():
    """B and C share 6 and 4."""
    assert line(table("ABCD", ["A B=C D"])) == "1 A 10  2 B 5  2 C 5  4 D 2"


def test_places_beyond_the_table_give_nothing():
    assert line(table("ABCDE", ["A B C D E"])) == "1 A 10  2 B 6  3 C 4  4 D 2  5 E 0"


def test_points_by_field_size():
    """Four players: 4, 3, 2, 1; tied third and fourth 3/2 each. Three players: 3, 2, 1."""
    rules = SeasonRules(SeasonPoints.BY_FIELD_SIZE)
    assert line(table("ABCD", ["A B C=D", "D A B"], rules)) == "1 A 6  2 D 9/2  3 B 4  4 C 3/2"


def test_points_by_points_and_participation():
    scores = [EventScore(1, "A", 1, 40), EventScore(1, "B", 2, 25), EventScore(2, "B", 1, 12)]
    both = season_table(people("AB"), scores, SeasonRules(SeasonPoints.BY_POINTS, participation=5), 2)
    only = season_table(people("AB"), scores, SeasonRules(SeasonPoints.PARTICIPATION, participation=1), 2)
    assert (line(both), line(only)) == ("1 B 47  2 A 45", "1 B 2  2 A 1")


def test_best_two_of_four_events_and_which_count():
    """A: 10, 2, 6, 4 -> 16 of events 1 and 3. B: 6, 6, 4, 6 -> 12; of equal results the earlier is
    dropped.
    """
    rules = SeasonRules(by_place=(10, 6, 4, 2), drops=Drops(DropKind.BEST, 2))
    rows = table("ABCD", ["A B C D", "C B D A", "C A B D", "C B A D"], rules)
    found = {row.entrant: (row.row.points, counted_events(row.row)) for row in rows}
    assert (found["A"], found["B"]) == ((16, (1, 3)), (12, (2, 4)))


def test_best_rounds_rather_than_events():
    """Best two of the four rounds of two events: A 9 and 7."""
    scores = [
        EventScore(event, "A", 1, points, round_number=number)
        for event, number, points in [(1, 1, 9), (1, 2, 1), (2, 1, 2), (2, 2, 7)]
    ]
    rules = SeasonRules(SeasonPoints.BY_POINTS, drops=Drops(DropKind.BEST, 2, DropUnit.GAME))
    assert line(season_table(people("A"), scores, rules, 2)) == "1 A 16"


def test_minimum_attendance():
    """C won the only evening it came to: listed last, without a place; B moves up."""
    rules = SeasonRules(by_place=(10, 6, 4, 2), minimum_attendance=2)
    rows = table("ABC", ["C A B", "A B"], rules)
    assert (line(rows), [(row.attended, row.is_eligible) for row in rows]) == (
        "1 A 16  2 B 10  - C 10",
        [(2, True), (2, True), (1, False)],
    )


def test_who_is_not_eligible_still_won_the_evening():
    """A was second behind C: no event win for A, whatever becomes of C."""
    rules = SeasonRules(by_place=(10, 6, 4, 2), minimum_attendance=2, tiebreaks=("games_won",))
    rows = table("ABC", ["C A B", "A B"], rules)
    assert rows[0].row.value("games_won") == (1,)


def test_ties_use_the_registry():
    """A and B have 16 each, one win and one second place each; the last event was B's."""
    rows = table("ABC", ["A B C", "B A C"])
    assert (line(rows), rows[1].row.decided_by) == ("1 B 16  2 A 16  3 C 8", "later_result")


def test_head_to_head_over_the_events_both_attended():
    rules = SeasonRules(by_place=(10, 6, 4, 2), tiebreaks=("head_to_head",))
    rows = table("ABC", ["B A C", "A", "B=C"], rules)
    assert (line(rows), rows[0].row.value("head_to_head")) == ("1 B 18  2 A 16  3 C 12", None)


def test_a_tie_played_off_at_the_seasons_end():
    rules = SeasonRules(by_place=(10, 6), tiebreaks=("points",))
    order = TieOrder((("A",), ("B",)))
    assert line(table("AB", ["A B", "B A"], rules, extra_orders=(order,))) == "1 A 16  2 B 16"


def test_a_season_penalty():
    assert line(table("AB", ["A B"], penalties=(PenaltyEntry(1, "A", -7),))) == "1 B 6  2 A 3"


def test_the_table_after_an_earlier_event():
    assert line(table("AB", ["A B", "B A", "B A"], after=1)) == "1 A 10  2 B 6"


def test_teams_by_their_best_two():
    """Red: A 16, C 8 of three; Blue: B 16, D 4; red leads 24 to 20."""
    rows = table("ABCDE", ["A B C D E", "B A C D E"])
    teams = team_table(rows, {"A": "red", "C": "red", "E": "red", "B": "blue", "D": "blue"}, best=2)
    assert [(team.place, team.team, team.points, team.counted) for team in teams] == [
        (1, "red", 24, ("A", "C")),
        (2, "blue", 20, ("B", "D")),
    ]


def test_teams_level_on_points_by_their_best_player_then_shared():
    """red 10 + 2, blue 6 + 6 (a tie for second): the better single result is red's. Two teams equal share."""
    rows = season_table(
        people("ABCD"),
        [EventScore(1, name, 1, points) for name, points in [("A", 10), ("B", 2), ("C", 6), ("D", 6)]],
        SeasonRules(SeasonPoints.BY_POINTS),
        1,
    )
    split = team_table(rows, {"A": "red", "B": "red", "C": "blue", "D": "blue"})
    level = team_table(rows, {"C": "red", "D": "blue"})
    assert ([(t.place, t.team) for t in split], [(t.place, t.team) for t in level]) == (
        [(1, "red"), (2, "blue")],
        [(1, "blue"), (1, "red")],
    )


def test_promotion_and_relegation():
    found = division_movement(table("ABCDE", ["A B C D E"]), 1, 2)
    assert (found.promoted, found.relegated, found.open_ties) == (("A",), ("D", "E"), ())


def test_the_lowest_division_relegates_nobody_and_the_highest_promotes_nobody():
    rows = table("ABC", ["A B C"])
    lowest, highest = division_movement(rows, 1, 0), division_movement(rows, 0, 1)
    assert [(found.promoted, found.relegated) for found in (lowest, highest)] == [(("A",), ()), ((), ("C",))]


def test_nobody_moves_over_an_unresolved_tie():
    rules = SeasonRules(by_place=(10, 6, 4, 2), tiebreaks=("points",))
    found = division_movement(table("ABCDE", ["A B=C D=E"], rules), 2, 1)
    assert (found.promoted, found.relegated, [tie.members for tie in found.open_ties]) == (
        ("A",),
        (),
        [("B", "C"), ("D", "E")],
    )


def test_impossible_seasons_are_refused():
    rows = table("AB", ["A B"])
    for call in [
        lambda: division_movement(rows, 2, 1),
        lambda: SeasonRules(by_place=(1, 2)),
        lambda: SeasonRules(participation=-1),
    ]:
        with pytest.raises(StandingsError) as error:
            call()
        assert error.value.reason is Reason.SEASON_RULE


def test_a_season_of_twelve_evenings_with_drops_and_ties():
    """10-6-4-2, best nine of twelve, at least six evenings.

    evening   1  2  3  4  5  6  7  8  9 10 11 12   best nine
    A        10  6 10  4  8  2 10  6  -  6 10  5   10 10 10 10 8 6 6 6 5 = 71
    B         6 10  6 10  8  6  4  -  10 4  6  5   10 10 10 8 6 6 6 6 5 = 67
    C         4  4  4  6  2 10  6 10  6 10  4 10   10 10 10 10 6 6 6 4 4 = 66
    D         2  2  2  2  4  4  2  4  4  2  2  2   4 4 4 4 2 2 2 2 2 = 26
    E         came to evening 9 only: 2                (- 2)
    """
    lines = [
        "A B C D",
        "B A C D",
        "A B C D",
        "B C A D",
        "A=B D C",
        "C B D A",
        "A C B D",
        "C A D",
        "B C D E",
        "C A B D",
        "A B C D",
        "C A=B D",
    ]
    rules = SeasonRules(by_place=(10, 6, 4, 2), drops=Drops(DropKind.BEST, 9), minimum_attendance=6)
    rows = table("ABCDE", lines, rules)
    assert line(rows) == "1 A 71  2 B 67  3 C 66  4 D 26  - E 2"
    assert {row.entrant: row.row.dropped_rounds for row in rows} == {
        "A": (4, 6, 9),
        "B": (7, 8, 10),
        "C": (1, 2, 5),
        "D": (1, 2, 3),
        "E": (1, 2, 3),
    }
    assert [row.attended for row in rows] == [11, 11, 12, 12, 1]
