"""Fill a private installation with tables, and print as JSON who sits where; run as a process of its own there.

`python -m tests.chaos.prepare BOT_TABLES PEOPLE_TABLES [TURN_SECONDS]`. People get tokens for the API. The deals are
many, so that no game is over before the faults are.
"""

import json
import os
import sys
from dataclasses import replace
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
django.setup()

from knox.models import AuthToken  # noqa: E402

from games.models import Game  # noqa: E402
from games.options import GameOptions  # noqa: E402
from games.queries.clock import database_now  # noqa: E402
from games.queries.rulesets import preset_ruleset  # noqa: E402
from games.services.create import start_game  # noqa: E402
from tests.factories import make_club, make_user  # noqa: E402
from tests.games.tables import make_game, make_people  # noqa: E402
from tests.tournaments.evenings import an_event  # noqa: E402

PACE = 1.0
OPTIONS = GameOptions(
    bot_pace_seconds=PACE, deal_pause_seconds=0, cut_seconds=0, turn_seconds=20, no_show_seconds=3600
)


def main(bot_tables: int, people_tables: int, turn_seconds: int = 20) -> None:
    options = replace(OPTIONS, turn_seconds=turn_seconds, reserve_seconds=min(turn_seconds, 120))
    rules = preset_ruleset("knock-rummy", {"deals": 99})
    tables = []
    for number in range(bot_tables + people_tables):
        people = make_people(2) if number >= bot_tables else []
        bots = 3 - len(people)
        game = make_game(
            people,
            bots=bots,
            ruleset=rules,
            options=options,
            is_public=True,
            label=f"c{number}",
            started=False,
        )
        # before it starts: a worker plays an unwatched table on in one go, and holds its row
        Game.objects.filter(pk=game.pk).update(watched_until=database_now() + timedelta(hours=2))
        start_game(game=game)
        tokens = [AuthToken.objects.create(user)[1] for user in people]
        tables.append({"pk": game.pk, "id": game.public_id, "tokens": tokens})
    directors = [make_user("First director"), make_user("Second director")]
    event = an_event(8, director=directors[0], club=make_club("Chaos club", owner=directors[0]))
    event.roles.create(user=directors[1], role="director")
    print(json.dumps({"tables": tables, "event": event.pk, "directors": [user.pk for user in directors]}))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
