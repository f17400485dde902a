"""Tables of two without a rematch: settled exactly by a maximum matching."""

from tournaments.engine.seating.matching import maximum_matching
from tournaments.engine.seating.round_problem import CONSTRAINT, RoundProblem
from tournaments.engine.seating.round_search import Tables


def without_rematch(problem: RoundProblem) -> Tables | None:
    """Pairs that have never met, nearest in the standings first, or None if that is impossible.

    Only for rounds whose tables (and byes) are all for two or without byes.
    """
    people = range(len(problem.ids))
    met, pair = problem.past.met, problem.pair
    neighbours = [
        sorted(
            (q for q in people if q != p and not met[p].get(q, 0) and pair[p][q] < CONSTRAINT),
            key=lambda q: (pair[p][q], q),
        )
        for p in people
    ]
    mate = maximum_matching(neighbours)
    if any(partner < 0 for partner in mate):
        return None
    return [[p, mate[p]] for p in people if p < mate[p]]
