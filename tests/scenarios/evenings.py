"""Events that run by themselves once the director has started them, on real parts: a worker, the beat, a broker.

Standings are worked out a second time here, from the moves in the logs and the figures of the rulebook, with code
that shares nothing with the standings engine.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from accounts.models import Club, User
from games.engine.game import GameState
from games.engine.moves import parse_move
from games.models import Game
from games.options import GameOptions
from games.queries.rulesets import Ruleset
from tests.factories import A_DAY, EVENING, make_player
from tournaments.enums import RoundKind, TournamentStatus
from tournaments.formats import FormatOptions
from tournaments.models import Round, Table, Tournament
from tournaments.queries.audit import audit_event
from tournaments.queries.standings import standings_page
from tournaments.services.entrants import enter_player, enter_team
from tournaments.services.rehearsal import put_on_autopilot
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import create_tournament, open_entries

PHRASE = "fixed:evenings of other games"
# How long a hung event is waited for. It decides nothing else: no clock runs out meanwhile, however slow the machine.
PATIENCE = 600.0
FLAT_OUT = GameOptions(
    turn_seconds=None,
    no_show_seconds=86_400,
    re_entry_seconds=3_600,
    cut_seconds=0,
    deal_pause_seconds=0,
    bot_pace_seconds=0,
)
FORMAT = FormatOptions(
    rounds=1,
    table_sizes=(2,),
    scheme="win_loss",
    tiebreaks=(),
    automatic=True,
    objection_seconds=0,
    game=FLAT_OUT,
)


def open_event(club: Club, director: User, ruleset: Ruleset, **options: Any) -> Tournament:
    """An event that takes entries; `options` are changes to `FORMAT`."""
    tournament = create_tournament(
        club=club,
        name=f"{ruleset.key} evening",
        actor=director,
        starts_on=A_DAY,
        starts_time=EVENING,
        ruleset=ruleset,
        format_options=replace(FORMAT, **options),
        rng_seed=3,
    )
    return open_entries(tournament=tournament, actor=director)


def enter_people(tournament: Tournament, names: Iterable[str]) -> None:
    """People on autopilot."""
    for name in names:
        enter_player(tournament=tournament, actor=None, name=name)
    put_on_autopilot(tournament=tournament, actor=None)


def enter_pairs(tournament: Tournament, pairs: dict[str, tuple[str, str]]) -> None:
    """Teams of two, on autopilot."""
    for name, people in pairs.items():
        players = tuple(make_player(f"{person} of {name}", tournament.club) for person in people)
        enter_team(tournament=tournament, actor=None, name=name, players=players)
    put_on_autopilot(tournament=tournament, actor=None)


def begin(tournament: Tournament, director: User) -> Round:
    """What the director does: seat, publish and start the first round. All else happens by itself."""
    draft = generate_round(tournament=tournament, actor=director)
    return start_round(round_=publish_round(draft=draft, actor=director), actor=director)


def wait_for_the_end(
    tournaments: Iterable[Tournament], meanwhile: Callable[[], object] = lambda: None
) -> None:
    """Wait until the parts have played and finished all of these events."""
    waiting = list(tournaments)
    give_up_at = time.monotonic() + PATIENCE
    while waiting:
        assert time.monotonic() < give_up_at, f"not finished: {[str(event) for event in waiting]}"
        meanwhile()
        time.sleep(0.1)
        for tournament in waiting:
            tournament.refresh_from_db()
        waiting = [event for event in waiting if event.status != TournamentStatus.FINISHED]


def replayed(game: Game) -> GameState:
    """The game from nothing but the rules, the seeds and the log of moves with their seats."""
    state = GameState.new(game.ruleset, game.seat_count)
    for deal in game.deals.select_related("hidden").order_by("number"):
        state = state.start_deal(bytes(deal.hidden.seed))
        for seat, code in deal.moves.order_by("ply").values_list("seat", "code"):
            state = state.apply(parse_move(code), seat)
    assert state.is_over
    return state


def tables_of(tournament: Tournament, kind: RoundKind = RoundKind.MAIN) -> list[Table]:
    return list(
        Table.objects.filter(round__tournament=tournament, round__kind=kind).order_by(
            "round__number", "number"
        )
    )


def totals_of(table: Table) -> dict[str, int]:
    """Each entrant's total at the table, by name; partners have their team's."""
    result = replayed(table.table_games.get().game).result
    assert result is not None
    totals = result.totals
    return {chair.entrant.name: totals[chair.seat] for chair in table.seats.select_related("entrant")}


def wins_by_hand(tournament: Tournament) -> dict[str, float]:
    """A point for every table won, half a point each where two share it."""
    points: dict[str, float] = defaultdict(float)
    for table in tables_of(tournament):
        totals = totals_of(table)
        best = [name for name, total in totals.items() if total == max(totals.values())]
        for name in totals:
            points[name] += 1 / len(best) if name in best else 0
    return points


def standings(tournament: Tournament) -> list[tuple[str, int | None, float]]:
    """The final standings as the page has them: name, place, points."""
    page = standings_page(tournament)
    assert page is not None
    return [(line.name, line.place, float(line.points)) for line in page.lines]


def meetings(tournament: Tournament) -> list[frozenset[str]]:
    """Who sat together in the main rounds, table by table."""
    return [frozenset(table.seats.values_list("entrant__name", flat=True)) for table in tables_of(tournament)]


def assert_clean(tournament: Tournament) -> None:
    """Every invariant of the event and of its games holds."""
    report = audit_event(tournament)
    assert [line.problems for line in report.lines if line.problems] == []
