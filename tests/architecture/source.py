"""The code that the rules of tests/architecture look at: what git tracks or would track, by kind."""

import ast
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts/", "config/", "games/", "tournaments/")


@cache
def files(*suffixes: str) -> tuple[str, ...]:
    """Paths below the checkout, vendored files left out."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return tuple(
        path
        for path in sorted(listed)
        if path.endswith(suffixes) and "/vendor/" not in path and (ROOT / path).is_file()
    )


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Module:
    """One parsed Python file."""

    path: str
    tree: ast.Module


@cache
def modules() -> tuple[Module, ...]:
    """The product's own Python files, without migrations and tests."""
    paths = [path for path in files(".py") if path.startswith(PACKAGES) and "/migrations/" not in path]
    return tuple(Module(path, ast.parse(read(path), path)) for path in paths)
