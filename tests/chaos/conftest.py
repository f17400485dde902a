"""A data folder on a disk of its own, small enough to be filled."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

MEGABYTES = 320


@pytest.fixture
def small_disk(data_folders: Callable[[str], Path]) -> Iterator[Path]:
    """A folder that is a mounted disk where this user may mount one, and else an ordinary folder."""
    folder = data_folders("disk")
    options = f"size={MEGABYTES}m,mode=755"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False
    )
    yield folder
    if mounted.returncode == 0:
        subprocess.run(["umount", "--lazy", folder], check=True)
