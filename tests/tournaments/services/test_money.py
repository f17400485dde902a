"""Fees and prizes are records: replaced as a whole, written down, never below zero, shared where places are tied."""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, entrant, paper_round
from tournaments.enums import PaymentStatus
from tournaments.errors import BadReport, NotAllowed
from tournaments.models import AuditRow, Fee, Prize
from tournaments.queries.money import awards_of, money_page, money_text
from tournaments.services.money import PrizeSpec, set_fee, set_prizes

pytestmark = pytest.mark.django_db


def test_prizes_are_replaced_as_a_whole():
    tournament = a_paper_event(2)
    director = director_of(tournament)
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 5000), PrizeSpec(2, 2000)], actor=director)
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 3000, "Cup")], actor=director)
    assert list(Prize.objects.values_list("place", "amount", "description")) == [(1, 3000, "Cup")]
    assert AuditRow.objects.filter(action="set_prizes").count() == 2


@pytest.mark.parametrize(
    "prizes",
    [
        [PrizeSpec(1, 10), PrizeSpec(2, 20)],
        [PrizeSpec(1, 10), PrizeSpec(1, 5)],
        [PrizeSpec(0, 10)],
        [PrizeSpec(1, -1)],
    ],
)
def test_impossible_prizes_change_nothing(prizes):
    tournament = a_paper_event(2)
    with pytest.raises(BadReport):
        set_prizes(tournament=tournament, prizes=prizes, actor=None)
    assert Prize.objects.count() == 0


def test_tied_places_share_what_theirs_are_worth():
    tournament = a_paper_event(4, rounds=1, extra_round_cap=0, boundaries=())
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 5001), PrizeSpec(2, 2000)], actor=None)
    paper_round(tournament, {"Ada": 10, "Bo": 10, "Cy": -5})
    awards = awards_of(tournament, tuple(Prize.objects.order_by("place")))
    assert [(award.name, award.places, award.amount) for award in awards] == [
        ("Ada", "1–2", 3501),
        ("Bo", "1–2", 3500),
    ]


def test_a_fee_is_owed_then_paid_and_only_a_director_says_so():
    tournament = a_paper_event(2)
    ada = entrant(tournament, "Ada")
    for status in (PaymentStatus.OWED, PaymentStatus.PAID, PaymentStatus.PAID):
        set_fee(entrant=ada, amount=1250, status=status, actor=director_of(tournament))
    assert list(Fee.objects.values_list("entrant__name", "amount", "status")) == [("Ada", 1250, "paid")]
    assert AuditRow.objects.filter(action="set_fee").count() == 2
    page = money_page(tournament)
    assert (page.paid, page.owed) == ("12.50", "0.00")
    with pytest.raises(NotAllowed):
        set_fee(entrant=ada, amount=0, status=PaymentStatus.WAIVED, actor=make_user())
    with pytest.raises(BadReport):
        set_fee(entrant=ada, amount=-1, status=PaymentStatus.WAIVED, actor=None)


@pytest.mark.parametrize(
    ("amount", "text"), [(0, "0.00"), (5, "0.05"), (1250, "12.50"), (100_000, "1000.00")]
)
def test_amounts_as_people_write_them(amount, text):
    assert money_text(amount) == text
