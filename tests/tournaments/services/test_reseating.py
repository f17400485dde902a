"""Chairs of a published round: swapped with the deals that were entered, taken by who is on standby, given up by who
doesn't come (user-demands 7). Standings and audit follow the people.
"""

import pytest

from games.queries.rulesets import preset_ruleset
from games.queries.settlement import ReportedDeal
from tests.factories import make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter,
    entrant,
    names_at,
    start_next,
)
from tournaments.errors import BadMove, NotAllowed, WrongStatus
from tournaments.models import Bye, PaperDeal, Table
from tournaments.queries.chairs import table_people
from tournaments.queries.invariants import audit_tournament
from tournaments.queries.standings import standings_page
from tournaments.services.completion import complete_round
from tournaments.services.entrants import enter_team_of_names
from tournaments.services.reports import report_deals, report_totals
from tournaments.services.reseating import give_up_seat, swap_seats, take_seat
from tournaments.services.results import confirm_result
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import change_settings
from tournaments.services.telling import tell_deal
from tournaments.services.undoing import undo_act

pytestmark = pytest.mark.django_db

# docs/rules.md, A "Settlement": 8, 20, 15, 31 is a clean knock, +42 -12 -7 -23
A_DEAL = ReportedDeal(0, (8, 20, 15, 31))


def tables_of(round_):
    return list(Table.objects.filter(round=round_).select_related("round__tournament").order_by("number"))


def published(event):
    return publish_round(draft=generate_round(tournament=event, actor=None), actor=None)


def chair(table, seat):
    return table.seats.select_related("table__round").get(seat=seat)


def sound(tournament):
    assert list(audit_tournament(tournament)) == []


def test_at_one_table_the_deals_go_along_with_the_people():
    event = a_paper_event(4, rounds=1)
    (table,) = tables_of(start_next(event))
    names = names_at(table)
    tell_deal(table=table, number=1, deal=A_DEAL, key="k", actor=None, seat=0)
    swap_seats(first=chair(table, 0), second=chair(table, 2), actor=director_of(event))
    assert names_at(table) == [names[2], names[1], names[0], names[3]]
    told = PaperDeal.objects.get().deal_json
    assert (told["knocker"], told["deadwoods"]) == (2, [15, 20, 8, 31])


def test_a_report_that_waits_goes_along_too_and_can_be_confirmed():
    event = a_paper_event(4, rounds=1)
    round_ = start_next(event)
    (table,) = tables_of(round_)
    names = names_at(table)
    report_deals(table=table, deals=[A_DEAL], actor=None, seat=0)
    swap_seats(first=chair(table, 0), second=chair(table, 1), actor=director_of(event))
    waiting = table.results.get(status="proposed")
    assert (waiting.version, waiting.entered_seat, waiting.deals_json[0]["knocker"]) == (2, 1, 1)
    confirm_result(result=waiting, actor=None, seat=0)
    complete_round(round_id=round_.pk)
    lines = {line.name: line.points_text for line in standings_page(event).lines}
    assert lines == {names[0]: "+42", names[1]: "−12", names[2]: "−7", names[3]: "−23"}
    sound(event)


def test_between_tables_what_was_entered_stays_with_the_chair():
    event = a_paper_event(8, rounds=1)
    one, two = tables_of(start_next(event))
    was = chair(one, 0).name, chair(two, 3).name
    report_totals(table=one, totals=[30, -10, -10, -10], actor=None, seat=1)
    swap_seats(first=chair(one, 0), second=chair(two, 3), actor=director_of(event))
    waiting = one.results.get(status="proposed")
    scores = {score.entrant.name: score.net for score in waiting.scores.select_related("entrant")}
    assert scores[was[1]] == 30
    assert was[0] not in scores
    sound(event)


def test_before_the_start_people_of_online_tables_change_too_and_later_they_cant():
    event = an_event(8)
    round_ = published(event)
    one, two = tables_of(round_)
    was = chair(one, 0).name, chair(two, 0).name
    swap_seats(first=chair(one, 0), second=chair(two, 0), actor=director_of(event))
    assert (chair(one, 0).name, chair(two, 0).name) == (was[1], was[0])
    start_round(round_=round_, actor=None)
    with pytest.raises(WrongStatus):
        swap_seats(first=chair(one, 0), second=chair(two, 0), actor=director_of(event))
    sound(event)


def test_a_result_that_stands_keeps_its_people():
    event = a_paper_event(4)
    (table,) = tables_of(start_next(event))
    report_totals(table=table, totals=[0, 0, 0, 0], actor=director_of(event))
    with pytest.raises(WrongStatus):
        swap_seats(first=chair(table, 0), second=chair(table, 1), actor=director_of(event))
    with pytest.raises(BadMove):
        swap_seats(first=chair(table, 0), second=chair(table, 0), actor=director_of(event))


