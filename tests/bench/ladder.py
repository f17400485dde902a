"""The ladder: how much stronger each bot is than another, measured and kept.

    python -m tests.bench.ladder            print ladder.json as the tables of docs/bots.md
    python -m tests.bench.ladder 600 rum-knock no-knock
                                            play for 600 seconds, row after row, those that hold one of the words

Each row goes on from where it stopped, a chunk at a time, so that the intervals narrow as long as it runs. `make proof`
plays the first chunk of each row again and refuses a level that has become weaker (`tests/games/bots/test_ladder.py`).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from math import hypot
from pathlib import Path

from games.bots.arena import Match, Sum, Tally, play
from games.engine.ruleset import PRESETS

STORED = Path(__file__).with_name("ladder.json")
SEED = 41  # of cards on which no bot was made


@dataclass(frozen=True, slots=True)
class Row:
    """One match: *first* in one seat (of two sides: on one side) against *second* in the others.

    *chunk* are the sets (decks or games, each from every seat) that are played at a time; *games* are whole games.
    """

    ruleset: str
    first: str
    second: str
    players: int
    chunk: int
    games: bool = False

    @property
    def match(self) -> Match:
        sides = self.players // 2 if self.ruleset == "partnership" else 1
        entries = [self.first, *[self.second] * (self.players // sides - 1)] * sides
        return Match(PRESETS[self.ruleset], tuple(entries), self.games, SEED)

    def __str__(self) -> str:
        return f"{self.ruleset} {self.first} {self.second} {self.players}"


@dataclass(slots=True)
class Found:
    """What a row brought: the first chunk, and all; points a deal, or the share of games won (0 to 1)."""

    date: str = ""
    check: Sum = field(default_factory=Sum)
    whole: Sum = field(default_factory=Sum)


def is_weaker(new: Sum, old: Sum) -> bool:
    """Whether *new* is below *old* by more than chance explains."""
    return old.mean - new.mean > hypot(new.half_width, old.half_width)


def rows() -> Iterator[Row]:
    """Every row, in the order of the tables."""
    for first, second, chunk in (
        ("beginner", "random", 100),
        ("club", "beginner", 200),
        ("strong", "club", 200),
        ("expert", "strong", 200),
        ("expert", "club", 200),
        ("expert", "field", 200),
        ("expert", "schedule", 200),
    ):
        for players in (2, 3, 4, 5):
            yield Row("knock-rummy", first, second, players, chunk)
    for ruleset in ("rum-knock", "no-knock", "joker-knock", "full-turn-first", "seven-for-all"):
        for players in (2, 5) if ruleset == "seven-for-all" else (2, 3, 4, 5):
            yield Row(ruleset, "expert", "club", players, 200)
    for ruleset in ("knock-pool", "knock-match"):
        for second in ("club", "expert-each-deal"):
            for players in (2, 4):
                yield Row(ruleset, "expert", second, players, 4, games=True)
    for ruleset in ("gin", "oklahoma", "straight-gin", "hollywood", "chicago", "manhattan", "spades-double"):
        yield Row(ruleset, "expert", "club", 2, 10, games=True)
    yield Row("cutthroat", "expert", "club", 3, 5, games=True)
    yield Row("partnership", "expert", "club", 4, 5, games=True)


def played(row: Row, done: int, count: int) -> Sum:
    """The sets *done*, *done* + 1, ... of a row, *count* of them."""
    tally = Tally.empty(row.players)
    tally.sets = done
    for _ in play(row.match, done + count, tally):
        pass
    entry = tally.entries[0]
    return entry.wins if row.games else entry.points


def added(one: Sum, other: Sum) -> Sum:
    return Sum(one.count + other.count, one.total + other.total, one.squares + other.squares)


def go_on(row: Row, found: Found) -> Found:
    """One chunk more."""
    more = played(row, found.whole.count, row.chunk)
    return Found(
        f"{datetime.now(UTC):%Y-%m-%d}", found.check if found.check.count else more, added(found.whole, more)
    )


def stored() -> dict[Row, Found]:
    """What `ladder.json` holds."""
    return {
        Row(**each["row"]): Found(each["date"], Sum(**each["check"]), Sum(**each["whole"]))
        for each in json.loads(STORED.read_text())
    }


def store(found: dict[Row, Found]) -> None:
    """In the order of `rows`; what is no row any more is dropped."""
    lines = [json.dumps({"row": asdict(row), **asdict(found[row])}) for row in rows() if row in found]
    STORED.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def main(arguments: Sequence[str]) -> None:
    found = stored() if STORED.exists() else {}
    if arguments:
        seconds, words = float(arguments[0]), arguments[1:]
        chosen = [row for row in rows() if not words or any(word in str(row) for word in words)]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            row = min(chosen, key=lambda row: found.get(row, Found()).whole.count / row.chunk)
            found[row] = go_on(row, found.get(row, Found()))
            store(found)
            print(f"{row}: {shown(row, found[row].whole)}", flush=True)
    print_tables(found)


def shown(row: Row, found: Sum) -> str:
    """As in the tables: points a deal, or per cent of the games."""
    if row.games:
        return f"{100 * found.mean:.1f} ± {100 * found.half_width:.1f} %"
    return f"{found.mean:+.2f} ± {found.half_width:.2f}"


def print_tables(found: dict[Row, Found]) -> None:
    """One line of markdown for each match-up, one column for each number of players."""
    lines: dict[tuple[str, str, str], dict[int, str]] = {}
    for row in rows():
        if row in found:
            sums = found[row].whole
            text = f"{shown(row, sums)} ({sums.count * row.players})"
            lines.setdefault((row.ruleset, row.first, row.second), {})[row.players] = text
    print("\n| game | first | second | 2 players | 3 players | 4 players | 5 players |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for names, line in lines.items():
        print(f"| {' | '.join([*names, *(line.get(players, '') for players in (2, 3, 4, 5))])} |")


if __name__ == "__main__":
    main(sys.argv[1:])
