"""Cases 21 to 49 of what users of comparable systems asked for, through the app (docs/decisions/standings.md).

Tables are on paper; `[30, 10, -15, -25]` are a table's totals in seat order.
"""

import pytest

from tests.tournaments.evenings import a_paper_event, director_of, enter, entrant, names_at, start_next
from tests.tournaments.services.test_finals import play, problems, seat, seated
from tournaments.engine.records import DropKind, DropUnit
from tournaments.engine.results import MissedRule
from tournaments.enums import RoundKind
from tournaments.errors import AlreadyEntered
from tournaments.models import Round, Standing, Table
from tournaments.queries.coming import coming_round
from tournaments.queries.entrants import entrants_page
from tournaments.queries.explain import explain_place
from tournaments.queries.penalties import penalties_of
from tournaments.queries.standings import live_standings, standings_page
from tournaments.services.completion import complete_round
from tournaments.services.corrections import correct_result, undo_correction
from tournaments.services.entrants import enter_bot, enter_player
from tournaments.services.penalties import cancel_penalty, give_penalty
from tournaments.services.presence import come_back, disqualify, withdraw
from tournaments.services.reports import report_totals
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db

FOUR = [30, 10, -15, -25]


def lines(tournament, after=None):
    return [(line.place, line.name, line.points) for line in standings_page(tournament, after).lines]


def points_of(tournament, name):
    return next(line.points for line in standings_page(tournament).lines if line.name == name)


def test_case_21_nobody_is_entered_twice_whatever_the_case():
    tournament = a_paper_event(4)
    with pytest.raises(AlreadyEntered):
        enter_player(tournament=tournament, actor=None, name="ADA")
    assert tournament.entrants.count() == 4


def test_case_22_who_leaves_keeps_the_past_and_who_comes_isnt_in_it():
    tournament = a_paper_event(4, rounds=2)
    first = play(tournament, FOUR)
    gone = seat(first, 1, 0).entrant
    before = lines(tournament, 1)
    withdraw(entrant=gone, actor=None)
    enter(tournament, ["Zed"])
    second = play(tournament, FOUR)
    assert lines(tournament, 1) == before
    assert ("Zed" in names_at(first.tables.get()), gone.name in names_at(second.tables.get())) == (
        False,
        False,
    )
    assert (1, gone.name, 30) in lines(tournament) or points_of(tournament, gone.name) == 30
    assert problems(tournament) == []


@pytest.mark.parametrize(
    ("rule", "points"), [(MissedRule.ZERO, 10), (MissedRule.AVERAGE, 20), (MissedRule.LOWEST, -15)]
)
def test_a_round_missed_by_a_late_entry_is_worth_what_the_event_says(rule, points):
    """Zed comes in round 2 and wins 10; the worst of round 1 was -25."""
    tournament = a_paper_event(4, rounds=2, missed=rule, table_sizes=(5, 4))
    play(tournament, FOUR)
    enter(tournament, ["Zed"])
    round_ = start_next(tournament)
    table = round_.tables.get()
    totals = [10 if name == "Zed" else 0 for name in names_at(table)]
    totals[next(at for at, name in enumerate(names_at(table)) if name != "Zed")] = -10
    report_totals(table=table, totals=totals, actor=director_of(tournament))
    complete_round(round_id=round_.pk)
    assert points_of(tournament, "Zed") == points


def test_who_comes_back_plays_on_and_has_missed_what_was_missed():
    tournament = a_paper_event(4, rounds=3)
    first = play(tournament, FOUR)
    back = seat(first, 1, 0).entrant
    withdraw(entrant=back, actor=None)
    play(tournament, [20, 0, -20])
    come_back(entrant=back, actor=None)
    third = play(tournament, [0, 0, 0, 0])
    assert back.name in names_at(third.tables.get())
    assert points_of(tournament, back.name) == 30
    assert problems(tournament) == []


def test_case_23_who_leaves_in_mid_round_leaves_a_table_that_can_be_decided():
    tournament = a_paper_event(4, rounds=2)
    round_ = start_next(tournament)
    withdraw(entrant=seat(round_, 1, 0).entrant, actor=None)
    report_totals(table=round_.tables.get(), totals=FOUR, actor=director_of(tournament))
    assert complete_round(round_id=round_.pk) is not None
    assert len(coming_round(tournament).field) == 3


