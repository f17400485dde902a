"""Reports from real cards: settled by the engine, confirmed by a second person, disputed where two differ."""

import pytest

from accounts.models import User
from games.queries.rulesets import preset_ruleset
from games.queries.settlement import ReportedDeal
from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, start_next
from tournaments.enums import ResultStatus, TableStatus, TournamentRoleKind
from tournaments.errors import BadReport, NotAllowed, OwnReport, WrongStatus
from tournaments.models import SeatScore, Table, Tournament
from tournaments.services.entrants import enter_player
from tournaments.services.reports import report_deals, report_totals
from tournaments.services.results import confirm_result, dispute_result
from tournaments.services.setup import appoint, change_settings

pytestmark = pytest.mark.django_db


def a_table(**changed: object) -> tuple[Tournament, Table, list[User]]:
    """A paper table of four people with accounts, who are returned in seat order. Two deals are planned."""
    tournament = an_event(table_mode="paper", **changed)
    change_settings(tournament=tournament, actor=None, ruleset=preset_ruleset("knock-rummy", {"deals": 2}))
    for number in range(4):
        user = make_user(f"Player {number}")
        enter_player(tournament=tournament, actor=user, user=user)
    start_next(tournament)
    table = Table.objects.get()
    users = [seat.player.user for seat in table.seats.order_by("seat").select_related("player__user")]
    return tournament, table, users


def status(table: Table) -> str:
    return Table.objects.get(pk=table.pk).status


def test_one_person_reports_and_another_at_the_table_confirms():
    _tournament, table, (one, two, *_rest) = a_table()
    result = report_totals(table=table, totals=[10, -4, -6, 0], actor=one)
    assert (result.status, result.entered_seat, status(table)) == (
        ResultStatus.PROPOSED,
        0,
        TableStatus.DECIDED,
    )
    with pytest.raises(OwnReport):
        confirm_result(result=result, actor=one)
    with pytest.raises(NotAllowed):
        confirm_result(result=result, actor=make_user())
    confirmed = confirm_result(result=result, actor=two)
    assert (confirmed.confirmed_by, status(table)) == (two, TableStatus.CONFIRMED)
    assert confirm_result(result=result, actor=two).pk == confirmed.pk
    with pytest.raises(WrongStatus):
        report_totals(table=table, totals=[0, 0, 0, 0], actor=one)


def test_deals_are_settled_by_the_engine():
    """Deadwood 8, 20, 15, 31 with a clean knock is +42 -12 -7 -23; 12, 5, 30, 40 undercut (docs/rules.md,
    A).
    """
    tournament, table, _users = a_table()
    deals = [
        ReportedDeal(knocker=0, deadwoods=(8, 20, 15, 31)),
        ReportedDeal(knocker=None),
        ReportedDeal(knocker=0, deadwoods=(12, 5, 30, 40)),
    ]
    result = report_deals(table=table, deals=deals, actor=director_of(tournament))
    assert (result.status, status(table)) == (ResultStatus.CONFIRMED, TableStatus.CONFIRMED)
    second = (-17, 7 + 10 + 25 + 35, -25, -35)
    nets = [a + b for a, b in zip((42, -12, -7, -23), second, strict=True)]
    scores = list(SeatScore.objects.order_by("seat"))
    assert [score.net for score in scores] == nets
    assert [score.deals_won for score in scores] == [1, 1, 0, 0]
    assert [score.undercuts for score in scores] == [1, 0, 0, 0]
    assert [score.deadwood for score in scores] == [20, 25, 45, 71]
    assert {score.deals_played for score in scores} == {2}
    result.refresh_from_db()
    assert [deal["deadwoods"] for deal in result.deals_json] == [[8, 20, 15, 31], [], [12, 5, 30, 40]]


