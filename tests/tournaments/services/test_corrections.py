"""Old results put right: new versions, renewed standings, a preview that says the same, and the way back."""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, entrant, names_at, paper_round, start_next
from tournaments.enums import ResultStatus
from tournaments.errors import BadReport, NotAllowed, ReasonMissing, WrongStatus
from tournaments.models import RatingChange, Standing, Table, Tournament
from tournaments.queries.audit import audit_event
from tournaments.queries.consequences import preview_correction
from tournaments.queries.standings import standings_page
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.corrections import correct_result, corrected_scores, undo_correction
from tournaments.services.penalties import cancel_penalty, give_penalty
from tournaments.services.ratings import rate_event
from tournaments.services.rounds import cancel_tournament
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db


def places(tournament: Tournament, after: int | None = None) -> list[tuple[int | None, str, object]]:
    page = standings_page(tournament, after)
    assert page is not None
    return [(line.place, line.name, line.points) for line in page.lines]


def swapped(table: Table) -> list[int]:
    """Ada has 10 and Bo 40 instead of the other way round."""
    wanted = {"Ada": 10, "Bo": 40, "Cy": 0, "Dee": -50}
    return [wanted[name] for name in names_at(table)]


def one_table() -> tuple[Tournament, Table]:
    tournament = a_paper_event(4, rounds=2)
    paper_round(tournament, {"Ada": 40, "Bo": 10, "Cy": 0})
    return tournament, Table.objects.get(round__tournament=tournament)


def test_a_correction_is_a_new_version_with_author_and_reason():
    tournament, table = one_table()
    director = director_of(tournament)
    result = correct_result(table=table, totals=swapped(table), reason=" swapped cards ", actor=director)
    assert (result.version, result.source, result.reason, result.entered_by) == (
        2,
        "correction",
        "swapped cards",
        director,
    )
    assert list(table.results.values_list("version", "status")) == [(1, "superseded"), (2, "confirmed")]
    assert places(tournament)[:2] == [(1, "Bo", 40), (2, "Ada", 10)]
    act = tournament.audit_rows.get(action="correct_result")
    assert (act.payload_json["reason"], act.payload_json["standings_changed"]) == ("swapped cards", [1])
    assert audit_event(tournament).is_clean


def test_published_standings_get_a_new_version_and_the_old_one_stays():
    tournament, table = one_table()
    paper_round(tournament)
    correct_result(table=table, totals=swapped(table), reason="x", actor=None)
    assert dict(Standing.objects.values_list("round__number", "version").distinct()) == {1: 2, 2: 2}
    assert Standing.objects.filter(round__number=1, version=1, place=1).get().entrant.name == "Ada"
    assert places(tournament, 1)[0] == (1, "Bo", 40)


def test_a_correction_that_changes_nothing_makes_no_new_standings():
    tournament, table = one_table()
    kept = [{"Ada": 40, "Bo": 10, "Cy": 0, "Dee": -50}[name] for name in names_at(table)]
    correct_result(table=table, totals=kept, reason="checked again", actor=None)
    assert set(Standing.objects.values_list("version", flat=True)) == {1}
    assert audit_event(tournament).is_clean


def test_a_correction_needs_a_reason_a_director_and_possible_numbers():
    tournament, table = one_table()
    with pytest.raises(ReasonMissing):
        correct_result(table=table, totals=swapped(table), reason=" ", actor=None)
    with pytest.raises(NotAllowed):
        correct_result(table=table, totals=swapped(table), reason="x", actor=make_user())
    with pytest.raises(BadReport):
        correct_result(table=table, totals=[1, 1, 1, 1], reason="x", actor=None)
    assert table.results.count() == 1
    assert places(tournament)[0] == (1, "Ada", 40)


def test_only_confirmed_results_are_corrected_and_none_of_a_cancelled_event():
    tournament = a_paper_event(4, rounds=1)
    start_next(tournament)
    with pytest.raises(WrongStatus):
        correct_result(table=Table.objects.get(), totals=[0, 0, 0, 0], reason="x", actor=None)
    tournament, table = one_table()
    Tournament.objects.filter(pk=tournament.pk).update(format_json=tournament.format_json | {"rounds": 1})
    begin_review(tournament=tournament, actor=None)
    correct_result(table=table, totals=swapped(table), reason="an objection was right", actor=None)
    other, table = one_table()
    cancel_tournament(tournament=other, reason="no light", actor=None)
    with pytest.raises(WrongStatus):
        correct_result(table=table, totals=swapped(table), reason="too late", actor=None)


def test_a_wrong_result_can_be_put_right_when_the_standings_are_final_and_ratings_follow():
    """Ada won 40 and Bo 10; it was the other way round: their ratings change places with their results."""
    tournament, table = one_table()
    Tournament.objects.filter(pk=tournament.pk).update(format_json=tournament.format_json | {"rounds": 1})
    finish_tournament(tournament=begin_review(tournament=tournament, actor=None), actor=None)
    assert rate_event(tournament_id=tournament.pk)
    before = {change.player.name: change.rating for change in RatingChange.objects.all()}
    correct_result(table=table, totals=swapped(table), reason="misread", actor=None)
    after = {change.player.name: change.rating for change in RatingChange.objects.all()}
    assert (after["Ada"].mu, after["Bo"].mu) == (before["Bo"].mu, before["Ada"].mu)
    assert places(tournament)[:2] == [(1, "Bo", 40), (2, "Ada", 10)]
    undo_correction(table=table, reason="it was right before", actor=None)
    assert {change.player.name: change.rating for change in RatingChange.objects.all()} == before
    assert audit_event(tournament).is_clean


