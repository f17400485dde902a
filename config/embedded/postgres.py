"""The embedded PostgreSQL: a cluster in the data folder, reached through a private socket with a random
password.

`postgres` runs as a foreground child, so the kernel tells us when it dies and tells it when we die. No
extension and no ICU is used anywhere: the packaged builds have neither.
"""

import os
import secrets
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg
from psycopg import sql

from config.embedded.binaries import PostgresPrograms, find_postgres
from config.embedded.errors import StartError, disk_full, folder_error
from config.embedded.layout import DATABASE, Layout
from config.embedded.system import (
    Account,
    command_line,
    end,
    make_folder,
    make_private_folder,
    may_enter,
    servers_account,
    spawn,
    wait_until,
)

FIRST_START_MB, LATER_START_MB = 200, 40
OWNER = "postgres"
# Values of a statement that fails stay out of the log, and so does the row that breaks a rule: they may be cards.
SETTINGS = {
    "listen_addresses": "",
    "log_parameter_max_length_on_error": "0",
    "log_parameter_max_length": "0",
    "log_error_verbosity": "terse",
    "log_line_prefix": "%m [%p] %a ",
    "timezone": "UTC",
    "max_connections": "100",
}
# Survives the death of any process but not a power cut. synchronous_commit stays on: without it a killed
# server forgets transactions that it has acknowledged.
FAST_AND_FORGETFUL = {"fsync": "off", "full_page_writes": "off"}


