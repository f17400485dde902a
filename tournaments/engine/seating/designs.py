"""Known designs: plans without any rematch, as small data.

Most are given by a starter: one round (or two) whose every other round follows by adding 1 to all
labels. Labels 0..people-1 are cut into orbits of `modulus`; adding 1 turns each orbit by one place and
leaves the last `still` labels where they are. A starter is right when no two of its pairs can be
turned into each other, so a few lines prove hundreds of tables. The affine planes of order 3 and
5 are lines of a plane, one direction per round. The ten rounds of 32 people follow from seven by the
group of order 8 whose elements are all their own inverses; one starter turned by ten doesn't exist
(searched in full). For 22 people, tables of four and three, all six rounds are listed: `modulus` 1. The
starters were found by annealing on the number of pairs that coincide when turned, the rounds of 32 by
a search among the plans that this group leaves as they are; the tests check every plan in full.
"""

from dataclasses import dataclass

Round = list[list[int]]


@dataclass(frozen=True, slots=True)
class Starter:
    """First rounds that generate `modulus` rounds each; tables are divided by bars."""

    people: int
    size: int
    modulus: int
    still: int
    rounds: tuple[str, ...]

    def expand(self) -> list[Round]:
        """All rounds, tables of labels 0..people-1."""
        return [
            [[self._turn(int(label), step) for label in table.split()] for table in starter.split("|")]
            for starter in self.rounds
            for step in range(self.modulus)
        ]

    def _turn(self, label: int, step: int) -> int:
        if label >= self.people - self.still:
            return label
        orbit, place = divmod(label, self.modulus)
        return orbit * self.modulus + (place + step) % self.modulus


def affine_plane(order: int) -> list[Round]:
    """order + 1 rounds of order tables for order**2 people (order a prime): all lines of a plane."""
    span = range(order)
    sloped = [[[x * order + (y + slope * x) % order for x in span] for y in span] for slope in span]
    upright = [[x * order + y for y in span] for x in span]
    return [*sloped, upright]


# Ten rounds of 32 people in fours: labels are turned by adding the bits of `steps` without carry, which keeps
# every eight of them together. A line gives its tables turned by all its steps, once for each of its `again`.
_LINES_OF_32 = (
    ("0 10 22 27", range(8), (0,)),
    ("0 11 21 25", range(8), (0,)),
    ("0 3 5 6 | 8 10 12 14 | 16 17 18 19 | 24 25 28 29", range(8), (0,)),
    ("0 4 19 23 | 8 11 28 31", range(8), (0,)),
    ("0 8 16 24 | 2 3 12 13 | 18 20 27 29", (0, 1, 6, 7), (0, 2)),
    ("0 12 17 26 | 1 3 28 30 | 8 13 18 23", (0, 2, 5, 7), (0, 1)),
    ("0 13 20 30 | 1 8 19 29", (0, 2, 4, 6), (0, 1)),
)


def ten_rounds_of_32() -> list[Round]:
    """Ten rounds of 32 people in fours: everybody meets all others but one."""
    rounds = []
    for tables, steps, again in _LINES_OF_32:
        first = [[int(label) for label in table.split()] for table in tables.split("|")]
        for turn in again:
            turned = {frozenset(x ^ step ^ turn for x in table) for table in first for step in steps}
            rounds.append(sorted(sorted(table) for table in turned))
    return rounds


