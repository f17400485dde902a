"""What an answer of /live/ carries, without a server."""

import asyncio
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from pytest_django import Settings

from config.live.app import LiveApp


def refusal() -> dict[str, str]:
    """The headers of the answer to a ticket that is none."""
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/live/stream",
        "query_string": b"t=none",
        "headers": [],
    }
    with ThreadPoolExecutor(1) as thread:  # a loop of its own: this thread's may be that of a browser test
        thread.submit(asyncio.run, LiveApp()(scope, receive, send)).result()
    assert sent[0]["status"] == 403
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.mark.parametrize("seconds", [0, 31536000])
def test_streams_insist_on_https_where_the_pages_do(settings: Settings, seconds: int) -> None:
    settings.SECURE_HSTS_SECONDS = seconds
    found = refusal().get("strict-transport-security")
    assert found == (f"max-age={seconds}; includeSubDomains; preload" if seconds else None)


def test_and_are_shielded_like_them() -> None:
    found = refusal()
    assert {name: found[name] for name in ("x-content-type-options", "referrer-policy", "cache-control")} == {
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cache-control": "no-store, private",
    }
    assert found["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