class Postgres:
    """One server on one data folder. `durable=False` is for tests: nothing is flushed to the disk."""

    def __init__(self, layout: Layout, *, durable: bool = True) -> None:
        self.layout = layout
        self.durable = durable
        self.log = layout.logs / "postgres.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.account: Account | None = None
        self.home = layout.data / "postgres"

    def start(self) -> None:
        """Make the cluster if there is none, start the server, make role and database. Raises StartError."""
        self._prepare_folders()
        programs = find_postgres(self.account)
        if not (self.home / "PG_VERSION").exists():
            self._create_cluster(programs)
        self._check_version(programs)
        self._clear_stale_pid()
        self._spawn(programs)
        self._wait_for_answer()
        self._ensure_database()

    def stop(self) -> None:
        """Fast shutdown: open transactions are rolled back, everything committed is on disk."""
        if self.process is not None:
            end(self.process, (signal.SIGINT, 15.0), (signal.SIGQUIT, 5.0))
            self.process = None

    @property
    def admin_url(self) -> str:
        """For the cluster's owner; the program itself always uses the ordinary role of
        `layout.database_url`.
        """
        url = self.layout.database_address(self.layout.read_secret("postgres-owner"))
        return url.replace(f"//{DATABASE}:", f"//{OWNER}:").replace(f"/{DATABASE}?", "/postgres?")

    def _prepare_folders(self) -> None:
        make_folder(self.layout.data)
        for folder in (self.layout.logs, self.layout.run):
            make_folder(folder)
        make_folder(self.layout.secrets, 0o700)
        self.account = servers_account()
        self.home = place_for(self.layout, "postgres", self.account)
        self._check_space()
        make_private_folder(self.home, self.account)
        make_private_folder(self.layout.sockets, self.account)

    def _check_space(self) -> None:
        needed = LATER_START_MB if (self.home / "PG_VERSION").exists() else FIRST_START_MB
        place = next(folder for folder in (self.home, *self.home.parents) if folder.exists())
        free = shutil.disk_usage(place).free // 2**20
        if free < needed:
            raise disk_full(self.layout.data, free, needed)

    def _create_cluster(self, programs: PostgresPrograms) -> None:
        password_file = self.layout.sockets / "password"
        write_secret(password_file, ensure_secret(self.layout, "postgres-owner"), self.account)
        locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] if programs.major >= 17 else []
        command: list[str | Path] = [
            programs.bin / "initdb", "-D", self.home, "-U", OWNER, "--auth=scram-sha-256",
            f"--pwfile={password_file}", "--encoding=UTF8", "--locale=C", *locale,
        ]  # fmt: skip
        if not self.durable:
            command.append("--no-sync")
        log = self.layout.logs / "initdb.log"
        log.unlink(missing_ok=True)
        process = spawn(command, log=log, dies_by=signal.SIGKILL, account=self.account)
        code = process.wait()
        password_file.unlink(missing_ok=True)
        if code:
            said = log.read_text(encoding="utf-8", errors="replace")
            if "No space left" in said:
                raise disk_full(self.home)
            lines = [line for line in said.splitlines() if "error" in line.lower()] or ["no reason given"]
            raise StartError(f"PostgreSQL's initdb failed ({lines[0].strip()}). The whole story is in {log}.")

    def _check_version(self, programs: PostgresPrograms) -> None:
        made_by = (self.home / "PG_VERSION").read_text(encoding="ascii").strip()
        if made_by != str(programs.major):
            raise StartError(
                f"The data in {self.home} belongs to PostgreSQL {made_by}, but {programs.bin} is version "
                f"{programs.major}. Set DEADWOOD_POSTGRES_BIN to a PostgreSQL {made_by}, or dump and restore."
            )

    def _clear_stale_pid(self) -> None:
        """Remove the note of a server that isn't there any more; wait for one that is just going."""
        note = self.home / "postmaster.pid"
        if not note.exists():
            return

        def gone() -> bool:
            return not note.exists() or not self._is_our_server(note)

        if not wait_until(gone, seconds=30, step=0.1):
            pid = note.read_text(encoding="ascii", errors="replace").split("\n", 1)[0]
            raise StartError(
                f"Another PostgreSQL (process {pid}) runs on {self.home}. Stop it, then start again."
            )
        note.unlink(missing_ok=True)

    def _is_our_server(self, note: Path) -> bool:
        """A number alone proves nothing: it may belong to any process by now."""
        first = note.read_text(encoding="ascii", errors="replace").split("\n", 1)[0].strip()
        words = command_line(int(first)) if first.isdigit() else []
        return bool(words) and "postgres" in Path(words[0]).name and str(self.home) in words

    def _spawn(self, programs: PostgresPrograms) -> None:
        settings = {**SETTINGS, "unix_socket_directories": str(self.layout.sockets)}
        if not self.durable:
            settings |= FAST_AND_FORGETFUL
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.process = spawn(
            [programs.bin / "postgres", "-D", self.home, *options],
            log=self.log,
            dies_by=signal.SIGINT,
            account=self.account,
            env={**os.environ, "LC_ALL": "C"},
        )

    def _wait_for_answer(self) -> None:
        assert self.process is not None
        limit = time.monotonic() + 120
        while True:
            try:
                psycopg.connect(self.admin_url, connect_timeout=2).close()
            except psycopg.OperationalError as error:
                if self.process.poll() is not None or time.monotonic() > limit:
                    self.stop()
                    raise self._failure(error) from error
                time.sleep(0.03)
            else:
                return

    def _failure(self, error: Exception) -> StartError:
        said = self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-30:]
        if any("No space left" in line for line in said):
            return disk_full(self.home)
        fatal = [line.split("FATAL:", 1)[1].strip() for line in said if "FATAL:" in line]
        reason = fatal[-1] if fatal else str(error).strip().splitlines()[-1]
        return StartError(f"PostgreSQL doesn't start ({reason}). The whole story is in {self.log}.")

    def _ensure_database(self) -> None:
        """The program's own role: it may make databases (the tests do) but isn't a superuser."""
        password = ensure_secret(self.layout, "postgres")
        with psycopg.connect(self.admin_url, autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [DATABASE]).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(sql.Identifier(DATABASE)))
            connection.execute(
                sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(DATABASE), sql.Literal(password))
            )
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                name = sql.Identifier(DATABASE)
                connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, name))


def place_for(layout: Layout, part: str, account: Account | None) -> Path:
    """Where a server keeps its files: in the data folder, or below /var/lib where its user can't get
    there.
    """
    here, away = layout.data / part, layout.away / part
    if account is None or may_enter(layout.data, account):
        return here if not away.exists() else away
    if here.exists() and any(here.iterdir()):
        raise StartError(
            f"The user {account.name} can't enter {layout.data} any more, where its data is. "
            f"Allow it (chmod o+x on each folder of the path), or start as the owner of that folder."
        )
    make_folder(away.parent)
    return away


def ensure_secret(layout: Layout, name: str) -> str:
    """The lasting secret `name`, made on first use, readable for its owner only."""
    if found := layout.read_secret(name):
        return found
    make_folder(layout.secrets, 0o700)
    value = secrets.token_urlsafe(32)
    write_secret(layout.secrets / name, value, None)
    return value


def write_secret(path: Path, value: str, account: Account | None) -> None:
    try:
        path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(value + "\n")
        if account:
            os.chown(path, account.uid, account.gid)
    except OSError as error:
        raise folder_error(path.parent, error) from error
