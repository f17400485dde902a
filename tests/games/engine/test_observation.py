"""What a seat may know: its own cards, what lies open, what was said; nothing else, ever."""

import json
import random
from dataclasses import fields

import pytest

from games.bots.registry import bot_named
from games.engine.cards import DECK, Hand, parse_cards
from games.engine.errors import IllegalMove, IllegalReason
from games.engine.game import GameState
from games.engine.hand_moves import HandMoves
from games.engine.moves import Cut, Discard, Knock, parse_move
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from tests.games.engine.hidden import (
    game_with_hidden_cards_permuted,
    hidden_from,
    with_hidden_cards_permuted,
)
from tests.games.engine.playing import ALL_PRESETS, SEED, TABLES, after, choose, dealt

HANDS = ["AS 2S 3S 4S 5H 5D 5C", "6H 7H 8H 9H TC JC QC", "2C 8C KC 4D 6D TD QS"]


def table():
    return dealt("knock-rummy", HANDS, upcard="9D", stock="KH 2H 3H")


def test_a_seat_sees_its_own_hand_and_the_open_pile():
    view = observe(after(table(), "stock discard-AS"), 1)
    assert view.hand == Hand.parse(HANDS[1])
    assert view.pile == parse_cards("9D AS")
    assert view.top is view.pile[-1]
    assert (view.turn, view.phase, view.hand_counts, view.stock_count) == (1, Phase.DRAW, (7, 7, 7), 29)
    assert view.legal_moves.codes == ("stock", "pile")
    assert view.is_my_turn


def test_who_is_not_to_move_has_no_moves():
    view = observe(table(), 2)
    assert (view.turn, len(view.legal_moves), view.is_my_turn) == (0, 0, False)


def test_the_card_drawn_from_the_stock_is_seen_by_the_drawer_only():
    state = after(table(), "stock")
    assert observe(state, 0).drawn is parse_cards("KH")[0]
    for other in (1, 2, None):
        view = observe(state, other)
        assert (view.drawn, view.log[-1].card) == (None, None)
        assert "KH" not in json.dumps(view.to_json()["log"])


def test_what_was_taken_from_the_pile_is_known_until_it_is_laid_away():
    state = after(table(), "pile discard-AS")
    assert observe(state, 2).known == (Hand.parse("9D"), Hand(), Hand())
    assert [play.card.code for play in observe(state, None).log] == ["9D", "AS"]
    state = after(state, "stock discard-KH stock discard-2H stock discard-9D")
    assert observe(state, 2).known == (Hand(), Hand(), Hand())


def test_an_onlooker_sees_no_hand_until_the_deal_is_over():
    state = after(table(), "stock")
    view = observe(state, None)
    assert (view.hand, view.hands, view.result, len(view.legal_moves)) == (Hand(), (), None, 0)
    shown = json.dumps(view.to_json())
    hidden = {card.code for hand in state.hands for card in hand} | {card.code for card in state.stock}
    assert not [code for code in hidden if f'"{code}"' in shown]
    over = after(state, "knock-KH")
    assert observe(over, None).hands == tuple(Hand.parse(hand) for hand in HANDS)
    assert observe(over, None).result == over.result
    assert observe(over, None).knocker == 0


def test_an_observation_has_no_field_for_what_is_hidden():
    names = {field.name for field in fields(Observation)}
    assert not names & {"stock", "deck", "seed", "reshuffle_seed", "setup", "state", "deal", "boards"}


def test_before_the_first_cards_there_is_nothing_to_see():
    state = GameState.new(ALL_PRESETS["knock-rummy"], 3).start_deal(SEED)
    cutter, other = observe(state, 2), observe(state, 1)
    assert (cutter.phase, cutter.turn, len(cutter.legal_moves), len(other.legal_moves)) == (
        Phase.CUT,
        2,
        52,
        0,
    )
    assert (cutter.hand, cutter.pile, cutter.stock_count, cutter.top) == (Hand(), (), 0, None)
    assert SEED.hex() not in json.dumps(cutter.to_json())


def test_a_seat_that_sits_out_looks_on():
    state = GameState.new(ALL_PRESETS["cutthroat"], 3, first_dealer=1).start_deal(SEED).apply(Cut(0))
    view = observe(state, 1)
    assert (view.hand, view.hand_counts, view.deal_seats, view.turn) == (Hand(), (10, 0, 10), (0, 2), 2)
    assert view.dealer == 1


def test_partners_see_the_other_board_as_onlookers():
    state = GameState.new(ALL_PRESETS["partnership"], 4).start_deal(SEED).apply(Cut(0))
    view = observe(state, 2)
    assert view.hand == state.boards[1].deal.hands[0]
    assert view.hand_counts == (0, 0, 10, 10)
    assert len(view.others) == 1
    assert view.others[0].hand == Hand()
    assert view.others[0].hand_counts == (10, 10, 0, 0)


def test_the_limit_in_force_is_told_in_oklahoma():
    state = dealt("oklahoma", ["AS 2S 3S 4S 5H 5D 5C 6C 7C 8C", "6H 7H 8H 9H TC JC QC KC KD KH"], upcard="4D")
    assert observe(state, 0).knock_limit == 4


