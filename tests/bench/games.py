"""What a move costs: CPU through service, API and page, of the views after it, of bots and of the audit; bot moves a
second through Celery. Then whether all budgets are kept (`budgets`).

Run with `python -m tests.bench.games`; `make bench` does. It starts PostgreSQL, a broker and a worker with two
processes in a folder of its own, measures inside of that installation and removes it. It ends with 1 where a budget
isn't kept. `--record` writes the ratios anew, which later runs are judged by.
"""

import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.budgets import BUDGETS, Cost, Rate, judge, read_record, write_record
from tests.bench.meter import REFERENCE, Meter

ROUNDS, FIRST_ROUNDS = 40, 4
MOVES = 3  # of each kind in a round
LOOKING = 2  # of four people, after each move
BOT_GAMES, BOT_TABLES = 12, 30
MOST_SECONDS = 120
INSIDE, RECORD = "--inside", "--record"


def main() -> int:
    from tests.installation import private_stack

    with tempfile.TemporaryDirectory(prefix="deadwood-bench-") as folder:
        Path(folder).chmod(0o755)
        env = {"DEADWOOD_SEED_SOURCE": "fixed:bench", "LOG_LEVEL": "WARNING"}
        with private_stack(Path(folder) / "data", parts=("worker",), durable=True, env=env) as stack:
            asked = [sys.executable, "-m", "tests.bench.games", INSIDE, *sys.argv[1:]]
            return subprocess.run(asked, env=stack.environment, check=False).returncode


def measure() -> int:
    """Exit code: 1 where a budget isn't kept."""
    import django

    django.setup()
    print("Games: moves, views, bots, audit (CPU with the database's, and how many times the reference work)")
    meter = Meter(time.process_time, database_cpu)
    measure_people(meter)
    measure_bots(meter)
    measure_watched_bots(meter)
    costs, rate = meter.costs(), measure_celery()
    report(f"{REFERENCE} ({meter.undisturbed:.2f} ms undisturbed)", Cost(meter.reference, 0.0, 1.0))
    for what, cost in costs.items():
        report(what, cost)
    print(f"  {rate.what:<42} {rate.found:8.0f} a second", flush=True)
    if RECORD in sys.argv:
        write_record(costs, meter.undisturbed)
    broken = judge(costs, meter.reference, read_record(), BUDGETS, [rate])
    print("\n".join(f"  OVER BUDGET  {line}" for line in broken) or "  Every budget is kept.", flush=True)
    return 1 if broken else 0


def database_cpu() -> float:
    """CPU seconds that the server's process of this connection has used, to the scheduler's nanosecond."""
    from django.db import connection

    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def report(what: str, cost: Cost) -> None:
    parts = f"({cost.python:.2f} Python, {cost.database:.2f} PostgreSQL)" if cost.database else ""
    print(f"  {what:<42} {cost.whole:8.2f} ms {cost.ratio:8.2f} times  {parts}", flush=True)


class Table:
    """Four people who play as club bots do, deal after deal."""

    def __init__(self) -> None:
        from games.bots.registry import bot_named
        from games.queries.rulesets import preset_ruleset
        from tests.games.tables import make_game, make_people

        self.people = make_people(4)
        rules = preset_ruleset("knock-rummy", {"deals": 99})
        self.game = make_game(self.people, ruleset=rules, is_public=True, label="bench")
        self.bot, self.rng = bot_named("club"), random.Random(1)

    def next_move(self) -> tuple[int, dict[str, Any]]:
        """The seat to move, and what is sent: code, ply and key."""
        from games.engine.observation import observe
        from games.queries.states import load_state

        self.game.refresh_from_db()
        state = load_state(self.game)
        assert state.turn is not None
        move = self.bot.choose(observe(state, state.turn), self.rng)
        return state.turn, {"code": move.code, "expected_ply": state.ply, "key": f"k{state.ply}"}


