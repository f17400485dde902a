"""What a move costs: CPU through service and API, bot moves a second in one process and through Celery, the audit.

Run with `python -m tests.bench.games`: it starts PostgreSQL, a broker and a worker with two processes in a folder of
its own, measures inside of that installation, prints, removes it and never fails.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HUMAN_MOVES = 300
BOT_TABLES = 30
INSIDE = "--inside"


def main() -> None:
    from tests.installation import private_stack

    with tempfile.TemporaryDirectory(prefix="deadwood-bench-") as folder:
        Path(folder).chmod(0o755)
        with private_stack(Path(folder) / "data", parts=("worker",), durable=True) as stack:
            subprocess.run(
                [sys.executable, "-m", "tests.bench.games", INSIDE], env=stack.environment, check=False
            )


def report(what: str, number: float, unit: str) -> None:
    print(f"  {what:<44} {number:10.2f} {unit}", flush=True)


def report_cost(what: str, python: float, database: float) -> None:
    """Milliseconds of CPU: together, as the budgets count (docs/operations.md), then this process and its backend."""
    print(
        f"  {what:<44} {python + database:10.2f} ms  ({python:.2f} Python, {database:.2f} PostgreSQL)",
        flush=True,
    )


def database_cpu() -> float:
    """CPU seconds that the backend of this connection has used, to the scheduler's nanosecond."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def per_call(calls: int, act: Callable[[int], object]) -> tuple[float, float]:
    """CPU milliseconds of a call, in this process and in the database's backend."""
    act(0)  # what is made once a process is made
    there, here = database_cpu(), time.process_time()
    for number in range(calls):
        act(number)
    here, there = time.process_time() - here, database_cpu() - there
    return here / calls * 1000, there / calls * 1000


def measure() -> None:
    import django

    django.setup()
    print("Games: moves, bots, audit")
    measure_people()
    measure_bots_here()
    measure_celery()


class Player:
    """Two people who draw and discard in turn, game after game."""

    def __init__(self) -> None:
        from tests.games.tables import make_people

        self.people = make_people(2)
        self.new_game()

    def new_game(self) -> None:
        from tests.games.tables import make_game

        self.game = make_game(self.people, ruleset="no-knock", is_public=True)

    def next_move(self) -> tuple[object, str, int]:
        """Who is to move, the code, the ply."""
        from games.queries.states import load_state

        self.game.refresh_from_db()
        if self.game.status != "playing":
            self.new_game()
        state = load_state(self.game)
        codes = [move.code for move in state.legal_moves()]
        code = "stock" if "stock" in codes else codes[0]
        return self.people[state.turn], code, self.game.ply


def time_moves(player: Player, act: Callable[[object, str, int], bool]) -> tuple[float, float]:
    """Mean CPU milliseconds of a move made by `act` (who, code, ply), here and in the database. Raises RuntimeError for
    a refused one.
    """
    here = there = 0.0
    for number in range(-5, HUMAN_MOVES):
        actor, code, ply = player.next_move()
        there_before, began = database_cpu(), time.process_time()
        accepted = act(actor, code, ply)
        spent, spent_there = time.process_time() - began, database_cpu() - there_before
        if number >= 0:  # before that what is made once a process is made
            here, there = here + spent, there + spent_there
        if not accepted:
            raise RuntimeError(f"{code} was refused at ply {ply}")
    return here / HUMAN_MOVES * 1000, there / HUMAN_MOVES * 1000


def measure_people() -> None:
    """Through the service, the API and the page; then what is read after each move."""
    from django.test import override_settings

    from games.services.play import play_move

    player = Player()

    def by_service(actor: object, code: str, ply: int) -> bool:
        return bool(play_move(game=player.game, actor=actor, code=code, expected_ply=ply, key=f"s{ply}"))

    report_cost("move through the service", *time_moves(player, by_service))
    with override_settings(ALLOWED_HOSTS=["*"]):
        measure_requests(player)


def measure_requests(player: Player) -> None:
    from django.test import Client

    clients = []
    for person in player.people:
        client = Client()
        client.force_login(person)
        clients.append(client)

    def by_api(actor: object, code: str, ply: int) -> bool:
        client, body = (
            clients[player.people.index(actor)],
            {"code": code, "expected_ply": ply, "key": f"a{ply}"},
        )
        url = f"/api/v1/games/{player.game.public_id}/moves/"
        return bool(client.post(url, body, content_type="application/json").status_code == 200)

    def by_page(actor: object, code: str, ply: int) -> bool:
        client, body = (
            clients[player.people.index(actor)],
            {"code": code, "expected_ply": ply, "key": f"p{ply}"},
        )
        answer = client.post(f"/g/{player.game.public_id}/move", body, headers={"HX-Request": "true"})
        return bool(answer.status_code == 200)

    player.new_game()
    clients[0].get(
        f"/api/v1/games/{player.game.public_id}/"
    )  # the first request loads the addresses and views
    report_cost("move through the API", *time_moves(player, by_api))
    api, page = f"/api/v1/games/{player.game.public_id}/", f"/g/{player.game.public_id}/view"
    report_cost("own view through the API", *per_call(100, lambda _n: clients[0].get(api)))
    fragment = {"HX-Request": "true"}
    report_cost("the table's fragment", *per_call(100, lambda _n: clients[0].get(page, headers=fragment)))
    player.new_game()
    report_cost("move on the page, the new view included", *time_moves(player, by_page))


def measure_bots_here() -> None:
    from django.db import transaction

    from games.models import Game, MoveRecord
    from games.queries.audit import audit_games
    from tests.games.tables import make_game, play_what_is_due

    with transaction.atomic():  # hints go out after commit; here nothing is committed until all is played
        games = [make_game(bots=4) for _unused in range(10)]
        began, cpu = time.perf_counter(), time.process_time()
        for game in games:
            play_what_is_due(game)
        seconds, used = time.perf_counter() - began, time.process_time() - cpu
    moves = MoveRecord.objects.filter(game__in=games).count()
    report("club-bot moves in one process", moves / seconds, "moves/s")
    report("the same, Python CPU a move", used / moves * 1000, "ms")
    began = time.perf_counter()
    found = len(list(audit_games(Game.objects.filter(pk__in=[game.pk for game in games]))))
    report(f"audit ({found} findings)", moves / (time.perf_counter() - began), "moves/s")


def measure_celery() -> None:
    from games.models import Game, MoveRecord
    from tests.games.tables import make_game

    games = [make_game(bots=4, started=False) for _unused in range(BOT_TABLES)]
    from games.services.create import start_game

    began = time.perf_counter()
    for game in games:
        start_game(game=game)
    ids = [game.pk for game in games]
    deadline = time.perf_counter() + 120
    while Game.objects.filter(pk__in=ids, status="playing").exists() and time.perf_counter() < deadline:
        time.sleep(0.05)
    seconds = time.perf_counter() - began
    moves = MoveRecord.objects.filter(game__in=ids).count()
    report(f"bot moves through Celery, {BOT_TABLES} tables, 2 processes", moves / seconds, "moves/s")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    measure() if INSIDE in sys.argv else main()
