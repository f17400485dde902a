"""Fill the private installation: tables of two people with sessions and tokens, of bots that are watched and play at a
move a second, or of bots that play as fast as they can.

`python -m config.load.tables PEOPLE_TABLES WATCHED_TABLES QUICK_TABLES` prints who sits where as JSON. A game has 99
deals, so that none ends while it is measured.
"""

import json
import os
import secrets
import sys
from dataclasses import replace
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from knox.models import AuthToken  # noqa: E402

from accounts.models import Player, User  # noqa: E402
from games.enums import GamePurpose, Occupant  # noqa: E402
from games.models import Game  # noqa: E402
from games.options import GameOptions  # noqa: E402
from games.queries.clock import database_now  # noqa: E402
from games.queries.rulesets import preset_ruleset  # noqa: E402
from games.services.create import SeatSpec, create_game, start_game  # noqa: E402

OPTIONS = GameOptions(
    turn_seconds=3600, no_show_seconds=86_400, cut_seconds=0, deal_pause_seconds=0, bot_pace_seconds=1
)
QUICK = replace(OPTIONS, bot_pace_seconds=0)
BACKEND = "django.contrib.auth.backends.ModelBackend"


def person(number: int) -> tuple[User, dict[str, str]]:
    """A user with a session and a token, without the cost of a password."""
    user = User.objects.create(email=f"load{number}@example.org", display_name=f"Load {number}")
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return user, {"session": str(session.session_key), "token": AuthToken.objects.create(user)[1]}


def table(seats: list[SeatSpec], number: int, options: GameOptions = OPTIONS) -> Game:
    game = create_game(
        ruleset=preset_ruleset("knock-rummy", {"deals": 99}),
        options=options,
        seats=seats,
        purpose=GamePurpose.PRIVATE,
        label=f"load {number} {secrets.token_hex(3)}",
        is_public=True,
    )
    now = database_now()
    if options is OPTIONS:
        Game.objects.filter(pk=game.pk).update(watched_until=now + timedelta(hours=6))
    game.seats.exclude(player=None).update(appeared_at=now)
    start_game(game=game)
    return game


def bots(number: int, options: GameOptions) -> Game:
    return table(
        [SeatSpec(None, f"Bot {chair}", Occupant.BOT, "club") for chair in range(3)], number, options
    )


def main(people_tables: int, watched_tables: int, quick_tables: int) -> None:
    made = []
    for number in range(people_tables):
        people = [person(2 * number + chair) for chair in (0, 1)]
        seats = [
            SeatSpec(
                Player.objects.make(name=str(user), club=None, user=user), str(user), Occupant.PLAYER, ""
            )
            for user, _keys in people
        ]
        made.append({"id": table(seats, number).public_id, "people": [keys for _user, keys in people]})
    watched = [bots(number, OPTIONS).public_id for number in range(watched_tables)]
    for number in range(quick_tables):
        bots(number, QUICK)
    print(json.dumps({"people": made, "watched": watched}))  # noqa: T201 - the answer to who started this process


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
