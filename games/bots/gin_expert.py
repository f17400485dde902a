"""The gin expert: draws, throws and knocks by what their outcomes are worth at the score of the game.

It reads the opponent's cards from draws and throws (`gin_reading`), looks one draw ahead over the cards that
may still come (`gin_features`), and asks how playing on, drawing blindly and knocking have ended in such
positions (`learned_gin`): against opponents who knock as soon as they may, and against patient ones. Which of
the two it has it takes from the score sheet and from this deal. Outcomes count by the chance to win the
game (`gin_score`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.bots.base import TurnBot
from games.bots.gin_features import (
    GinMind,
    GinSense,
    around,
    knocking,
    outlook,
    score_of,
    telling,
    waiting,
)
from games.bots.gin_reading import Acts, Reading, acts_of, opponent_of, read
from games.bots.gin_score import worth
from games.bots.learned_gin import LEARNED
from games.bots.weighing import Weighed, best_first
from games.engine.cards import Card, Hand, cards_of_bits
from games.engine.melds import deadwood_of_bits
from games.engine.moves import DISCARDS, DRAW_STOCK, KNOCKS, PASS, TAKE_PILE, Discard, Knock, Move
from games.engine.observation import Observation
from games.engine.phases import Phase

WEIGHED: Final = 7
SURE: Final = 0.04  # a kind of opponent less likely than this isn't thought of
# (hand of ten as bits, its deadwood, the card laid away)
Option = tuple[int, int, Card]


@dataclass(frozen=True, slots=True)
class View:
    """A moment as one sense sees it: how likely it is the right one, its reading, the features all moves share."""

    share: float
    sense: GinSense
    reading: Reading
    around: tuple[float, ...]


class GinExpert(TurnBot):
    """One policy for all gin games between two; in partnership the two at one board."""

    def __init__(
        self, name: str, mind: GinMind = LEARNED, quick: float | None = None, by_score: bool = True
    ) -> None:
        """*quick* is how likely it takes its opponents to knock as soon as they may; None: as they show.

        Without *by_score* every point is worth the same, whatever the score.
        """
        self.name = name
        self.mind = mind
        self._quick = quick
        self._by_score = by_score

    def takes(self, observation: Observation, rng: Random) -> bool:  # noqa: ARG002 - the interface
        return self.weigh(observation)[0].move is TAKE_PILE

    def finish(self, observation: Observation, rng: Random) -> Move:  # noqa: ARG002 - the interface
        return self.weigh(observation)[0].move

    def quick(self, observation: Observation, acts: Acts) -> float:
        """The chance that the opponent, who showed these *acts*, knocks as soon as it may."""
        if self._quick is not None:
            return self._quick
        features = telling(score_of(observation), observation.turns_done, acts)
        return self.mind.believing.chances(features)[0]

    def views(self, observation: Observation) -> list[View]:
        """The moment as seen by each sense that may be the right one."""
        quick = self.quick(observation, acts_of(observation, opponent_of(observation)))
        found = []
        for share, sense in ((quick, self.mind.quick), (1.0 - quick, self.mind.patient)):
            if share >= SURE:
                reading = read(observation, sense.held)
                found.append(View(share, sense, reading, around(observation, reading)))
        return found

    def weigh(self, observation: Observation, also: Move | None = None) -> tuple[Weighed, ...]:
        """The moves worth looking at, best first, *also* among them; the first is the one it makes.

        Values are points, weighed by the score of the game.
        """
        views = self.views(observation)
        points: Sequence[float] = self.mind.points
        if self._by_score:
            points = worth(observation, score_of(observation), self.mind.points, self.mind.usual)
        limit = observation.knock_limit or 0
        if observation.phase is Phase.DISCARD:
            options = _options(observation.hand, observation.banned)
            return best_first(_ends(options, views, limit, points, also))
        hand, card = observation.hand, observation.pile[-1]
        other = PASS if observation.phase is Phase.UPCARD else DRAW_STOCK
        drawn = _worth_of_waiting(hand.bits, None, views, limit, points)
        ends = _ends(_options(hand + card, card), views, limit, points, None)
        return best_first((Weighed(other, drawn), Weighed(TAKE_PILE, max(end.value for end in ends))))


def _ends(
    options: list[Option], views: list[View], limit: int, points: Sequence[float], also: Move | None
) -> list[Weighed]:
    """The ends of a turn: the knock with the best discard first, then discards."""
    knocks = options[:1] if options[0][1] <= limit else []
    looked_at = options[:WEIGHED]
    if isinstance(also, Discard | Knock):
        listed = knocks if isinstance(also, Knock) else looked_at
        listed += [option for option in options if option[2] is also.card and option not in listed]
    found = [
        Weighed(KNOCKS[card.index], _worth_of_knocking(bits, left, views, points))
        for bits, left, card in knocks
    ]
    gin = found[0].value if knocks and knocks[0][1] == 0 else None
    for bits, _left, card in looked_at:
        value = _worth_of_waiting(bits, card, views, limit, points)
        # Whoever holds gin shows it: nothing that a hand can grow to is worth more.
        found.append(Weighed(DISCARDS[card.index], value if gin is None else min(value, gin)))
    return found


def _worth_of_waiting(
    bits: int, thrown: Card | None, views: list[View], limit: int, points: Sequence[float]
) -> float:
    """What it is worth to play on with a hand of ten after a throw, or (*thrown* None) to draw from the stock."""
    ahead, total = outlook(bits, views[0].reading.cards), 0.0
    for view in views:
        net = view.sense.drawing if thrown is None else view.sense.waiting
        total += view.share * net.mean(waiting(ahead, view.reading, limit, view.around, thrown), points)
    return total


def _worth_of_knocking(bits: int, left: int, views: list[View], points: Sequence[float]) -> float:
    """What it is worth to show a hand of ten with *left* deadwood."""
    return sum(
        view.share * view.sense.knocking.mean(knocking(bits, left, view.reading, view.around), points)
        for view in views
    )


def _options(hand: Hand, banned: Card | None) -> list[Option]:
    """Every discard with what it leaves; least deadwood first, the dearest among equals."""
    options = [
        (hand.bits ^ card.bit, deadwood_of_bits(hand.bits ^ card.bit), card)
        for card in cards_of_bits(hand.bits)
        if card is not banned
    ]
    options.sort(key=lambda option: (option[1], -option[2].value, option[2].index))
    return options
