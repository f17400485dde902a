"""What holds after every move of every deal, over all presets and numbers of players."""

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.cards import deck
from games.engine.deal import DealState
from games.engine.errors import IllegalMove
from games.engine.moves import SIMPLE_MOVES, Knock, format_move, parse_move
from games.engine.observation import observe
from games.engine.options import PLAYERS
from games.engine.phases import Phase
from games.engine.replay import DealRecord
from games.engine.ruleset import Ruleset
from games.engine.shuffling import shuffled_deck
from tests.games.engine.hidden import cards_at, with_hidden_cards_permuted
from tests.games.engine.playing import ALL_PRESETS, choose, choose_greedily, play_deal, play_game

DEALS = [
    (key, players)
    for key, ruleset in ALL_PRESETS.items()
    for players in range(2, min(PLAYERS[ruleset.family][1], ruleset.max_players) + 1)
]
COMBINED = {
    "threshold with jokers": ALL_PRESETS["rum-knock"].replace(jokers=2),
    "seven for all without knocking": ALL_PRESETS["no-knock"].replace(seven_for_all=True),
    "everything at once": ALL_PRESETS["knock-rummy"].replace(
        knock_limit=10, jokers=2, seven_for_all=True, full_turn_first=True, max_reshuffles=1
    ),
    "one joker, full turn first": ALL_PRESETS["joker-knock"].replace(jokers=1, full_turn_first=True),
    "no-knock with jokers": ALL_PRESETS["no-knock"].replace(jokers=2),
    "big gin, oklahoma, both doublings": ALL_PRESETS["oklahoma"].replace(big_gin=True, spades_double=True),
    "straight gin with big gin": ALL_PRESETS["straight-gin"].replace(big_gin=True),
    "generous gin": ALL_PRESETS["gin"].replace(knock_limit=40, big_gin=True),
}


def fresh_deal(ruleset: Ruleset, players: int, rng: random.Random) -> DealState:
    seed = rng.randbytes(32)
    return DealState.new(ruleset, players, rng.randrange(players), shuffled_deck(seed, ruleset.jokers), seed)


def check_cards(state: DealState) -> None:
    assert sorted(cards_at(state)) == list(deck(state.ruleset.jokers))


def check_legality(state: DealState) -> None:
    """Every legal move applies; every other code raises with a reason; the state stays as it was."""
    before = hash((state.hand_bits, state.stock, state.discards, state.turn, state.phase, state.log))
    legal = state.legal_moves()
    assert len(set(legal)) == len(legal)
    finer = [option for move in legal for option in arrangements(state, move)]
    for move in (*SIMPLE_MOVES, *finer):
        if move in legal:
            after = state.apply(move)
            assert len(after.log) == len(state.log) + 1
            assert parse_move(format_move(move)) == move
        else:
            with pytest.raises(IllegalMove):
                state.apply(move)
    assert before == hash((state.hand_bits, state.stock, state.discards, state.turn, state.phase, state.log))


def arrangements(state: DealState, move) -> tuple[Knock, ...]:
    return state.legal_moves().arrangements(move.card) if isinstance(move, Knock) else ()


def check_result(state: DealState) -> None:
    result = state.result
    assert (result is None) == bool(state.legal_moves())
    if result is not None:
        assert sum(result.net) == 0
        assert result.is_scored == bool(result.winners)
        if not result.is_scored:
            assert not any(result.net)


@pytest.mark.parametrize(("key", "players"), DEALS)
def test_every_move_of_a_deal_keeps_the_cards_and_the_rules(key, players):
    rng = random.Random(f"{key}/{players}")
    for knock in (0.05, 0.5):
        state = fresh_deal(ALL_PRESETS[key], players, rng)
        while not state.is_over:
            check_cards(state)
            if rng.random() < 0.3:
                check_legality(state)
            check_result(state)
            state = state.apply(choose(list(state.legal_moves()), rng, knock))
        check_cards(state)
        check_legality(state)
        check_result(state)


@pytest.mark.parametrize("name", COMBINED)
def test_options_combine(name):
    ruleset = COMBINED[name]
    rng = random.Random(name)
    for players in range(2, min(PLAYERS[ruleset.family][1], ruleset.max_players) + 1):
        state = fresh_deal(ruleset, players, rng)
        while not state.is_over:
            check_cards(state)
            if rng.random() < 0.2:
                check_legality(state)
            state = state.apply(choose(list(state.legal_moves()), rng, 0.3))
        check_result(state)


@pytest.mark.parametrize("key", ALL_PRESETS)
def test_two_hundred_deals_of_each_preset_end_and_sum_to_zero(key):
    _deals(key, 200)


@pytest.mark.proof
@pytest.mark.parametrize("key", ALL_PRESETS)
def test_ten_thousand_deals_of_each_preset_end_and_sum_to_zero(key):
    _deals(key, 10_000)


