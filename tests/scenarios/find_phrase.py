"""Find a phrase for the demo whose evening ends with an extra round.

    python -m tests.scenarios.find_phrase baize "green felt" brass

The demo's chance follows from a phrase (config/management/commands/demo.py). When bots, seating or the entrants' file
change, another phrase may be needed: the demo's own test then says that no extra round was played. This plays whole
evenings through the services, in one process and without waiting for any clock, and prints how each one ends.
"""

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User
    from tournaments.models import Tournament


def main(phrases: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="deadwood-phrase-") as folder:
        os.environ |= {"DEADWOOD_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings.local"}
        from config.embedded.command import borrowed_database
        from config.embedded.layout import Layout
        from config.embedded.wipe import wipe

        layout = Layout(Path(folder))
        with borrowed_database(layout):
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            for phrase in phrases:
                print(f"{phrase!r}: {evening(phrase)}", flush=True)
        wipe(layout)


def evening(phrase: str) -> str:
    """Play the demo's evening with that phrase; its extra rounds and who leads in the end."""
    from django.conf import settings
    from rich.console import Console

    from config.embedded.stack import ROOT
    from config.evening import play
    from config.evening.people import club_with_director
    from config.evening.show import Screen
    from tournaments.enums import RoundKind
    from tournaments.models import Round
    from tournaments.queries.standings import standings_page

    settings.DEADWOOD_SEED_SOURCE = f"fixed:{phrase}"
    club, director, _account = club_with_director()
    times = replace(play.FORMAT.game, cut_seconds=0, deal_pause_seconds=0, no_show_seconds=0)
    options = replace(play.FORMAT, automatic=False, watched_tables=(), game=times)
    screen = Screen(Console(quiet=True), "")
    data = (ROOT / "demo" / "entrants.csv").read_bytes()
    tournament = play.open_event(club, director, data, screen, options)
    while play_next_round(tournament, director):
        tournament.refresh_from_db()
    extra = Round.objects.filter(tournament=tournament, kind=RoundKind.EXTRA)
    tied = [sorted(seat.name for seat in round_.seats.all()) for round_ in extra.order_by("number")]
    page = standings_page(tournament)
    leaders = [f"{line.place_text} {line.name}" for line in page.lines[:3]] if page else []
    return f"extra rounds {tied}, in the end {leaders}"


def play_next_round(tournament: "Tournament", director: "User") -> bool:
    """Seat and play one round to its end, if there is one to play."""
    from django.utils import timezone

    from config.evening.play import begin_round
    from games.enums import GameStatus
    from games.models import Game
    from games.services.due import play_due
    from tournaments.queries.coming import coming_round
    from tournaments.services.reconcile import reconcile

    if coming_round(tournament).kind is None:
        return False
    begin_round(tournament, director)
    games = Game.objects.filter(table_game__table__round__tournament=tournament, status=GameStatus.PLAYING)
    for game in games:
        while game.status == GameStatus.PLAYING:
            Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
            play_due(game_id=game.pk, ply=game.ply)
            game.refresh_from_db()
    reconcile(tournament_id=tournament.pk)
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