def test_json_is_plain_and_complete():
    state = GameState.new(ALL_PRESETS["knock-pool"], 3).start_deal(SEED).apply(Cut(0))
    state = after(state, "stock")
    data = observe(state, state.turn).to_json()
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {field.name for field in fields(Observation)}
    state = state.apply(next(move for move in state.legal_moves() if move.code.startswith("knock")))
    over = observe(state.finish_now(), None).to_json()
    assert json.loads(json.dumps(over)) == over
    assert over["result"]["kind"] in ("knock", "rummy")
    assert over["sheet"]["limits"] == [100, 100, 100]
    assert over["game_result"]["deals_played"] == 1


def moments(key: str, players: int, rng: random.Random):
    """States of a deal, one after each move, then of the phases around it."""
    state = GameState.new(ALL_PRESETS[key], players).start_deal(rng.randbytes(32))
    yield state
    state = state.apply(Cut(rng.randrange(52)))
    while state.phase is Phase.PLAY:
        yield state
        seat = rng.choice(state.turns)
        state = state.apply(choose(list(state.legal_moves(seat)), rng, 0.1), seat)
    yield state


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_an_observation_does_not_depend_on_what_is_hidden(key, players):
    rng = random.Random(f"{key}{players}")
    for state in moments(key, players, rng):
        for seat in (*range(players), None):
            other = game_with_hidden_cards_permuted(state, seat, rng)
            assert observe(other, seat) == observe(state, seat)


@pytest.mark.proof
def test_twenty_thousand_pairs_look_the_same():
    rng, compared = random.Random("twenty thousand"), 0
    while compared < 20_000:
        for key, players in TABLES:
            for state in moments(key, players, rng):
                for seat in (*range(players), None):
                    other = game_with_hidden_cards_permuted(state, seat, rng)
                    assert observe(other, seat) == observe(state, seat)
                    compared += 1


@pytest.mark.parametrize("name", ["random", "club", "strong"])
def test_a_bot_moves_the_same_whatever_it_cannot_see(name):
    rng = random.Random(name)
    for state in moments("knock-rummy", 3, rng):
        for seat in state.turns:
            views = [
                observe(each, seat) for each in (state, game_with_hidden_cards_permuted(state, seat, rng))
            ]
            assert len({bot_named(name).choose(view, random.Random(7)) for view in views}) == 1


@pytest.mark.parametrize("key", ["knock-rummy", "gin", "tonk"])
def test_a_card_that_is_not_held_is_refused_the_same_wherever_it_is(key):
    """In the stock or in another hand: the answer is one, so asking tells nothing."""
    rng, told = random.Random(key), set()
    for state in moments(key, 2, rng):
        for seat in state.turns if state.phase is Phase.PLAY else ():
            for other in (state, game_with_hidden_cards_permuted(state, seat, rng)):
                for card in set(DECK) - set(other.deal.hands[seat]) - set(other.deal.discards):
                    for move in (Discard(card), Knock(card)):
                        told.add((state.ply, type(move), refusal(other, move, seat)))
    assert len(told) == len({(ply, kind) for ply, kind, _reason in told})
    assert {reason for _ply, _kind, reason in told} >= {IllegalReason.CARD_NOT_HELD}


def refusal(state, move, seat):
    with pytest.raises(IllegalMove) as refused:
        state.apply(move, seat)
    return refused.value.reason


def test_the_same_holds_for_a_bare_deal():
    rng = random.Random(6)
    state = table()
    while not state.is_over:
        for seat in (0, 1, 2, None):
            assert observe(with_hidden_cards_permuted(state, seat, rng), seat) == observe(state, seat)
        state = state.apply(choose(list(state.legal_moves()), rng, 0.1))


@pytest.mark.parametrize(
    "leak",
    [
        lambda state: state.stock[0],
        lambda state: sorted(hand.value for hand in state.hands[1:]),
        lambda state: [len(hand) for hand in sorted(state.hands[1:], key=lambda hand: hand.value)],
        lambda state: state.hands[1],
        lambda state: state.drawn,
    ],
    ids=["next card", "hands by strength", "counts in the order of strength", "another hand", "card drawn"],
)
def test_a_view_that_leaks_would_be_caught(leak):
    """The harm when the guard is off: each of these views tells hidden cards apart."""
    rng = random.Random(1)
    state = after(table(), "stock discard-AS stock")
    views = {repr(leak(with_hidden_cards_permuted(state, 0, rng))) for _ in range(20)}
    assert len(views) > 1


def test_hidden_cards_are_those_that_the_seat_cannot_place():
    state = after(table(), "pile discard-AS")
    assert Hand(hidden_from(state, 2)) == Hand(state.stock) | Hand.parse("2S 3S 4S 5H 5D 5C " + HANDS[1])


def test_a_moves_container_given_to_a_seat_holds_nothing_of_the_others():
    view = observe(after(table(), "stock"), 0)
    assert parse_move("knock-KH") in view.legal_moves
    assert view.legal_moves.source == HandMoves(view.hand.bits, 0, None)
