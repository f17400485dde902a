"""The process's one connection that hears PostgreSQL's notifications. It reconnects for ever and then
says "resync".
"""

import asyncio
from typing import Any

import psycopg
import structlog
from django.db import connections
from psycopg import sql

from config.live.hub import Hub
from games.services.live import CHANNEL

log = structlog.get_logger(__name__)
QUIET_SECONDS = 15.0
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0


async def listen(hub: Hub) -> None:
    """Feed the hub until cancelled."""
    pause = FIRST_PAUSE
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True)
            async with connection:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                hub.resync()
                pause = FIRST_PAUSE
                await _hear(connection, hub)
        except (psycopg.Error, OSError) as error:
            log.warning("live listener lost the database", error=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


async def _hear(connection: "psycopg.AsyncConnection[Any]", hub: Hub) -> None:
    while True:
        async for note in connection.notifies(timeout=QUIET_SECONDS):
            hub.receive(note.payload)
        await connection.execute("SELECT 1")  # a silent connection may be a dead one


def _parameters() -> dict[str, Any]:
    """Django's own parameters, without what only its synchronous connections understand."""
    parameters = dict(connections["default"].get_connection_params())
    for name in ("cursor_factory", "context", "pool", "prepare_threshold"):
        parameters.pop(name, None)
    return {**parameters, "application_name": "live", "keepalives_idle": 30, "keepalives_interval": 10}
