"""Events for the tests of services, queries and API: made, filled and played through the services themselves.

Online, people are on autopilot and all tables are played at once in this process, as the workers would play them. On
paper, a director enters totals, which is quick and lets a test say exactly what happened.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accounts.models import Club, User
from games.enums import GameStatus
from games.models import Game
from games.options import GameOptions
from games.queries.rulesets import Ruleset, preset_ruleset
from games.services.due import play_due
from tests.factories import A_DAY, EVENING, make_club, make_user
from tournaments.enums import TableMode
from tournaments.formats import FormatOptions
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.services.completion import complete_round
from tournaments.services.entrants_import import import_entrants
from tournaments.services.reconcile import lost_endings
from tournaments.services.reports import report_totals
from tournaments.services.results import record_game_result
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import create_tournament, open_entries

QUICK = GameOptions(deal_pause_seconds=0, bot_pace_seconds=0, cut_seconds=0, bot_level="random")
NAMES = [
    "Ada",
    "Bo",
    "Cy",
    "Dee",
    "Eve",
    "Flo",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kay",
    "Lee",
    "Mae",
    "Ned",
    "Oda",
    "Pia",
    "Quin",
    "Ray",
    "Sue",
    "Tom",
    "Una",
    "Vic",
    "Wes",
    "Xia",
    "Yan",
    "Zoe",
]


def deals(count: int) -> Ruleset:
    """Knock Rummy with so many deals a table."""
    return preset_ruleset("knock-rummy", {"deals": count})


def options(**changed: Any) -> FormatOptions:
    """A quick format: random bots, no pauses."""
    return FormatOptions(**({"game": QUICK, "bot_level": "random"} | changed))


def an_event(
    count: int = 0,
    *,
    director: User | None = None,
    club: Club | None = None,
    open_: bool = True,
    **changed: Any,
) -> Tournament:
    """An event of one deal a table with so many people on autopilot; `changed` are options of the format."""
    director = director or make_user("Dora Director")
    tournament = create_tournament(
        club=club or make_club(owner=director),
        name="Club night",
        actor=director,
        starts_on=A_DAY,
        starts_time=EVENING,
        ruleset=deals(1),
        format_options=options(**changed),
        rng_seed=7,
    )
    if open_:
        tournament = open_entries(tournament=tournament, actor=director)
    enter(tournament, NAMES[:count])
    return tournament


def a_paper_event(count: int, **changed: Any) -> Tournament:
    """The same on real cards."""
    return an_event(count, **({"table_mode": "paper"} | changed))


def enter(tournament: Tournament, names: Iterable[str]) -> list[Entrant]:
    """Enter people on autopilot, in this order."""
    chosen = list(names)
    if chosen:
        data = "\n".join(("Name", *chosen)).encode()
        import_entrants(tournament=tournament, data=data, actor=None, autopilot=True)
    return [entrant(tournament, name) for name in chosen]


def entrant(tournament: Tournament, name: str) -> Entrant:
    return tournament.entrants.get(name=name)


def director_of(tournament: Tournament) -> User:
    """Who made the event."""
    director = tournament.created_by
    assert director is not None
    return director


def start_next(tournament: Tournament) -> Round:
    """Seat, publish and start the coming round."""
    draft = generate_round(tournament=tournament, actor=None)
    return start_round(round_=publish_round(draft=draft, actor=None), actor=None)


def play_tables(round_: Round) -> None:
    """Play every game of the round to its end."""
    for game in Game.objects.filter(table_game__table__round=round_).order_by("pk"):
        while game.status == GameStatus.PLAYING:
            before = game.ply
            play_due(game_id=game.pk, ply=game.ply)
            game.refresh_from_db()
            assert (game.ply, game.status) != (before, GameStatus.PLAYING), "the game doesn't go on"


def finish_round(round_: Round) -> Round:
    """Play the round, record its tables and complete it."""
    play_tables(round_)
    for game_id in lost_endings():
        record_game_result(game_id=game_id)
    done = complete_round(round_id=round_.pk)
    assert done is not None
    return done


def play_round(tournament: Tournament) -> Round:
    """The coming round from the draft to its standings, online."""
    return finish_round(start_next(tournament))


def enter_totals(round_: Round, points: Mapping[str, int]) -> None:
    """A director enters a paper round; each table's totals are made to sum to zero by its last seat.

    `points` are wanted totals by name; who isn't named gets 0. At a table one seat must be free to balance.
    """
    director = director_of(round_.tournament)
    for table in Table.objects.filter(round=round_, mode=TableMode.PAPER).order_by("number"):
        report_totals(table=table, totals=balanced(names_at(table), points), actor=director)


def names_at(table: Table) -> list[str]:
    return list(table.seats.order_by("seat").values_list("name", flat=True))


def balanced(names: Sequence[str], points: Mapping[str, int]) -> list[int]:
    """Totals in seat order that sum to zero: the last unnamed seat takes the difference."""
    totals = [points.get(name, 0) for name in names]
    if sum(totals):
        free = max(seat for seat, name in enumerate(names) if name not in points)
        totals[free] -= sum(totals)
    return totals


def paper_round(tournament: Tournament, points: Mapping[str, int] | None = None) -> Round:
    """The coming round from the draft to its standings, on paper with these totals."""
    round_ = start_next(tournament)
    enter_totals(round_, points or {})
    done = complete_round(round_id=round_.pk)
    assert done is not None
    return done