STARTERS = (
    Starter(
        15,
        3,
        7,
        1,
        ("0 2 3 | 1 8 13 | 4 12 14 | 5 7 11 | 6 9 10",),
    ),
    Starter(
        18,
        3,
        4,
        2,
        (
            "0 7 13 | 1 10 15 | 2 8 14 | 3 4 17 | 5 6 11 | 9 12 16",
            "0 4 16 | 1 7 12 | 2 3 10 | 5 8 9 | 6 13 14 | 11 15 17",
        ),
    ),
    Starter(
        21,
        3,
        5,
        1,
        (
            "0 5 20 | 1 4 11 | 2 10 18 | 3 6 7 | 8 12 13 | 9 17 19 | 14 15 16",
            "0 1 19 | 2 9 11 | 3 14 18 | 4 5 16 | 6 8 15 | 7 10 13 | 12 17 20",
        ),
    ),
    Starter(
        16,
        4,
        5,
        1,
        ("0 4 11 13 | 1 3 5 6 | 2 8 12 15 | 7 9 10 14",),
    ),
    Starter(
        20,
        4,
        5,
        0,
        ("0 8 10 19 | 1 4 5 17 | 2 7 9 13 | 3 12 15 18 | 6 11 14 16",),
    ),
    Starter(
        22,
        4,
        1,
        22,
        (
            "0 8 14 | 1 10 11 18 | 2 3 19 21 | 4 5 9 16 | 6 13 15 | 7 12 17 20",
            "0 2 6 18 | 1 4 20 | 3 7 11 14 | 5 12 15 19 | 8 16 17 21 | 9 10 13",
            "0 4 11 | 1 12 14 16 | 2 10 15 17 | 3 5 8 13 | 6 9 19 20 | 7 18 21",
            "0 5 10 20 | 1 2 7 9 | 3 15 16 | 4 13 14 21 | 6 8 11 12 | 17 18 19",
            "0 3 9 17 | 1 5 6 | 2 11 13 16 | 4 7 8 19 | 10 12 21 | 14 15 18 20",
            "0 1 13 19 | 2 8 20 | 3 4 12 18 | 5 14 17 | 6 7 10 16 | 9 11 15 21",
        ),
    ),
    Starter(
        24,
        4,
        7,
        3,
        ("0 14 15 17 | 1 9 20 21 | 2 8 18 23 | 3 4 6 13 | 5 10 16 22 | 7 11 12 19",),
    ),
    Starter(
        28,
        4,
        9,
        1,
        ("0 4 13 21 | 1 16 17 23 | 2 12 25 27 | 3 18 19 22 | 5 7 8 10 | 6 14 24 26 | 9 11 15 20",),
    ),
    Starter(
        30,
        5,
        6,
        0,
        ("0 4 13 28 29 | 1 2 6 10 18 | 3 9 17 22 24 | 5 15 16 19 23 | 7 8 12 14 26 | 11 20 21 25 27",),
    ),
    Starter(
        36,
        4,
        11,
        3,
        (
            "0 10 11 15 | 1 20 31 33 | 2 7 9 16 | 3 13 28 35 | 4 21 26 34 | 5 8 23 25 | 6 22 29 30 | "
            "12 14 17 24 | 18 19 27 32",
        ),
    ),
    Starter(
        40,
        4,
        12,
        4,
        (
            "0 1 13 22 | 2 6 9 33 | 3 14 25 36 | 4 21 30 39 | 5 7 28 35 | 8 15 16 23 | 10 12 27 38 | "
            "11 17 24 37 | 18 20 26 34 | 19 29 31 32",
        ),
    ),
    Starter(
        48,
        4,
        15,
        3,
        (
            "0 18 32 47 | 1 28 39 46 | 2 8 13 37 | 3 4 31 34 | 5 15 38 42 | 6 14 22 40 | 7 24 26 29 | "
            "9 23 30 45 | 10 12 21 25 | 11 16 17 36 | 19 27 43 44 | 20 33 35 41",
        ),
    ),
)


def design_rounds(people: int, size: int) -> list[Round]:
    """All rounds of the known design for this many people at tables of this size, or none."""
    if people == size * size and size in (3, 5):
        return affine_plane(size)
    if (people, size) == (32, 4):
        return ten_rounds_of_32()
    for starter in STARTERS:
        if (starter.people, starter.size) == (people, size):
            return starter.expand()
    return []