def measure_people(meter: Meter) -> None:
    """In each round moves in all three ways, and after each what two of them look at."""
    from django.core.handlers.wsgi import WSGIHandler

    from games.services.play import play_move
    from tests.bench.browser import Browser
    from tests.bench.reference import reference_work

    table, app = Table(), WSGIHandler()
    browsers = [Browser(app, person) for person in table.people]
    api, page = f"/api/v1/games/{table.game.public_id}/", f"/g/{table.game.public_id}/"

    def by_service(seat: int, sent: dict[str, Any]) -> object:
        return play_move(game=table.game, actor=table.people[seat], **sent)

    ways: tuple[tuple[str, Callable[[int, dict[str, Any]], object]], ...] = (
        ("move through the service", by_service),
        ("move through the API", lambda seat, sent: browsers[seat].call(f"{api}moves/", sent)),
        (
            "move on the page, the new view included",
            lambda seat, sent: browsers[seat].post(f"{page}move", sent),
        ),
    )

    def turn(what: str, act: Callable[[int, dict[str, Any]], object]) -> None:
        meter.spend(REFERENCE, reference_work)
        seat, sent = table.next_move()
        meter.spend(what, lambda: act(seat, sent))
        for browser in browsers[:LOOKING]:
            meter.spend("own view through the API", partial(browser.call, api))
            meter.spend("the table's view", partial(browser.get, f"{page}view"))

    for number in range(-FIRST_ROUNDS, ROUNDS):
        if number == 0:  # as the web process does once it is loaded (config/asgi.py)
            gc.collect()
            gc.freeze()
        with meter.round(is_kept=number >= 0):
            for what, act in ways * MOVES:
                turn(what, act)


def measure_bots(meter: Meter) -> None:
    """Whole games of four club bots in one process, each one then audited."""
    from django.db import transaction

    from tests.games.tables import make_game

    for number in range(-1, BOT_GAMES):
        with transaction.atomic(), meter.round(is_kept=number >= 0):  # uncommitted, so no hint goes out
            measure_bot_game(meter, make_game(bots=4, label=f"bots{number}"))


def measure_watched_bots(meter: Meter) -> None:
    """One move at a time, as the sweep makes them where somebody looks on."""
    from django.utils import timezone

    from games.options import GameOptions
    from games.services.create import start_game
    from games.services.due import play_due
    from tests.bench.reference import reference_work
    from tests.games.tables import let_time_pass, make_game

    options = GameOptions(deal_pause_seconds=0, cut_seconds=0, bot_pace_seconds=1)
    game = make_game(bots=4, label="watched", options=options, ruleset="no-knock", started=False)
    game.watched_until = timezone.now() + timedelta(days=1)
    game.save()
    start_game(game=game)
    game.refresh_from_db()
    for number in range(-FIRST_ROUNDS, ROUNDS):
        with meter.round(is_kept=number >= 0):
            for _unused in range(MOVES):
                meter.spend(REFERENCE, reference_work)
                let_time_pass(game, 2)
                made = meter.spend(
                    "bot's move at a watched table", partial(play_due, game_id=game.pk, ply=game.ply)
                )
                if not made:
                    raise RuntimeError("no bot moved")


def measure_bot_game(meter: Meter, game: Any) -> None:
    from games.models import Game
    from games.queries.audit import audit_games
    from tests.bench.reference import reference_work
    from tests.games.tables import play_what_is_due

    for _unused in range(MOVES):
        meter.spend(REFERENCE, reference_work)
    meter.spend("bot's move where nobody watches", lambda: play_what_is_due(game), lambda played: played.ply)
    rows = Game.objects.filter(pk=game.pk)
    found = meter.spend("move audited", lambda: list(audit_games(rows)), lambda _findings: game.ply)
    if found:
        raise RuntimeError(f"the audit says {found}")


def measure_celery() -> Rate:
    """Tables of bots that nobody watches, from their start to their end."""
    from games.models import Game, MoveRecord
    from games.services.create import start_game
    from tests.games.tables import make_game

    games = [make_game(bots=4, started=False, label=f"celery{number}") for number in range(BOT_TABLES)]
    began = time.perf_counter()
    for game in games:
        start_game(game=game)
    ids = [game.pk for game in games]
    while Game.objects.filter(pk__in=ids, status="playing").exists():
        if time.perf_counter() - began > MOST_SECONDS:
            break
        time.sleep(0.05)
    moves = MoveRecord.objects.filter(game__in=ids).count()
    return Rate("bot moves through Celery, 2 processes", moves / (time.perf_counter() - began), 150.0)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    sys.exit(measure() if INSIDE in sys.argv else main())
