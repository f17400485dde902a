"""The read models of pages: what is in them, who sees what, and how many queries they cost at one and
three items.
"""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.enums import ClubRole
from accounts.models import Membership
from tests.factories import make_club, make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter,
    enter_totals,
    entrant,
    paper_round,
    play_round,
    start_next,
)
from tournaments.models import Tournament
from tournaments.queries.audit_log import act_label, audit_log
from tournaments.queries.coming import coming_round
from tournaments.queries.drafts import draft_views
from tournaments.queries.entrants import entrants_page
from tournaments.queries.live_board import live_board
from tournaments.queries.rounds import own_table, round_lines, round_page
from tournaments.queries.tournaments import find_tournament, tournament_list, tournament_page
from tournaments.services.completion import begin_review, complete_round, finish_tournament
from tournaments.services.entrants import enter_bot, enter_player
from tournaments.services.presence import check_in, withdraw
from tournaments.services.rounds import pause_tournament, publish_round, start_round
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def test_lists_show_what_the_reader_may_see_newest_first():
    club = make_club("Riverside", is_public=True)
    owner = Membership.objects.get(club=club).user
    shown, hidden, draft = (an_event(club=club, director=owner, open_=n < 2) for n in range(3))
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False)
    Tournament.objects.filter(pk=shown.pk).update(name="Shown")
    assert [line.name for line in tournament_list(AnonymousUser())] == ["Shown"]
    assert {line.public_id for line in tournament_list(owner)} == {
        e.public_id for e in (shown, hidden, draft)
    }
    member = make_user()
    Membership.objects.create(club=club, user=member, role=ClubRole.MEMBER)
    assert {line.public_id for line in tournament_list(member)} == {shown.public_id, hidden.public_id}
    assert [line.public_id for line in tournament_list(owner, statuses=["draft"])] == [draft.public_id]
    assert tournament_list(owner, club_slug="elsewhere") == ()
    assert tournament_list(member, mine=True) == ()
    assert len(tournament_list(owner, mine=True)) == 3


def test_what_isnt_the_readers_doesnt_exist():
    tournament = an_event(open_=False)
    assert find_tournament(AnonymousUser(), tournament.public_id) is None
    assert find_tournament(make_user(), tournament.public_id) is None
    assert find_tournament(director_of(tournament), tournament.public_id) == tournament


def test_a_line_counts_those_who_take_part():
    tournament = an_event(3, capacity=3, rounds=2)
    enter_player(tournament=tournament, actor=None, name="Waits")
    withdraw(entrant=entrant(tournament, "Ada"), actor=None)
    (line,) = tournament_list(AnonymousUser())
    assert (line.entrants, line.capacity, line.rounds_planned, line.game) == (3, 3, 2, "Knock Rummy")
    assert line.starts_at.isoformat() == "2026-03-14T19:30:00+00:00"


def next_of(tournament: Tournament) -> tuple[str, str, str]:
    """The page's sentence, and the director's next step."""
    page = tournament_page(Tournament.objects.get(pk=tournament.pk), director_of(tournament))
    assert page.next is not None
    return page.standing, page.next.code, page.next.label


def test_the_page_says_where_the_event_stands_and_what_comes_next():
    draft = an_event(open_=False)
    assert next_of(draft) == ("Being prepared; nobody else sees it yet.", "open", "Open the event")
    tournament = a_paper_event(4, rounds=1)
    assert next_of(tournament) == ("Entries are open.", "generate", "Seat the next round")
    seating = generate_round(tournament=tournament, actor=None)
    assert next_of(tournament) == ("Entries are open.", "publish", "Publish the seating")
    round_ = publish_round(draft=seating, actor=None)
    assert next_of(tournament) == ("Round 1: please take your seats.", "start", "Start Round 1")
    start_round(round_=round_, actor=None)
    assert next_of(tournament) == ("Round 1 is being played: 1 of 1 tables still plays.", "wait", "")
    pause_tournament(tournament=tournament, actor=None)
    assert next_of(tournament) == ("Paused: all clocks stand still.", "resume", "Go on")
    enter_totals(round_, {"Ada": 5})
    Tournament.objects.update(paused_at=None)
    complete_round(round_id=round_.pk)
    assert next_of(tournament) == ("Round 1 is over.", "review", "Close the event")
    begin_review(tournament=tournament, actor=None)
    assert next_of(tournament)[1:] == ("finish", "Make the standings final")
    finish_tournament(tournament=tournament, actor=None)
    assert next_of(tournament) == ("Finished: the standings are final.", "none", "")


