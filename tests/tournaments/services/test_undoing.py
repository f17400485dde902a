"""The last act of the desk taken back: each kind leaves the event as it was, the log keeps both, two press it once."""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter_totals,
    entrant,
    names_at,
    start_next,
)
from tournaments.enums import TournamentRoleKind
from tournaments.errors import NotAllowed, WrongStatus
from tournaments.models import AuditRow, Round, Table
from tournaments.queries.invariants import audit_tournament
from tournaments.queries.undoing import EFFECTS, undoable_act
from tournaments.services.completion import complete_round
from tournaments.services.corrections import correct_result
from tournaments.services.entrants import enter_player
from tournaments.services.messages import send_message
from tournaments.services.penalties import give_penalty
from tournaments.services.presence import check_in, check_in_all, undo_check_in, withdraw
from tournaments.services.reports import report_totals
from tournaments.services.reseating import swap_seats
from tournaments.services.results import confirm_result, dispute_result
from tournaments.services.rounds import (
    extend_time,
    pause_tournament,
    publish_round,
    resume_tournament,
    start_round,
)
from tournaments.services.seating import generate_round
from tournaments.services.setup import appoint, back_to_draft, open_entries
from tournaments.services.stand_ins import let_bot_play, let_person_play
from tournaments.services.undoing import UNDO, undo_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return a_paper_event(8, rounds=2, round_seconds=1800)


def undo(tournament, who=None):
    tournament.refresh_from_db()
    line = undoable_act(tournament)
    assert line is not None, "nothing can be undone"
    undo_act(tournament=tournament, number=line.number, actor=who or director_of(tournament))
    tournament.refresh_from_db()
    return line.action


def tables_of(round_):
    return list(Table.objects.filter(round=round_).select_related("round__tournament").order_by("number"))


def sound(tournament):
    assert list(audit_tournament(tournament)) == []


def test_every_act_that_can_be_undone_says_what_undoing_does_and_is_done():
    assert set(UNDO) == set(EFFECTS)


def test_a_check_in_and_taking_it_back_are_both_undone(event):
    ada, boss = entrant(event, "Ada"), director_of(event)
    check_in(entrant=ada, actor=boss)
    assert undo(event) == "check_in"
    assert entrant(event, "Ada").status == "entered"
    check_in(entrant=ada, actor=boss)
    undo_check_in(entrant=ada, actor=boss)
    assert undo(event) == "undo_check_in"
    assert entrant(event, "Ada").status == "checked_in"
    assert undo(event) == "check_in", "then the act before it"
    check_in_all(tournament=event, actor=boss)
    undo(event)
    assert event.entrants.filter(status="entered").count() == 8


def test_leaving_and_an_entry_by_mistake(event):
    boss = director_of(event)
    withdraw(entrant=entrant(event, "Ada"), actor=boss)
    undo(event)
    ada = entrant(event, "Ada")
    assert (ada.status, ada.left_round) == ("entered", None)
    enter_player(tournament=event, actor=boss, name="Zara")
    undo(event)
    assert not event.entrants.filter(name="Zara").exists()


def test_opening_publishing_and_starting_go_back_step_by_step(event):
    boss = director_of(event)
    draft = generate_round(tournament=event, actor=boss)
    round_ = publish_round(draft=draft, actor=boss)
    start_round(round_=round_, actor=boss)
    assert undo(event) == "start_round"
    round_.refresh_from_db()
    assert (round_.status, round_.closes_at) == ("published", None)
    assert {table.status for table in tables_of(round_)} == {"scheduled"}
    assert undo(event) == "publish_round"
    assert (Round.objects.count(), event.status) == (0, "open")
    again = publish_round(draft=draft, actor=boss)
    start_round(round_=again, actor=boss)
    enter_totals(again, {})
    assert complete_round(round_id=again.pk) is not None
    sound(event)


def test_the_event_is_hidden_again():
    event = a_paper_event(0, open_=False)
    open_entries(tournament=event, actor=director_of(event))
    undo(event)
    assert event.status == "draft"


def test_a_start_isnt_undone_once_something_was_told_or_dealt(event):
    round_ = start_next(event)
    table = tables_of(round_)[0]
    report_totals(table=table, totals=[0, 0, 0, 0], actor=None, seat=0)
    assert undoable_act(event) is None
    online = an_event(4)
    boss = director_of(online)
    round_ = publish_round(draft=generate_round(tournament=online, actor=boss), actor=boss)
    start_round(round_=round_, actor=boss)
    assert undoable_act(online) is None


