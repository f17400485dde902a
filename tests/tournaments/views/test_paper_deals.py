"""Deals told one by one from the page behind a table's card: seen on the live board, settled from cards, taken once,
never over somebody else's telling. And codes can't be guessed.
"""

import pytest
from django.core.cache import cache

from tests.tournaments.evenings import a_paper_event, director_of, names_at, start_next
from tournaments.models import PaperDeal
from tournaments.queries.live_board import live_board

pytestmark = pytest.mark.django_db

# docs/rules.md, A "Settlement": 8, 20, 15, 31 is a clean knock, +42 -12 -7 -23
WOODS = (8, 20, 15, 31)
# clubs 2 3 4 and three 9s, 8 alone; a run of spades and 5 5 5 with 2; three kings, 4 5 6 of spades, ace; nothing at all
HANDS = (
    "2C 3C 4C 9S 9H 9D 8S",
    "2S 3S TS 5C 5D 5H 7H",
    "KS KH KD 4S 5S 6S AH",
    "AC 3D 6H 8D TC QH 7C",
)


@pytest.fixture
def table():
    return start_next(a_paper_event(4)).tables.select_related("round__tournament").get()


def a_deal(number=1, *, woods=WOODS, hands=(), knocker="0", seat=0, key="k", seen=""):
    data = {"number": number, "rows": 8, "seat": seat, f"key-{number}": key, f"seen-{number}": seen}
    data[f"deal-{number}-knocker"] = knocker
    data |= {f"deal-{number}-seat-{n}": wood for n, wood in enumerate(woods, 1)}
    return data | {f"deal-{number}-hand-{n}": hand for n, hand in enumerate(hands, 1)}


def tell(client, table, **data):
    return client.post(f"/r/{table.report_code}/deal/", a_deal(**data))


def test_a_told_deal_is_on_the_live_board(client, table):
    names = names_at(table)
    assert tell(client, table).status_code == 302
    (line,) = live_board(table.round.tournament).lines
    assert (line.table.progress, line.table.leader, line.table.minutes_quiet) == ("Deal 1 of 1", names[0], 0)
    assert [seat.points for seat in line.table.seats] == [42, -12, -7, -23]
    client.force_login(director_of(table.round.tournament))
    page = client.get(f"/t/{table.round.tournament.public_id}/tonight/").context["tonight"]
    assert page.tables[0].sentence == f"On real cards. Deal 1 of 1. {names[0]} leads. Last told just now."


def test_the_same_telling_twice_is_one_and_another_phone_sees_it(client, table):
    for _unused in range(2):
        assert tell(client, table).status_code == 302
    told = PaperDeal.objects.get()
    assert (told.number, told.told_seat, told.key) == (1, 0, "k")
    page = client.get(f"/r/{table.report_code}/")
    assert [field.value() for field in page.context["deals"].blocks()[0].seats] == list(WOODS)


def test_a_late_telling_doesnt_undo_what_somebody_else_told_meanwhile(client, table):
    tell(client, table)
    late = tell(client, table, woods=(9, 20, 15, 31), seat=1, key="from a dead spot")
    assert (late.status_code, late.context["refusal"]) == (
        422,
        "Deal 1 was told already, and differently. Look at it before you change it.",
    )
    assert tell(client, table, woods=(9, 20, 15, 31), seat=1, key="again", seen="k").status_code == 302
    assert PaperDeal.objects.get().deal_json["deadwoods"] == [9, 20, 15, 31]


def test_cards_are_settled_by_the_engine(client, table):
    data = a_deal(woods=(), hands=HANDS) | {"what": "deals"}
    shown = client.post(f"/r/{table.report_code}/payments/", data).context["lines"]
    assert [line.found.deadwoods for line in shown] == [(8, 22, 1, 45)]
    assert tell(client, table, woods=(), hands=HANDS).status_code == 302
    client.post(f"/r/{table.report_code}/", data | {"key": "all"})
    # 8 against a low of 1: the knocker is undercut
    scores = table.results.get().scores.order_by("seat")
    assert [score.deadwood for score in scores] == [8, 22, 1, 45]
    assert scores[2].net > 0 > scores[0].net


@pytest.mark.parametrize(
    ("hands", "field"),
    [
        (HANDS[:3], "deal-1-hand-4"),
        ((HANDS[0], *HANDS[:3]), "deal-1-hand-2"),
        ((*HANDS[:3], "AC 3D 6H 8D TC QH"), "deal-1-hand-4"),
        ((*HANDS[:3], "no cards at all"), "deal-1-hand-4"),
    ],
)
def test_cards_that_cant_be_are_refused_at_their_hand(client, table, hands, field):
    answer = tell(client, table, woods=(), hands=hands)
    assert (answer.status_code, next(iter(answer.context["deals"].errors))) == (422, field)
    assert PaperDeal.objects.count() == 0


def test_a_void_deal_is_told_as_void_and_played_again(client, table):
    assert tell(client, table, woods=(), knocker="void").status_code == 302
    assert tell(client, table, number=2, key="second").status_code == 302
    (line,) = live_board(table.round.tournament).lines
    assert [seat.points for seat in line.table.seats] == [42, -12, -7, -23]


def test_a_deal_without_anything_in_it_isnt_told(client, table):
    answer = client.post(f"/r/{table.report_code}/deal/", {"number": 1, "rows": 1, "seat": 0})
    assert (answer.status_code, answer.context["refusal"]) == (422, "Fill in the deal before you send it.")
    answer = client.post(f"/r/{table.report_code}/deal/", a_deal() | {"seat": ""})
    assert answer.context["refusal"] == "Say who you are."


@pytest.mark.parametrize("rate", [None, "3/min"])
def test_who_guesses_codes_waits_and_without_the_guard_goes_on(client, table, settings, rate):
    settings.WRONG_CODES_RATE = rate
    cache.clear()
    answers = [client.get(f"/r/{code}/").status_code for code in ("AAAAAAA3", "AAAAAAA4", "AAAAAAA6")]
    answers.append(client.get("/r/?code=AAAAAAA7").status_code)
    right = client.get(f"/r/{table.report_code}/").status_code
    assert (answers, right) == (([404] * 4, 200) if rate is None else ([404, 404, 404, 429], 429))
    cache.clear()


def test_right_codes_never_make_a_hall_wait(client, table, settings):
    settings.WRONG_CODES_RATE = "3/min"
    cache.clear()
    assert [client.get(f"/r/{table.report_code}/").status_code for _unused in range(5)] == [200] * 5
