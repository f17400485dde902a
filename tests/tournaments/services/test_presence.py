"""Check-in, leaving, coming back, disqualification; and that the past stays what it was."""

import pytest

from games.enums import Occupant
from games.models import GameSeat
from tests.factories import make_user
from tests.tournaments.evenings import an_event, director_of, entrant, paper_round, start_next
from tournaments.enums import EntrantStatus, TournamentRoleKind
from tournaments.errors import NotAllowed, ReasonMissing, WrongStatus
from tournaments.queries.audit import audit_event
from tournaments.queries.history import field_of
from tournaments.queries.standings import standings_page
from tournaments.services.entrants import enter_player
from tournaments.services.presence import (
    check_in,
    check_in_all,
    come_back,
    disqualify,
    set_standby,
    undo_check_in,
    withdraw,
)
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import appoint

pytestmark = pytest.mark.django_db


def test_scorers_and_people_themselves_check_in():
    tournament, scorer, ada, stranger = an_event(2), make_user(), make_user("Zelda"), make_user()
    appoint(tournament=tournament, user=scorer, role=TournamentRoleKind.SCORER, actor=None)
    own = enter_player(tournament=tournament, actor=ada, user=ada)
    assert check_in(entrant=own, actor=ada).status == EntrantStatus.CHECKED_IN
    assert check_in(entrant=entrant(tournament, "Ada"), actor=scorer).checked_in_at is not None
    with pytest.raises(NotAllowed):
        check_in(entrant=entrant(tournament, "Bo"), actor=stranger)
    with pytest.raises(NotAllowed):
        check_in(entrant=entrant(tournament, "Bo"), actor=ada)


def test_all_are_checked_in_at_once_and_again_nobody_is(django_assert_max_num_queries):
    tournament = an_event(12)
    with django_assert_max_num_queries(18):
        assert check_in_all(tournament=tournament, actor=director_of(tournament)) == 12
    assert check_in_all(tournament=tournament, actor=None) == 0
    assert tournament.audit_rows.filter(action="check_in_all").count() == 1


def test_a_check_in_by_mistake_is_taken_back():
    tournament = an_event(1)
    check_in(entrant=entrant(tournament, "Ada"), actor=None)
    found = undo_check_in(entrant=entrant(tournament, "Ada"), actor=None)
    assert (found.status, found.checked_in_at) == (EntrantStatus.ENTERED, None)


def test_with_check_in_a_round_seats_only_those_who_are_here():
    tournament = an_event(6, check_in=True)
    for name in ("Ada", "Bo", "Cy", "Dee"):
        check_in(entrant=entrant(tournament, name), actor=None)
    round_ = start_next(tournament)
    assert set(round_.seats.values_list("name", flat=True)) == {"Ada", "Bo", "Cy", "Dee"}


def test_who_leaves_keeps_results_and_plays_no_further_round():
    tournament = an_event(8, rounds=2, table_mode="paper")
    paper_round(tournament)
    left = withdraw(entrant=entrant(tournament, "Ada"), actor=None)
    assert (left.status, left.left_round) == (EntrantStatus.WITHDRAWN, 1)
    assert withdraw(entrant=left, actor=None).left_round == 1
    round_ = start_next(tournament)
    assert "Ada" not in round_.seats.values_list("name", flat=True)


def test_people_withdraw_themselves_but_not_others():
    tournament, user = an_event(1), make_user("Me")
    own = enter_player(tournament=tournament, actor=user, user=user)
    with pytest.raises(NotAllowed):
        withdraw(entrant=entrant(tournament, "Ada"), actor=user)
    assert withdraw(entrant=own, actor=user).status == EntrantStatus.WITHDRAWN


