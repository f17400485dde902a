"""Finds tests by their ids (`tests/x/test_y.py::test_z`), so that documents and tables can't name one that is gone."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
ID: Final = re.compile(r"(tests/[\w/]+\.py)::(\w+)")


@cache
def tests_of(path: str) -> frozenset[str]:
    """The names of the test functions in a file; none where there is no such file."""
    file = ROOT / path
    if not file.exists():
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def missing(text: str) -> list[str]:
    """The ids in `text` that name no test."""
    return [f"{path}::{name}" for path, name in ID.findall(text) if name not in tests_of(path)]
