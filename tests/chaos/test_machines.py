"""Several machines, rehearsed on one: servers by themselves, two web processes, three workers; one of each is lost.

Each "machine" is an installation in a folder and process groups of its own that knows the servers by address only. Who
played through the lost web process goes on through the other, as behind a load balancer.
"""

import signal
import time
from urllib.parse import urlsplit

import pytest

from tests.chaos.storm import Storm

pytestmark = [pytest.mark.chaos, pytest.mark.proof]

SHARED = ("DATABASE_URL", "BROKER_URL", "SECRET_KEY")


def test_one_of_each_is_lost_and_play_goes_on(new_stack, capsys):
    with new_stack(parts=()) as servers:
        known = {name: servers.environment[name] for name in SHARED}
        with (
            new_stack(parts=("web", "worker", "beat"), env=known, worker_processes=1) as one,
            new_stack(parts=("worker", "sweep"), env=known, worker_processes=1) as two,
        ):
            lost = new_stack(parts=("web", "worker"), env=known, worker_processes=1)
            lost.start()
            with Storm(one, bots=8, people=6, seed="three machines") as storm:
                for person in storm.people[::2]:
                    person.caller.where = urlsplit(lost.url).netloc
                time.sleep(6)
                lost.stop()
                for person in storm.people[::2]:
                    person.caller.where = urlsplit(one.url).netloc
                two.kill("worker")
                two.kill("sweep")
                one.kill("beat")
                time.sleep(3)
                servers.kill("valkey")
                time.sleep(3)
                servers.kill("postgres", signal.SIGQUIT)
                time.sleep(3)
                one.kill("web")
                report = storm.reckon(recovery=30)
    report.write(servers.layout.logs / "machines.json")
    with capsys.disabled():
        report.show()
    assert report.problems == {}
    assert report.acknowledged > 20
