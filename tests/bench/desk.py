"""How long the desk takes in an event of 1,000 entrants and 12 rounds: a result entered (budget p95 300 ms), corrected,
and Tonight with its 250 tables.

Run with `python -m tests.bench.desk`; `make bench` does. It starts PostgreSQL in a folder of its own, measures, removes
it, prints and never fails.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

ENTRANTS, ROUNDS, RESULTS = 1000, 12, 100
INSIDE = "--inside"


def main() -> None:
    from tests.installation import private_stack

    with tempfile.TemporaryDirectory(prefix="deadwood-bench-") as folder:
        Path(folder).chmod(0o755)
        with private_stack(Path(folder) / "data", parts=(), durable=True) as stack:
            subprocess.run(
                [sys.executable, "-m", "tests.bench.desk", INSIDE], env=stack.environment, check=False
            )


Times = list[tuple[float, float]]


def timed(times: int, act: Callable[[int], object]) -> Times:
    """Wall and CPU milliseconds of each call; the database's CPU is beside it."""
    found = []
    for number in range(times):
        began, cpu = time.perf_counter(), time.process_time()
        act(number)
        found.append(((time.perf_counter() - began) * 1000, (time.process_time() - cpu) * 1000))
    return found


def report(what: str, times: Times) -> None:
    walls, cpus = ([each[at] for each in times] for at in (0, 1))
    cut = quantiles(walls, n=20)
    print(
        f"  {what:<42} median {cut[9]:6.0f} ms   p95 {cut[18]:6.0f} ms   Python CPU {median(cpus):6.0f} ms",
        flush=True,
    )


def measure() -> None:
    import django

    django.setup()
    from django.test import Client, override_settings

    from tests.tournaments.large_event import a_large_event
    from tournaments.models import Table

    print(f"Desk: {ENTRANTS} entrants, {ROUNDS} rounds (a result is saved in p95 <= 300 ms)", flush=True)
    rng = random.Random(1)
    tournament = a_large_event(ENTRANTS, ROUNDS, rng)
    last = Table.objects.filter(round__tournament=tournament, round__number=ROUNDS).order_by("number")
    played = Table.objects.filter(round__tournament=tournament, round__number=ROUNDS - 1).order_by("number")
    with override_settings(ALLOWED_HOSTS=["*"]):
        client = Client()
        client.force_login(tournament.created_by)
        desk = f"/t/{tournament.public_id}/tonight/"
        report("a result entered at the desk", enter(client, desk, list(last[:RESULTS]), rng))
        report(
            "a result reported from the table's card", tell(client, list(last[RESULTS : 2 * RESULTS]), rng)
        )
        report("a result of the last round corrected", correct(client, desk, list(played[:5]), rng))
        report("Tonight, 250 tables", timed(5, lambda _n: ok(client.get(desk))))


def ok(answer: object) -> None:
    if getattr(answer, "status_code", 500) not in (200, 302):
        raise RuntimeError(f"refused: {getattr(answer, 'status_code', '?')}")


def fields(rng: random.Random) -> dict[str, object]:
    from tests.tournaments.large_event import totals

    return {"what": "totals"} | {f"total-{seat}": net for seat, net in enumerate(totals(rng), 1)}


def enter(client: object, desk: str, tables: list, rng: random.Random) -> Times:  # type: ignore[type-arg]
    return timed(
        len(tables),
        lambda n: ok(client.post(f"{desk}table/{tables[n].public_id}/", fields(rng))),  # type: ignore[attr-defined]
    )


def tell(client: object, tables: list, rng: random.Random) -> Times:  # type: ignore[type-arg]
    return timed(
        len(tables),
        lambda n: ok(client.post(f"/r/{tables[n].report_code}/", fields(rng) | {"seat": 0, "key": f"k{n}"})),  # type: ignore[attr-defined]
    )


def correct(client: object, desk: str, tables: list, rng: random.Random) -> Times:  # type: ignore[type-arg]
    return timed(
        len(tables),
        lambda n: ok(
            client.post(  # type: ignore[attr-defined]
                f"{desk}table/{tables[n].public_id}/correct/",
                fields(rng) | {"reason": "Typo", "really": "1"},
            )
        ),
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    measure() if INSIDE in sys.argv else main()
