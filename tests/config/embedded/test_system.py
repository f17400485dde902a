"""Users, folders and processes: what the servers' user may reach, and that no process outlives its
starter.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config.embedded.errors import StartError
from config.embedded.lock import FileLock
from config.embedded.stack import ROOT
from config.embedded.system import (
    Account,
    command_line,
    end,
    make_folder,
    make_private_folder,
    may_enter,
    spawn,
    wait_until,
)

STRANGER = Account("stranger", 54321, 54321)
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux binds a process to its parent")


def test_a_stranger_is_stopped_by_any_closed_folder_on_the_way(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    for folder in (tmp_path / "a", inner):
        folder.chmod(0o711)
    open_way = may_enter(tmp_path, STRANGER)
    assert may_enter(inner, STRANGER) is open_way
    (tmp_path / "a").chmod(0o700)
    assert may_enter(inner, STRANGER) is False
    assert may_enter(inner, Account("me", os.getuid(), os.getgid())) is True
    assert may_enter(Path("/usr/bin"), STRANGER) is True


@linux_only
def test_a_child_ends_with_its_starter_even_by_kill_9(tmp_path: Path) -> None:
    """supervisor --spawn--> sleep; kill -9 supervisor: the kernel sends SIGTERM to sleep."""
    code = (
        "import signal, time, pathlib; from config.embedded.system import spawn;"
        f"log = pathlib.Path({str(tmp_path / 'log')!r});"
        "p = spawn(['/bin/sleep', '60'], log=log, dies_by=signal.SIGTERM);"
        "print(p.pid, flush=True); time.sleep(60)"
    )
    supervisor = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert supervisor.stdout is not None
    child = int(supervisor.stdout.readline())
    assert wait_until(lambda: command_line(child) == ["/bin/sleep", "60"], seconds=10)
    supervisor.kill()
    supervisor.wait()
    supervisor.stdout.close()
    assert wait_until(lambda: command_line(child) == [], seconds=10)


def test_a_child_hears_no_ctrl_c_and_is_stopped_by_ever_harder_means(tmp_path: Path) -> None:
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print('up', flush=True); time.sleep(60)"
    )
    log = tmp_path / "log"
    process = spawn([sys.executable, "-c", stubborn], log=log, dies_by=signal.SIGKILL)
    assert wait_until(lambda: log.read_text() == "up\n", seconds=10)
    assert os.getsid(process.pid) == process.pid != os.getsid(0)
    end(process, (signal.SIGTERM, 0.2))
    assert process.returncode == -signal.SIGKILL


def test_no_process_has_no_command_line() -> None:
    process = subprocess.Popen(["/bin/true"])
    # not waited for yet: a zombie, which must not pass for a live server
    assert wait_until(lambda: command_line(process.pid) == [], seconds=10)
    process.wait()
    assert command_line(os.getpid())[0] == command_line(os.getpid())[0] != ""


def test_a_folder_that_cant_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartError) as caught:
        make_folder(tmp_path / "file" / "data")
    assert str(caught.value) == (
        f"Can't write to the data folder {tmp_path / 'file' / 'data'} (Not a directory). "
        "Give this user the right to write there, or name another folder with DEADWOOD_DATA_DIR."
    )


def test_a_socket_folder_that_somebody_laid_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "sockets").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StartError, match="belongs to another user"):
        make_private_folder(tmp_path / "sockets", None)
    make_private_folder(tmp_path / "own", None)
    assert (tmp_path / "own").stat().st_mode & 0o777 == 0o700


def test_a_lock_has_one_holder_and_says_who(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert first.acquire("http://127.0.0.1:8000/") is True
    assert second.acquire("another") is False
    assert second.holder() == f"process {os.getpid()}, http://127.0.0.1:8000/"
    first.release()
    assert second.acquire("another") is True
    second.release()
