"""Users, folders and processes of the operating system, as the embedded servers need them.

PostgreSQL refuses to run as root, so root's servers run as the system user `deadwood`, which is made when
missing. An ordinary user's servers run as that user.
"""

import contextlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from config.embedded.errors import StartError, folder_error

ACCOUNT = "deadwood"
LARGE_LOG = 10 * 2**20
CHILD = Path(__file__).with_name("child.py")


@dataclass(frozen=True, slots=True)
class Account:
    """The user that root's servers run as."""

    name: str
    uid: int
    gid: int


def servers_account() -> Account | None:
    """None for an ordinary user, whose servers run under its own name; else the user to drop to."""
    if os.getuid() != 0:
        return None
    with contextlib.suppress(KeyError):
        return _account(ACCOUNT)
    for command in (
        ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT],
        ["adduser", "-S", "-D", "-H", ACCOUNT],
    ):
        if path := shutil.which(command[0], path="/usr/sbin:/sbin:/usr/bin:/bin"):
            # two first starts at once: the other one may just have made it, so the result is what counts
            subprocess.run([path, *command[1:]], capture_output=True, check=False)
            with contextlib.suppress(KeyError):
                return _account(ACCOUNT)
    raise StartError(
        f"PostgreSQL doesn't run as root, and the system user {ACCOUNT!r} can't be made. "
        f"Make it (useradd --system {ACCOUNT}), or start Deadwood as an ordinary user."
    )


def _account(name: str) -> Account:
    entry = pwd.getpwnam(name)
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def may_enter(folder: Path, account: Account) -> bool:
    """Whether `account` can reach what is in `folder`: every folder on the way lets it through."""
    for place in [folder, *folder.parents]:
        if not place.exists():
            continue
        found = place.stat()
        bit = stat.S_IXOTH
        if found.st_uid == account.uid:
            bit = stat.S_IXUSR
        elif found.st_gid == account.gid:
            bit = stat.S_IXGRP
        if not found.st_mode & bit:
            return False
    return True


def make_folder(folder: Path, mode: int = 0o755) -> None:
    """Make the folder with its parents, or raise the one line that says why not."""
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise folder_error(folder, error) from error


def make_private_folder(folder: Path, account: Account | None) -> None:
    """A folder that only the servers' user may enter. One that somebody else made there first is refused."""
    owner = account.uid if account else os.getuid()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (owner, os.getuid()):
            raise StartError(f"{folder} belongs to another user. Remove it, then start again.")
        if account and found.st_uid != owner:
            os.chown(folder, account.uid, account.gid)
        folder.chmod(0o700)
    except OSError as error:
        raise folder_error(folder, error) from error


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path,
    dies_by: signal.Signals,
    account: Account | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    keep_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a program that gets the signal `dies_by` when the calling thread ends, and that no Ctrl-C
    reaches.

    Its output is appended to `log`; a log of more than 10 MB becomes `...log.1` first. Start it from a thread
    that lives as long as the program should.
    """
    user = (str(account.uid), str(account.gid)) if account else ("-", "-")
    argv = [sys.executable, "-I", "-S", str(CHILD), str(int(dies_by)), str(os.getpid()), *user]
    try:
        if log.exists() and log.stat().st_size > LARGE_LOG:
            log.replace(log.with_name(f"{log.name}.1"))
        with log.open("ab") as output:
            return subprocess.Popen(
                [*argv, *map(str, command)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env=env,
                cwd=cwd,
                pass_fds=keep_fds,
            )
    except OSError as error:
        raise folder_error(log.parent, error) from error


def command_line(pid: int) -> list[str]:
    """The program and arguments of a running process; empty when there is none (a zombie has none either)."""
    if Path("/proc/self").exists():
        try:
            raw = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return []
        return os.fsdecode(raw).rstrip("\0").split("\0") if raw else []
    shown = subprocess.run(
        ["ps", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False
    )
    return shown.stdout.split()


def end(process: subprocess.Popen[bytes], *steps: tuple[signal.Signals, float]) -> None:
    """Stop a process by ever harder means: each signal with the seconds it is given; the last resort is
    SIGKILL.
    """
    for number, seconds in (*steps, (signal.SIGKILL, 5.0)):
        if process.poll() is not None:
            return
        process.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)


def wait_until(ready: Callable[[], bool], *, seconds: float, step: float = 0.02) -> bool:
    """Call `ready` until it says True or the time is over; the answer is its last one."""
    limit = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > limit:
            return False
        time.sleep(step)
    return True
