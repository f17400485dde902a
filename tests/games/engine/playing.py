"""Decks with the hands one wants, and games played by a simple chooser, for the tests of the rules."""

import random
from collections.abc import Sequence

from games.engine.cards import Card, deck, parse_cards
from games.engine.deal import DealState
from games.engine.game import GameState
from games.engine.melds import best_discard, deadwood
from games.engine.moves import BIG_GIN, DROP, TAKE_PILE, Discard, Knock, LayOff, Move, Spread, parse_move
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from games.engine.replay import GameRecord, RecordedDeal
from games.engine.ruleset import PRESETS, Ruleset

SEED = bytes(range(32))
LOW_DROP = 12
ALL_PRESETS = PRESETS
TABLES = [
    (key, players)
    for key, ruleset in ALL_PRESETS.items()
    for players in range(ruleset.min_players, ruleset.max_players + 1)
]


def deck_for(hands: Sequence[str], upcard: str, stock: str = "", dealer: int | None = None, jokers: int = 0):
    """A deck from which these hands (by seat), upcard and first stock cards come; the rest in index order."""
    count = len(hands)
    dealer = count - 1 if dealer is None else dealer
    by_seat = [list(parse_cards(hand)) for hand in hands]
    dealt: list[Card] = []
    for turn in range(len(by_seat[0])):
        for step in range(count):
            dealt.append(by_seat[(dealer + 1 + step) % count][turn])
    dealt += [*parse_cards(upcard), *parse_cards(stock)]
    assert len(set(dealt)) == len(dealt)
    return tuple(dealt) + tuple(card for card in deck(jokers) if card not in dealt)


def dealt(
    ruleset: Ruleset | str, hands: Sequence[str], upcard: str, stock: str = "", dealer: int | None = None
) -> DealState:
    """A deal with these hands by seat; the dealer is the last seat unless named, so that seat 0 begins.

    Where the hands have another size than the rules say, the option for it is set.
    """
    ruleset = ALL_PRESETS[ruleset] if isinstance(ruleset, str) else ruleset
    size = len(hands[0].split())
    if size != ruleset.hand_size(len(hands)):
        ruleset = ruleset.replace(cards_each=size)
    dealer = len(hands) - 1 if dealer is None else dealer
    cards = deck_for(hands, upcard, stock, dealer, ruleset.jokers)
    return DealState.new(ruleset, len(hands), dealer, cards, SEED)


def after(state, codes: str):
    """The deal or game after these moves, separated by spaces."""
    for code in codes.split():
        state = state.apply(parse_move(code))
    return state


def choose(moves: Sequence[Move], rng: random.Random, knock: float = 0.2) -> Move:
    """A random legal move that ends the deal with probability *knock* where it may."""
    ending = [move for move in moves if move.code.startswith(("knock", "big-gin", "drop"))]
    others = [move for move in moves if move not in ending]
    if ending and (not others or rng.random() < knock):
        return rng.choice(ending)
    return rng.choice(others)


def choose_greedily(view: Observation, rng: random.Random, knock: float = 0.5) -> Move:
    """Takes what helps, throws what leaves least deadwood, goes out when it can, else knocks at times."""
    moves = list(view.legal_moves)
    laying = [move for move in moves if isinstance(move, Spread | LayOff)]
    if laying:
        return laying[0]
    if DROP in moves and view.hand.value <= LOW_DROP and rng.random() < knock:
        return DROP
    if view.phase in (Phase.DRAW, Phase.UPCARD):
        assert view.top is not None
        helps = best_discard(view.hand + view.top, view.top)[1] < deadwood(view.hand)
        if helps and TAKE_PILE in moves:
            return TAKE_PILE
        return next(move for move in moves if move not in (TAKE_PILE, DROP))
    if view.phase is not Phase.DISCARD:
        return rng.choice(moves)
    card, left = best_discard(view.hand, view.banned)
    if Knock(card) in moves and (left == 0 or rng.random() < knock):
        return Knock(card)
    return next(move for move in moves if move in (BIG_GIN, Discard(card)))


def play_deal(state: DealState, rng: random.Random, knock: float = 0.2) -> DealState:
    while not state.is_over:
        state = state.apply(choose(list(state.legal_moves()), rng, knock))
    return state


def play_game(
    ruleset: Ruleset,
    players: int,
    rng: random.Random,
    knock: float = 0.5,
    max_deals: int = 10_000,
    greedy: bool = False,
) -> tuple[GameState, GameRecord]:
    """A whole game and its record; it stops in front of the cut after *max_deals* deals."""
    state = GameState.new(ruleset, players)
    deals: list[RecordedDeal] = []
    seed, moves, seats = b"", [], []
    while not state.is_over:
        if state.phase is Phase.NEEDS_DEAL:
            if moves:
                deals.append(RecordedDeal(seed, tuple(moves), tuple(seats)))
            if len(deals) == max_deals:
                break
            seed, moves, seats = rng.randbytes(32), [], []
            state = state.start_deal(seed)
            continue
        seat = rng.choice(state.turns)
        if greedy:
            move = choose_greedily(observe(state, seat), rng, knock)
        else:
            move = choose(list(state.legal_moves(seat)), rng, knock)
        state = state.apply(move, seat)
        moves.append(move)
        seats.append(seat)
    if state.is_over:
        deals.append(RecordedDeal(seed, tuple(moves), tuple(seats)))
    return state, GameRecord(ruleset, players, 0, tuple(deals))
