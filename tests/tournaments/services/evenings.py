"""Events for the tests of services and queries: made, filled and played through the services themselves.

People are on autopilot and all tables are played at once in this process, as the workers would play them.
"""

from collections.abc import Iterable

from accounts.models import User
from games.enums import GameStatus
from games.models import Game
from games.options import GameOptions
from games.services.due import play_due
from tests.factories import A_DAY, EVENING, make_club, make_user
from tournaments.formats import FormatOptions
from tournaments.models import Round, Tournament
from tournaments.services.completion import complete_round
from tournaments.services.entrants import enter_player
from tournaments.services.reconcile import lost_endings
from tournaments.services.results import record_game_result
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import create_tournament, open_entries

QUICK = GameOptions(deal_pause_seconds=0, bot_pace_seconds=0, cut_seconds=0, bot_level="random")
NAMES = (
    "Ada Bo Cy Dee Eve Flo Gus Hal Ida Jon Kay Lee Mae Ned Oda Pia Quin Ray Sue Tom Una Vic Wes Xia Yan Zoe"
).split()


def an_event(
    *, director: User | None = None, options: FormatOptions | None = None, **fields: object
) -> Tournament:
    """An open event of one rotation a table, with its director."""
    director = director or make_user("Dora Director")
    tournament = create_tournament(
        club=make_club(owner=director),
        name="Club night",
        actor=director,
        starts_on=A_DAY,
        starts_time=EVENING,
        ruleset=one_deal(),
        format_options=options or FormatOptions(game=QUICK, bot_level="random"),
        rng_seed=7,
        **fields,
    )
    return open_entries(tournament=tournament, actor=director)


def one_deal(deals: int = 1):
    """Knock Rummy with so many deals a table, so that a test is quick."""
    from games.queries.rulesets import preset_ruleset

    return preset_ruleset("knock-rummy", {"deals": deals})


def enter(tournament: Tournament, names: Iterable[str]) -> list:
    return [enter_player(tournament=tournament, actor=None, name=name, autopilot=True) for name in names]


def an_event_of(count: int, **fields: object) -> Tournament:
    """The same with so many people on autopilot."""
    tournament = an_event(**fields)
    enter(tournament, NAMES[:count])
    return tournament


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
    """The coming round from the draft to its standings."""
    return finish_round(start_next(tournament))
