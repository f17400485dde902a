"""The scoresheet is that of the game: running totals and boxes, three games at once, teams, stakes."""

from games.engine.cards import Hand
from games.engine.formats import PlayedDeal
from games.engine.gin_game import GinFormat
from games.engine.knock_game import KnockFormat
from games.engine.results import DealKind, DealResult
from games.engine.ruleset import PRESETS, Ruleset
from games.queries.table_sheet import sheet_view
from games.queries.table_words import Names

PEOPLE = ("Ines Keller", "Marek Novak", "Ruth Okafor", "Bot Elm")


def gin_result(winner: int, points: int, *, seats=(0, 1), knocker: int | None = None) -> DealResult:
    """A deal that `winner` won with so many points; the winner knocked unless told otherwise."""
    size = max(seats) + 1 if len(seats) == 2 else len(seats)
    net = tuple(points if seat == winner else -points if seat in seats else 0 for seat in range(size))
    return DealResult(
        DealKind.KNOCK,
        tuple(seats),
        net,
        tuple(max(0, each) for each in net),
        (Hand(),) * size,
        knocker=winner if knocker is None else knocker,
        winners=(winner,),
        deadwoods=(0,) * size,
    )


def played(ruleset: Ruleset, form, deals, first_dealer=0):
    """These deals settled one after the other: what was played, and the score."""
    score, plan = form.start(first_dealer)
    done = []
    for number, results in enumerate(deals, 1):
        verdict = form.settle(score, plan, tuple(results))
        done.append(PlayedDeal(number, plan, tuple(results), verdict.counts, verdict.points, verdict.net))
        score, plan = verdict.score, verdict.plan or plan
    return tuple(done), form.sheet(score)


def gin_sheet(key: str, deals, me: int | None = 0, players: int = 2, **options):
    ruleset = PRESETS[key].replace(**options)
    done, sheet = played(ruleset, GinFormat(ruleset), deals)
    order = [((me or 0) + step) % players for step in range(players)]
    return sheet_view(ruleset, done, sheet, order, Names.of(PEOPLE[:players], me))


def cells(view):
    return [[(cell.points, cell.running) for cell in row.cells] for row in view.rows]


def test_gin_has_running_totals_and_boxes():
    # 24 to Ines, 10 to Marek, 31 to Ines
    view = gin_sheet("gin", [[gin_result(0, 24)], [gin_result(1, 10)], [gin_result(0, 31)]])
    assert view.heads == ("You", "Marek")
    assert cells(view) == [[(24, 24), (0, None)], [(0, None), (10, 10)], [(31, 55), (0, None)]]
    assert (view.totals, view.is_signed, view.groups) == ((55, 10), False, ())
    assert [(line.label, line.cells) for line in view.lines] == [("Boxes", ("2", "1"))]
    assert [[cell.knocked for cell in row.cells] for row in view.rows] == [
        [True, False],
        [False, True],
        [True, False],
    ]
    assert view.facts == (
        "Played to 100 points",
        "At the end a box counts 20, the winner has 100 more, or 200 in a shutout.",
    )


def test_the_viewers_own_column_is_the_first():
    view = gin_sheet("gin", [[gin_result(0, 24)]], me=1)
    assert (view.heads, view.totals) == (("You", "Ines"), (0, 24))


def test_hollywood_has_three_games_side_by_side():
    # Ines wins 10, 20 and 11: in one game, in two, in all three; Marek's first win counts in one
    deals = [[gin_result(0, 10)], [gin_result(1, 7)], [gin_result(0, 20)], [gin_result(0, 11)]]
    view = gin_sheet("hollywood", deals)
    assert [(group.label, group.span) for group in view.groups] == [
        ("Game 1", 2),
        ("Game 2", 2),
        ("Game 3", 2),
    ]
    assert view.heads == ("You", "Marek") * 3
    no = (None, None)
    assert cells(view) == [
        [(10, 10), no, no, no, no, no],
        [no, (7, 7), no, no, no, no],
        [(20, 30), no, (20, 20), no, no, no],
        [(11, 41), no, (11, 31), no, (11, 11), no],
    ]
    assert view.totals == (41, 7, 31, 0, 11, 0)
    assert view.lines[0].cells == ("3", "1", "2", "0", "1", "0")


def test_partners_have_one_column():
    # first boards 30 to Ines, 12 to Elm: 18 for Ines and Ruth
    deals = [[gin_result(0, 30, seats=(0, 1)), gin_result(3, 12, seats=(2, 3))]]
    deals[0][0] = DealResult(
        **{**_fields(deals[0][0]), "net": (30, -30, 0, 0), "points": (30, 0, 0, 0), "hands": (Hand(),) * 4}
    )
    view = gin_sheet("partnership", deals, players=4)
    assert view.heads == ("You + Ruth", "Marek + Elm")
    assert (cells(view), view.totals) == ([[(18, 18), (0, None)]], (18, 0))


def _fields(result: DealResult) -> dict[str, object]:
    return {name: getattr(result, name) for name in DealResult.__slots__}


def test_who_sits_out_at_a_table_of_three_has_an_empty_cell():
    # Ines deals and sits out; Marek wins 15 from Ruth
    view = gin_sheet("cutthroat", [[gin_result(1, 15, seats=(1, 2))]], players=3)
    assert cells(view) == [[(None, None), (15, 15), (0, None)]]


def test_a_match_begins_a_new_sheet_with_each_game():
    deals = [[gin_result(0, 90)], [gin_result(0, 20)], [gin_result(1, 8)]]
    view = gin_sheet("gin-match", deals)
    assert [row.note for row in view.rows] == ["", "", "game 2"]
    assert cells(view)[1:] == [[(20, 110), (0, None)], [(0, None), (8, 8)]]
    assert view.totals == (0, 8)
    assert "Games won: you 1, Marek 0" in view.facts


def test_a_pool_shows_what_is_left_of_each_stake():
    ruleset = PRESETS["knock-pool"]
    net = (50, -30, -20)
    result = DealResult(DealKind.KNOCK, (0, 1, 2), net, net, (Hand(),) * 3, 0, (0,), (1, 31, 21))
    done, sheet = played(ruleset, KnockFormat(ruleset, 3), [[result]])
    view = sheet_view(ruleset, done, sheet, (0, 1, 2), Names.of(PEOPLE[:3], 0))
    assert (view.totals, view.is_signed) == (net, True)
    assert [(line.label, line.cells) for line in view.lines] == [("Stake left", ("150", "70", "80"))]
    # four times the same: Marek is at 120 below nothing
    done, sheet = played(ruleset, KnockFormat(ruleset, 3), [[result]] * 4)
    view = sheet_view(ruleset, done, sheet, (0, 1, 2), Names.of(PEOPLE[:3], 0))
    assert view.lines[0].cells == ("300", "out", "20")
