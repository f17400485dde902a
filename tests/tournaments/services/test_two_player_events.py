"""Events of two-player games through the services: a tie of five and more played off in a bracket, and what each
value of a bye does to the standings.
"""

from fractions import Fraction

import pytest

from games.queries.rulesets import preset_ruleset
from tests.factories import A_DAY, EVENING, make_club, make_user
from tests.tournaments.evenings import NAMES, enter, names_at, paper_round, start_next
from tournaments.enums import RoundKind
from tournaments.formats import ByeValue, EmptySeats, FormatOptions
from tournaments.models import Bye, Round, Tournament
from tournaments.queries.coming import coming_round
from tournaments.queries.explain import explain_place
from tournaments.queries.standings import standings_page
from tournaments.queries.table_rules import table_ruleset
from tournaments.services.completion import complete_round
from tournaments.services.reports import report_totals
from tournaments.services.setup import create_tournament, open_entries

pytestmark = pytest.mark.django_db


def a_gin_event(count: int, **changed) -> Tournament:
    """Gin on real cards, tables of two, with so many people."""
    director = make_user("Dora Director")
    options = {"rounds": 1, "table_sizes": (2,), "table_mode": "paper", "tiebreaks": (), **changed}
    tournament = create_tournament(
        club=make_club(owner=director),
        name="Gin night",
        actor=director,
        starts_on=A_DAY,
        starts_time=EVENING,
        ruleset=preset_ruleset("gin"),
        format_options=FormatOptions(**options),
        rng_seed=7,
    )
    tournament = open_entries(tournament=tournament, actor=director)
    enter(tournament, NAMES[:count])
    return tournament


def win(round_: Round, *, first: bool = True) -> list[str]:
    """Every table is won by its first (or second) seat with 60; the names of the winners."""
    winners = []
    for table in round_.tables.order_by("number"):
        totals = [60, -60] if first else [-60, 60]
        report_totals(table=table, totals=totals, actor=round_.tournament.created_by)
        winners.append(names_at(table)[0 if first else 1])
    assert complete_round(round_id=round_.pk) is not None
    return winners


def places(tournament: Tournament) -> dict[str, str]:
    page = standings_page(tournament)
    assert page is not None
    return {line.name: line.place_text for line in page.lines}


@pytest.mark.parametrize(
    ("tied", "tables", "others"),
    [(5, [1, 2, 1], ["2", "=3", "=3", "5"]), (6, [2, 2, 1], ["2", "=3", "=3", "=5", "=5"])],
    ids=["five", "six"],
)
def test_a_tie_of_five_and_more_is_played_off_in_a_bracket_of_games_to_fifty(tied, tables, others):
    """The winners of as many tables are level for first. Best of the draw are the two who wait a round; whoever
    sits first wins. One extra round in stages: the cap isn't touched.
    """
    tournament = a_gin_event(2 * tied, scheme="win_loss", extra_round_cap=1)
    level = win(start_next(tournament))
    assert {places(tournament)[name] for name in level} == {"=1"}
    played, lost = [], []
    while coming_round(tournament).kind is not None:
        extra = start_next(tournament)
        assert extra.kind == RoundKind.EXTRA
        for table in extra.tables.all():
            ruleset = table_ruleset(tournament, extra, table)
            assert (ruleset.scoring, ruleset.target, ruleset.best_of) == ("game", 50, 1)
        met = [names_at(table) for table in extra.tables.order_by("number")]
        winners = win(extra)
        played.append(len(met))
        lost.append({name for pair in met for name in pair if name not in winners})
    assert played == tables
    assert coming_round(tournament).is_all_played
    found = places(tournament)
    (champion,) = winners
    assert found[champion] == "1"
    in_order = [found[name] for out in reversed(lost) for name in out]
    assert in_order == others
    assert {found[name] for name in found if name not in level} == {f"={tied + 1}"}


@pytest.mark.parametrize("value", list(ByeValue))
def test_a_bye_is_worth_what_the_event_says(value):
    """Five people, three rounds of net points: a bye each round, never the same person's twice."""
    tournament = a_gin_event(
        5, rounds=3, scheme="net", boundaries=(), empty_seats=EmptySeats.BYES, bye_value=value, bye_points=25
    )
    own: dict[str, list[int]] = {name: [] for name in NAMES[:5]}
    for number in (1, 2, 3):
        round_ = start_next(tournament)
        winners = win(round_, first=number != 2)
        for table in round_.tables.all():
            for name in names_at(table):
                own[name].append(60 if name in winners else -60)
    byes = list(Bye.objects.filter(round__tournament=tournament).values_list("entrant__name", flat=True))
    assert (len(byes), len(set(byes))) == (3, 3)
    worth = {
        name: {
            ByeValue.AVERAGE: Fraction(sum(results), len(results)),
            ByeValue.FIXED: Fraction(25),
            ByeValue.NONE: Fraction(0),
        }[value]
        for name, results in own.items()
        if name in byes
    }
    page = standings_page(tournament)
    assert page is not None
    assert {line.name: line.points for line in page.lines} == {
        name: sum(results) + worth.get(name, 0) for name, results in own.items()
    }
    for name in byes:
        row = explain_place(tournament, 3, tournament.entrants.get(name=name).pk)
        assert row is not None
        (bye,) = [line for line in row.points if not line.table_public_id]
        assert Fraction(bye.value_text.replace("−", "-").replace("½", ".5") or 0) == worth[name]


def test_a_paper_round_of_gin_needs_no_balance_by_hand():
    """Totals of a table of two are each other's negative."""
    tournament = a_gin_event(2, scheme="net", boundaries=())
    paper_round(tournament, {"Ada": 85})
    assert {line.name: line.points for line in standings_page(tournament).lines} == {"Ada": 85, "Bo": -85}