def test_only_directors_are_told_what_comes_next():
    tournament = an_event(4)
    assert tournament_page(tournament, AnonymousUser()).next is None
    page = tournament_page(tournament, director_of(tournament))
    assert (page.may_direct, page.may_score, page.role) == (True, True, "Owner")
    facts = {fact.label: fact.text for fact in page.facts}
    assert facts["Rounds"] == "4 rounds"
    assert facts["Game"] == "Knock Rummy, 1 deal a table"


def test_a_player_sees_the_own_table_and_status():
    tournament, user = an_event(3), make_user("Zelda")
    own = enter_player(tournament=tournament, actor=user, user=user)
    assert own_table(user, tournament) is None
    start_next(tournament)
    page = tournament_page(tournament, user)
    assert page.own_table is not None
    assert (page.own_table.table_number, page.own_entrant_id, page.own_status) == (1, own.pk, "Entered")
    assert set(page.own_table.others) == {"Ada", "Bo", "Cy"}
    assert page.own_table.game_public_id
    assert own_table(AnonymousUser(), tournament) is None


def test_a_round_by_table_and_by_name():
    tournament = a_paper_event(9, empty_seats="byes", table_sizes=(4,))
    round_ = start_next(tournament)
    page = round_page(tournament, round_.number, AnonymousUser())
    assert page is not None
    assert [table.number for table in page.tables] == [1, 2]
    assert [line.name for line in page.by_name] == sorted(line.name for line in page.by_name)
    assert len(page.by_name) == 9
    free = [line.name for line in page.by_name if line.table == 0]
    assert page.byes == tuple(free)
    assert any(note.text == "Nobody meets anybody twice." for note in page.notes)
    assert round_page(tournament, 9, None) is None


def test_tables_show_points_and_places_once_confirmed_and_bots_as_bots():
    tournament = an_event(3, empty_seats="bots", table_sizes=(4,), rounds=1)
    play_round(tournament)
    page = round_page(tournament, 1)
    assert page is not None
    (table,) = page.tables
    assert (table.status, table.progress, table.is_settled) == ("confirmed", "Confirmed", True)
    assert [seat.name for seat in table.seats if seat.is_bot] == ["Bot Elm"]
    assert sum(seat.points for seat in table.seats) == 0
    best = min(table.seats, key=lambda seat: seat.place)
    assert table.leader == best.name


def test_an_extra_round_says_what_its_tables_play_for():
    tournament = a_paper_event(4, rounds=1, tiebreaks=())
    paper_round(tournament, {"Ada": 30, "Bo": 30, "Cy": -20})
    draft = generate_round(tournament=tournament, actor=None)
    (view,) = draft_views(tournament, coming_round(tournament))
    assert (view.title, view.tables[0].purpose, view.fits) == ("Extra round 2", "for place 1", True)
    publish_round(draft=draft, actor=None)
    page = round_page(tournament, 2)
    assert page is not None
    assert page.purposes == ((1, "for place 1"),)


def test_no_list_says_round_two_of_one():
    tournament = a_paper_event(4, rounds=1, tiebreaks=())
    paper_round(tournament, {"Ada": 30, "Bo": 30, "Cy": -20})
    paper_round(tournament)
    assert [round_.title for round_ in round_lines(tournament)] == ["Round 1", "Extra round 2"]
    (line,) = tournament_list(director_of(tournament))
    assert (line.rounds_played, line.rounds_planned) == (1, 1)


def test_drafts_show_names_notes_and_whether_they_still_fit():
    tournament = an_event(7, empty_seats="bots", table_sizes=(4,))
    for _unused in range(2):
        generate_round(tournament=tournament, actor=None, another=True)
    enter_player(tournament=tournament, actor=None, name="Late")
    views = draft_views(tournament, coming_round(tournament))
    assert [view.fits for view in views] == [False, False]
    names = {seat.name for table in views[0].tables for seat in table.seats}
    assert {"Ada", "Bot"} <= names


def test_the_live_board_puts_a_finger_on_tables_that_need_somebody():
    tournament = a_paper_event(8)
    assert live_board(tournament) is None
    start_next(tournament)
    board = live_board(tournament)
    assert board is not None
    assert (board.title, board.settled, board.needing_look) == ("Round 1", 0, 0)
    tournament.rounds.get().tables.filter(number=1).update(status="disputed")
    board = live_board(tournament)
    assert board is not None
    assert [line.needs_look for line in board.lines] == [True, False]


