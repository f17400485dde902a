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


def per_call(calls: int, act: Callable[[int], object]) -> tuple[float, float]:
    """CPU and wall milliseconds of a call in this process; the database's CPU is beside it."""
    cpu, wall = time.process_time(), time.perf_counter()
    for number in range(calls):
        act(number)
    return (time.process_time() - cpu) / calls * 1000, (time.perf_counter() - wall) / calls * 1000


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


def time_moves(player: Player, act: Callable[[object, str, int], bool]) -> float:
    """Mean CPU milliseconds of a move made by `act` (who, code, ply). Raises RuntimeError for a refused one."""
    used = 0.0
    for _unused in range(HUMAN_MOVES):
        actor, code, ply = player.next_move()
        began = time.process_time()
        accepted = act(actor, code, ply)
        used += time.process_time() - began
        if not accepted:
            raise RuntimeError(f"{code} was refused at ply {ply}")
    return used / HUMAN_MOVES * 1000


def measure_people() -> None:
    """Through the service, the API and the page; then what is read after each move."""
    from django.test import override_settings

    from games.services.play import play_move

    player = Player()

    def by_service(actor: object, code: str, ply: int) -> bool:
        return bool(play_move(game=player.game, actor=actor, code=code, expected_ply=ply, key=f"s{ply}"))

    report("move through the service, Python CPU", time_moves(player, by_service), "ms")
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
    report("move through the API, Python CPU", time_moves(player, by_api), "ms")
    api, page = f"/api/v1/games/{player.game.public_id}/", f"/g/{player.game.public_id}/view"
    report("own view through the API, Python CPU", per_call(100, lambda _n: clients[0].get(api))[0], "ms")
    report("the table's fragment, Python CPU", per_call(100, lambda _n: clients[0].get(page))[0], "ms")
    player.new_game()
    report("move on the page, the new view included", time_moves(player, by_page), "ms")


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
