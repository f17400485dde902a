"""The ladder that is kept, and that no level has become weaker since it was measured."""

from __future__ import annotations

import json

import pytest

from games.bots.arena import Sum
from tests.bench import ladder
from tests.bench.ladder import Found, Row, added, go_on, is_weaker, played, rows, shown, stored

KEPT = stored()
SHORT = Row("knock-rummy", "club", "random", 2, 3)


def points(mean: float, count: int = 100) -> Sum:
    """Values one above and one below *mean* by turns."""
    found = Sum()
    for number in range(count):
        found.add(mean + (1 if number % 2 else -1))
    return found


def test_weaker_is_what_chance_does_not_explain() -> None:
    assert is_weaker(points(2.0), points(2.5))
    assert not is_weaker(points(2.3), points(2.5))
    assert not is_weaker(points(3.0), points(2.5))
    assert not is_weaker(points(2.0, 8), points(2.5))  # too few to say so


def test_a_row_goes_on_where_it_stopped() -> None:
    once = go_on(SHORT, Found())
    assert once.check == once.whole == played(SHORT, 0, 3)
    twice = go_on(SHORT, once)
    assert twice.check == once.check
    assert twice.whole == added(played(SHORT, 0, 3), played(SHORT, 3, 3))
    assert twice.whole.mean == pytest.approx(played(SHORT, 0, 6).mean)


def test_in_partnership_each_bot_has_a_side() -> None:
    assert Row("partnership", "expert", "club", 4, 5, games=True).match.entries == ("expert", "club") * 2
    assert Row("cutthroat", "expert", "club", 3, 5, games=True).match.entries == ("expert", "club", "club")


def test_a_ladder_is_kept_as_it_was_found(tmp_path, monkeypatch) -> None:
    row = next(rows())
    monkeypatch.setattr(ladder, "STORED", tmp_path / "ladder.json")
    ladder.store({row: Found("2026-11-30", points(1.0, 4), points(1.5, 8)), SHORT: Found()})
    assert ladder.stored() == {row: Found("2026-11-30", points(1.0, 4), points(1.5, 8))}
    assert len(json.loads(ladder.STORED.read_text())) == 1


def test_the_ladder_holds_rows_that_exist() -> None:
    assert set(KEPT) <= set(rows())
    assert all(found.check.count == row.chunk for row, found in KEPT.items())


@pytest.mark.proof
@pytest.mark.parametrize("row", KEPT, ids=str)
def test_no_level_got_weaker(row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    """The first chunk of each row again, on the same cards; prints both with their 95 % intervals."""
    found, kept = played(row, 0, row.chunk), KEPT[row]
    with capsys.disabled():
        print(
            f"  {row}: {shown(row, found)} now, {shown(row, kept.check)} kept, {shown(row, kept.whole)} in all"
        )
    assert not is_weaker(found, kept.check)
