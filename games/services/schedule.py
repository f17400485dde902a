"""What is due next in a game, and when: the turn clock, the grace for absent players, pauses and the bots'
pace.

Everything is a column of the game's row (docs/rules.md, C "Time"); nothing here waits, sends or writes.
"""

import random
from datetime import datetime, timedelta
from typing import Final

from games.engine.phases import Phase
from games.enums import DueKind
from games.models import GameSeat
from games.services.opened import OpenGame

# How long a hint may take before the sweep does its work: ten times the usual delay of the queue.
HINT_LEASE: Final = timedelta(seconds=3)
# Who only looks on gets as much time for a deal's result, however long players may take for it.
ONLOOKERS_PAUSE: Final = 8.0
_pace = random.SystemRandom()


def schedule(opened: OpenGame) -> None:
    """Set the game's `turn_seat`, `due_at` and `due_kind` for the state it is in now.

    `turn_started_at` must be right already. A game whose bots go on at once is leased to the hint that will
    be sent.
    """
    game = opened.game
    game.turn_seat, game.claim_until = opened.state.turn, None
    kind, due_at = _due(opened)
    game.due_kind, game.due_at = kind, due_at
    if is_due_now(opened):
        game.claim_until = opened.now + HINT_LEASE


def is_due_now(opened: OpenGame) -> bool:
    """Whether a bot should go on without waiting."""
    game = opened.game
    return game.due_kind == DueKind.BOT and game.due_at is not None and game.due_at <= opened.now


def _due(opened: OpenGame) -> tuple[str, datetime | None]:
    if opened.state.is_over:
        return "", None
    if opened.is_between_deals:
        pause = opened.options.deal_pause_seconds
        pause_ends = opened.in_seconds(pause if opened.people else min(pause, ONLOOKERS_PAUSE))
        closes_at = opened.game.closes_at
        return DueKind.NEXT_DEAL, pause_ends if closes_at is None else min(pause_ends, closes_at)
    seat = opened.turn_seat
    if seat is None:
        raise ValueError("a game that isn't over has a seat to act")
    if seat.is_bot_played:
        return DueKind.BOT, opened.in_seconds(_thinking_seconds(opened))
    deadlines = _player_deadlines(opened, seat)
    return min(deadlines, key=lambda due: due[1]) if deadlines else ("", None)


def _thinking_seconds(opened: OpenGame) -> float:
    """A bot's pause before it moves: chance alone, so that it tells nothing about the hand."""
    if not opened.is_paced:
        return 0.0
    return opened.options.bot_pace_seconds * _pace.uniform(0.7, 1.3)


def _player_deadlines(opened: OpenGame, seat: GameSeat) -> list[tuple[str, datetime]]:
    """What happens when the player at the seat doesn't act; the earliest counts."""
    options, phase = opened.options, opened.state.phase
    started = opened.game.turn_started_at or opened.now
    if phase == Phase.CUT:
        return [(DueKind.CUT, started + timedelta(seconds=options.cut_seconds))]
    if phase == Phase.RE_ENTRY:
        return [(DueKind.RE_ENTRY, started + timedelta(seconds=options.re_entry_seconds))]
    deadlines: list[tuple[str, datetime]] = []
    if options.turn_seconds is not None:
        allowed = timedelta(
            seconds=options.turn_seconds + options.grace_seconds, milliseconds=seat.reserve_ms
        )
        deadlines.append((DueKind.TIMEOUT, started + allowed))
    if seat.appeared_at is None and opened.game.no_show_at is not None:
        deadlines.append((DueKind.NO_SHOW, opened.game.no_show_at))
    return deadlines


def charge_reserve(opened: OpenGame, seat: GameSeat) -> None:
    """Take from the reserve what the turn that ends now took beyond its time."""
    turn_seconds, started = opened.options.turn_seconds, opened.game.turn_started_at
    if turn_seconds is None or started is None:
        return
    over = opened.now - started - timedelta(seconds=turn_seconds)
    over_ms = int(over / timedelta(milliseconds=1))
    if over_ms > 0:
        seat.reserve_ms = max(0, seat.reserve_ms - over_ms)
        opened.changed_seats.add(seat.seat)


def has_begun_waiting(opened: OpenGame) -> bool:
    """Whether the game is in the pause between two deals."""
    return opened.is_between_deals and opened.game.due_kind == DueKind.NEXT_DEAL
