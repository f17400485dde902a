"""Partnership with bots: a team of bots in empty seats, teams of bots entered in their own right, and a bot as the mate
of a person who isn't there.
"""

import pytest

from games.enums import Occupant
from games.models import Game
from games.queries.rulesets import preset_ruleset
from games.services.seats import stand_in
from tests.factories import A_DAY, EVENING, make_club, make_player, make_user
from tests.tournaments.evenings import NAMES, QUICK, finish_round, start_next
from tournaments.enums import EntrantKind, SeatOccupant
from tournaments.formats import EmptySeats, FormatOptions
from tournaments.models import SeatScore, Table, Tournament
from tournaments.queries.standings import standings_page
from tournaments.services.entrants import enter_bot, enter_team
from tournaments.services.setup import create_tournament, open_entries

pytestmark = pytest.mark.django_db


def a_team_event(teams: int, bots: int = 0, **changed) -> Tournament:
    """Short games of Partnership online, everybody on autopilot, so many teams and bots."""
    director = make_user("Dora Director")
    options = {"rounds": 1, "table_sizes": (4,), "game": QUICK, "boundaries": (), "scheme": "net", **changed}
    tournament = create_tournament(
        club=make_club(owner=director),
        name="Pairs",
        actor=director,
        starts_on=A_DAY,
        starts_time=EVENING,
        ruleset=preset_ruleset("partnership", {"target": 20, "max_deals": 3}),
        format_options=FormatOptions(**options),
        rng_seed=7,
    )
    tournament = open_entries(tournament=tournament, actor=director)
    for number in range(teams):
        names = NAMES[2 * number : 2 * number + 2]
        players = tuple(make_player(name, tournament.club) for name in names)
        enter_team(
            tournament=tournament, actor=None, name=f"Team {number + 1}", players=players, autopilot=True
        )
    for number in range(bots):
        enter_bot(tournament=tournament, actor=None, level="club", name=f"Robot {number + 1}")
    return tournament


@pytest.fixture(autouse=True)
def fixed_cards(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:teams with bots"


def occupants(table: Table) -> list[str]:
    return list(table.seats.order_by("seat").values_list("occupant", flat=True))


def test_bots_in_empty_seats_are_a_whole_team():
    """Three teams: the fourth is of two bots, who sit across like everybody and get no place."""
    tournament = a_team_event(3, empty_seats=EmptySeats.BOTS)
    round_ = start_next(tournament)
    with_bots = [table for table in round_.tables.all() if SeatOccupant.BOT in occupants(table)]
    assert len(with_bots) == 1
    kinds = occupants(with_bots[0])
    assert kinds[:2] == kinds[2:]
    assert sorted(kinds[:2]) == sorted([SeatOccupant.BOT, SeatOccupant.ENTRANT])
    finish_round(round_)
    page = standings_page(tournament)
    assert page is not None
    assert sorted(line.name for line in page.lines) == ["Team 1", "Team 2", "Team 3"]
    bot = kinds.index(SeatOccupant.BOT)
    nets = list(
        SeatScore.objects.filter(result__table=with_bots[0]).order_by("seat").values_list("net", flat=True)
    )
    assert nets[bot] == nets[bot + 2] == -nets[1 - bot]


def test_teams_of_bots_play_in_their_own_right_also_each_other_and_take_no_place():
    tournament = a_team_event(1, bots=3, rounds=3)
    met = set()
    for _unused in range(3):
        round_ = start_next(tournament)
        for table in round_.tables.all():
            names = list(table.seats.order_by("seat").values_list("entrant__name", flat=True))
            assert names[:2] == names[2:]
            met.add(frozenset(names))
        finish_round(round_)
    assert len(met) == 6
    page = standings_page(tournament)
    assert page is not None
    places = {line.name: line.place_text for line in page.lines}
    assert places["Team 1"] == "1"
    bots = tournament.entrants.filter(kind=EntrantKind.BOT).values_list("name", flat=True)
    assert {places[name] for name in bots} == {"–"}


@pytest.mark.parametrize("absent", [(0,), (0, 2)], ids=["one mate", "both mates"])
def test_a_bot_stands_in_for_a_mate_and_the_result_is_the_teams(absent):
    tournament = a_team_event(2)
    round_ = start_next(tournament)
    game = Game.objects.get()
    for seat in absent:
        stand_in(game=game, seat=seat)
    finish_round(round_)
    game.refresh_from_db()
    kinds = list(game.seats.order_by("seat").values_list("occupant", flat=True))
    assert [seat for seat, kind in enumerate(kinds) if kind == Occupant.STAND_IN] == list(absent)
    scores = list(SeatScore.objects.filter(result__table__round=round_).order_by("seat"))
    assert scores[0].net == scores[2].net == -scores[1].net == -scores[3].net
    assert [score.seat for score in scores if score.bot_moves] == list(absent)
    assert all(score.bot_moves == score.moves for score in scores if score.seat in absent)
    page = standings_page(tournament)
    assert page is not None
    assert {line.name for line in page.lines} == {"Team 1", "Team 2"}
