"""Choosing which melds to show in a gin knock: offered where there is a choice, the usual way in front."""

from games.engine.observation import observe
from games.queries.table_hand import hand_view
from games.queries.table_view import HandCard, KnockWay
from tests.games.engine.playing import after, dealt

#          one run and three sixes, or three of the run and four sixes; over: A 2 4
SIXES = "3C 4C 5C 6C 6D 6H 6S AH 2D 4D"
OTHER = "7C 9C JC KD 2S 3H TH QH KH 9S"


def knockers(hand: str, drawn: str) -> dict[str, HandCard]:
    """The cards with which the hand may be shown in several ways, by code."""
    state = after(dealt("gin", (hand, OTHER), "QS", drawn), "pass pass stock")
    shown = hand_view(observe(state, 0), "")
    assert shown is not None
    return {item.card.code: item for item in shown.choosers}


def test_the_ways_to_show_a_knock_are_offered_the_usual_one_first() -> None:
    found = knockers(SIXES, "KC")
    assert set(found) == {"KC"}
    assert found["KC"].ways == (
        KnockWay("knock-KC:3C4C5C:6C6D6H6S", "3♣︎ 4♣︎ 5♣︎ · 6♣︎ 6♦︎ 6♥︎ 6♠︎, 7 left", "Knock with 7"),
        KnockWay("knock-KC:3C4C5C6C:6D6H6S", "3♣︎ 4♣︎ 5♣︎ 6♣︎ · 6♦︎ 6♥︎ 6♠︎, 7 left", "Knock with 7"),
        KnockWay("knock-KC:4C5C6C:6D6H6S", "4♣︎ 5♣︎ 6♣︎ · 6♦︎ 6♥︎ 6♠︎, 10 left", "Knock with 10"),
    )


def test_one_way_is_no_choice() -> None:
    """Three jacks, three fives and three eights: without one of them far more than 10 is left."""
    assert knockers("JS JD JH 5S 5D 5H 8C 8D 8H 2D", "4C") == {}