def test_clocks(event):
    round_, boss = start_next(event), director_of(event)
    pause_tournament(tournament=event, actor=boss)
    undo(event)
    assert event.paused_at is None
    pause_tournament(tournament=event, actor=boss)
    resume_tournament(tournament=event, actor=boss)
    undo(event)
    assert event.paused_at is not None
    resume_tournament(tournament=event, actor=boss)
    ends = [table.closes_at for table in tables_of(round_)]
    for table in (None, tables_of(round_)[0]):
        extend_time(round_=round_, seconds=300, actor=boss, table=table)
        undo(event)
        assert [found.closes_at for found in tables_of(round_)] == ends


def test_results(event):
    round_, boss = start_next(event), director_of(event)
    table = tables_of(round_)[0]
    report_totals(table=table, totals=[9, -3, -3, -3], actor=boss)
    assert undo(event) == "confirm_result"
    table.refresh_from_db()
    assert (table.status, [found.status for found in table.results.all()]) == ("playing", ["superseded"])
    scorer = make_user("Sam Scorer")
    appoint(tournament=event, user=scorer, role=TournamentRoleKind.SCORER, actor=None)
    result = report_totals(table=table, totals=[6, -2, -2, -2], actor=scorer)
    confirm_result(result=result, actor=boss)
    undo(event)
    table.refresh_from_db()
    assert (table.status, table.results.get(version=2).status) == ("decided", "proposed")
    dispute_result(table=table, reason="", actor=boss)
    undo(event)
    table.refresh_from_db()
    assert table.status == "decided"
    assert undo(event) == "report_result"
    table.refresh_from_db()
    assert (table.status, table.results.filter(status="proposed").count()) == ("playing", 0)
    enter_totals(round_, {})
    complete_round(round_id=round_.pk)
    sound(event)


def test_corrections_penalties_messages_and_chairs(event):
    round_, boss = start_next(event), director_of(event)
    one, two = tables_of(round_)
    names = names_at(one)
    first, second = one.seats.get(seat=0), two.seats.get(seat=1)
    swap_seats(first=first, second=second, actor=boss)
    assert names_at(one) != names
    undo(event)
    assert names_at(one) == names
    message = send_message(tournament=event, text="Soup is ready", actor=boss)
    undo(event)
    message.refresh_from_db()
    assert message.ended_at is not None
    give_penalty(entrant=entrant(event, "Ada"), points=-5, reason="Late", actor=boss)
    undo(event)
    assert event.penalties.filter(cancelled_at__isnull=False).count() == 1
    enter_totals(round_, {})
    complete_round(round_id=round_.pk)
    correct_result(table=one, totals=[3, -1, -1, -1], reason="Typo", actor=boss)
    undo(event)
    confirmed = one.results.get(status="confirmed")
    assert [score.net for score in confirmed.scores.order_by("seat")] == [0, 0, 0, 0]
    sound(event)


def test_a_bot_and_the_person_back():
    event = an_event(4)
    boss = director_of(event)
    event.entrants.update(autopilot=False)
    table = tables_of(start_next(event))[0]
    game = table.table_games.get().game
    let_bot_play(table=table, seat=1, actor=boss)
    assert game.seats.get(seat=1).occupant == "stand_in"
    let_person_play(table=table, seat=1, actor=boss)
    assert game.seats.get(seat=1).occupant == "player"
    undo(event)
    assert game.seats.get(seat=1).occupant == "stand_in"
    undo(event)
    assert game.seats.get(seat=1).occupant == "player"


def test_what_was_done_since_is_said_and_nothing_happens(event):
    boss = director_of(event)
    check_in(entrant=entrant(event, "Ada"), actor=boss)
    line = undoable_act(event)
    check_in(entrant=entrant(event, "Bo"), actor=boss)
    with pytest.raises(WrongStatus):
        undo_act(tournament=event, number=line.number, actor=boss)
    newest = undoable_act(event)
    undo_act(tournament=event, number=newest.number, actor=boss)
    with pytest.raises(WrongStatus):
        undo_act(tournament=event, number=newest.number, actor=boss)
    assert AuditRow.objects.filter(action="undo").count() == 1
    assert entrant(event, "Ada").status == "checked_in"


def test_a_scorer_undoes_only_their_own(event):
    scorer = make_user("Sam Scorer")
    appoint(tournament=event, user=scorer, role=TournamentRoleKind.SCORER, actor=None)
    check_in(entrant=entrant(event, "Ada"), actor=scorer)
    undo(event, scorer)
    check_in(entrant=entrant(event, "Ada"), actor=director_of(event))
    with pytest.raises(NotAllowed):
        undo(event, scorer)


def test_what_players_do_for_themselves_isnt_the_desks(event):
    player = make_user("Ada Herself")
    ada = entrant(event, "Ada")
    found = ada.members.get().player
    found.user = player
    found.save()
    check_in(entrant=ada, actor=player)
    assert undoable_act(event).action == "open_entries"
    back_to_draft(tournament=event, actor=director_of(event))
    assert undoable_act(event) is None
