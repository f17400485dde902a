"""A whole game under a storm: deals, moves of any seat, wrong moves, the clock, reloads from the record."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.errors import IllegalMove, IllegalReason, SetupError
from games.engine.formats import GameDealKind
from games.engine.game import GameState
from games.engine.moves import SIMPLE_MOVES, Knock
from games.engine.observation import observe
from games.engine.options import Family, Scoring
from games.engine.phases import Phase
from games.engine.replay import GameRecord, RecordedDeal
from tests.games.engine.hidden import game_with_hidden_cards_permuted
from tests.games.engine.playing import ALL_PRESETS, TABLES


def shortened(key: str):
    """The preset with games short enough for a storm to reach their ends."""
    ruleset = ALL_PRESETS[key].replace(max_turns=50)
    if ruleset.family is Family.KNOCK:
        ruleset = ruleset.replace(max_reshuffles=0)
    if ruleset.scoring is Scoring.CUMULATIVE:
        return ruleset.replace(deals=2, tie_deals=1)
    if ruleset.scoring is Scoring.POOL:
        return ruleset.replace(stake=20, re_entries=1, max_deals=3)
    return ruleset.replace(target=25, max_deals=3)


class GameMachine(RuleBasedStateMachine):
    """The model is what a service stores: seeds, and moves with their seats."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 2**64))
    def begin(self, table, seed):
        self.rng = random.Random(seed)
        self.ruleset, self.players = shortened(table[0]), table[1]
        self.state = GameState.new(self.ruleset, self.players)
        self.deals: list[tuple[bytes, list, list]] = []
        self.clock = False

    @precondition(lambda self: self.state.phase is Phase.NEEDS_DEAL)
    @rule()
    def deal(self):
        seed = self.rng.randbytes(32)
        self.state = self.state.start_deal(seed)
        self.deals.append((seed, [], []))

    @precondition(lambda self: self.state.phase is not Phase.NEEDS_DEAL)
    @rule()
    def deal_out_of_turn(self):
        with pytest.raises(SetupError):
            self.state.start_deal(bytes(32))

    @precondition(lambda self: self.state.turns)
    @rule(pick=st.integers(0, 10_000), who=st.integers(0, 1), knock=st.booleans())
    def act(self, pick, who, knock):
        seat = self.state.turns[who % len(self.state.turns)]
        moves = list(self.state.legal_moves(seat))
        ending = [move for move in moves if isinstance(move, Knock)]
        moves = ending if knock and ending else moves
        move = moves[pick % len(moves)]
        ply = self.state.ply
        self.state = self.state.apply(move, seat)
        assert self.state.ply == ply + 1
        self.deals[-1][1].append(move)
        self.deals[-1][2].append(seat)

    @rule(move=st.sampled_from(SIMPLE_MOVES), seat=st.integers(0, 4))
    def act_wrongly(self, move, seat):
        if move in self.state.legal_moves(seat):
            return
        with pytest.raises(IllegalMove) as caught:
            self.state.apply(move, seat)
        if self.state.is_over:
            assert caught.value.reason is IllegalReason.GAME_OVER
        elif self.state.turns and seat not in self.state.turns:
            assert caught.value.reason is IllegalReason.NOT_YOUR_TURN

    @precondition(lambda self: len(self.deals) > 1)
    @rule(really=st.integers(0, 9))
    def the_clock_ends_the_round(self, really):
        if really == 0:
            self.state = self.state.finish_now()
            self.clock = True

    @rule()
    def reload(self):
        deals = tuple(RecordedDeal(seed, tuple(moves), tuple(seats)) for seed, moves, seats in self.deals)
        again = GameRecord(self.ruleset, self.players, 0, deals, self.clock).replay()
        assert (again.ply, again.totals, again.turns) == (self.state.ply, self.state.totals, self.state.turns)
        assert (again.phase, again.played, again.result) == (
            self.state.phase,
            self.state.played,
            self.state.result,
        )

    @rule(seat=st.integers(0, 4))
    def look(self, seat):
        viewer = seat if seat < self.players else None
        other = game_with_hidden_cards_permuted(self.state, viewer, self.rng)
        assert observe(other, viewer) == observe(self.state, viewer)

    @invariant()
    def plies_are_counted(self):
        assert self.state.ply == sum(len(moves) for _, moves, _ in self.deals)

    @invariant()
    def somebody_is_to_move_or_a_deal_is_needed_or_it_is_over(self):
        turns = self.state.turns
        waits = self.state.phase in (Phase.NEEDS_DEAL, Phase.OVER)
        assert bool(turns) != waits
        assert all(self.state.legal_moves(seat) for seat in turns)
        assert set(turns) <= set(self.state.deal_seats) or self.state.phase is Phase.RE_ENTRY

    @invariant()
    def payments_sum_to_zero(self):
        for deal in self.state.played:
            assert sum(deal.net) == 0
        if self.ruleset.family is not Family.GIN:
            normal = [deal for deal in self.state.played if deal.plan.kind is GameDealKind.NORMAL]
            sums = tuple(sum(deal.net[seat] for deal in normal) for seat in range(self.players))
            assert self.state.totals == sums

    @invariant()
    def a_result_is_complete(self):
        result = self.state.result
        assert (result is not None) == self.state.is_over
        if result is not None:
            assert sum(result.totals) == 0
            assert all(result.places)
            assert [figures.place for figures in result.seats] == list(result.places)


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(
    max_examples=30, stateful_step_count=80, deadline=None, suppress_health_check=list(HealthCheck)
)


class LongGameMachine(GameMachine):
    """The same for longer; `make proof` runs it."""


TestLongGameMachine = pytest.mark.proof(LongGameMachine.TestCase)
TestLongGameMachine.settings = settings(
    max_examples=1000, stateful_step_count=400, deadline=None, suppress_health_check=list(HealthCheck)
)
