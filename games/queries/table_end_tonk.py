"""The end of a Tonk deal in words (docs/rules.md, D "Settlement"): what `table_end` says of the other games.

Amounts are the engine's; only their reasons are spelled out here.
"""

from typing import Final

from django.utils.translation import gettext as _

from games.engine.results import DealKind, DealResult
from games.queries.table_words import Names

TONK_KINDS: Final = frozenset({DealKind.DROP, DealKind.TONK, DealKind.OUT, DealKind.STOCK_OUT})


def tonk_title(result: DealResult, names: Names) -> str:
    """One line: who won the deal and how."""
    if result.knocker is None:
        return _stock_title(result, names)
    mine, name = result.knocker == names.me, names.called[result.knocker]
    if result.kind is DealKind.TONK:
        text = _("You have a tonk") if mine else _("%(name)s has a tonk")
    elif result.kind is DealKind.OUT:
        text = _("You are out of cards") if mine else _("%(name)s is out of cards")
    elif result.is_undercut:
        text = _("You dropped and are caught") if mine else _("%(name)s dropped and is caught")
    else:
        text = _("You dropped and win the deal") if mine else _("%(name)s dropped and wins the deal")
    return text % {"name": name}


def _stock_title(result: DealResult, names: Names) -> str:
    winners = names.several(result.winners)
    if result.winners == (names.me,):
        return _("The stock is used up: you win the deal")
    if len(result.winners) == 1:
        return _("The stock is used up: %(name)s wins the deal") % {"name": winners}
    return _("The stock is used up: %(names)s share the deal") % {"names": winners}


def tonk_text(result: DealResult, names: Names) -> str:
    """Why it was paid so."""
    if result.kind is DealKind.TONK:
        return _("Everyone else pays double what the own hand counts.")
    if result.kind is DealKind.OUT:
        return _("Everyone else pays what the own hand counts.")
    if result.is_undercut:
        text = _("The lowest of the others wins: %(names)s. The others pay once, who dropped pays double.")
        return text % {"names": names.several(result.winners)}
    return _("The lowest hand wins, and everyone else pays what the own hand counts.")


def tonk_note(seat: int, result: DealResult) -> str:
    """What a hand counts, and what its player did."""
    counts = {"points": result.deadwoods[seat] or 0}
    if seat == result.knocker and result.kind is DealKind.DROP:
        return _("dropped with %(points)d") % counts
    if seat == result.knocker:
        return _("tonk") if result.kind is DealKind.TONK else _("out")
    return _("counted %(points)d") % counts


def tonk_why(seat: int, result: DealResult) -> str:
    """The sum behind a payment: "2 × 19" where it was doubled."""
    own = result.deadwoods[seat] or 0
    doubled = result.kind is DealKind.TONK or seat == result.knocker
    return f"2 × {own}" if doubled else ""
