"""A finished deal at each of its moments."""

import random
from datetime import UTC, datetime
from hashlib import sha256

from games.bots.registry import bot_named
from games.engine.game import GameState
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from games.enums import ActorKind
from games.queries.records import DealRecord, RecordedMove, hands_of
from games.queries.replay_view import replay_view

RULES = PRESETS["rum-knock"]
NAMES = ("Ines", "Ruth", "Bot Elm")


def record() -> DealRecord:
    """One deal of bots; the second move was made by the clock."""
    state = GameState.new(RULES, 3).start_deal(sha256(b"replay").digest())
    rng, bot, moves = random.Random(1), bot_named("club"), []
    while state.phase in (Phase.CUT, Phase.PLAY):
        seat = state.turn
        assert seat is not None
        move = bot.choose(observe(state, seat), rng)
        state = state.apply(move)
        deal = state.boards[0].deal
        last = deal.log[-1] if deal.log else None
        moves.append(
            RecordedMove(
                ply=state.ply,
                seat=seat,
                name=NAMES[seat],
                code=move.code,
                card=last.card if last is not None and last.code == move.code else None,
                actor=ActorKind.TIMEOUT if len(moves) == 1 else ActorKind.BOT,
                at=datetime(2026, 3, 14, tzinfo=UTC),
                hands=hands_of(state),
                pile=deal.discards,
                stock_count=len(deal.stock),
            )
        )
    played = state.played[-1]
    return DealRecord(
        1,
        "normal",
        NAMES,
        0,
        0,
        moves[0].hands,
        None,
        tuple(moves),
        played.results,
        played.points,
        None,
        None,
    )


RECORD = record()
LAST = len(RECORD.moves) - 1


def test_the_first_moment_is_the_deal_and_the_last_lays_all_open() -> None:
    first = replay_view(RECORD, RULES, at=0, view=None, me=1)
    assert (first.title, first.before, first.following) == ("The cards are dealt", None, 1)
    assert [(hand.name, hand.count) for hand in first.hands] == [("Ines", 7), ("You", 7), ("Bot Elm", 7)]
    assert first.ends == ()
    end = replay_view(RECORD, RULES, at=None, view=None, me=1)
    assert (end.at, end.following) == (LAST, None)
    (board,) = end.ends
    assert len(board.rows) == 3
    assert (board.title, board.text) == (end.title, end.text)


def test_a_moment_beyond_the_end_is_the_end() -> None:
    assert replay_view(RECORD, RULES, at=9999, view=None, me=None).at == LAST


def test_each_moment_shows_hands_piles_and_the_move() -> None:
    for at, move in enumerate(RECORD.moves):
        shown = replay_view(RECORD, RULES, at=at, view=None, me=None)
        assert [hand.count for hand in shown.hands] == [len(hand) for hand in move.hands]
        assert (shown.top, shown.pile_count, shown.stock_count) == (
            move.top,
            len(move.pile),
            move.stock_count,
        )
        assert [hand.seat for hand in shown.hands if hand.is_mover] == [move.seat]
        assert [step.at for step in shown.steps if step.is_now] == [at]


def test_one_seats_view_hides_the_others() -> None:
    shown = replay_view(RECORD, RULES, at=3, view=2, me=None)
    assert [hand.is_hidden for hand in shown.hands] == [True, True, False]
    assert [hand.groups for hand in shown.hands[:2]] == [(), ()]
    assert replay_view(RECORD, RULES, at=3, view=7, me=None).view is None


def test_what_the_clock_did_is_said() -> None:
    shown = replay_view(RECORD, RULES, at=3, view=None, me=None)
    assert [step.note for step in shown.steps if step.note] == ["Out of time"]