def test_the_preview_tells_whose_rating_would_differ():
    """Ratings are shown from five tables on: after five rounds, the last one the other way round."""
    tournament = a_paper_event(4, rounds=5)
    for _round in range(5):
        paper_round(tournament, {"Ada": 40, "Bo": 10, "Cy": 0})
    table = Table.objects.order_by("-pk")[0]
    preview = preview_correction(table, corrected_scores(table, totals=swapped(table)))
    assert [line.name for line in preview.ratings] == ["Ada", "Bo"]
    ada, bo = preview.ratings
    assert (int(ada.after) < int(ada.before), int(bo.after) > int(bo.before)) == (True, True)
    assert preview.ratings_follow


def test_the_preview_tells_who_would_have_passed_the_cut():
    """Ada 40 and Bo 10 play the final; with 10 for Ada and 40 for Cy it would have been Cy and Ada."""
    tournament = a_paper_event(4, rounds=1, tiebreaks=(), cuts=(StageOptions(size=2, table_size=2),))
    paper_round(tournament, {"Ada": 40, "Bo": 10, "Cy": 0})
    table = Table.objects.get()
    start_next(tournament)
    wanted = {"Ada": 10, "Bo": 0, "Cy": 40, "Dee": -50}
    preview = preview_correction(
        table, corrected_scores(table, totals=[wanted[name] for name in names_at(table)])
    )
    assert preview.warnings == (
        "Final, round 2 would have been seated differently. It stays as it was played.",
        "Cy would have passed the cut. Who was seated after it stays.",
        "Bo wouldn't have passed the cut, and plays on all the same.",
    )


def test_a_correction_can_be_taken_back():
    tournament, table = one_table()
    correct_result(table=table, totals=swapped(table), reason="x", actor=None)
    result = undo_correction(table=table, reason="it was right before", actor=None)
    assert (result.version, result.status) == (3, ResultStatus.CONFIRMED)
    assert places(tournament)[:2] == [(1, "Ada", 40), (2, "Bo", 10)]
    assert audit_event(tournament).is_clean


def test_the_preview_says_what_would_change_and_changes_nothing():
    tournament, table = one_table()
    scores = corrected_scores(table, totals=swapped(table))
    preview = preview_correction(table, scores)
    found = {line.name: (line.place_before, line.place_after, line.points_after) for line in preview.changes}
    assert found == {"Ada": ("1", "2", "+10"), "Bo": ("2", "1", "+40")}
    assert not preview.is_harmless
    assert places(tournament)[0] == (1, "Ada", 40)


def test_the_preview_warns_of_extra_rounds_that_no_longer_count_and_of_later_seatings():
    tournament = a_paper_event(4, rounds=1, tiebreaks=())
    paper_round(tournament, {"Ada": 30, "Bo": 30, "Cy": -20})
    table = Table.objects.get()
    paper_round(tournament, {"Ada": 5, "Bo": -5})
    wanted = {"Ada": 30, "Bo": 20, "Cy": -20, "Dee": -30}
    scores = corrected_scores(table, totals=[wanted[name] for name in names_at(table)])
    assert preview_correction(table, scores).warnings == ("The extra round of Ada, Bo no longer counts.",)
    correct_result(table=table, totals=[wanted[name] for name in names_at(table)], reason="x", actor=None)
    assert places(tournament)[:2] == [(1, "Ada", 30), (2, "Bo", 20)]
    assert audit_event(tournament).is_clean


def test_penalties_stand_outside_the_tables_sum_and_can_be_taken_back():
    tournament, _table = one_table()
    director = director_of(tournament)
    penalty = give_penalty(entrant=entrant(tournament, "Ada"), points=-35, reason="late", actor=director)
    assert (penalty.round_number, penalty.created_by) == (1, director)
    assert places(tournament)[:2] == [(1, "Bo", 10), (2, "Ada", 5)]
    for _unused in range(2):
        cancel_penalty(penalty=penalty, actor=director)
    assert places(tournament)[:2] == [(1, "Ada", 40), (2, "Bo", 10)]
    assert tournament.audit_rows.filter(action="cancel_penalty").count() == 1
    assert audit_event(tournament).is_clean


def test_a_penalty_counts_from_its_round_on():
    tournament, _table = one_table()
    paper_round(tournament)
    give_penalty(entrant=entrant(tournament, "Ada"), points=-35, reason="late", actor=None)
    assert places(tournament, 1)[0] == (1, "Ada", 40)


@pytest.mark.parametrize(("points", "round_number"), [(0, None), (10_001, None), (5, 0), (5, 9)])
def test_impossible_penalties_are_refused(points, round_number):
    tournament, _table = one_table()
    with pytest.raises(BadReport):
        give_penalty(
            entrant=entrant(tournament, "Ada"),
            points=points,
            reason="x",
            actor=None,
            round_number=round_number,
        )
    with pytest.raises(ReasonMissing):
        give_penalty(entrant=entrant(tournament, "Ada"), points=-1, reason=" ", actor=None)
