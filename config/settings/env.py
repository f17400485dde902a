"""The one place that reads the environment. docs/operations.md lists these names.

It never starts a server and never writes a file: where no real server is named, the addresses are those that
the embedded servers of this data folder have or will have.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

import environ

from config.embedded.layout import Layout, data_folder

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = data_folder()


@dataclass(frozen=True, slots=True)
class Servers:
    """Addresses of PostgreSQL, the broker and the cache; the embedded ones unless the environment names
    others.
    """

    database_url: str
    broker_url: str
    cache_url: str


def servers() -> Servers:
    layout = Layout(DATA_DIR)
    broker_url = env.str("BROKER_URL", default=layout.broker_url)
    return Servers(
        database_url=env.str("DATABASE_URL", default=layout.database_url),
        broker_url=broker_url,
        cache_url=env.str("CACHE_URL", default=cache_beside(broker_url)),
    )


def cache_beside(broker_url: str) -> str:
    """The cache's address on the broker's own server: its database 2 (`redis://host/0` ->
    `redis://host/2`).
    """
    parts = urlsplit(broker_url)
    if parts.scheme.endswith("+socket"):
        return f"unix://{parts.path}?db=2"
    return urlunsplit(parts._replace(path="/2"))


def database(url: str, *, pool_size: int) -> dict[str, Any]:
    """Django's database settings for `url`. `pool_size` 0 means one lasting connection for each thread.

    The timeouts (reliability: a lock that is not had in 2 s becomes a 503) go along as connection options.
    Server-side binding keeps the values of a failing statement, which may be cards, out of PostgreSQL's log; what
    a connection asks again and again is planned once, which halves the database's work for a move.
    """
    parts = urlsplit(url)
    options: dict[str, Any] = {
        **dict(parse_qsl(parts.query)),
        "server_side_binding": True,
        "prepare_threshold": 3,
    }
    host = options.pop("host", None) or unquote(parts.hostname or "")
    statement = env.str("DB_STATEMENT_TIMEOUT", default="5s")
    options["options"] = (
        f"-c lock_timeout=2s -c statement_timeout={statement} -c idle_in_transaction_session_timeout=15s"
    )
    options["application_name"] = env.str("DEADWOOD_ROLE", default="deadwood")
    if pool_size:
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 2}
    return {
        "ENGINE": "config.database",
        "HOST": host,
        "PORT": parts.port or "",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "CONN_MAX_AGE": 0 if pool_size else None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
