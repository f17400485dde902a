"""How rounds and events end: by a query, in any order, as often as asked; and what follows by itself."""

import pytest

from games.models import Game
from tests.factories import make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter_totals,
    entrant,
    names_at,
    paper_round,
    play_tables,
    start_next,
)
from tournaments.enums import RoundKind, RoundStatus, TournamentStatus
from tournaments.errors import NotAllowed, WrongStatus
from tournaments.models import Round, Standing, Table, Tournament
from tournaments.services import completion
from tournaments.services.completion import (
    advance,
    begin_review,
    complete_round,
    finish_if_due,
    finish_tournament,
    reopen,
)
from tournaments.services.presence import withdraw
from tournaments.services.reconcile import advance_fully, lost_endings, reconcile
from tournaments.services.reports import report_totals
from tournaments.services.rounds import pause_tournament
from tournaments.services.setup import close_entries

pytestmark = pytest.mark.django_db


def reload(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def test_a_round_is_complete_when_its_last_table_is_and_not_before():
    tournament = a_paper_event(8)
    round_ = start_next(tournament)
    director = director_of(tournament)
    for number, table in enumerate(Table.objects.order_by("-number"), 1):
        report_totals(table=table, totals=[0] * len(names_at(table)), actor=director)
        done = complete_round(round_id=round_.pk)
        assert (done is not None) == (number == 2)
    assert complete_round(round_id=round_.pk).pk == round_.pk
    assert (Standing.objects.count(), tournament.audit_rows.filter(action="complete_round").count()) == (8, 1)


def test_a_round_that_doesnt_play_isnt_completed():
    assert complete_round(round_id=12_345) is None


def test_an_event_that_isnt_automatic_waits_for_its_director():
    tournament = a_paper_event(4, rounds=2)
    round_ = start_next(tournament)
    enter_totals(round_, {})
    assert advance(tournament_id=tournament.pk) == "complete"
    assert advance(tournament_id=tournament.pk) == ""
    assert Round.objects.count() == 1


def test_an_automatic_event_plays_on_by_itself_but_doesnt_begin_by_itself(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:auto"
    tournament = an_event(4, rounds=2, automatic=True, objection_seconds=0)
    close_entries(tournament=tournament, actor=None)
    assert advance_fully(tournament_id=tournament.pk) == 0
    start_next(tournament)
    for _unused in range(6):
        for round_ in Round.objects.filter(status=RoundStatus.PLAYING):
            play_tables(round_)
        if not reconcile():
            break
    assert (
        list(Round.objects.filter(kind=RoundKind.MAIN).values_list("status", flat=True)) == ["completed"] * 2
    )
    assert reload(tournament).status == TournamentStatus.FINISHED


def test_reconcile_finds_endings_whose_message_was_lost():
    tournament = an_event(8, rounds=1)
    round_ = start_next(tournament)
    assert lost_endings() == []
    play_tables(round_)
    assert len(lost_endings()) == 2
    reconcile()
    assert lost_endings() == []
    assert Round.objects.get().status == RoundStatus.COMPLETED
    assert reconcile() == 0


def test_one_events_trouble_doesnt_keep_others_waiting(monkeypatch):
    """The first event's standings can't be written: it is logged, and the second one is completed."""
    rounds = []
    for _unused in range(2):
        tournament = a_paper_event(4, rounds=1)
        round_ = start_next(tournament)
        enter_totals(round_, {})
        rounds.append(round_)
    write = completion.write_snapshot

    def broken(round_, rows, version):
        if round_.pk == rounds[0].pk:
            raise RuntimeError("broken event")
        write(round_, rows, version)

    monkeypatch.setattr(completion, "write_snapshot", broken)
    reconcile()
    assert [Round.objects.get(pk=round_.pk).status for round_ in rounds] == ["playing", "completed"]


def test_nothing_goes_on_while_the_event_is_paused():
    tournament = a_paper_event(4, rounds=2, automatic=True)
    paper_round(tournament)
    pause_tournament(tournament=tournament, actor=None)
    assert advance(tournament_id=tournament.pk) == ""


def test_an_automatic_event_with_too_few_people_left_waits():
    tournament = a_paper_event(2, rounds=3, automatic=True)
    paper_round(tournament)
    withdraw(entrant=entrant(tournament, "Ada"), actor=None)
    assert advance(tournament_id=tournament.pk) == ""
    assert reload(tournament).status == TournamentStatus.RUNNING


def test_review_comes_when_everything_is_played_and_ends_with_the_window():
    tournament = a_paper_event(4, rounds=2, objection_seconds=0)
    paper_round(tournament, {"Ada": 9})
    with pytest.raises(WrongStatus):
        begin_review(tournament=tournament, actor=None)
    paper_round(tournament, {"Ada": 9})
    with pytest.raises(NotAllowed):
        begin_review(tournament=tournament, actor=make_user())
    for _unused in range(2):
        assert begin_review(tournament=tournament, actor=director_of(tournament)).status == "review"
    assert finish_if_due(tournament_id=tournament.pk)
    assert not finish_if_due(tournament_id=tournament.pk)
    assert reload(tournament).status == TournamentStatus.FINISHED


def test_the_window_is_waited_for_by_the_databases_clock():
    tournament = a_paper_event(4, rounds=1, objection_seconds=3600)
    paper_round(tournament, {"Ada": 9})
    begin_review(tournament=tournament, actor=None)
    assert not finish_if_due(tournament_id=tournament.pk)
    assert finish_tournament(tournament=tournament, actor=None).status == TournamentStatus.FINISHED


def test_an_event_is_ended_early_only_when_asked_for():
    tournament = a_paper_event(4, rounds=3)
    with pytest.raises(WrongStatus):
        begin_review(tournament=tournament, actor=None, early=True)
    paper_round(tournament, {"Ada": 9})
    with pytest.raises(WrongStatus):
        begin_review(tournament=tournament, actor=None)
    assert begin_review(tournament=tournament, actor=None, early=True).status == "review"


def test_an_objection_brings_the_event_back_to_play():
    tournament = a_paper_event(4, rounds=1)
    paper_round(tournament, {"Ada": 9})
    begin_review(tournament=tournament, actor=None)
    for _unused in range(2):
        found = reopen(tournament=tournament, actor=None)
        assert (found.status, found.review_until) == (TournamentStatus.RUNNING, None)


def test_games_of_an_automatic_event_are_started_by_the_program():
    tournament = an_event(4, rounds=2, automatic=True)
    round_ = start_next(tournament)
    play_tables(round_)
    reconcile()
    assert Game.objects.count() == 2
    assert list(Round.objects.order_by("number").values_list("status", flat=True)) == ["completed", "playing"]
