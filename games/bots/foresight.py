"""How a deal may end for all who play it, if one knocks now or plays on: drawn hands, not means.

The expert's curves know what a hand is worth on average. Where the standing of the game bends the worth of points
(`standing`), their spread counts too. It is read here from hands that the others might hold, made so much worse or
better that on average they agree with the curves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.bots.learned_values import Moment
from games.bots.outlook import unseen_bits
from games.bots.standing import Standing
from games.engine.cards import Hand, cards_of_bits
from games.engine.melds import best_discard, deadwood_of_bits
from games.engine.observation import Observation
from games.engine.scoring import settle

WORLDS: Final = 150
GROWN: Final = 3  # turns of a player by which a drawn hand is made better; later ones change less
APPROACHES: Final = 3

Deadwoods = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class World:
    """What all might hold: deadwood by place in the deal, now and after everybody's next turn."""

    now: Deadwoods
    then: Deadwoods


def bent(
    observation: Observation, standing: Standing, hand: int, left: int, moment: Moment
) -> tuple[float, float]:
    """By how much the standing makes a knock, and playing on, worth more than their points.

    *hand* are the cards kept (bits), *left* is their deadwood, *moment* the curves. The same observation gives
    the same answer.
    """
    own, ruleset = standing.own, observation.ruleset
    worlds = list(_worlds(observation, own, hand, left))
    for _ in range(APPROACHES):
        mean = sum([settle(ruleset, world.now, own)[own] for world in worlds]) / WORLDS
        apart = round((moment.knock[left] - mean) / (len(standing.left) - 1))
        worlds = [_others_by(world, own, apart) for world in worlds] if apart else worlds
    threshold = _threshold(worlds, own, moment.back)
    knock = wait = 0.0
    for world in worlds:
        knocked = settle(ruleset, world.now, own)
        waited = settle(ruleset, *_played_on(world, own, threshold))
        knock += standing.worth(knocked) - knocked[own]
        wait += standing.worth(waited) - waited[own]
    return knock / WORLDS, wait / WORLDS


def _worlds(observation: Observation, own: int, hand: int, left: int) -> Iterator[World]:
    """The cards that the viewer can't see dealt out and drawn from, again and again."""
    rng = Random(f"{observation.deal_number}/{observation.ply}/{observation.hand.bits}")
    seats = observation.deal_seats
    unseen = [card.bit for card in cards_of_bits(unseen_bits(observation))]
    known = [observation.known[seat].bits for seat in seats]
    hidden = [
        observation.hand_counts[seat] - bits.bit_count() for seat, bits in zip(seats, known, strict=True)
    ]
    turns = min(GROWN, observation.turns_done // len(seats))
    for _ in range(WORLDS):
        rng.shuffle(unseen)
        cards = iter(unseen)
        now, then = [left] * len(seats), [left] * len(seats)
        for place in range(len(seats)):
            held = hand
            if place != own:
                held = known[place] | sum([next(cards, 0) for _ in range(hidden[place])])
                for _ in range(turns):
                    held = _drawn(held, next(cards, 0))
                now[place] = deadwood_of_bits(held)
            then[place] = deadwood_of_bits(_drawn(held, next(cards, 0)))
        yield World(tuple(now), tuple(then))


def _drawn(hand: int, card: int) -> int:
    """The hand after it drew that card (a bit, 0 for none) and threw its worst."""
    if not card:
        return hand
    return hand ^ card ^ best_discard(Hand.from_bits(hand | card))[0].bit


def _others_by(world: World, own: int, by: int) -> World:
    """The same with all others' deadwoods changed by so many points."""

    def changed(deadwoods: Deadwoods) -> Deadwoods:
        return tuple([d if place == own else max(0, d + by) for place, d in enumerate(deadwoods)])

    return World(changed(world.now), changed(world.then))


def _threshold(worlds: Sequence[World], own: int, back: float) -> int:
    """The deadwood at which the others must knock for the turn to come back as often as the curves say."""
    least = sorted(min(world.then[:own] + world.then[own + 1 :]) for world in worlds)
    knocks = round((1 - back) * len(worlds))
    return least[knocks - 1] if knocks else -1


def _played_on(world: World, own: int, threshold: int) -> tuple[Deadwoods, int]:
    """The deadwoods at the end and who knocks: the first of the others at the threshold, or oneself."""
    seats, ends = len(world.now), list(world.now)
    for step in range(1, seats + 1):
        place = (own + step) % seats
        ends[place] = world.then[place]
        if ends[place] <= threshold and place != own:
            return tuple(ends), place
    return tuple(ends), own