def test_who_left_comes_back_only_through_a_director_and_from_the_coming_round():
    tournament, user = an_event(4, rounds=3, table_mode="paper"), make_user("Me")
    own = enter_player(tournament=tournament, actor=user, user=user)
    paper_round(tournament)
    withdraw(entrant=own, actor=user)
    paper_round(tournament)
    with pytest.raises(WrongStatus):
        check_in(entrant=own, actor=user)
    with pytest.raises(NotAllowed):
        come_back(entrant=own, actor=user)
    back = come_back(entrant=own, actor=director_of(tournament))
    assert (back.status, back.joined_round, back.left_round) == (EntrantStatus.CHECKED_IN, 3, None)
    round_ = paper_round(tournament)
    assert "Me" in round_.seats.values_list("name", flat=True)
    assert audit_event(tournament).is_clean


def test_a_disqualification_needs_a_reason_and_takes_the_place_away():
    tournament = an_event(4, rounds=1, table_mode="paper")
    paper_round(tournament, {"Ada": 30, "Bo": 10, "Cy": 0})
    with pytest.raises(ReasonMissing):
        disqualify(entrant=entrant(tournament, "Ada"), reason=" ", actor=None)
    disqualify(entrant=entrant(tournament, "Ada"), reason="looked at hands", actor=None)
    page = standings_page(tournament)
    assert page is not None
    assert [(line.place, line.name) for line in page.lines] == [
        (1, "Bo"),
        (2, "Cy"),
        (3, "Dee"),
        (None, "Ada"),
    ]
    assert (page.version, page.lines[-1].reason) == (2, "Disqualified: no place.")
    assert audit_event(tournament).is_clean


def test_a_disqualification_by_mistake_leaves_no_trace_in_the_standings():
    """User-demands 45: everything is recomputed from results, so taking it back gives the places of
    before.
    """
    tournament = an_event(4, rounds=2, table_mode="paper")
    paper_round(tournament, {"Ada": 30, "Bo": 10, "Cy": 0})
    before = standings_page(tournament)
    disqualify(entrant=entrant(tournament, "Ada"), reason="mistake", actor=None)
    come_back(entrant=entrant(tournament, "Ada"), actor=None)
    after = standings_page(tournament)
    assert before is not None
    assert after is not None
    assert [(line.place, line.name) for line in after.lines] == [
        (line.place, line.name) for line in before.lines
    ]
    assert after.version == 3


def test_nobody_waits_at_the_table_for_who_left():
    """User-demands 23: who leaves in the middle of a round is played on by a bot, and the table has a
    result.
    """
    tournament = an_event(table_sizes=(2,))
    leaver, stays = (enter_player(tournament=tournament, actor=None, name=name) for name in ("Ada", "Bo"))
    start_next(tournament)
    withdraw(entrant=leaver, actor=None)
    occupants = dict(GameSeat.objects.values_list("name", "occupant"))
    assert occupants == {"Ada": Occupant.STAND_IN, "Bo": Occupant.PLAYER}
    disqualify(entrant=stays, reason="both left", actor=None)
    assert set(GameSeat.objects.values_list("occupant", flat=True)) == {Occupant.STAND_IN}


def test_who_left_before_the_cards_were_dealt_is_represented_from_the_first_one_on():
    tournament = an_event(table_sizes=(2,))
    leaver, _stays = (enter_player(tournament=tournament, actor=None, name=name) for name in ("Ada", "Bo"))
    round_ = publish_round(draft=generate_round(tournament=tournament, actor=None), actor=None)
    withdraw(entrant=leaver, actor=None)
    start_round(round_=round_, actor=None)
    occupants = dict(GameSeat.objects.values_list("name", "occupant"))
    assert occupants == {"Ada": Occupant.STAND_IN, "Bo": Occupant.PLAYER}


def test_who_is_on_standby_isnt_seated_until_somebody_wants_them_to():
    event = an_event(5)
    boss = director_of(event)
    set_standby(entrant=entrant(event, "Eve"), standby=True, actor=boss)
    assert [found.name for found in field_of(event)] == ["Ada", "Bo", "Cy", "Dee"]
    set_standby(entrant=entrant(event, "Eve"), standby=False, actor=boss)
    assert len(field_of(event)) == 5
    withdraw(entrant=entrant(event, "Eve"), actor=boss)
    with pytest.raises(WrongStatus):
        set_standby(entrant=entrant(event, "Eve"), standby=True, actor=boss)
