"""Prizes as shares of the pot, re-entry fees, and the list of who pays and who gets what."""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, entrant, paper_round
from tournaments.engine.prizes import OddCents
from tournaments.enums import PaymentStatus
from tournaments.errors import BadReport, NotAllowed
from tournaments.models import Fee, Prize, Tournament
from tournaments.queries.money import awards_of, money_page, settlement
from tournaments.queries.ranking import prize_amounts
from tournaments.services.money import PrizeSpec, owe_entry_fees, set_fee, set_prizes, settle_fee

pytestmark = pytest.mark.django_db


def with_a_pot() -> Tournament:
    """Four people owe 10.00 each; Dee needn't pay, Cy has paid and re-entered for 5.01. The pot is 35.01."""
    tournament = a_paper_event(4, rounds=1, extra_round_cap=0, boundaries=())
    owe_entry_fees(tournament=tournament, amount=1000, actor=None)
    set_fee(entrant=entrant(tournament, "Dee"), amount=1000, status=PaymentStatus.WAIVED, actor=None)
    set_fee(entrant=entrant(tournament, "Cy"), amount=1000, status=PaymentStatus.PAID, actor=None)
    Fee.objects.create(entrant=entrant(tournament, "Cy"), kind="re-entry", amount=501)
    return tournament


def test_everybody_owes_the_entry_fee_once():
    tournament = a_paper_event(3)
    assert owe_entry_fees(tournament=tournament, amount=1000, actor=None) == 3
    assert owe_entry_fees(tournament=tournament, amount=1000, actor=None) == 0
    assert money_page(tournament).owed == "30.00"


def test_shares_are_of_all_fees_that_arent_waived():
    """35.01: half of it is 17.51 (the half cent goes to the better place), 30 % 10.50; 7.00 stay with the organiser."""
    tournament = with_a_pot()
    prizes = [PrizeSpec(1, 0, share=50), PrizeSpec(2, 100, share=30)]
    with pytest.raises(BadReport):
        set_prizes(tournament=tournament, prizes=prizes, actor=None)
    set_prizes(
        tournament=tournament, prizes=[PrizeSpec(1, 100, share=50), PrizeSpec(2, 0, share=30)], actor=None
    )
    assert prize_amounts(tournament.pk) == (100 + 1751, 1050)
    paper_round(tournament, {"Ada": 30, "Bo": 10, "Cy": -15})
    page = money_page(tournament)
    assert [(line.name, line.amount_text) for line in page.awards] == [("Ada", "18.51"), ("Bo", "10.50")]
    assert (page.pot, page.given, page.kept) == ("35.01", "29.01", "6.00")
    assert [(line.name, line.amount_text, line.status) for line in page.re_entries] == [
        ("Cy", "5.01", "owed")
    ]


@pytest.mark.parametrize(
    "prizes",
    [
        [PrizeSpec(1, 0, share=60), PrizeSpec(2, 0, share=50)],
        [PrizeSpec(1, 0, share=20), PrizeSpec(2, 0, share=30)],
        [PrizeSpec(1, 0, share=-1)],
        [PrizeSpec(1, 0, share=101)],
    ],
)
def test_impossible_shares_change_nothing(prizes):
    tournament = a_paper_event(2)
    with pytest.raises(BadReport):
        set_prizes(tournament=tournament, prizes=prizes, actor=None)
    assert Prize.objects.count() == 0


@pytest.mark.parametrize(
    ("rule", "shared"), [(OddCents.ONE_EACH, [3501, 3500]), (OddCents.KEPT, [3500, 3500])]
)
def test_the_event_says_who_gets_odd_cents(rule, shared):
    tournament = a_paper_event(4, rounds=1, extra_round_cap=0, boundaries=())
    set_prizes(
        tournament=tournament, prizes=[PrizeSpec(1, 5001), PrizeSpec(2, 2000)], actor=None, odd_cents=rule
    )
    tournament.refresh_from_db()
    paper_round(tournament, {"Ada": 10, "Bo": 10, "Cy": -5})
    prizes = tuple(Prize.objects.order_by("place"))
    assert [award.amount for award in awards_of(tournament, prizes)] == shared


def test_the_settlement_says_what_changes_hands():
    tournament = with_a_pot()
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 4000), PrizeSpec(2, 500, "Wine")], actor=None)
    paper_round(tournament, {"Ada": 30, "Bo": 10, "Cy": -15})
    found = settlement(tournament)
    assert [
        (line.name, line.paid_text, line.owed_text, line.prize_text, line.balance_text)
        for line in found.lines
    ] == [
        ("Ada", "0.00", "10.00", "40.00", "30.00"),
        ("Bo", "0.00", "10.00", "5.00", "−5.00"),
        ("Cy", "10.00", "5.01", "0.00", "−5.01"),
        ("Dee", "0.00", "0.00", "0.00", "0.00"),
    ]
    assert (found.paid, found.owed, found.given, found.balance) == ("10.00", "25.01", "45.00", "19.99")


def test_a_re_entry_is_paid_by_a_director_only():
    tournament = with_a_pot()
    fee = Fee.objects.get(kind="re-entry")
    with pytest.raises(NotAllowed):
        settle_fee(fee=fee, status=PaymentStatus.PAID, actor=make_user("Mia"))
    settle_fee(fee=fee, status=PaymentStatus.PAID, actor=None)
    assert money_page(tournament).paid == "15.01"
