"""What the installation's processes and the client cost: CPU seconds and memory of each part with its children, from
/proc.
"""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from config.embedded.stack import Stack

SERVERS = ("postgres", "valkey")


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds since the start of the process, and megabytes that it shares with nobody."""

    cpu: float
    megabytes: float


def costs(stack: Stack) -> dict[str, Cost]:
    """By part; parts that don't run are left out. This process, which plays, is the "client"."""
    found = {"client": Cost(time.process_time(), _own_memory(os.getpid()))}
    for name in (*stack.parts, *SERVERS):
        pid = stack.pid(name)
        if pid is not None:
            found[name] = _of_tree(pid)
    return found


def _of_tree(pid: int) -> Cost:
    whole = [pid, *_descendants(pid)]
    return Cost(sum(map(_cpu, whole)), sum(map(_own_memory, whole)))


def _descendants(pid: int) -> list[int]:
    try:
        words = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [each for word in words for each in (int(word), *_descendants(int(word)))]


def _cpu(pid: int) -> float:
    """User and system time, its ended children's too; 0 for a process that has just gone."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def _own_memory(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0.0
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_")) / 1024