def test_case_26_places_are_counted_among_those_who_hold_one():
    tournament = a_paper_event(3, rounds=1, boundaries=())
    enter_bot(tournament=tournament, actor=None, level="random", name="Robot")
    play(tournament, FOUR)
    page = standings_page(tournament)
    assert sorted(line.place for line in page.lines if line.place) == [1, 2, 3]
    assert [line.name for line in page.lines if line.place is None] == ["Robot"]


def test_case_29_a_bot_is_marked_wherever_it_stands():
    tournament = a_paper_event(3, rounds=1)
    robot = enter_bot(tournament=tournament, actor=None, level="random", name="Robot")
    play(tournament, FOUR)
    marked = {line.name for line in standings_page(tournament).lines if line.is_bot}
    assert marked == {"Robot"}
    assert next(line for line in entrants_page(tournament).lines if line.entrant_id == robot.pk).kind == "bot"


def test_case_30_only_confirmed_results_feed_the_standings_and_the_next_seating():
    tournament = a_paper_event(8, rounds=2)
    round_ = start_next(tournament)
    table = round_.tables.get(number=1)
    report_totals(table=table, totals=FOUR, actor=None, seat=0)
    table.refresh_from_db()
    assert (table.status, standings_page(tournament), coming_round(tournament).kind) == (
        "decided",
        None,
        None,
    )


def test_case_34_a_later_withdrawal_changes_no_published_standings():
    tournament = a_paper_event(4, rounds=2)
    first = play(tournament, FOUR)
    withdraw(entrant=seat(first, 1, 0).entrant, actor=None)
    play(tournament, [5, 0, -5])
    assert set(Standing.objects.values_list("version", flat=True)) == {1}
    assert problems(tournament) == []


def test_case_35_standings_are_after_a_round_and_the_live_view_says_that_it_isnt():
    tournament = a_paper_event(4, rounds=2)
    play(tournament, FOUR)
    start_next(tournament)
    assert (standings_page(tournament).after_round, standings_page(tournament).is_provisional) == (1, False)
    assert live_standings(tournament).is_provisional


def test_case_37_a_number_is_shown_line_by_line():
    """The strength of opponents: three of the table, each with the average that was won there."""
    tournament = a_paper_event(4, rounds=1, tiebreaks=("opponents",), boundaries=())
    first = play(tournament, [20, 20, -20, -20])
    found = explain_place(tournament, 1, seat(first, 1, 0).entrant_id, seat(first, 1, 1).entrant_id)
    strength = next(step for step in found.steps if step.key == "opponents")
    assert sorted(line.value_text for line in strength.lines) == ["+20", "−20", "−20"]
    assert sorted(line.opponent for line in strength.lines) == sorted(
        seat(first, 1, number).name for number in (1, 2, 3)
    )


def test_case_40_equals_share_a_place_or_the_second_criterion_parts_them():
    shared = a_paper_event(4, rounds=1, tiebreaks=(), boundaries=())
    play(shared, [20, 0, 0, -20])
    assert [place for place, _name, _points in lines(shared)] == [1, 2, 2, 4]


@pytest.mark.parametrize(
    ("kind", "count", "points"), [(DropKind.WORST, 1, 40), (DropKind.BEST, 1, 30), (DropKind.WORST, 0, 35)]
)
def test_cases_41_and_42_the_worst_is_left_out_before_anybody_is_ranked(kind, count, points):
    """30, 10 and -5 in three rounds."""
    tournament = a_paper_event(
        2,
        rounds=3,
        table_sizes=(2,),
        boundaries=(),
        drop_kind=kind,
        drop_count=count,
        drop_unit=DropUnit.ROUND,
    )
    for won in (30, 10, -5):
        round_ = start_next(tournament)
        table = round_.tables.get()
        totals = [won if name == "Ada" else -won for name in names_at(table)]
        report_totals(table=table, totals=totals, actor=director_of(tournament))
        complete_round(round_id=round_.pk)
    assert points_of(tournament, "Ada") == points
    entries = explain_place(tournament, 3, entrant(tournament, "Ada").pk).points
    assert sum(not line.counted for line in entries) == {40: 1, 30: 2, 35: 0}[points]


