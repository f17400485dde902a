"""The end of a deal in words: the worked examples of docs/rules.md, A "Settlement", told to one of the
players.
"""

import pytest

from games.engine.cards import Hand, parse_cards
from games.engine.melds import best_arrangement
from games.engine.results import DealKind, DealResult
from games.engine.ruleset import PRESETS
from games.engine.scoring import settle
from games.queries.table_end import end_rows, end_text, end_title
from games.queries.table_words import Names

RULES = PRESETS["knock-rummy"]
NAMES = Names.of(("Ines Keller", "Marek Novák", "Ruth Okafor", "Bot Elm"), 0)


def ended(deadwoods: tuple[int, ...], knocker: int = 0, kind: DealKind = DealKind.KNOCK) -> DealResult:
    """A result with these deadwoods; the hands are only there to be shown."""
    hands = tuple(Hand(parse_cards(text)) for text in ("AS 2S 3S", "4H 5H 6H", "7C 8C 9C", "TD JD QD"))
    hands = hands[: len(deadwoods)]
    low = min(deadwoods)
    beaten = kind is DealKind.KNOCK and any(
        value <= deadwoods[knocker] for seat, value in enumerate(deadwoods) if seat != knocker
    )
    winners = tuple(s for s, v in enumerate(deadwoods) if v == low and s != knocker) if beaten else (knocker,)
    return DealResult(
        kind=kind,
        seats=tuple(range(len(deadwoods))),
        net=settle(RULES, deadwoods, knocker),
        points=settle(RULES, deadwoods, knocker),
        hands=hands,
        knocker=knocker,
        winners=winners,
        deadwoods=deadwoods,
        arrangements=tuple(best_arrangement(hand) for hand in hands),
    )


@pytest.mark.parametrize(
    ("deadwoods", "kind", "title", "text", "rows"),
    [
        (
            (8, 20, 15, 31),
            DealKind.KNOCK,
            "You knocked and win the deal",
            "You knocked with 8, the least of all. Everyone else pays the difference.",
            [
                ("You", 42, "collected 42", "12 + 7 + 23"),
                ("Ruth", -7, "7 to you", "15 less 8"),
                ("Marek", -12, "12 to you", "20 less 8"),
                ("Bot Elm", -23, "23 to you", "31 less 8"),
            ],
        ),
        (
            (12, 5, 30),
            DealKind.KNOCK,
            "Marek undercuts your knock",
            "You knocked with 12, Marek has 5. The knocker pays the difference and 10 on top."
            " The others pay their difference.",
            [
                ("Marek", 42, "collected 42", "17 + 25"),
                ("You", -17, "17 to Marek", "7 + 10 undercut"),
                ("Ruth", -25, "25 to Marek", "30 less 5"),
            ],
        ),
        (
            (12, 12, 30),
            DealKind.KNOCK,
            "Marek undercuts your knock",
            "You knocked with 12, and Marek has 12: a tie counts against the knocker, who pays 10."
            " The others pay their difference.",
            [
                ("Marek", 28, "collected 28", "10 + 18"),
                ("You", -10, "10 to Marek", "0 + 10 undercut"),
                ("Ruth", -18, "18 to Marek", "30 less 12"),
            ],
        ),
        (
            (12, 5, 5, 29),
            DealKind.KNOCK,
            "Marek and Ruth undercut your knock",
            "You knocked with 12, Marek has 5, Ruth has 5. The knocker pays the difference and 10 on top."
            " All others pay their difference too, and the winners split it.",
            [
                ("Marek", 21, "collected 21", "shared"),
                ("Ruth", 20, "collected 20", "shared"),
                ("You", -17, "17, split by Marek and Ruth", "7 + 10 undercut"),
                ("Bot Elm", -24, "24, split by Marek and Ruth", "29 less 5"),
            ],
        ),
        (
            (0, 12, 30, 8),
            DealKind.RUMMY,
            "You went rummy",
            "All cards in melds: everyone else pays their deadwood and 25 on top.",
            [
                ("You", 125, "collected 125", "37 + 55 + 33"),
                ("Bot Elm", -33, "33 to you", "8 + 25"),
                ("Marek", -37, "37 to you", "12 + 25"),
                ("Ruth", -55, "55 to you", "30 + 25"),
            ],
        ),
    ],
)
def test_worked_examples(
    deadwoods: tuple[int, ...],
    kind: DealKind,
    title: str,
    text: str,
    rows: list[tuple[str, int, str, str]],
) -> None:
    result = ended(deadwoods, kind=kind)
    assert end_title(result, NAMES) == title
    assert end_text(result, NAMES, RULES) == text
    found = end_rows(result, NAMES, RULES)
    assert [(row.name, row.net, row.collects or row.pays, row.why) for row in found] == rows
    assert [row.is_winner for row in found] == [row[2].startswith("collected") for row in rows]


def test_others_are_told_by_name() -> None:
    onlooker = Names.of(NAMES.full, None)
    result = ended((12, 5, 30))
    assert end_title(result, onlooker) == "Marek undercuts Ines"
    assert end_title(result, Names.of(NAMES.full, 1)) == "You undercut Ines"


def test_a_deal_without_score() -> None:
    hands = tuple(Hand(parse_cards(text)) for text in ("AS 2S 3S", "4H 5H 6H"))
    void = DealResult(DealKind.VOID, (0, 1), (0, 0), (0, 0), hands)
    assert end_title(void, NAMES) == "The deal is void"
    assert [(row.pays, row.collects, row.why, row.is_winner) for row in end_rows(void, NAMES, RULES)] == [
        ("", "", "", False),
        ("", "", "", False),
    ]


def test_in_gin_the_winner_scores_and_nobody_pays() -> None:
    """Ines knocks with 5♣ in her hand, Marek holds K♥ Q♦ beside his melds and lays nothing off: 20 less 5."""
    rules = PRESETS["gin"]
    hands = tuple(
        Hand(parse_cards(text)) for text in ("2C 2D 2H 7S 8S 9S AD AH AS 5C", "4C 4D 4H 8D 8H 8C 6H 6C KH QD")
    )
    result = DealResult(
        kind=DealKind.KNOCK,
        seats=(0, 1),
        net=(15, -15),
        points=(15, 0),
        hands=hands,
        knocker=0,
        winners=(0,),
        deadwoods=(5, 20),
        arrangements=tuple(best_arrangement(hand) for hand in hands),
    )
    found = end_rows(result, NAMES, rules)
    assert [(row.name, row.net, row.collects, row.pays, row.why) for row in found] == [
        ("You", 15, "scored 15", "", "20 less 5"),
        ("Marek", 0, "", "", ""),
    ]
