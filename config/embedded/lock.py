"""One owner for each data folder: two starts on it must not meet in the database's files.

The lock is the kernel's (flock), so it ends with its holder whatever happens to it; the text in the file only
serves to say who holds it.
"""

import fcntl
import os
from pathlib import Path
from typing import IO

from config.embedded.errors import folder_error


class FileLock:
    """An exclusive lock on one file. Not inherited by the processes that its holder starts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def acquire(self, holder: str) -> bool:
        """Take the lock and write `holder` (one line) into it; False when somebody else has it."""
        try:
            file = self.path.open("a+", encoding="utf-8")
        except OSError as error:
            raise folder_error(self.path.parent, error) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        self._file = file
        self.describe(holder)
        return True

    def describe(self, holder: str) -> None:
        """Replace the text that others read."""
        assert self._file is not None, "describe() is for the lock's holder"
        self._file.truncate(0)
        self._file.write(f"process {os.getpid()}, {holder}\n")
        self._file.flush()

    def holder(self) -> str:
        """Who has it, for a message."""
        try:
            return self.path.read_text(encoding="utf-8").strip() or "another process"
        except OSError:
            return "another process"

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class UsersLock:
    """Shared by everybody who uses a borrowed server; its owner waits for all of them before stopping it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def share(self) -> None:
        self._file = self.path.open("a+", encoding="utf-8")
        fcntl.flock(self._file, fcntl.LOCK_SH)

    def wait_for_others(self) -> None:
        assert self._file is not None, "only a user may wait for the other users"
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
