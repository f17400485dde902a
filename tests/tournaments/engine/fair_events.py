"""Events of bots, honest ones and such that play for a friend, for the statistics of fair play. All is played by the
rules.

A false player is an honest bot until its friend sits at the table. What it then does is a Style.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Any

from games.bots.base import Bot
from games.bots.masks import PARTNERS
from games.bots.registry import bot_for_deal
from games.engine.cards import Card, Hand
from games.engine.choices import DealChoices, game_choices
from games.engine.game import GameState
from games.engine.melds import best_discard
from games.engine.moves import DISCARDS, Discard, Knock, Move
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from games.engine.replay import RecordedDeal
from games.engine.ruleset import PRESETS, Ruleset
from tournaments.engine.fair_play.facts import FairDeal, Offer, TurnEnd

EQUALS = ("club",) * 8
UNEQUAL = ("beginner", "beginner", "beginner", "club", "club", "strong", "strong", "expert")
MIXED = ("beginner", "club", "strong", "club", "beginner", "strong", "expert", "club")
FRIENDS = ((0, 1), (2, 3))


@dataclass(frozen=True, slots=True)
class Style:
    """What is done for a friend at the table: never knock; throw low cards and so keep deadwood; throw what fits the
    cards that the friend took openly, or, told of the friend's hand, what helps it most where the friend is next.
    """

    holds_back: bool = False
    dumps: bool = False
    feeds: bool = False
    is_told: bool = False


EVERYTHING = Style(holds_back=True, dumps=True, feeds=True)


@dataclass(slots=True)
class FalsePlayer:
    """A bot with a friend at seat `friend`. `hand_of` is what the two tell each other beside the table."""

    base: Bot
    friend: int
    style: Style
    hand_of: Callable[[int], Hand] = lambda _seat: Hand()
    name: str = "false"

    def choose(self, observation: Observation, rng: Random) -> Move:
        move = self.base.choose(observation, rng)
        if not isinstance(move, Discard | Knock) or self.friend not in observation.deal_seats:
            return move
        if isinstance(move, Knock):
            return DISCARDS[move.card.index] if self.style.holds_back else move
        return DISCARDS[self._thrown(observation, move.card).index]

    def _thrown(self, observation: Observation, card: Card) -> Card:
        own = [each for each in observation.hand if each is not observation.banned]
        seats = observation.deal_seats
        is_next = seats[(seats.index(observation.seat) + 1) % len(seats)] == self.friend
        if self.style.dumps:
            card = min(own, key=lambda each: each.value)
        if self.style.feeds:
            wanted = observation.known[self.friend].bits
            fitting = max(own, key=lambda each: (PARTNERS[each.index] & wanted).bit_count())
            card = fitting if PARTNERS[fitting.index] & wanted and is_next else card
        if self.style.is_told and is_next:
            hand = self.hand_of(self.friend)
            card = min(own, key=lambda each: best_discard(hand + each, each)[1])
        return card


def played_game(ruleset: Ruleset, bots: Sequence[Bot], key: str) -> list[RecordedDeal]:
    """A whole game as it would be stored: seeds and moves."""
    state, rng, deals = GameState.new(ruleset, len(bots)), Random(key), []
    while not state.is_over:
        seed = sha256(f"{key}/{state.deal_number}".encode()).digest()
        state, moves = state.start_deal(seed), []
        while state.phase not in (Phase.NEEDS_DEAL, Phase.OVER):
            seat = state.turn
            bot = bots[seat]
            if isinstance(bot, FalsePlayer) and state.phase is Phase.PLAY:
                bot.hand_of = hands_at(state)
            moves.append((bot.choose(observe(state, seat), rng), seat))
            state = state.apply(*moves[-1])
        deals.append(RecordedDeal(seed, tuple(move for move, _ in moves), tuple(seat for _, seat in moves)))
    return deals


def hands_at(state: GameState) -> Callable[[int], Hand]:
    def hand_of(seat: int) -> Hand:
        board = state.board_of(seat)
        return Hand.from_bits(board.deal.hand_bits[board.plan.seats.index(seat)])

    return hand_of


def as_facts(choices: DealChoices, kind: str, people: Sequence[int]) -> FairDeal:
    """A deal for the statistics; `people` by seat."""
    seats = choices.result.seats
    return FairDeal(
        0,
        f"{kind}/{len(seats)}",
        tuple(people[seat] for seat in seats),
        tuple(choices.result.net[seat] for seat in seats),
        tuple(Offer(people[each.giver], people[each.taker], each.taken) for each in choices.offers),
        tuple(
            TurnEnd(people[each.seat], each.lap, each.best, each.left, each.may_knock, each.knocked)
            for each in choices.ends
        ),
    )


@dataclass(frozen=True, slots=True)
class Played:
    """A game at one table: who sat there, by seat, and its record."""

    ruleset: Ruleset
    people: tuple[int, ...]
    deals: list[RecordedDeal]


def games_of(
    seed: str,
    levels: Sequence[str],
    friends: Sequence[tuple[int, int]] = (),
    style: Style = EVERYTHING,
    *,
    preset: str = "knock-rummy",
    size: int = 4,
    deals: int = 200,
) -> Iterator[Played]:
    """Rounds at tables drawn anew, until each pair of `friends` (of none: everybody) has so many deals together. The
    first of each pair plays for the second.
    """
    chance, ruleset, number = Random(seed), PRESETS[preset], 0
    together: Counter[tuple[int, int]] = Counter()
    watched = [tuple(sorted(pair)) for pair in friends] or list(combinations(range(len(levels)), 2))
    while min(together[pair] for pair in watched) < deals:
        order = chance.sample(range(len(levels)), len(levels))
        for first in range(0, len(order), size):
            people, key = order[first : first + size], f"{seed}/{number}"
            bots = [_bot(person, people, levels, friends, style, key) for person in people]
            played = played_game(ruleset, bots, key)
            for pair in combinations(sorted(people), 2):
                together[pair] += len(played)
            number += 1
            yield Played(ruleset, tuple(people), played)


def an_event(
    seed: str,
    levels: Sequence[str],
    friends: Sequence[tuple[int, int]] = (),
    style: Style = EVERYTHING,
    **changed: Any,
) -> list[FairDeal]:
    """The same as facts for the statistics, every game replayed from its record."""
    found: list[FairDeal] = []
    for game in games_of(seed, levels, friends, style, **changed):
        choices = game_choices(game.ruleset, len(game.people), game.deals)
        found += [as_facts(each, game.ruleset.key, game.people) for each in choices]
    return [replace(deal, key=key) for key, deal in enumerate(found)]


def _bot(
    person: int,
    people: list[int],
    levels: Sequence[str],
    friends: Sequence[tuple[int, int]],
    style: Style,
    key: str,
) -> Bot:
    bot = bot_for_deal(levels[person], Random(f"{key}/{person}"))
    friend = dict(friends).get(person)
    return bot if friend not in people else FalsePlayer(bot, people.index(friend), style)
