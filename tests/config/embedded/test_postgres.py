"""The embedded PostgreSQL: private, password-protected, and unmoved by what a crash leaves behind."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from config.embedded import postgres as module
from config.embedded.errors import StartError
from config.embedded.layout import Layout
from config.embedded.postgres import Postgres
from config.embedded.system import Account, may_enter, wait_until
from config.embedded.wipe import wipe

Folders = Callable[[str], Path]
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root's servers run as another user")


@pytest.fixture
def server(data_folders: Folders) -> Iterator[Postgres]:
    server = Postgres(Layout(data_folders("postgres")), durable=False)
    yield server
    server.stop()


def ask(url: str, question: str = "SELECT current_user") -> str:
    with psycopg.connect(url, connect_timeout=5) as connection:
        row = connection.execute(question).fetchone()
    assert row is not None
    return str(row[0])


def test_it_keeps_its_data_and_lets_nobody_in_without_the_password(server: Postgres) -> None:
    layout = server.layout
    server.start()
    assert ask(layout.database_url) == "deadwood"
    assert (
        ask(layout.database_url, "SELECT rolsuper::text FROM pg_roles WHERE rolname = 'deadwood'") == "false"
    )
    assert ask(layout.database_url, "SHOW listen_addresses") == ""
    assert (
        ask(layout.database_url, "SELECT datlocale FROM pg_database WHERE datname = 'deadwood'") == "C.UTF-8"
    )
    assert (layout.sockets.stat().st_mode & 0o777, layout.secrets.stat().st_mode & 0o777) == (0o700, 0o700)
    assert (layout.secrets / "postgres").stat().st_mode & 0o777 == 0o600
    for role in ("deadwood", "postgres"):
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            ask(layout.database_address("wrong").replace("//deadwood:", f"//{role}:"))
    with psycopg.connect(layout.database_url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    server.stop()
    server.start()
    assert ask(layout.database_url, "SELECT number FROM kept") == "7"


def test_it_recovers_from_kill_9(server: Postgres) -> None:
    server.start()
    with psycopg.connect(server.layout.database_url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    server.start()
    assert ask(server.layout.database_url, "SELECT number FROM kept") == "7"


def test_a_note_with_the_number_of_another_process_doesnt_stop_it(server: Postgres) -> None:
    """After a power cut the old number may belong to anything, here to a `sleep` of the server's own user."""
    server.start()
    server.stop()
    user = {"user": server.account.uid, "group": server.account.gid} if server.account else {}
    other = subprocess.Popen(["/bin/sleep", "60"], **user)
    note = server.home / "postmaster.pid"
    note.write_text(f"{other.pid}\n{server.home}\n1\n5432\n")
    if server.account:
        os.chown(note, server.account.uid, server.account.gid)
    server.start()
    assert ask(server.layout.database_url) == "deadwood"
    other.kill()
    other.wait()


def test_its_clean_stop_is_a_shutdown(server: Postgres) -> None:
    server.start()
    process = server.process
    assert process is not None
    server.stop()
    assert process.returncode == 0
    assert "database system is shut down" in server.log.read_text()
    assert wait_until(lambda: not (server.home / "postmaster.pid").exists(), seconds=1)


def test_data_of_another_version_is_one_line(server: Postgres) -> None:
    server.start()
    server.stop()
    (server.home / "PG_VERSION").write_text("12\n")
    with pytest.raises(
        StartError, match=r"^The data in .* belongs to PostgreSQL 12, but .* is version \d+\..*$"
    ):
        server.start()


def test_a_full_disk_is_one_line(server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")._replace(free=12 * 2**20)
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _place: usage)
    with pytest.raises(StartError) as caught:
        server.start()
    assert str(caught.value) == (
        f"Only 12 MB are free on the disk that holds {server.layout.data}, and 200 MB are needed. "
        "Free some space, or name a folder on another disk with DEADWOOD_DATA_DIR."
    )


def test_a_damaged_cluster_is_one_line(server: Postgres) -> None:
    server.start()
    server.stop()
    (server.home / "global" / "pg_control").unlink()
    with pytest.raises(StartError, match=r"^PostgreSQL doesn't start \(.+\)\. The whole story is in .+\.$"):
        server.start()


@as_root
def test_roots_server_runs_as_another_user_also_for_a_folder_only_root_can_enter(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    server = Postgres(Layout(closed / "data"), durable=False)
    try:
        server.start()
        assert server.account is not None
        assert server.process is not None
        assert not may_enter(closed, server.account)
        assert server.home == server.layout.away / "postgres"
        assert os.stat(f"/proc/{server.process.pid}").st_uid == server.account.uid != 0
        assert ask(server.layout.database_url) == "deadwood"
        server.process.send_signal(signal.SIGINT)
        server.process.wait()
    finally:
        server.stop()
        wipe(server.layout)
    assert not server.layout.away.exists()


@as_root
def test_programs_out_of_reach_are_copied_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from config.embedded import binaries

    monkeypatch.setattr(binaries, "SYSTEM_DATA", tmp_path / "system")
    monkeypatch.setattr(binaries, "may_enter", lambda _folder, _account: False)
    account = Account("nobody", 65534, 65534)
    found = binaries.find_postgres(account)
    assert tmp_path / "system" in found.bin.parents
    assert binaries.find_postgres(account) == found
    assert sorted(path.name for path in found.bin.iterdir()) == ["initdb", "postgres"]
    assert (
        subprocess.run([found.bin / "initdb", "--version"], check=False, capture_output=True).returncode == 0
    )
    valkey = binaries.find_valkey(account)
    assert tmp_path / "system" in valkey.parents
    assert valkey.stat().st_mode & 0o005 == 0o005