def test_entrants_with_what_only_directors_see():
    tournament = an_event(2, capacity=2)
    enter_player(tournament=tournament, actor=None, name="Cy", note="brings cake")
    check_in(entrant=entrant(tournament, "Bo"), actor=None)
    page = entrants_page(tournament)
    assert [(line.name, line.status, line.waiting, line.note) for line in page.lines] == [
        ("Ada", "entered", 0, ""),
        ("Bo", "checked_in", 0, ""),
        ("Cy", "waiting", 1, ""),
    ]
    assert ([line.name for line in page.missing], [line.name for line in page.waiting]) == (["Ada"], ["Cy"])
    assert page.checked_in == 1
    told = {
        line.name: (line.note, line.is_autopilot)
        for line in entrants_page(tournament, for_director=True).lines
    }
    assert told == {"Ada": ("", True), "Bo": ("", True), "Cy": ("brings cake", False)}


def test_the_acts_newest_first_in_words():
    tournament = an_event(1)
    lines = audit_log(tournament)
    assert [line.label for line in lines] == ["Entrants imported", "Entries opened", "Event created"]
    assert (lines[-1].actor, lines[0].actor) == ("Dora Director", "")
    assert audit_log(tournament, first=1, count=1) == lines[1:2]


def test_every_act_has_words():
    """A new act without a label would show its code to people."""
    source = "".join(path.read_text() for path in Path("tournaments/services").glob("*.py"))
    named = set(re.findall(r'"([a-z]+(?:_[a-z]+)+)"', source)) & set(re.findall(r"def ([a-z_]+)\(", source))
    named |= set(re.findall(r'action="(\w+)"', source))
    assert sorted(action for action in named if act_label(action) == action) == []


def filled(count: int) -> Tournament:
    """An event with so many tables in play and one completed round."""
    tournament = a_paper_event(4 * count, rounds=3)
    enter_bot(tournament=tournament, actor=None, level="club", name="Robbie")
    paper_round(tournament)
    start_next(tournament)
    return tournament


@pytest.mark.parametrize("count", [1, 3])
def test_pages_cost_the_same_number_of_queries(count, django_assert_num_queries):
    tournament = filled(count)
    director = director_of(tournament)
    with django_assert_num_queries(9):
        tournament_page(tournament, director)
    with django_assert_num_queries(9):
        round_page(tournament, 2, director)
    with django_assert_num_queries(7):
        live_board(tournament)
    with django_assert_num_queries(2):
        entrants_page(tournament)
    with django_assert_num_queries(1):
        round_lines(tournament)


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_one_query(count, django_assert_num_queries):
    for _unused in range(count):
        an_event(2)
    with django_assert_num_queries(1):
        assert len(tournament_list(AnonymousUser())) == count


def why(tournament: Tournament) -> str:
    page = tournament_page(Tournament.objects.get(pk=tournament.pk), director_of(tournament))
    assert page.next is not None
    return page.next.sentence


def test_before_there_is_anybody_to_seat_people_come_first():
    tournament = a_paper_event(0, check_in=True)
    assert next_of(tournament)[1:] == ("people", "Enter people")
    enter(tournament, ["Ada", "Bo", "Cy"])
    assert (next_of(tournament)[1:], why(tournament)) == (
        ("people", "Check people in"), "3 are entered and not here yet.",
    )  # fmt: skip
    for name in ("Ada", "Bo"):
        check_in(entrant=entrant(tournament, name), actor=None)
    assert (next_of(tournament)[1:], why(tournament)) == (
        ("generate", "Seat the next round"),
        "2 entrants are to be seated. 1 who is entered isn't checked in.",
    )


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "The tables begin."),
        ({"round_seconds": 1800}, "The tables begin, and the clock runs."),
        ({"table_mode": "online"}, "The cards are dealt and the clocks run."),
    ],
)
def test_what_starting_a_round_does_is_said_by_how_it_is_played(changed, sentence):
    tournament = a_paper_event(4, **changed)
    publish_round(draft=generate_round(tournament=tournament, actor=None), actor=None)
    assert why(tournament) == f"Everybody has found a seat? {sentence}"
