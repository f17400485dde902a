"""The engines and the bots are pure: they run where Django isn't, and ask neither clock nor disk."""

import ast
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT, modules

PURE = ("games.engine", "games.bots", "tournaments.engine")
IMPORT_ALL = """
import importlib, pkgutil, sys
class NoDjango:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"django", "celery", "psycopg", "redis"}:
            raise ImportError("not here: " + name)
sys.meta_path.insert(0, NoDjango())
package = importlib.import_module(sys.argv[1])
names = [found.name for found in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""
IMPURE = {"datetime", "io", "logging", "os", "pathlib", "socket", "subprocess", "time", "urllib"}


@pytest.mark.parametrize("package", PURE)
def test_imports_without_django(package: str) -> None:
    command = [sys.executable, "-c", IMPORT_ALL, package]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 0


def impure_imports(tree: ast.AST) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names & IMPURE


def test_no_clock_and_no_disk() -> None:
    folders = tuple(name.replace(".", "/") + "/" for name in PURE)
    pure = [module for module in modules() if module.path.startswith(folders)]
    assert len(pure) > 10
    found = {module.path: impure_imports(module.tree) for module in pure}
    assert {path: names for path, names in found.items() if names} == {}


def test_an_impure_import_is_found() -> None:
    assert impure_imports(ast.parse("from datetime import datetime\nimport os.path, math")) == {
        "datetime",
        "os",
    }
