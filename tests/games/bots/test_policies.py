"""Every bot plays every game legally, to its end, and the same way for the same luck."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from games.bots.registry import bot_for_deal, bot_names
from games.engine.cards import Hand, parse_cards
from games.engine.deal import DealState
from games.engine.game import GameState
from games.engine.moves import Cut, Decline, Discard, DrawStock, Knock, Move, Pass, TakePile
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from tests.games.bots.watching import Watched
from tests.games.engine.playing import dealt

REFERENCES = ("simple-20", "partners-30", "field", "schedule", "gin-simple", "gin-lever")
KNOCK = ("knock-rummy", "rum-knock", "no-knock", "joker-knock", "seven-for-all", "full-turn-first")
GIN = ("gin", "oklahoma", "straight-gin", "chicago", "spades-double")


def play_one(preset: str, players: int, name: str, number: int) -> DealState:
    ruleset = PRESETS[preset]
    seed = sha256(f"{preset}/{number}".encode()).digest()
    cards = random.Random(number).sample(
        list(Hand.from_bits((1 << ruleset.deck_size) - 1)), ruleset.deck_size
    )
    state = DealState.new(ruleset, players, 0, cards, seed)
    bots = [Watched(bot_for_deal(name, random.Random(seat))) for seat in range(players)]
    rng = random.Random(number)
    while state.turn is not None:
        state = state.apply(bots[state.turn].choose(observe(state, state.turn), rng))
    return state


@pytest.mark.parametrize("preset", KNOCK)
@pytest.mark.parametrize("name", [*bot_names(), "simple-20", "field", "schedule"])
def test_every_bot_plays_knock_rummy_to_the_end(preset: str, name: str) -> None:
    for players in (2, 3, 4, 5):
        assert play_one(preset, players, name, players).is_over


@pytest.mark.parametrize("preset", GIN)
@pytest.mark.parametrize("name", [*bot_names(), "gin-simple", "gin-lever"])
def test_every_bot_plays_gin_to_the_end(preset: str, name: str) -> None:
    for number in range(2):
        assert play_one(preset, 2, name, number).is_over


@pytest.mark.parametrize(
    ("preset", "players"),
    [
        ("knock-rummy", 3),
        ("knock-pool", 3),
        ("knock-match", 2),
        ("gin", 2),
        ("hollywood", 2),
        ("partnership", 4),
        ("cutthroat", 3),
    ],
)
@pytest.mark.parametrize("name", bot_names())
def test_every_bot_plays_whole_games(preset: str, players: int, name: str) -> None:
    ruleset = PRESETS[preset]
    if name != "random":
        state = GameState.new(ruleset, players)
    else:  # luck alone takes long to reach a target
        state = GameState.new(
            ruleset.replace(max_deals=3) if ruleset.scoring != "cumulative" else ruleset, players
        )
    bots = [Watched(bot_for_deal(name, random.Random(seat))) for seat in range(players)]
    rng = random.Random(preset)
    for number in range(12):
        if state.is_over:
            break
        state = state.start_deal(sha256(bytes([number])).digest())
        while state.turn is not None and not state.is_over:
            seat = state.turn
            state = state.apply(bots[seat].choose(observe(state, seat), rng), seat)
    moves = [move for bot in bots for move in bot.moves]
    assert {move.count for move in moves if isinstance(move, Cut)} == {0}
    assert len([move for move in moves if isinstance(move, Cut)]) == state.deal_number


def decide(name: str, state: DealState, seed: int = 1) -> Move:
    assert state.turn is not None
    rng = random.Random(seed)
    return Watched(bot_for_deal(name, rng)).choose(observe(state, state.turn), rng)


def at(preset: str, own: str, other: str, upcard: str, stock: str, taken: str = "") -> DealState:
    """Two players; the bot is to move, or has just drawn in the way of *taken*."""
    state = dealt(preset, [own, other], upcard=upcard, stock=stock)
    for move in {"": (), "stock": (DrawStock(),), "pile": (TakePile(),)}[taken]:
        state = state.apply(move)
    return state


OTHER = "AC 3C 5C 9C JC 2D 4D 6D 8D TD"


def test_club_takes_a_card_that_makes_a_meld() -> None:
    state = at("rum-knock", "5S 6S 8H 8D KC QC TC 2C 4C 9H", OTHER.replace("8D", "KD"), "7S", "3S")
    assert decide("club", state) == TakePile()


def test_club_leaves_a_low_card_that_makes_none() -> None:
    # The ace would lower the deadwood in place of a king, but lies in no meld: the simple player takes it.
    state = at("rum-knock", "5S 6S 8H 8S KC QC TC 2C 4C 9H", OTHER, "AS", "3S")
    assert decide("club", state) == DrawStock()
    assert decide("simple-10", state) == TakePile()


def test_club_takes_a_joker() -> None:
    state = at("joker-knock", "5S 7S 8H 8S KC QC TC 2C 4C 9H", OTHER, "JR", "3S")
    assert decide("club", state) == TakePile()


def test_club_throws_the_dearest_card_outside_melds() -> None:
    state = at(
        "rum-knock", "5S 6S 7S 8H 8S KC QD TC 2C 4C", "AC 3C 5C 9C JC 2D 4D 6D 8D TD", "9D", "3S", "stock"
    )
    # KC, QD and TC cost the same and leave the same; none has a partner, so the first in index order goes.
    assert decide("club", state) == Discard(parse_cards("TC")[0])


def test_club_keeps_the_dear_card_that_has_partners() -> None:
    state = at(
        "rum-knock", "5S 6S 7S 8H 8S KC KD 4C 2C QH", "AC 3C 5C 9C JC 2D 4D 6D 8D TD", "9D", "3S", "stock"
    )
    assert decide("club", state) == Discard(parse_cards("QH")[0])


def test_club_knocks_at_its_threshold_and_not_above() -> None:
    own = "5S 6S 7S 8C 8H 8S 9H 6C 9S 7C"
    state = at("knock-rummy", own, OTHER, "KH", "KS", "stock")
    assert decide("club", state) == Knock(parse_cards("KS")[0])
    high = at(
        "knock-rummy", "5S 6S 7S 8H 8S KC QH TC 4C 9S", "AC 3C 5C 9C JC 2D 4D 6D 8D TD", "KH", "KS", "stock"
    )
    assert isinstance(decide("club", high), Discard)


def test_nobody_knocks_before_everybody_had_a_turn_where_that_is_the_rule() -> None:
    state = at(
        "full-turn-first", "5S 6S 7S 8C 8H 8S 2C 2H 2S AH", OTHER.replace("2D", "KC"), "KH", "KS", "stock"
    )
    for name in (*bot_names(), *REFERENCES):
        assert isinstance(decide(name, state), Discard), name


def test_club_passes_an_upcard_that_helps_no_meld_and_knocks_gin_at_once() -> None:
    offered = at("gin", "5S 6S 8H 8S KC QC TC 2C 4C 9H", OTHER, "AS", "3S")
    assert offered.phase is Phase.UPCARD
    assert decide("club", offered) == Pass()
    wanted = at("gin", "5S 6S 8H 8S KC QC TC 2C 4C 9H", OTHER, "7S", "3S")
    assert decide("club", wanted) == TakePile()
    ready = at("gin", "5S 6S 8C 8H 8S 2C 2H 2S AH 4C", OTHER.replace("2D", "KC"), "7S", "KS").apply(
        TakePile()
    )
    assert decide("club", ready) == Knock(parse_cards("4C")[0])


def test_random_never_knocks_with_much_deadwood() -> None:
    for number in range(30):
        state = play_one("knock-rummy", 2, "random", number)
        if state.result is not None and state.result.knocker is not None:
            knocker = state.result.deadwoods[state.result.knocker]
            assert knocker is not None
            assert knocker <= 10


def test_bots_decline_to_buy_a_new_stake() -> None:
    ruleset = PRESETS["knock-pool"].replace(re_entries=2)
    state = GameState.new(ruleset, 2)
    bot, rng, decisions = Watched(bot_for_deal("club", random.Random(1))), random.Random(1), []
    for number in range(60):
        if state.is_over:
            break
        state = state.start_deal(sha256(bytes([number])).digest())
        while state.turn is not None:
            decides = state.phase is Phase.RE_ENTRY
            move = bot.choose(observe(state, state.turn), rng)
            decisions += [move] if decides else []
            state = state.apply(move)
    assert decisions
    assert set(decisions) == {Decline()}


def test_the_simple_gin_player_takes_a_card_for_any_meld_even_one_that_saves_nothing() -> None:
    # Three sevens lie; the 8C would make 6-7-8 of clubs of one of them, which leaves as much.
    own = "7C 7D 7H 6C AC 3D 5S 9H JD KS"
    seen = observe(dealt("gin", [own, "4S 6S 8D TD QC KH 2C 9C JC QH"], upcard="8C", stock="2D"), 0)
    assert bot_for_deal("gin-simple", random.Random(1)).choose(seen, random.Random(1)) == TakePile()
    assert bot_for_deal("gin-lever", random.Random(1)).choose(seen, random.Random(1)) == Pass()
