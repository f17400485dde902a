"""An observation as plain JSON-able values, for the API.

It reads nothing but the observation: what isn't in there can't get out here. Keys
are stable; cards and moves are their codes, phases and kinds their names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.engine.cards import Card
from games.engine.melds import Arrangement
from games.engine.results import DealResult

if TYPE_CHECKING:
    from games.engine.formats import Column, Scoresheet
    from games.engine.game_result import GameResult
    from games.engine.observation import Observation

Json = dict[str, object]


def to_json(view: Observation) -> Json:
    """See `Observation.to_json`. Lists by seat have one entry for every seat of the table."""
    return {
        "ruleset": view.ruleset.to_json(),
        "seat": view.seat,
        "players": view.players,
        "phase": view.phase.value,
        "turn": view.turn,
        "ply": view.ply,
        "legal_moves": list(view.legal_moves.codes),
        "dealer": view.dealer,
        "deal_number": view.deal_number,
        "deal_kind": view.deal_kind.value,
        "deal_seats": list(view.deal_seats),
        "hand": _codes(view.hand),
        "drawn": _code(view.drawn),
        "banned": _code(view.banned),
        "pile": _codes(view.pile),
        "upcard": _code(view.upcard),
        "stock_count": view.stock_count,
        "hand_counts": list(view.hand_counts),
        "known": [_codes(hand) for hand in view.known],
        "table": [_codes(meld) for meld in view.table],
        "turns_done": view.turns_done,
        "reshuffles": view.reshuffles,
        "knock_limit": view.knock_limit,
        "log": [{"seat": play.seat, "move": play.code, "card": _code(play.card)} for play in view.log],
        "result": result_json(view.result) if view.result is not None else None,
        "hands": [_codes(hand) for hand in view.hands],
        "sheet": sheet_json(view.sheet) if view.sheet is not None else None,
        "game_result": game_result_json(view.game_result) if view.game_result is not None else None,
        "others": [to_json(other) for other in view.others],
    }


def result_json(result: DealResult) -> Json:
    """The end of a deal; also what the record of a finished deal shows."""
    return {
        "kind": result.kind.value,
        "seats": list(result.seats),
        "knocker": result.knocker,
        "undercut": result.is_undercut,
        "winners": list(result.winners),
        "net": list(result.net),
        "points": list(result.points),
        "deadwoods": list(result.deadwoods),
        "hands": [_codes(hand) for hand in result.hands],
        "arrangements": [_arrangement_json(each) for each in result.arrangements],
        "discard": _code(result.discard),
        "laid_off": _codes(result.laid_off),
        "multiplier": result.multiplier,
        "turns": result.turns,
    }


def sheet_json(sheet: Scoresheet) -> Json:
    """The scoresheet: columns are gin's, limits and re-entries a pool's."""
    return {
        "sides": [list(side) for side in sheet.sides],
        "totals": list(sheet.totals),
        "deals_counted": sheet.deals_counted,
        "deals_planned": sheet.deals_planned,
        "target": sheet.target,
        "limits": list(sheet.limits),
        "out": list(sheet.out),
        "re_entries": list(sheet.re_entries),
        "needed": list(sheet.needed),
        "columns": [_column_json(column) for column in sheet.columns],
        "games_won": list(sheet.games_won),
    }


def game_result_json(result: GameResult) -> Json:
    """Totals and places of a game that is over."""
    return {
        "totals": list(result.totals),
        "places": list(result.places),
        "winners": list(result.winners),
        "deals_played": result.deals_played,
        "extra_deals": result.extra_deals,
        "ended_early": result.ended_early,
    }


def _column_json(column: Column) -> Json:
    return {
        "points": list(column.points),
        "boxes": list(column.boxes),
        "winner": column.winner,
        "is_over": column.is_over,
    }


def _arrangement_json(arrangement: Arrangement | None) -> Json | None:
    if arrangement is None:
        return None
    return {
        "melds": [_codes(meld.cards) for meld in arrangement.melds],
        "rest": _codes(arrangement.rest),
        "deadwood": arrangement.deadwood,
    }


def _code(card: Card | None) -> str | None:
    return None if card is None else card.code


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]
