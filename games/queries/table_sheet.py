"""The scoresheet of a game for one viewer, as the game has it: a column per seat with payments, or per side with
points, running totals and boxes; three games side by side in Hollywood. A row per finished deal.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.formats import Column, GameDealKind, PlayedDeal, Scoresheet
from games.engine.gin_game import columns_after
from games.engine.ruleset import Ruleset
from games.queries.table_view import Sheet, SheetCell, SheetGroup, SheetLine, SheetRow
from games.queries.table_words import Names


def sheet_view(
    ruleset: Ruleset,
    played: Sequence[PlayedDeal],
    sheet: Scoresheet,
    order: Sequence[int],
    names: Names,
    reshuffles: int = 0,
    deal_facts: Sequence[str] = (),
) -> Sheet:
    """`order` is the order of the columns in game seats; the viewer's own comes first. `deal_facts` are those of the
    deal in play.
    """
    facts = (*deal_facts, *_facts(ruleset, sheet, names, reshuffles))
    if sheet.columns:
        return _by_side(ruleset, played, sheet, order, names, facts)
    return Sheet(
        heads=tuple(names.head(seat) for seat in order),
        rows=tuple(_row(deal, order, deal is played[-1]) for deal in played),
        totals=tuple(sheet.totals[seat] for seat in order) if sheet.totals else (0,) * len(order),
        facts=facts,
        lines=_pool_lines(sheet, order),
    )


def _row(deal: PlayedDeal, order: Sequence[int], is_last: bool) -> SheetRow:
    knockers = {result.knocker for result in deal.results}
    cells = tuple(
        SheetCell(deal.points[seat] if seat in deal.plan.seats else None, seat in knockers) for seat in order
    )
    note = _("extra") if deal.plan.kind is GameDealKind.EXTRA else ""
    return SheetRow(deal.number, cells, is_last, note)


def _pool_lines(sheet: Scoresheet, order: Sequence[int]) -> tuple[SheetLine, ...]:
    """Rules.md, A "Pool": what each player may still lose, and the re-entries used."""
    if not sheet.limits:
        return ()
    left = [
        _("out") if seat in sheet.out else str(max(0, sheet.limits[seat] + sheet.totals[seat]))
        for seat in order
    ]
    lines = [SheetLine(_("Stake left"), tuple(left))]
    if any(sheet.re_entries):
        lines.append(SheetLine(_("Re-entries"), tuple(str(sheet.re_entries[seat]) for seat in order)))
    return tuple(lines)


def _by_side(
    ruleset: Ruleset,
    played: Sequence[PlayedDeal],
    sheet: Scoresheet,
    order: Sequence[int],
    names: Names,
    facts: tuple[str, ...],
) -> Sheet:
    """Gin: every column of the game has a column of the page for each side."""
    first = [next(at for at, seat in enumerate(order) if seat in side) for side in sheet.sides]
    sides = sorted(range(len(sheet.sides)), key=lambda side: first[side])
    heads = [_side_head(sheet.sides[side], names) for side in sides]
    games = len(sheet.columns)
    groups = tuple(
        SheetGroup(_("Game %(number)d") % {"number": number}, len(sides)) for number in range(1, games + 1)
    )
    boxes = tuple(str(column.boxes[side]) for column in sheet.columns for side in sides)
    return Sheet(
        heads=tuple(heads * games),
        rows=_side_rows(ruleset, played, sheet, sides),
        totals=tuple(column.points[side] for column in sheet.columns for side in sides),
        facts=facts,
        groups=groups if games > 1 else (),
        lines=(SheetLine(_("Boxes"), boxes),),
        is_signed=False,
    )


def _side_head(side: Sequence[int], names: Names) -> str:
    return names.head(side[0]) if len(side) == 1 else " + ".join(names.head(seat) for seat in side)


def _side_rows(
    ruleset: Ruleset, played: Sequence[PlayedDeal], sheet: Scoresheet, sides: Sequence[int]
) -> tuple[SheetRow, ...]:
    """What each deal wrote into each column: the points and the running total."""
    before: tuple[Column, ...] = ()
    game, rows = 1, []
    for deal, (number, columns) in zip(played, columns_after(ruleset, played), strict=True):
        is_new = number > game
        if is_new or not before:
            before = tuple(Column((0,) * len(sheet.sides), (0,) * len(sheet.sides)) for _unused in columns)
        game = number
        cells = tuple(
            _side_cell(deal, sheet.sides[side], was.points[side], now.points[side], len(columns) > 1)
            for was, now in zip(before, columns, strict=True)
            for side in sides
        )
        note = _("game %(number)d") % {"number": number} if is_new else ""
        rows.append(SheetRow(deal.number, cells, deal is played[-1], note))
        before = columns
    return tuple(rows)


def _side_cell(deal: PlayedDeal, side: Sequence[int], was: int, now: int, is_one_of_many: bool) -> SheetCell:
    """A column that got nothing stays empty where several are filled at once, else it shows a 0."""
    if now == was and (is_one_of_many or not any(seat in deal.plan.seats for seat in side)):
        return SheetCell(None)
    knocked = any(result.knocker in side for result in deal.results)
    return SheetCell(now - was, knocked, now if now > was else None)


def _facts(ruleset: Ruleset, sheet: Scoresheet, names: Names, reshuffles: int) -> tuple[str, ...]:
    """What the format adds: the target, who is out of the pool, what boxes count, games of a match."""
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
    if sheet.columns:
        text = _(
            "At the end a box counts %(box)d, the winner has %(bonus)d more, or %(shutout)d in a shutout."
        )
        parts = {"box": ruleset.box_bonus, "bonus": ruleset.game_bonus, "shutout": ruleset.shutout_bonus}
        facts.append(text % parts)
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
