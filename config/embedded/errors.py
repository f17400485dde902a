"""The one error of this package: what is wrong and what to do about it, in one line for the person at the
terminal.
"""

import errno
from pathlib import Path


class StartError(Exception):
    """Something stands in the way of starting. `str(error)` is a single line that says what, and what to
    do.
    """


def folder_error(folder: Path, error: OSError) -> StartError:
    """The line for a folder that can't be made or written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(folder)
    return StartError(
        f"Can't write to the data folder {folder} ({error.strerror}). "
        "Give this user the right to write there, or name another folder with DEADWOOD_DATA_DIR."
    )


def disk_full(folder: Path, free_mb: int | None = None, needed_mb: int | None = None) -> StartError:
    if free_mb is None:
        return StartError(f"The disk that holds {folder} is full. Free some space, or set DEADWOOD_DATA_DIR.")
    return StartError(
        f"Only {free_mb} MB are free on the disk that holds {folder}, and {needed_mb} MB are needed. "
        "Free some space, or name a folder on another disk with DEADWOOD_DATA_DIR."
    )