def test_a_deal_may_be_reported_by_its_cards():
    """The knocker has two runs and an ace over: 1. The others have no meld at all."""
    tournament, table, _users = a_table()
    hands = (
        "AS 2H 3H 4H 7C 8C 9C",
        "AC 3D 5S 7H 9S JD KC",
        "AD 3S 5C 7D 9H JC KS",
        "2C 4D 6S 8H TS QD KH",
    )
    report_deals(table=table, deals=[ReportedDeal(knocker=0, hands=hands)], actor=director_of(tournament))
    deadwoods = (1, 1 + 3 + 5 + 7 + 9 + 10 + 10, 1 + 3 + 5 + 7 + 9 + 10 + 10, 2 + 4 + 6 + 8 + 10 + 10 + 10)
    assert list(SeatScore.objects.order_by("seat").values_list("deadwood", flat=True)) == list(deadwoods)
    assert SeatScore.objects.get(seat=0).net == sum(deadwoods) - 4


@pytest.mark.parametrize(
    ("deals", "reason", "field"),
    [
        ([], "deals", ""),
        ([ReportedDeal(knocker=4, deadwoods=(1, 2, 3, 4))], "knocker", "deal-1"),
        ([ReportedDeal(knocker=0, deadwoods=(1, 2, 3))], "count", "deal-1"),
        ([ReportedDeal(None), ReportedDeal(knocker=0, deadwoods=(1, -2, 3, 4))], "deadwood", "deal-2-seat-2"),
        ([ReportedDeal(knocker=0, deadwoods=(1, 2, 3, 151))], "deadwood", "deal-1-seat-4"),
        ([ReportedDeal(knocker=0, deadwoods=(1, 2, 3, 4), multiplier=2)], "multiplier", "deal-1-multiplier"),
        ([ReportedDeal(knocker=0, deadwoods=(1, 2, 3, 4))] * 3, "too_many_deals", ""),
        ([ReportedDeal(knocker=0, hands=("AS 2S 3S 4S 5S 6S 7S",) * 4)], "cards_twice", "deal-1-seat-2"),
        ([ReportedDeal(knocker=0, hands=("AS", "2S", "3S", "4S"))], "hand_size", "deal-1-seat-1"),
        ([ReportedDeal(knocker=0, hands=("nonsense", "2S", "3S", "4S"))], "cards", "deal-1-seat-1"),
    ],
)
def test_deals_that_cant_have_happened_are_refused_with_their_place(deals, reason, field):
    tournament, table, _users = a_table()
    with pytest.raises(BadReport) as caught:
        report_deals(table=table, deals=deals, actor=director_of(tournament))
    assert (caught.value.reason, caught.value.field) == (reason, field)
    assert not SeatScore.objects.exists()


@pytest.mark.parametrize(
    ("totals", "reason", "field"),
    [
        ([1, -1, 0], "count", ""),
        ([1, 1, 1, 1], "sum", ""),
        ([200_000, -200_000, 0, 0], "total", "total-1"),
    ],
)
def test_totals_are_checked(totals, reason, field):
    tournament, table, _users = a_table()
    with pytest.raises(BadReport) as caught:
        report_totals(table=table, totals=totals, actor=director_of(tournament))
    assert (caught.value.reason, caught.value.field) == (reason, field)


def test_a_knock_above_the_limit_is_refused():
    tournament, table, _users = a_table()
    change_event = tournament.ruleset_json | {"preset": "rum-knock"}
    Tournament.objects.filter(pk=tournament.pk).update(ruleset_json=change_event)
    with pytest.raises(BadReport) as caught:
        report_deals(
            table=Table.objects.get(),
            deals=[ReportedDeal(knocker=0, deadwoods=(11, 20, 30, 40))],
            actor=director_of(tournament),
        )
    assert caught.value.reason == "knock_limit"
    assert table.pk


def test_the_same_report_from_a_second_person_is_a_confirmation():
    _tournament, table, (one, two, *_rest) = a_table()
    report_totals(table=table, totals=[5, -5, 0, 0], actor=one)
    result = report_totals(table=table, totals=[5, -5, 0, 0], actor=two)
    assert (result.status, result.version, status(table)) == (
        ResultStatus.CONFIRMED,
        2,
        TableStatus.CONFIRMED,
    )


