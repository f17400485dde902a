"""Maximum matching against trying everything."""

import random

from tournaments.engine.seating.matching import maximum_matching


def largest(neighbours, left):
    if not left:
        return 0
    v = min(left)
    best = largest(neighbours, left - {v})
    for w in neighbours[v]:
        if w in left:
            best = max(best, 1 + largest(neighbours, left - {v, w}))
    return best


def test_a_blossom_is_found():
    """A triangle with a tail: 0-1-2-0 and 2-3. Taking 0-2 first must be undone."""
    mate = maximum_matching([[2, 1], [0, 2], [0, 1, 3], [2]])
    assert mate == [1, 0, 3, 2]


def test_as_large_as_any_matching():
    rng = random.Random(5)
    for _ in range(300):
        n = rng.randrange(1, 10)
        edges = [(v, w) for v in range(n) for w in range(v) if rng.random() < 0.35]
        neighbours = [[w for w in range(n) if (v, w) in edges or (w, v) in edges] for v in range(n)]
        mate = maximum_matching(neighbours)
        for v, w in enumerate(mate):
            if w >= 0:
                assert mate[w] == v
                assert w in neighbours[v]
        assert sum(w >= 0 for w in mate) == 2 * largest(neighbours, frozenset(range(n)))
