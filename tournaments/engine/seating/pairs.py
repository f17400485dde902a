"""Tables of two without a rematch: settled exactly by a maximum matching."""

from tournaments.engine.seating.matching import maximum_matching
from tournaments.engine.seating.round_problem import CONSTRAINT, EXPOSURE, RoundProblem
from tournaments.engine.seating.round_search import Tables


def only_pairs(problem: RoundProblem) -> bool:
    """True when everybody plays at a table of two, or at most one person has a bye."""
    return problem.shape.byes <= 1 and all(table.players == 2 for table in problem.shape.tables)


def without_rematch(problem: RoundProblem) -> Tables | None:
    """Pairs that have never met, nearest in the standings first, or None if that is impossible.

    An odd one out is whoever is due: of those with equally few byes the last in the standings
    whose bye leaves the others without a rematch.
    """
    everybody = list(range(len(problem.ids)))
    if not problem.shape.byes:
        return _pairs(problem, everybody)
    dues = [problem.odd_cost[p] + problem.bye_cost[p] for p in everybody]
    least = min(dues) // EXPOSURE
    for odd_one in sorted(
        (p for p in everybody if dues[p] // EXPOSURE == least), key=lambda p: (dues[p], -p)
    ):
        tables = _pairs(problem, [p for p in everybody if p != odd_one])
        if tables is not None:
            return [*tables, [odd_one]]
    return None


def _pairs(problem: RoundProblem, people: list[int]) -> Tables | None:
    met, pair = problem.past.met, problem.pair
    index = {p: i for i, p in enumerate(people)}
    neighbours = [
        [
            index[q]
            for q in sorted(people, key=lambda q: (pair[p][q], q))
            if q != p and not met[p].get(q, 0) and pair[p][q] < CONSTRAINT
        ]
        for p in people
    ]
    mate = maximum_matching(neighbours)
    if any(partner < 0 for partner in mate):
        return None
    return [[people[i], people[partner]] for i, partner in enumerate(mate) if i < partner]