def test_two_different_reports_are_a_dispute_which_a_director_decides():
    tournament, table, (one, two, three, _four) = a_table()
    report_totals(table=table, totals=[5, -5, 0, 0], actor=one)
    report_totals(table=table, totals=[6, -6, 0, 0], actor=one)
    assert status(table) == TableStatus.DECIDED
    latest = report_totals(table=table, totals=[7, -7, 0, 0], actor=two)
    assert status(table) == TableStatus.DISPUTED
    with pytest.raises(WrongStatus):
        confirm_result(result=latest, actor=three)
    confirm_result(result=latest, actor=director_of(tournament))
    assert status(table) == TableStatus.CONFIRMED
    assert list(table.results.values_list("version", "status")) == [
        (1, "superseded"),
        (2, "superseded"),
        (3, "confirmed"),
    ]


def test_who_doesnt_agree_disputes():
    tournament, table, (one, two, *_rest) = a_table()
    report_totals(table=table, totals=[5, -5, 0, 0], actor=one)
    for _unused in range(2):
        assert dispute_result(table=table, reason="it was 6", actor=two).status == TableStatus.DISPUTED
    assert tournament.audit_rows.filter(action="dispute_result").count() == 1


def test_a_scorer_enters_but_doesnt_confirm_own_entries():
    tournament, table, _users = a_table()
    scorer, second = make_user(), make_user()
    for user in (scorer, second):
        appoint(tournament=tournament, user=user, role=TournamentRoleKind.SCORER, actor=None)
    result = report_totals(table=table, totals=[5, -5, 0, 0], actor=scorer)
    assert result.status == ResultStatus.PROPOSED
    with pytest.raises(OwnReport):
        confirm_result(result=result, actor=scorer)
    assert confirm_result(result=result, actor=second).status == ResultStatus.CONFIRMED


def test_a_phone_at_the_table_needs_no_account():
    """The caller has checked the table's link and says which seat holds the phone."""
    _tournament, table, _users = a_table()
    result = report_totals(table=table, totals=[5, -5, 0, 0], actor=None, seat=2)
    with pytest.raises(OwnReport):
        confirm_result(result=result, actor=None, seat=2)
    confirmed = confirm_result(result=result, actor=None, seat=3)
    assert (confirmed.status, confirmed.entered_seat, confirmed.confirmed_seat) == ("confirmed", 2, 3)


def test_outsiders_and_other_tables_report_nothing():
    _tournament, table, _users = a_table()
    with pytest.raises(NotAllowed):
        report_totals(table=table, totals=[5, -5, 0, 0], actor=make_user())
    with pytest.raises(NotAllowed):
        report_totals(table=table, totals=[5, -5, 0, 0], actor=None)


def test_online_tables_arent_reported():
    tournament = an_event(4)
    start_next(tournament)
    with pytest.raises(WrongStatus):
        report_totals(table=Table.objects.get(), totals=[5, -5, 0, 0], actor=director_of(tournament))


def test_an_outdated_report_cant_be_confirmed():
    _tournament, table, (one, two, *_rest) = a_table()
    first = report_totals(table=table, totals=[5, -5, 0, 0], actor=one)
    report_totals(table=table, totals=[6, -6, 0, 0], actor=one)
    with pytest.raises(WrongStatus):
        confirm_result(result=first, actor=two)


def test_gin_adds_boxes_and_the_game_bonus():
    """Two deals of 60 for the first seat: 120 points, 2 boxes of 20, and 200 since the loser scored in no
    deal.
    """
    tournament = a_paper_event(2, table_sizes=(2,))
    change_settings(
        tournament=tournament,
        actor=None,
        ruleset=preset_ruleset("gin"),
        format_options=tournament.format,
    )
    start_next(tournament)
    deals = [ReportedDeal(knocker=0, deadwoods=(5, 65)), ReportedDeal(knocker=0, deadwoods=(0, 35))]
    report_deals(table=Table.objects.get(), deals=deals, actor=director_of(tournament))
    assert list(SeatScore.objects.order_by("seat").values_list("net", flat=True)) == [360, -360]