def test_case_44_nobody_reaches_the_final_over_an_open_tie():
    tournament = a_paper_event(4, rounds=1, tiebreaks=(), cuts=(StageOptions(size=2, table_size=2),))
    play(tournament, [20, 0, 0, -20])
    assert (coming_round(tournament).kind, len(coming_round(tournament).field)) == (RoundKind.EXTRA, 2)


def test_case_45_a_disqualification_taken_back_leaves_no_trace_in_the_places():
    tournament = a_paper_event(4, rounds=2)
    first = play(tournament, FOUR)
    before = lines(tournament)
    out = seat(first, 1, 0).entrant
    disqualify(entrant=out, reason="cards in the sleeve", actor=None)
    assert lines(tournament)[-1] == (None, out.name, 30)
    come_back(entrant=out, actor=None)
    assert lines(tournament) == before
    assert problems(tournament) == []


def test_cases_46_and_47_a_correction_rebuilds_nothing_and_can_be_taken_back():
    tournament = a_paper_event(8, rounds=2)
    first = play(tournament, FOUR, [40, 5, -20, -25])
    second = start_next(tournament)
    chairs = seated(second)
    before = lines(tournament, 1)
    table = Table.objects.get(round=first, number=1)
    correct_result(table=table, totals=[-25, 10, -15, 30], reason="read upside down", actor=None)
    assert (lines(tournament, 1) != before, seated(second)) == (True, chairs)
    undo_correction(table=table, reason="it was right", actor=None)
    assert (lines(tournament, 1), seated(second)) == (before, chairs)
    assert Round.objects.filter(tournament=tournament).count() == 2


def test_case_49_all_penalties_are_listed_and_stand_outside_the_sum():
    tournament = a_paper_event(4, rounds=1, boundaries=())
    first = play(tournament, FOUR)
    one, other = seat(first, 1, 0).entrant, seat(first, 1, 1).entrant
    give_penalty(entrant=one, points=-5, reason="late", actor=None)
    cancel_penalty(penalty=give_penalty(entrant=other, points=-9, reason="phone", actor=None), actor=None)
    assert [(line.name, line.points_text, line.is_cancelled) for line in penalties_of(tournament)] == [
        (other.name, "−9", True),
        (one.name, "−5", False),
    ]
    assert sum(points for _place, _name, points in lines(tournament)) == -5
    assert problems(tournament) == []


def test_a_scenario_with_ties_a_cut_and_a_correction_after_the_extra_round():
    """Seven tie across a cut to four, three tie for first in the final, and the final was written down wrong.

    Main round: 30 at table 1; seven have 5, on the places 2 to 8. Three of them go on: tables of four and of three.
    Four deals 9, 3, -3, -9 and three deals 6, 0, -6 are per opponent and deal .75, .25 and 1: these three.
    """
    tournament = a_paper_event(
        12, rounds=1, tiebreaks=(), table_sizes=(4,), cuts=(StageOptions(size=4),), boundaries=(1,)
    )
    main = play(tournament, [30, 5, 5, -40], [5, 5, 5, -15], [5, 5, -5, -5])
    leader = seat(main, 1, 0).name
    extra = play(tournament, [9, 3, -3, -9], [6, 0, -6])
    assert sorted(table.seats.count() for table in extra.tables.all()) == [3, 4]
    four, three = (table.number for table in extra.tables.order_by("number"))
    through = {seat(extra, three, 0).name, seat(extra, four, 0).name, seat(extra, four, 1).name}
    final = start_next(tournament)
    assert seated(final) == {frozenset({leader, *through})}
    report_totals(table=final.tables.get(), totals=[10, 10, 10, -30], actor=director_of(tournament))
    complete_round(round_id=final.pk)
    assert (coming_round(tournament).kind, len(coming_round(tournament).field)) == (RoundKind.EXTRA, 3)
    second = play(tournament, [4, 0, -4])
    assert lines(tournament)[0][:2] == (1, seat(second, 1, 0).name)
    assert coming_round(tournament).is_all_played
    correct_result(table=final.tables.get(), totals=[8, 12, 10, -30], reason="two lines swapped", actor=None)
    assert lines(tournament)[0][:2] == (1, seat(final, 1, 1).name)
    undo_correction(table=final.tables.get(), reason="it was right", actor=None)
    assert lines(tournament)[0][:2] == (1, seat(second, 1, 0).name)
    assert problems(tournament) == []
