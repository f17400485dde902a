"""Hints are sent from inside requests: without a broker they must fail at once instead of waiting for one."""

from pathlib import Path

import kombu.utils.functional
import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from config.celery import app


def broker_less(folder: Path, **transport: int) -> Celery:
    """A Celery app with the project's settings whose broker isn't there."""
    lonely = Celery(
        "lonely", broker=f"redis+socket://{folder}/nobody.sock?virtual_host=0", set_as_current=False
    )
    lonely.conf.update(broker_transport_options={**app.conf.broker_transport_options, **transport})
    return lonely


def naps_of_a_publish(lonely: Celery, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    naps: list[float] = []
    monkeypatch.setattr(kombu.utils.functional, "sleep", naps.append)
    with pytest.raises(OperationalError):
        lonely.send_task("games.tasks.hint", args=(1, 2), retry=False)
    return naps


def test_publishing_without_a_broker_gives_up_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert naps_of_a_publish(broker_less(tmp_path), monkeypatch) == []


def test_the_library_alone_would_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert naps_of_a_publish(broker_less(tmp_path, max_retries=1), monkeypatch) != []
