"""Runs a management command, with the embedded PostgreSQL where the command needs one and no other is named.

While `manage.py up` runs, commands use its server. Otherwise the server is started for the duration of the
command; a second command may use it meanwhile, and the first one then waits for the second before stopping
it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from config.embedded.errors import StartError
from config.embedded.layout import Layout, data_folder
from config.embedded.lock import FileLock, UsersLock
from config.embedded.postgres import Postgres
from config.embedded.system import make_folder, wait_until

# These never ask the database, or (up, demo) start all servers themselves. Any other command gets a database.
WITHOUT_DATABASE = frozenset(
    {
        "", "help", "version", "check", "up", "demo", "collectstatic", "compilemessages", "makemessages",
        "diffsettings", "findstatic", "spectacular", "startapp", "testserver", "arena", "seating_plan",
        "check_seating", "simulate_tournament",
    }
)  # fmt: skip


def run_command(argv: list[str]) -> int:
    """Run `manage.py ARGV`. A server that can't be started is one line on standard error and exit status
    1.
    """
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - not before settings are named

    try:
        if needs_database(argv):
            with borrowed_database(Layout(data_folder())):
                execute_from_command_line(argv)
        else:
            execute_from_command_line(argv)
    except StartError as error:
        print(f"deadwood: {error}", file=sys.stderr)
        return 1
    return 0


def needs_database(argv: list[str]) -> bool:
    command = argv[1] if len(argv) > 1 else ""
    settings = os.environ.get("DJANGO_SETTINGS_MODULE")
    return (
        settings == "config.settings.local"
        and "DATABASE_URL" not in os.environ
        and command not in WITHOUT_DATABASE
        and not {"-h", "--help", "--version"} & set(argv)
    )


@contextmanager
def borrowed_database(layout: Layout) -> Iterator[None]:
    """A running server for the block: somebody else's if there is one, else our own."""
    make_folder(layout.data)
    make_folder(layout.run)
    users = UsersLock(layout.run / "users.lock")
    users.share()
    lock = FileLock(layout.run / "servers.lock")
    own = Postgres(layout) if lock.acquire("a management command") else None
    try:
        if own:
            own.start()
        elif not wait_until(lambda: has_answer(layout), seconds=60, step=0.1):
            raise StartError(f"The database of {layout.data} is held by {lock.holder()} but doesn't answer.")
        os.environ["DATABASE_URL"] = layout.database_url
        yield
    finally:
        os.environ.pop("DATABASE_URL", None)
        if own:
            users.wait_for_others()
            own.stop()
        lock.release()
        users.release()


def has_answer(layout: Layout) -> bool:
    """Whether the database of this folder can be used now."""
    try:
        psycopg.connect(layout.database_url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
