"""Who could tell two games apart that differ in hidden cards only."""

import random
from dataclasses import replace

from games.engine.game import GamePhase, GameState
from games.engine.observation import observe
from games.engine.ruleset import PRESETS, Ruleset
from games.queries import hidden
from tests.games.engine.playing import SEED, choose


def play_some(ruleset: Ruleset, moves: int) -> GameState:
    """A game of the fewest players after so many moves of its first deal."""
    rng = random.Random(moves)
    state = GameState.new(ruleset, ruleset.min_players).start_deal(SEED)
    for _move in range(moves):
        seat = state.turns[0]
        state = state.apply(choose(tuple(observe(state, seat).legal_moves), rng, 0), seat)
    return state


def test_nobody_tells_hidden_cards_apart_in_any_game():
    for ruleset in PRESETS.values():
        for state in (play_some(ruleset, moves) for moves in (0, 3, 11)):
            assert hidden.tells_apart(state, random.Random(5)) == [], ruleset.key


def with_a_taken_card_laid_away(number: int) -> GameState | None:
    """A deal played at random to its end, if the knocker laid away a card that everybody had seen taken."""
    rng = random.Random(number)
    state = GameState.new(PRESETS["knock-rummy"], 3).start_deal(bytes([number]) * 32)
    while state.phase in (GamePhase.CUT, GamePhase.PLAY):
        state = state.apply(rng.choice(tuple(state.legal_moves())), state.turns[0])
    deal = state.boards[0].deal
    pairs = zip(deal.known_bits, deal.hand_bits, strict=True)
    return state if any(known & ~held for known, held in pairs) else None


def test_the_card_of_a_knock_is_in_no_hand_any_more():
    states = [state for number in range(40) if (state := with_a_taken_card_laid_away(number)) is not None]
    assert len(states) > 0
    assert [hidden.tells_apart(state, random.Random(5)) for state in states] == [[]] * len(states)


def test_an_observation_that_shows_too_much_is_noticed(monkeypatch):
    def leaking(state: GameState, seat: int | None):
        shown = observe(state, seat)
        return replace(shown, hand=state.deal.hands[1]) if seat == 0 else shown

    state = play_some(PRESETS["knock-rummy"], 3)
    monkeypatch.setattr(hidden, "observe", leaking)
    assert hidden.tells_apart(state, random.Random(5)) == [0]
