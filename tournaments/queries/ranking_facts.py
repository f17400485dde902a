"""How an event's standings are reckoned, as lines for its page and for the summary of a set-up: what counts, what is
played off, who reaches a final. Words only; `facts` puts them in their place.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.engine.cuts import TieAtCut
from tournaments.engine.records import DropKind, DropUnit
from tournaments.engine.results import MissedRule
from tournaments.formats import FormatOptions, TieAfterCap
from tournaments.queries.criteria import criterion, scheme_name
from tournaments.stage_format import StageOptions


def points_text(options: FormatOptions) -> str:
    """The scheme with its bonus and its cap."""
    parts = [scheme_name(options.scheme)]
    if options.win_bonus:
        parts.append(_("%(points)d more for winning the table") % {"points": options.win_bonus})
    if options.loss_cap is not None:
        parts.append(_("a table costs %(points)d at most") % {"points": options.loss_cap})
    return pgettext("between facts", "; ").join(parts)


def counted_text(options: FormatOptions) -> str:
    """Which results count, "" where all do and nobody can come late to another effect than none."""
    parts: list[str] = []
    if options.drop_count:
        parts.append(_drops(options))
    if options.missed is MissedRule.AVERAGE:
        parts.append(_("rounds before a late entry are worth the average of own results"))
    elif options.missed is MissedRule.LOWEST:
        parts.append(_("rounds before a late entry are worth the lowest result of the round"))
    return pgettext("between facts", "; ").join(parts)


def _drops(options: FormatOptions) -> str:
    count = options.drop_count
    if options.drop_kind is DropKind.WORST and options.drop_unit is DropUnit.ROUND:
        text = ngettext("the worst round is left out", "the worst %(n)d rounds are left out", count)
    elif options.drop_kind is DropKind.WORST:
        text = ngettext("the worst table is left out", "the worst %(n)d tables are left out", count)
    elif options.drop_unit is DropUnit.ROUND:
        text = ngettext("only the best round counts", "only the best %(n)d rounds count", count)
    else:
        text = ngettext("only the best table counts", "only the best %(n)d tables count", count)
    return text % {"n": count}


def ties_text(options: FormatOptions) -> str:
    """The chain, and what is played off how often."""
    chain = " → ".join(criterion(key).name for key in options.tiebreaks) or _("none")
    stakes = _stakes(options)
    if not stakes or options.extra_round_cap == 0:
        return chain
    after = _("then by lot") if options.tie_after_cap is TieAfterCap.LOT else _("then the place is shared")
    extra = _("extra rounds for %(stakes)s (at most %(cap)d, %(after)s)") % {
        "stakes": stakes,
        "cap": options.extra_round_cap,
        "after": after,
    }
    return f"{chain}; {extra}"


def _stakes(options: FormatOptions) -> str:
    parts: list[str] = []
    if options.boundaries:
        places = pgettext("between places", ", ").join(map(str, options.boundaries))
        parts.append(_("the places %(places)s") % {"places": places})
    if options.prize_lines:
        parts.append(_("the prizes"))
    if options.promoted is not None:
        parts.append(_("going up (the first %(n)d)") % {"n": options.promoted})
    return pgettext("between places", ", ").join(parts)


def finals_text(options: FormatOptions) -> str:
    """Who goes on and how, "" where nobody does."""
    return pgettext("between facts", "; ").join(
        _stage(stage, is_final=index == len(options.cuts)) for index, stage in enumerate(options.cuts, 1)
    )


def _stage(stage: StageOptions, *, is_final: bool) -> str:
    name = pgettext("stage", "final") if is_final else pgettext("stage", "semifinals")
    points = _("with the points so far") if stage.carried else _("all from nothing")
    tie = {
        TieAtCut.EXTRA_ROUND: _("a tie for the last place is played off"),
        TieAtCut.ALL: _("all who tie for the last place go on"),
        TieAtCut.NONE: _("nobody who ties for the last place goes on"),
        TieAtCut.LOT: _("a lot decides a tie for the last place"),
    }[stage.tie]
    return ngettext(
        "%(stage)s of the best %(n)d, %(rounds)d round at tables of %(seats)d, %(points)s; %(tie)s",
        "%(stage)s of the best %(n)d, %(rounds)d rounds at tables of %(seats)d, %(points)s; %(tie)s",
        stage.rounds,
    ) % {
        "stage": name,
        "n": stage.size,
        "rounds": stage.rounds,
        "seats": stage.table_size,
        "points": points,
        "tie": tie,
    }
