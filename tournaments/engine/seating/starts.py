"""Good beginnings for a full plan: a known design, the closed form, or a random deal.

A beginning need not be perfect: exposure is levelled and rematches are mended afterwards.
"""

from collections.abc import Sequence
from math import gcd

from tournaments.engine.seating.designs import design_rounds
from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.sizes import FieldShape

Round = list[list[int]]

# From here on the closed form has no rematches where the reference plans have none.
_LARGE = 48
_TRIES = 400
# A design is a good beginning also for a few rounds more than it has.
_FURTHER = 1


def start_rounds(present: Sequence[Sequence[int]], shapes: Sequence[FieldShape], dice: Dice) -> list[Round]:
    """Tables (and a last list of byes where there are any) for every round.

    `present` are the people of each round; where they change from round to round the deal is random.
    """
    same = all(people == present[0] for people in present) and all(shape == shapes[0] for shape in shapes)
    built = _built(list(present[0]), shapes[0], len(shapes), dice) if same else None
    return built or [
        _random_round(people, shape, dice) for people, shape in zip(present, shapes, strict=True)
    ]


def _built(people: list[int], shape: FieldShape, rounds: int, dice: Dice) -> list[Round] | None:
    """Rounds from a design or the closed form, missing people taken out as phantoms."""
    sizes = [table.players for table in shape.tables]
    size, tables = max(sizes), len(sizes)
    missing = size * tables - sum(sizes)
    if shape.byes or min(sizes) < size - 1 or missing > tables:
        return None
    ready = design_rounds(len(people), size) if missing else []
    if len(ready) == rounds:
        return _relabel(ready, [], people, sizes, dice)
    design = design_rounds(size * tables, size)
    chosen = _from_design(design, missing, rounds, dice)
    if chosen is None and design and not missing and rounds - len(design) <= _FURTHER:
        further = [_random_round(range(len(people)), shape, dice) for _ in range(rounds - len(design))]
        chosen = [*design, *further], []
    if chosen is None:
        turns = closed_form_turns(tables, size, rounds)
        if size * tables < _LARGE or turns is None:
            return None
        chosen = (
            [closed_form_round(tables, size, turn) for turn in turns],
            list(range(size * tables - missing, size * tables)),
        )
    found, phantoms = chosen
    return _relabel(found, phantoms, people, sizes, dice)


def _from_design(
    design: Sequence[Round], missing: int, rounds: int, dice: Dice
) -> tuple[list[Round], list[int]] | None:
    """As many rounds of a design as asked for, and the labels to leave out.

    Labels left out may not share a table in the rounds kept. Of some hundred choices the one is
    taken after which exposure to the short tables is most even.
    """
    labels = sorted({label for round_ in design[:1] for table in round_ for label in table})
    best: tuple[int, list[Round], list[int]] | None = None
    for attempt in range(_TRIES if missing else 1):
        phantoms = (dice.shuffled(labels) if attempt else labels[::-1])[:missing]
        kept = [
            round_
            for round_ in dice.shuffled(design)
            if all(sum(label in table for label in phantoms) <= 1 for table in round_)
        ][:rounds]
        if len(kept) < rounds:
            continue
        exposed = dict.fromkeys(labels, 0)
        for round_ in kept:
            for table in round_:
                if any(label in phantoms for label in table):
                    for label in table:
                        exposed[label] += 1
        counts = [count for label, count in exposed.items() if label not in phantoms]
        unevenness = sum(count * count for count in counts)
        if best is None or unevenness < best[0]:
            best = (unevenness, kept, phantoms)
    return None if best is None else best[1:]


def _relabel(
    rounds: Sequence[Round], phantoms: Sequence[int], people: Sequence[int], sizes: Sequence[int], dice: Dice
) -> list[Round] | None:
    """Names by lot for the labels; tables sorted so that full ones come where full ones are due."""
    gone = set(phantoms)
    labels = [label for label in range(len(people) + len(gone)) if label not in gone]
    name = dict(zip(labels, dice.shuffled(people), strict=True))
    result = []
    for round_ in rounds:
        tables = [[name[label] for label in table if label not in gone] for table in dice.shuffled(round_)]
        tables.sort(key=len, reverse=True)
        if [len(table) for table in tables] != sorted(sizes, reverse=True):
            return None
        order = sorted(range(len(sizes)), key=lambda t: -sizes[t])
        placed: Round = [[] for _ in sizes]
        for t, table in zip(order, tables, strict=True):
            placed[t] = table
        result.append(placed)
    return result


def closed_form_round(tables: int, size: int, turn: int) -> Round:
    """Column c of `tables` labels turned by c * turn: table t has one person of every column."""
    return [[c * tables + (t + c * turn) % tables for c in range(size)] for t in range(tables)]


def closed_form_turns(tables: int, size: int, rounds: int) -> list[int] | None:
    """Turns of which no two bring the same pair together, or None if there aren't enough.

    Columns c and d meet again in turns g and h when (c - d)(g - h) is a multiple of `tables`; so every
    difference of turns must keep clear of tables / gcd(tables, c - d).
    """
    steps = [tables // gcd(tables, apart) for apart in range(1, size)]
    turns: list[int] = []
    for turn in range(tables):
        if all((turn - other) % step for other in turns for step in steps):
            turns.append(turn)
            if len(turns) == rounds:
                return turns
    return None


def _random_round(people: Sequence[int], shape: FieldShape, dice: Dice) -> Round:
    order = iter(dice.shuffled(people))
    tables = [[next(order) for _ in range(table.players)] for table in shape.tables]
    return [*tables, list(order)] if shape.byes else tables
