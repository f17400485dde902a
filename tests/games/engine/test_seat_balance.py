"""Where one sits costs nothing in the long run: a full rotation gives every seat each place after the dealer once, and
equal players win nothing by their seat (G17).
"""

import random
from collections import Counter
from math import sqrt

import pytest

from games.engine.formats import GameDealKind
from games.engine.ruleset import PRESETS
from tests.games.engine.playing import play_game
from tests.games.engine.test_shuffling import LEVEL

SEATS = 4
USUAL, PROOF = 400, 50_000
CONFIDENT = 2.576  # standard deviations: 99 %


def deals(count: int, rng: random.Random):
    """So many deals of whole rotations by equal players: the seat that dealt, and what each seat won."""
    rules = PRESETS["knock-rummy"].replace(deals=SEATS)
    for _rotation in range(count // SEATS):
        state, _record = play_game(rules, SEATS, rng, greedy=True)
        played = [deal for deal in state.played if deal.counts and deal.plan.kind is GameDealKind.NORMAL]
        assert sorted(deal.plan.dealer for deal in played) == list(range(SEATS))
        yield from ((deal.plan.dealer, deal.net) for deal in played)


def by_place(found):
    """What was won by game seat, and by place after the dealer: a list of winnings for each."""
    seats, places = ({number: [] for number in range(SEATS)} for _both in range(2))
    for dealer, net in found:
        for seat, won in enumerate(net):
            seats[seat].append(won)
            places[(seat - dealer) % SEATS].append(won)
    return seats, places


def mean_and_error(won):
    mean = sum(won) / len(won)
    return mean, sqrt(sum((each - mean) ** 2 for each in won) / len(won) / len(won))


@pytest.mark.parametrize("count", [USUAL, pytest.param(PROOF, marks=pytest.mark.proof)])
def test_equal_players_win_nothing_by_their_seat(count, capsys):
    seats, places = by_place(deals(count, random.Random(f"seats {count}")))
    stake = sum(max(0, won) for each in seats.values() for won in each) / len(seats[0])
    for name, held in (("seat", seats), ("place after the dealer", places)):
        for number, won in held.items():
            mean, error = mean_and_error(won)
            with capsys.disabled():
                print(
                    f"{name} {number}: {mean:+.3f} ± {CONFIDENT * error:.3f} a deal, of {stake:.1f} at stake"
                )
    assert {seat: len(won) for seat, won in seats.items()} == dict.fromkeys(range(SEATS), count)
    far = {seat: mean_and_error(won) for seat, won in seats.items()}
    assert {seat: found for seat, found in far.items() if abs(found[0]) > LEVEL * found[1]} == {}


def test_each_seat_has_each_place_equally_often():
    """So whatever a place is worth, an evening of whole rotations gives it to everybody: the difference is nothing."""
    held = Counter(
        (seat, (seat - dealer) % SEATS)
        for dealer, net in deals(40, random.Random(1))
        for seat in range(len(net))
    )
    assert set(held.values()) == {10}
    assert len(held) == SEATS**2


def test_a_seat_that_is_favoured_is_noticed():
    seats, _places = by_place(
        (dealer, (won[0] + 20, *won[1:])) for dealer, won in deals(USUAL, random.Random(2))
    )
    mean, error = mean_and_error(seats[0])
    assert mean > LEVEL * error