def _deals(key: str, count: int) -> None:
    ruleset, rng = ALL_PRESETS[key], random.Random(f"{key} {count}")
    most = min(PLAYERS[ruleset.family][1], ruleset.max_players)
    for _ in range(count):
        state = fresh_deal(ruleset, rng.randint(2, most), rng)
        while not state.is_over:
            state = state.apply(choose_greedily(observe(state, state.turn), rng, 0.3))
        check_cards(state)
        check_result(state)
        assert state.turns <= ruleset.max_turns


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(DEALS), st.integers(0, 2**32), st.floats(0, 1))
def test_replay_equals_play(deal, seed, knock):
    rng = random.Random(seed)
    state = play_deal(fresh_deal(ALL_PRESETS[deal[0]], deal[1], rng), rng, knock)
    assert DealRecord.from_state(state).replay() == state


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(list(ALL_PRESETS)), st.integers(0, 2**32))
def test_replaying_a_game_gives_its_totals_and_places(key, seed):
    rng = random.Random(seed)
    ruleset = ALL_PRESETS[key]
    state, record = play_game(ruleset, rng.randint(ruleset.min_players, ruleset.max_players), rng, 0.9, 4)
    again = record.replay()
    assert (again.totals, again.played, again.ply) == (state.totals, state.played, state.ply)
    assert again.result == state.result


def test_every_deal_ends_even_if_nobody_ever_draws_from_the_stock():
    for key in ("knock-rummy", "gin", "no-knock"):
        ruleset = ALL_PRESETS[key].replace(max_turns=60)
        state = fresh_deal(ruleset, 2, random.Random(key))
        while not state.is_over:
            moves = list(state.legal_moves())
            pile = parse_move("pile")
            state = state.apply(pile if pile in moves else moves[0])
        assert state.turns == 60


class DealMachine(RuleBasedStateMachine):
    """One deal under a storm of legal moves, illegal codes, repeats, views and replays.

    The model is the plain list of moves that were accepted.
    """

    @initialize(table=st.sampled_from(DEALS), seed=st.integers(0, 2**64))
    def begin(self, table, seed):
        self.rng = random.Random(seed)
        self.start = fresh_deal(ALL_PRESETS[table[0]], table[1], self.rng)
        self.states = [self.start]
        self.accepted = []

    @property
    def state(self) -> DealState:
        return self.states[-1]

    @precondition(lambda self: not self.state.is_over)
    @rule(pick=st.integers(0, 10_000), knock=st.booleans())
    def act(self, pick, knock):
        moves = list(self.state.legal_moves())
        quiet = [move for move in moves if not isinstance(move, Knock)]
        moves = moves if knock or not quiet else quiet
        move = moves[pick % len(moves)]
        self.states.append(self.state.apply(move))
        self.accepted.append(move)

    @rule(move=st.sampled_from(SIMPLE_MOVES))
    def act_at_random(self, move):
        if move in self.state.legal_moves():
            self.states.append(self.state.apply(move))
            self.accepted.append(move)
        else:
            with pytest.raises(IllegalMove):
                self.state.apply(move)

    @precondition(lambda self: self.accepted)
    @rule(back=st.integers(1, 5))
    def an_old_state_is_still_what_it_was(self, back):
        at = max(0, len(self.accepted) - back)
        assert self.states[at].apply(self.accepted[at]) == self.states[at + 1]

    @rule()
    def reload(self):
        state = self.start
        for move in self.accepted:
            state = state.apply(move)
        assert state == self.state

    @rule(seat=st.integers(0, 4))
    def look(self, seat):
        viewer = seat if seat < self.state.players else None
        other = with_hidden_cards_permuted(self.state, viewer, self.rng)
        assert observe(other, viewer) == observe(self.state, viewer)

    @invariant()
    def every_card_is_somewhere_once(self):
        check_cards(self.state)

    @invariant()
    def turns_follow_one_another(self):
        seats = [play.seat for play in self.state.log]
        players = self.state.players
        assert all(after in (before, (before + 1) % players) for before, after in pairwise(seats))

    @invariant()
    def the_result_is_sound(self):
        check_result(self.state)
        assert self.state.is_over == (self.state.phase is Phase.OVER)


TestDealMachine = DealMachine.TestCase
TestDealMachine.settings = settings(
    max_examples=40, stateful_step_count=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


class LongDealMachine(DealMachine):
    """The same for longer; `make proof` runs it."""


TestLongDealMachine = pytest.mark.proof(LongDealMachine.TestCase)
TestLongDealMachine.settings = settings(
    max_examples=2000, stateful_step_count=400, deadline=None, suppress_health_check=list(HealthCheck)
)
