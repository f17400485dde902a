"""The scoresheet of a game for one viewer: a column per seat, a row per finished deal, totals, facts of the
format.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.formats import GameDealKind, PlayedDeal, Scoresheet
from games.queries.table_view import Sheet, SheetCell, SheetRow
from games.queries.table_words import Names


def sheet_view(
    played: Sequence[PlayedDeal], sheet: Scoresheet, order: Sequence[int], names: Names, reshuffles: int = 0
) -> Sheet:
    """`order` is the order of the columns in game seats; the viewer's own comes first."""
    return Sheet(
        heads=tuple(names.head(seat) for seat in order),
        rows=tuple(_row(deal, order, deal is played[-1]) for deal in played),
        totals=tuple(sheet.totals[seat] for seat in order) if sheet.totals else (0,) * len(order),
        facts=_facts(sheet, names, reshuffles),
    )


def _row(deal: PlayedDeal, order: Sequence[int], is_last: bool) -> SheetRow:
    knockers = {result.knocker for result in deal.results}
    cells = tuple(
        SheetCell(deal.points[seat] if seat in deal.plan.seats else None, seat in knockers) for seat in order
    )
    return SheetRow(deal.number, cells, deal.plan.kind is GameDealKind.EXTRA, is_last)


def _facts(sheet: Scoresheet, names: Names, reshuffles: int) -> tuple[str, ...]:
    """What the format adds: the target, who is out of the pool, boxes and games of a match."""
    facts = []
    if sheet.target is not None:
        facts.append(_("Played to %(points)d points") % {"points": sheet.target})
    facts += _pool_facts(sheet, names)
    if any(sheet.games_won):
        won = [
            _("%(name)s %(games)d") % {"name": names.several(side), "games": games}
            for side, games in zip(sheet.sides, sheet.games_won, strict=True)
        ]
        facts.append(_("Games won: %(list)s") % {"list": ", ".join(won)})
    for column in sheet.columns:
        boxes = [
            f"{names.several(side)} {count}" for side, count in zip(sheet.sides, column.boxes, strict=True)
        ]
        facts.append(_("Boxes: %(list)s") % {"list": ", ".join(boxes)})
    if reshuffles:
        facts.append(
            ngettext(
                "The discards were reshuffled once", "The discards were reshuffled %(n)d times", reshuffles
            )
            % {"n": reshuffles}
        )
    return tuple(facts)


def _pool_facts(sheet: Scoresheet, names: Names) -> list[str]:
    """At which net loss a seat is out: one line where it is the same for all who are left."""
    left = [seat for seat in range(len(sheet.limits)) if seat not in sheet.out]
    limits = sorted({sheet.limits[seat] for seat in left})
    if len(limits) == 1:
        return [_("Out of the pool at %(points)s") % {"points": _negative(limits[0])}]
    return [
        _("%(names)s: out of the pool at %(points)s")
        % {
            "names": names.several([seat for seat in left if sheet.limits[seat] == limit]),
            "points": _negative(limit),
        }
        for limit in limits
    ]


def _negative(points: int) -> str:
    return f"\N{MINUS SIGN}{points}"
