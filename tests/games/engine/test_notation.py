"""Records as text: golden ones are read back, and what is no record is refused with its line."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import RecordError, RecordReason
from games.engine.notation import format_move, format_record, parse_move, parse_record, result_text
from games.engine.replay import DealRecord, GameRecord
from tests.games.engine.golden_records import FOLDER, golden_deal, golden_game
from tests.games.engine.playing import ALL_PRESETS, after, dealt, play_game

GOLDEN = sorted(FOLDER.glob("*.txt"))
SHORT = [path for path in GOLDEN if path.stat().st_size < 1500]
DEAL = after(
    dealt(
        "knock-rummy", ["AS 2S 3S 4S 5H 5D 5C", "6H 7H 8H 9H TC JC QC", "2C 8C KC 4D 6D TD QS"], "9D", "KH"
    ),
    "pile discard-AS pile knock-6H",
)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_is_still_a_legal_game_with_the_same_result(path):
    text = path.read_text()
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize("key", ALL_PRESETS)
def test_every_preset_has_golden_records_of_today(key):
    assert (FOLDER / f"{key}.deal.txt").read_text() == golden_deal(key)
    assert (FOLDER / f"{key}.game.txt").read_text() == golden_game(key)


def test_the_text_of_a_deal():
    text = format_record(DealRecord.from_state(DEAL))
    assert text.splitlines()[5:] == [
        "Deck: " + " ".join(card.code for card in DEAL.deck),
        "# Hands: 5C 5D 5H AS 2S 3S 4S | TC JC QC 6H 7H 8H 9H | 2C 8C KC 4D 6D TD QS",
        "",
        "0: pile (9D) discard-AS",
        "1: pile (AS) knock-6H",
        "Result: knock by 1; deadwood 9 1 50; points -8 +57 -49",
    ]


def test_what_is_for_the_reader_is_ignored_when_read_back():
    record = DealRecord.from_state(DEAL)
    text = format_record(record).replace("(9D)", "(a fine card)").replace("\n0:", "\n# seat 0 begins\n\n0:")
    assert parse_record(text) == record


def test_an_unfinished_deal_has_a_record_without_a_result():
    state = after(
        dealt("gin", ["AS 2S 3S 4S 5H 5D 5C 9C 9D 9H", "6H 7H 8H TH TC JC QC KC KD KH"], "4C"), "pile"
    )
    record = DealRecord.from_state(state)
    assert "Result" not in format_record(record)
    assert parse_record(format_record(record)).replay() == state


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(ALL_PRESETS)), st.integers(0, 2**32))
def test_a_game_comes_back_from_its_text(key, seed):
    ruleset = ALL_PRESETS[key]
    state, record = play_game(
        ruleset, ruleset.max_players, random.Random(seed), 0.9, max_deals=3, greedy=True
    )
    again = parse_record(format_record(record))
    assert again == record
    assert again.replay().totals == state.totals


def test_a_game_ended_by_the_clock_says_so():
    _, record = play_game(ALL_PRESETS["knock-rummy"], 3, random.Random(1), max_deals=2)
    record = GameRecord(record.ruleset, 3, 0, record.deals, ended_early=True)
    text = format_record(record)
    assert "Ended: clock\n" in text
    assert parse_record(text) == record
    assert parse_record(text).replay().result.ended_early


@pytest.mark.parametrize(
    ("change", "reason", "line"),
    [
        (("Deadwood-Deal: 1", "Deadwood-Deal: 2"), RecordReason.BAD_HEADER, 1),
        (("Deadwood-Deal: 1", "Chess: 1"), RecordReason.BAD_HEADER, 1),
        (("Rules: knock-rummy", "Rules: whist"), RecordReason.BAD_HEADER, 2),
        (("Rules: knock-rummy\n", ""), RecordReason.BAD_HEADER, 0),
        (("Players: 3", "Players: many"), RecordReason.BAD_HEADER, 0),
        (("Players: 3", "Players: 4"), RecordReason.ILLEGAL_MOVE, 9),
        (("Deck: AS", "Deck: ZZ"), RecordReason.DECK_DIFFERS, 6),
        (("Deck: AS ", "Deck: "), RecordReason.DECK_DIFFERS, 6),
        (("0: pile", "0: grab"), RecordReason.BAD_MOVE, 9),
        (("0: pile", "what: ever"), RecordReason.BAD_LINE, 9),
        (("Dealer: 2", "Players: 3"), RecordReason.BAD_LINE, 4),
        (("0: pile", "2: pile"), RecordReason.ILLEGAL_MOVE, 9),
        (("discard-AS", "discard-9D"), RecordReason.ILLEGAL_MOVE, 9),
        (("1: pile (AS) knock-6H", "1: pile (AS) knock-KS"), RecordReason.ILLEGAL_MOVE, 10),
        (("points -8", "points -9"), RecordReason.RESULT_DIFFERS, 11),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(change, reason, line):
    text = format_record(DealRecord.from_state(DEAL))
    assert change[0] in text
    with pytest.raises(RecordError) as caught:
        parse_record(text.replace(*change))
    assert (caught.value.reason, caught.value.line) == (reason, line)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("Totals: ", "Totals: 9"), RecordReason.RESULT_DIFFERS),
        (("Places: ", "Places: 5"), RecordReason.RESULT_DIFFERS),
        (("Seed: ", "Seed: 00"), RecordReason.BAD_HEADER),
        (("Seed: ", "Seed: zz"), RecordReason.BAD_HEADER),
        (("First-Dealer: 0", "First-Dealer: 9"), RecordReason.BAD_HEADER),
    ],
)
def test_a_game_that_says_other_than_what_was_played_is_refused(change, reason):
    text = (FOLDER / "knock-match.game.txt").read_text()
    with pytest.raises(RecordError) as caught:
        parse_record(text.replace(change[0], change[1], 1))
    assert caught.value.reason is reason


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(RecordError):
        parse_record(text)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SHORT), st.data())
def test_a_spoilt_record_is_refused_or_is_another_record(path, data):
    """One line lost, doubled, moved or with a character changed: never anything but an answer."""
    lines = path.read_text().splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["lost", "doubled", "moved", "changed"]))
    if change == "changed" and lines[at]:
        place = data.draw(st.integers(0, len(lines[at]) - 1))
        new = data.draw(st.sampled_from(' 0159:-()"{}AKSJRtz#'))
        lines[at] = lines[at][:place] + new + lines[at][place + 1 :]
    elif change == "doubled":
        lines.insert(at, lines[at])
    else:
        line = lines.pop(at)
        if change == "moved":
            lines.insert(data.draw(st.integers(0, len(lines))), line)
    try:
        record = parse_record("\n".join(lines))
    except RecordError:
        return
    assert parse_record(format_record(record)) == record


def test_results_in_one_line():
    assert result_text(DEAL.result) == "knock by 1; deadwood 9 1 50; points -8 +57 -49"


@pytest.mark.parametrize("number", [0, 1], ids=["deal", "game"])
def test_the_examples_of_the_documentation_are_records(number):
    page = (Path(__file__).parents[3] / "docs" / "notation.md").read_text()
    text = re.findall(r"^```\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[number]
    assert format_record(parse_record(text)) == text


def test_the_codes_of_the_documentation_are_codes():
    page = (Path(__file__).parents[3] / "docs" / "notation.md").read_text()
    codes = [
        code
        for row in re.findall(r"^\| (`.+?) \|", page, re.MULTILINE)
        for code in re.findall(r"`(.+?)`", row)
    ]
    assert len(codes) == 13
    assert [format_move(parse_move(code)) for code in codes] == codes
