"""Opens the evening's event and waits for it. Rounds, tables and results are the worker's: this only looks and prints.

An evening that was interrupted goes on where it stood; one that is over is shown again.
"""

import time
from pathlib import Path

from django.utils import timezone

from accounts.models import Club, User
from config.evening.people import club_with_director, make_players
from config.evening.show import Screen
from games.models import Game
from games.options import GameOptions
from games.queries.rulesets import changed_ruleset, preset_ruleset
from tournaments.enums import RoundStatus, TournamentStatus
from tournaments.formats import EmptySeats, FormatOptions
from tournaments.models import Round, Tournament
from tournaments.queries.audit import audit_event
from tournaments.services.entrants_file import read_entrants
from tournaments.services.entrants_import import import_entrants
from tournaments.services.rehearsal import put_on_autopilot
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.seating import generate_round
from tournaments.services.setup import create_tournament, open_entries

EVENT = "Tuesday Club Night"
NO_SHOW = "Luca Moretti"
STUCK_AFTER = 60.0
RULES = {"rotations": 1}
FORMAT = FormatOptions(
    rounds=4,
    table_sizes=(4,),
    empty_seats=EmptySeats.BOTS,
    scheme="placement",
    tiebreaks=("games_won", "head_to_head", "fewest_undercuts"),
    boundaries=(1, 3),
    automatic=True,
    objection_seconds=1,
    watched_tables=(1,),
    game=GameOptions(
        turn_seconds=30, no_show_seconds=2, cut_seconds=0.3, deal_pause_seconds=1.0, bot_pace_seconds=0.25
    ),
)


def play_evening(entrants: Path, screen: Screen) -> int:
    """Play it to its end. Exit status: 0, or 1 if it got stuck or the audit found something."""
    club, director, director_account = club_with_director()
    data = entrants.read_bytes()
    tournament = Tournament.objects.filter(club=club, name=EVENT).first()
    names = [row.name for row in read_entrants(data).rows]
    screen.step("The club, its director and its players")
    accounts = make_players(club, director, names)
    screen.accounts([director_account, *accounts], club)
    if tournament is None:
        tournament = open_event(club, director, data, screen)
        begin_round(tournament, director)
    else:
        screen.step(f"{EVENT} goes on where it stood")
    if not _watch(tournament, screen):
        screen.problem(
            f"Nothing has happened for {STUCK_AFTER:.0f} seconds. The logs are in the data folder, under log/."
        )
        return 1
    screen.final(tournament)
    code = _audit(tournament, screen)
    screen.pages(tournament)
    return code


def open_event(
    club: Club, director: User, data: bytes, screen: Screen, format_options: FormatOptions = FORMAT
) -> Tournament:
    """The evening's event with everybody from the file entered, all but one on autopilot."""
    now = timezone.localtime()
    tournament = create_tournament(
        club=club,
        name=EVENT,
        actor=director,
        starts_on=now.date(),
        starts_time=now.time().replace(second=0, microsecond=0),
        ruleset=changed_ruleset(preset_ruleset("knock-rummy"), **RULES),
        format_options=format_options,
        venue="Riverside clubhouse",
    )
    tournament = open_entries(tournament=tournament, actor=director)
    screen.step("Entrants from the secretary's spreadsheet")
    screen.imported(import_entrants(tournament=tournament, data=data, actor=director))
    put_on_autopilot(tournament=tournament, actor=director, absent=[NO_SHOW])
    screen.plan(tournament, NO_SHOW)
    return tournament


def begin_round(tournament: Tournament, director: User) -> None:
    """Seat, publish and start a round. Those after the first follow by themselves."""
    round_ = publish_round(draft=generate_round(tournament=tournament, actor=director), actor=director)
    start_round(round_=round_, actor=director)


def _watch(tournament: Tournament, screen: Screen) -> bool:
    """Follow the event to its end; False when nothing moves any more."""
    shown: set[int] = set()
    ended: set[int] = set()
    mark, moved_at = (0, 0, ""), time.monotonic()
    while True:
        tournament.refresh_from_db()
        for round_ in Round.objects.filter(tournament=tournament).exclude(status=RoundStatus.CANCELLED):
            if round_.status == RoundStatus.PUBLISHED:
                continue
            if round_.pk not in shown:
                shown.add(round_.pk)
                screen.round_begins(round_)
            if round_.status == RoundStatus.COMPLETED and round_.pk not in ended:
                ended.add(round_.pk)
                screen.round_ends(round_)
        if tournament.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED):
            return True
        screen.progress()
        games = Game.objects.filter(table_game__table__round__tournament=tournament)
        now_at = (sum(games.values_list("ply", flat=True)), tournament.version, tournament.status)
        if now_at != mark:
            mark, moved_at = now_at, time.monotonic()
        elif time.monotonic() - moved_at > STUCK_AFTER:
            return False
        time.sleep(0.4)


def _audit(tournament: Tournament, screen: Screen) -> int:
    screen.step("The evening's invariants")
    report = audit_event(tournament)
    screen.audited(report)
    return 0 if report.is_clean else 1