def test_somebody_on_standby_takes_the_chair_of_who_doesnt_come():
    event = a_paper_event(5, rounds=1, table_sizes=(4,), empty_seats="bots")
    zoe = entrant(event, "Eve")
    zoe.standby = True
    zoe.save()
    round_ = published(event)
    (table,) = tables_of(round_)
    assert "Eve" not in names_at(table), "standby isn't seated"
    gone = chair(table, 2)
    take_seat(entrant=zoe, table=table, chair=gone, actor=director_of(event))
    assert names_at(table)[2] == "Eve"
    assert [(bye.entrant.name, bye.reason) for bye in Bye.objects.all()] == [(gone.name, "no_show")]
    with pytest.raises(BadMove):
        take_seat(entrant=zoe, table=table, actor=director_of(event))
    start_round(round_=round_, actor=None)
    report_totals(table=table, totals=[3, -1, -1, -1], actor=director_of(event))
    complete_round(round_id=round_.pk)
    points = {line.name: line.points_text for line in standings_page(event).lines}
    assert (points["Eve"], points[gone.name]) == ("−1", "0")
    sound(event)


def test_who_comes_late_sits_down_at_the_end_of_a_table_until_it_is_full():
    event = a_paper_event(8)
    one, two = tables_of(start_next(event))
    late, later = enter(event, ["Zara", "Zeno"])
    boss = director_of(event)
    assert take_seat(entrant=late, table=one, actor=boss).seat == 4
    with pytest.raises(BadMove):
        take_seat(entrant=later, table=one, actor=boss)
    tell_deal(table=two, number=1, deal=A_DEAL, key="k", actor=None, seat=0)
    with pytest.raises(WrongStatus):
        take_seat(entrant=later, table=two, actor=boss)
    sound(event)


def test_a_no_show_leaves_three_on_real_cards_and_a_bot_online():
    event = a_paper_event(4, check_in=False)
    (table,) = tables_of(published(event))
    names = names_at(table)
    give_up_seat(chair=chair(table, 1), actor=director_of(event))
    assert names_at(table) == [names[0], names[2], names[3]]
    sound(event)
    online = an_event(4)
    (table,) = tables_of(published(online))
    give_up_seat(chair=chair(table, 1), actor=director_of(online))
    taken = chair(table, 1)
    assert (taken.occupant, taken.player, taken.name) == ("bot", None, "Bot Elm")
    sound(online)


def test_a_table_of_two_cant_lose_one_and_nobody_else_may_do_it():
    event = a_paper_event(2)
    (table,) = tables_of(published(event))
    with pytest.raises(BadMove):
        give_up_seat(chair=chair(table, 0), actor=director_of(event))
    with pytest.raises(NotAllowed):
        swap_seats(first=chair(table, 0), second=chair(table, 1), actor=make_user("Nobody"))


def a_partnership():
    """Four teams at two tables of real cards, published; names by seat are partners across from each other."""
    event = a_paper_event(0, table_sizes=(4,))
    rules = preset_ruleset("partnership")
    event = change_settings(tournament=event, actor=None, ruleset=rules)
    for names in (("Ada", "Bo"), ("Cy", "Dee"), ("Eve", "Flo"), ("Gus", "Hal")):
        enter_team_of_names(tournament=event, actor=None, names=names)
    return event, tables_of(start_next(event))


def test_teams_change_places_as_a_whole_between_tables():
    event, (one, two) = a_partnership()
    before = names_at(one), names_at(two)
    swap_seats(first=chair(one, 0), second=chair(two, 3), actor=director_of(event))
    (a, b, c, d), (e, f, g, h) = before
    assert (names_at(one), names_at(two)) == ([f, b, h, d], [e, a, g, c])
    sound(event)
    undo_act(tournament=event, number=event.audit_rows.count(), actor=director_of(event))
    assert (names_at(one), names_at(two)) == before


def test_at_one_table_a_reported_total_goes_along_with_the_teams():
    event, (one, _two) = a_partnership()
    report_totals(table=one, totals=[150, -150, 150, -150], actor=None, seat=1)
    a, b, c, d = names_at(one)
    swap_seats(first=chair(one, 2), second=chair(one, 1), actor=None)
    assert names_at(one) == [b, a, d, c]
    report = one.results.latest("version")
    assert list(report.scores.order_by("seat").values_list("net", flat=True)) == [-150, 150, -150, 150]
    assert report.entered_seat == 0
    sound(event)


def test_partners_change_chairs_and_a_team_comes_or_goes_as_a_whole():
    event, (one, _two) = a_partnership()
    a, b, c, d = names_at(one)
    swap_seats(first=chair(one, 0), second=chair(one, 2), actor=None)
    assert names_at(one) == [c, b, a, d]
    sound(event)
    with pytest.raises(BadMove) as caught:
        give_up_seat(chair=chair(one, 0), actor=None)
    assert caught.value.reason == "team"
    assert table_people(one).can_fill is False
