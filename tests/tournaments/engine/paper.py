"""Tables written as on paper, so that three rounds fit on a screen.

    1   A 42  B -12  C -7  D -23        round 1, seats with their net points
    2.7 A 5 w2 u1  B -5 forfeit         round 2, table 7; two deals won, one undercut suffered
    3 final x8  A 3  B -3               a final round, eight deals played

After a seat's points: w deals won, u undercuts suffered, d deadwood, p positive points, @ place, forfeit,
absent. After the round: main (unless said), final, extra; open (not confirmed), void; x deals.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.engine.exact import simplest
from tournaments.engine.extra_rounds import Boundary, ExtraRules, Tie, resolve
from tournaments.engine.results import (
    EntrantInfo,
    EntrantKind,
    EntrantStatus,
    RoundKind,
    SeatResult,
    SeatStatus,
    TableOutcome,
    TableStatus,
)
from tournaments.engine.rows import StandingRow
from tournaments.engine.scoring import Scheme
from tournaments.engine.standings import EventInput

LETTERS = {"w": "deals_won", "u": "undercuts", "d": "deadwood", "p": "positive", "@": "place"}
STATUSES = {"open": TableStatus.PROVISIONAL, "void": TableStatus.VOID}


def tables(text: str) -> tuple[TableOutcome, ...]:
    """The table outcomes written in the text, one a line."""
    seen: dict[int, int] = {}
    out = []
    for line in filter(str.strip, text.splitlines()):
        words = line.split()
        number, _, table = words.pop(0).partition(".")
        round_number = int(number)
        seen[round_number] = int(table) if table else seen.get(round_number, 0) + 1
        options = {}
        while not words[0][0].isupper():
            word = words.pop(0)
            if word in STATUSES:
                options["status"] = STATUSES[word]
            elif word.startswith("x"):
                options["deals"] = int(word[1:])
            else:
                options["round_kind"] = RoundKind(word)
        out.append(TableOutcome(round_number, seen[round_number], seats(words), **options))
    return tuple(out)


def seats(words: Sequence[str]) -> tuple[SeatResult, ...]:
    found: list[dict] = []
    for word in words:
        if word[0].isupper():
            found.append({"entrant": word, "net": 0})
        elif re.fullmatch(r"[-+]?\d+(/\d+)?", word):
            found[-1]["net"] = simplest(Fraction(word))
        elif word in (SeatStatus.FORFEIT, SeatStatus.ABSENT):
            found[-1]["status"] = SeatStatus(word)
        else:
            found[-1][LETTERS[word[0]]] = int(word[1:])
    return tuple(SeatResult(**seat) for seat in found)


def people(names: str, *, seeded: bool = False) -> tuple[EntrantInfo, ...]:
    """One person per letter, unseeded (listed by name) unless `seeded`."""
    return tuple(EntrantInfo(name, seeding=at if seeded else 0) for at, name in enumerate(names, 1))


def bot(name: str) -> EntrantInfo:
    return EntrantInfo(name, kind=EntrantKind.BOT)


def withdrawn(name: str, from_round: int = 0) -> EntrantInfo:
    return EntrantInfo(name, status=EntrantStatus.WITHDRAWN, status_from_round=from_round)


def disqualified(name: str, from_round: int = 0) -> EntrantInfo:
    return EntrantInfo(name, status=EntrantStatus.DISQUALIFIED, status_from_round=from_round)


def event(
    who: str | Iterable[EntrantInfo], text: str, *tiebreaks: str, scheme: Scheme | None = None, **more
) -> EventInput:
    """An event of the people named (or given), with the tables written in the text."""
    entrants = people(who) if isinstance(who, str) else tuple(who)
    return EventInput(entrants, tables(text), scheme or Scheme(), tiebreaks, **more)


def placed(rows: Iterable[StandingRow]) -> str:
    """`1 A  1 B  3 C  - X`: the places and names of the rows, a dash for no place."""
    return "  ".join(f"{row.place or '-'} {row.entrant}" for row in rows)


def values(rows: Iterable[StandingRow], key: str) -> dict:
    """Each entrant's value of a criterion; single numbers without their tuple."""
    out = {}
    for row in rows:
        value = row.value(key)
        out[row.entrant] = value[0] if value is not None and len(value) == 1 else value
    return out


RULES = ExtraRules("night 7")


def tie(names, first=1, lines=(1,), gone=""):
    """A tie of the named players for the places from `first`; `gone` have withdrawn."""
    members = tuple(names)
    players = tuple(name for name in names if name not in gone)
    return Tie(first, members, players, tuple(Boundary(line) for line in lines))


def after(tied, text="", rules=RULES, **more):
    """The order so far, tiers divided by slashes, and what is to be played next: kind, attempt, tables."""
    found = resolve(tied, tables(text), rules, **more)
    order = " / ".join("".join(tier) for tier in found.order.tiers)
    coming = [
        f"{stage.kind.value} {stage.attempt}: " + " ".join("".join(table) for table in stage.tables)
        for stage in found.stages
    ]
    return order, coming
