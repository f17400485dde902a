"""Two directors press the same button of the desk at once on real PostgreSQL: one takes a call, one act is undone,
chairs change once, a deal told from two phones is one deal.
"""

import pytest

from games.queries.settlement import ReportedDeal
from tests.factories import make_user
from tests.races.test_moves import race
from tests.tournaments.evenings import a_paper_event, director_of, entrant, names_at, start_next
from tournaments.enums import TournamentRoleKind
from tournaments.models import AuditRow, DirectorCall, PaperDeal, Table
from tournaments.queries.undoing import undoable_act
from tournaments.services.calls import call_director, take_call
from tournaments.services.presence import check_in
from tournaments.services.reseating import take_seat
from tournaments.services.setup import appoint
from tournaments.services.telling import tell_deal
from tournaments.services.undoing import undo_act

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event():
    return a_paper_event(8)


def directors(tournament):
    second = make_user("Vera Second")
    appoint(tournament=tournament, user=second, role=TournamentRoleKind.DIRECTOR, actor=None)
    return [director_of(tournament), second]


def tables_of(tournament):
    return list(
        Table.objects.filter(round__tournament=tournament)
        .select_related("round__tournament")
        .order_by("number")
    )


def test_two_phones_call_and_two_directors_come_and_it_is_one_call_with_one_director(event):
    start_next(event)
    table = tables_of(event)[0]
    race(*(lambda seat=seat: call_director(table=table, actor=None, seat=seat) for seat in range(4)))
    call = DirectorCall.objects.select_related("table__round").get()
    race(*(lambda who=who: take_call(call=call, actor=who) for who in directors(event)))
    assert AuditRow.objects.filter(action="take_call").count() == 1


def test_two_undo_and_one_act_is_taken_back(event):
    people = directors(event)
    for name in ("Ada", "Bo"):
        check_in(entrant=entrant(event, name), actor=people[0])
    number = undoable_act(event).number
    answers = race(
        *(lambda who=who: undo_act(tournament=event, number=number, actor=who) for who in people * 2)
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["UndoLine"] + ["WrongStatus"] * 3
    assert (entrant(event, "Ada").status, entrant(event, "Bo").status) == ("checked_in", "entered")


def test_two_seat_the_same_late_comer_and_there_is_one_chair(event):
    late = entrant(event, "Hal")
    late.standby = True
    late.save()
    start_next(event)
    one, two = tables_of(event)
    answers = race(
        *(
            lambda who=who, table=table: take_seat(entrant=late, table=table, actor=who)
            for who, table in zip(directors(event), (one, two), strict=True)
        )
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["BadMove", "TableSeat"]
    assert sum("Hal" in names_at(table) for table in (one, two)) == 1


def test_two_phones_tell_one_deal_and_it_is_one(event):
    start_next(event)
    table = tables_of(event)[0]
    woods = ((8, 20, 15, 31), (9, 20, 15, 31))
    answers = race(
        *(
            lambda at=at: tell_deal(
                table=table, number=1, deal=ReportedDeal(0, woods[at]), key=f"k{at}", actor=None, seat=at
            )
            for at in (0, 1)
        )
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["PaperDeal", "WrongStatus"]
    assert PaperDeal.objects.count() == 1
