"""The end of a deal in words and arrows: open hands, who pays whom and why (docs/rules.md, A and B
"Settlement").

Reads the public `DealResult`; the amounts are the engine's, only their reasons are spelled out here.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.melds import Arrangement
from games.engine.results import DealKind, DealResult
from games.engine.ruleset import Ruleset
from games.queries.table_end_tonk import TONK_KINDS, tonk_note, tonk_text, tonk_title, tonk_why
from games.queries.table_view import EndBoard, EndRow, OpenGroup
from games.queries.table_words import Names
from games.queries.words import card_names

_OUT = (DealKind.RUMMY, DealKind.GIN, DealKind.BIG_GIN)


def end_boards(results: Sequence[DealResult], names: Names, rules: Ruleset) -> tuple[EndBoard, ...]:
    """Every finished board of a deal with its own headline, explanation and hands."""
    return tuple(
        EndBoard(end_title(each, names), end_text(each, names, rules), end_rows(each, names, rules))
        for each in results
    )


def both_boards(points: Sequence[int], names: Names) -> tuple[str, str]:
    """Headline and explanation where two boards were played: what the deal came to for the teams.

    `points` of the deal by seat (docs/rules.md, B "Partnership"): none where the teams are level.
    """
    ahead = tuple(seat for seat, scored in enumerate(points) if scored)
    if not ahead:
        return _("The teams are level: nobody scores"), _(
            "Both boards together came to the same for both teams."
        )
    scored = points[ahead[0]]
    title = ngettext("%(points)d point for %(names)s", "%(points)d points for %(names)s", scored)
    text = _("The team that is ahead when both boards are put together scores the difference.")
    return title % {"points": scored, "names": names.several(ahead)}, text


def end_title(result: DealResult, names: Names) -> str:
    """One line: who won the deal and how."""
    if result.kind in TONK_KINDS:
        return tonk_title(result, names)
    if result.knocker is None:
        return _("The deal is void") if result.kind is DealKind.VOID else _("The deal is dead")
    knocker, mine = names.called[result.knocker], result.knocker == names.me
    if result.is_undercut:
        return _undercut_title(result, names)
    if result.kind is DealKind.RUMMY:
        text = _("You went rummy") if mine else _("%(name)s went rummy")
    elif result.kind in _OUT:
        text = _("You went gin") if mine else _("%(name)s went gin")
    else:
        text = _("You knocked and win the deal") if mine else _("%(name)s knocked and wins the deal")
    return text % {"name": knocker}


def _undercut_title(result: DealResult, names: Names) -> str:
    knocker, winners = result.knocker, result.winners
    if knocker == names.me:
        if len(winners) == 1:
            return _("%(name)s undercuts your knock") % {"name": names.called[winners[0]]}
        return _("%(names)s undercut your knock") % {"names": names.several(winners)}
    assert knocker is not None
    if winners == (names.me,):
        return _("You undercut %(name)s") % {"name": names.called[knocker]}
    if len(winners) == 1:
        return _("%(winner)s undercuts %(name)s") % {
            "winner": names.called[winners[0]],
            "name": names.called[knocker],
        }
    return _("%(names)s undercut %(name)s") % {"names": names.several(winners), "name": names.called[knocker]}


def end_text(result: DealResult, names: Names, rules: Ruleset) -> str:
    """Why the deal was paid as it was, in two sentences at most."""
    if result.kind in TONK_KINDS:
        return tonk_text(result, names)
    if result.knocker is None:
        if result.kind is DealKind.VOID:
            return _("The stock ran out too often. Nobody scores, and the same dealer deals again.")
        return _(
            "Only the last cards of the stock were left. Nobody scores, and the same dealer deals again."
        )
    text = (
        _gin_text(result, names, rules) if rules.traits.knocks_by_limit else _knock_text(result, names, rules)
    )
    if result.multiplier > 1:
        text += " " + _("This deal counts %(times)d times.") % {"times": result.multiplier}
    return text


def _has(seat: int, result: DealResult, names: Names) -> str:
    """ "Ruth has 5" or "you have 5"."""
    text = _("you have %(deadwood)d") if seat == names.me else _("%(name)s has %(deadwood)d")
    return text % {"name": names.called[seat], "deadwood": result.deadwoods[seat] or 0}


def _knocked_with(result: DealResult, names: Names) -> str:
    assert result.knocker is not None
    mine = result.knocker == names.me
    text = _("You knocked with %(deadwood)d") if mine else _("%(name)s knocked with %(deadwood)d")
    return text % {"name": names.called[result.knocker], "deadwood": result.deadwoods[result.knocker] or 0}


def _knock_text(result: DealResult, names: Names, rules: Ruleset) -> str:
    assert result.knocker is not None
    if result.kind is DealKind.RUMMY:
        text = _("All cards in melds: everyone else pays their deadwood and %(bonus)d on top.")
        return text % {"bonus": rules.rummy_bonus}
    if not result.is_undercut:
        text = _("%(knock)s, the least of all. Everyone else pays the difference.")
        return text % {"knock": _knocked_with(result, names)}
    first = result.winners[0]
    tied = result.deadwoods[first] == result.deadwoods[result.knocker]
    have = _(", ").join(_has(seat, result, names) for seat in result.winners)
    parts = {"knock": _knocked_with(result, names), "have": have, "penalty": rules.undercut_penalty}
    if tied:
        text = _("%(knock)s, and %(have)s: a tie counts against the knocker, who pays %(penalty)d.") % parts
    else:
        text = _("%(knock)s, %(have)s. The knocker pays the difference and %(penalty)d on top.") % parts
    if len(result.seats) == 2:
        return text
    if len(result.winners) > 1:
        return text + " " + _("All others pay their difference too, and the winners split it.")
    return text + " " + _("The others pay their difference.")


def _gin_text(result: DealResult, names: Names, rules: Ruleset) -> str:
    assert result.knocker is not None
    loser = next(seat for seat in result.seats if seat not in result.winners)
    if result.kind in _OUT:
        bonus = rules.big_gin_bonus if result.kind is DealKind.BIG_GIN else rules.gin_bonus
        text = _(
            "All cards in melds: the deadwood of the other hand counts, and %(bonus)d on top. No lay-offs."
        )
        return text % {"bonus": bonus}
    parts = {"knock": _knocked_with(result, names), "bonus": rules.undercut_bonus}
    if result.is_undercut:
        text = _("%(knock)s, %(have)s: undercut. The difference counts, and %(bonus)d on top.")
        return text % {**parts, "have": _has(result.winners[0], result, names)}
    text = _("%(knock)s, %(have)s after lay-offs." if result.laid_off else "%(knock)s, %(have)s.")
    return text % {**parts, "have": _has(loser, result, names)} + " " + _("The difference counts.")


def end_rows(result: DealResult, names: Names, rules: Ruleset) -> tuple[EndRow, ...]:
    """The hands of all who played, winners first, then by payment."""
    order = sorted(result.seats, key=lambda seat: (seat not in result.winners, -result.net[seat], seat))
    return tuple(_row(seat, result, names, rules) for seat in order)


def _row(seat: int, result: DealResult, names: Names, rules: Ruleset) -> EndRow:
    row = _paid_row(seat, result, names, rules)
    return row if result.points == result.net else _scored(row, seat, result, rules)


def _scored(row: EndRow, seat: int, result: DealResult, rules: Ruleset) -> EndRow:
    """docs/rules.md, B "Settlement of a deal": the winner scores; nobody pays, the other hand writes nothing down."""
    points = result.points[seat]
    if not row.is_winner:
        return replace(row, net=points, pays="", why="")
    loser = next(other for other in result.seats if other not in result.winners)
    scores = _("scored %(points)d") % {"points": points}
    return replace(row, net=points, collects=scores, why=_why(loser, result, rules))


def _paid_row(seat: int, result: DealResult, names: Names, rules: Ruleset) -> EndRow:
    arrangement = result.arrangements[seat] if result.arrangements else None
    laid = result.laid_off if seat != result.knocker else ()
    groups = _groups(seat, result, arrangement, laid)
    won = seat in result.winners
    amount = abs(result.net[seat])
    others = [other for other in result.seats if other not in result.winners]
    return EndRow(
        name=_("You") if seat == names.me else names.called[seat],
        note=_note(seat, result, won),
        groups=groups,
        spoken="; ".join(spoken_group(group) for group in groups),
        net=result.net[seat],
        is_winner=won,
        collects=_("collected %(points)d") % {"points": amount} if won else "",
        pays="" if won or not result.winners else _pays(amount, result, names),
        why=_sum_of(others, result) if won else _why(seat, result, rules),
    )


def spoken_group(group: OpenGroup) -> str:
    """Cards that lie together, for a screen reader; what no meld holds is said to be so."""
    cards = card_names(group.cards)
    if group.is_laid_off:
        return _("laid off: %(cards)s") % {"cards": cards}
    return _("deadwood: %(cards)s") % {"cards": cards} if group.is_loose else cards


def _groups(
    seat: int, result: DealResult, arrangement: Arrangement | None, laid: tuple[object, ...]
) -> tuple[OpenGroup, ...]:
    if arrangement is None:
        return (OpenGroup(tuple(result.hands[seat]), is_loose=True),)
    melds = tuple(OpenGroup(meld.cards) for meld in arrangement.melds)
    off = tuple(card for card in result.laid_off if card in laid and card in result.hands[seat])
    rest = tuple(card for card in arrangement.rest if card not in off)
    loose = (OpenGroup(rest, is_loose=True),) if rest else ()
    return melds + loose + ((OpenGroup(off, is_laid_off=True),) if off else ())


def _note(seat: int, result: DealResult, won: bool) -> str:
    if not result.deadwoods:
        return ""
    if result.kind in TONK_KINDS:
        return tonk_note(seat, result)
    parts = {"deadwood": result.deadwoods[seat] or 0}
    if seat == result.knocker:
        text = _("went out") if result.kind in _OUT else _("knocked with %(deadwood)d")
    elif won:
        text = _("undercut with %(deadwood)d")
    elif result.laid_off and seat != result.knocker:
        text = _("deadwood %(deadwood)d after lay-offs")
    else:
        text = _("deadwood %(deadwood)d")
    return text % parts


def _pays(amount: int, result: DealResult, names: Names) -> str:
    parts = {"points": amount, "names": names.several(result.winners)}
    if len(result.winners) > 1:
        return _("%(points)d, split by %(names)s") % parts
    return _("%(points)d to %(names)s") % parts


def _sum_of(losers: list[int], result: DealResult) -> str:
    if len(result.winners) > 1:
        return _("shared")
    return " + ".join(str(-result.net[seat]) for seat in losers) if len(losers) > 1 else ""


def _why(seat: int, result: DealResult, rules: Ruleset) -> str:
    """The sum behind a payment: "19 less 1", "1 + 10 undercut", "12 + 25"."""
    if not result.winners:
        return ""
    if result.kind in TONK_KINDS:
        return tonk_why(seat, result)
    own = result.deadwoods[seat] or 0
    low = result.deadwoods[result.winners[0]] or 0
    bonus = _bonus(result, rules)
    if result.kind in _OUT:
        text = f"{own} + {bonus}"
    elif result.is_undercut and seat == result.knocker:
        text = _("%(difference)d + %(bonus)d undercut") % {"difference": own - low, "bonus": bonus}
    else:
        text = _("%(own)d less %(low)d") % {"own": own, "low": low}
    return f"{result.multiplier} × ({text})" if result.multiplier > 1 else text


def _bonus(result: DealResult, rules: Ruleset) -> int:
    if rules.traits.knocks_by_limit:
        if result.kind is DealKind.BIG_GIN:
            return rules.big_gin_bonus
        return rules.gin_bonus if result.kind is DealKind.GIN else rules.undercut_bonus
    return rules.rummy_bonus if result.kind is DealKind.RUMMY else rules.undercut_penalty
