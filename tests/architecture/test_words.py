"""Words that have no place in what is committed: unfinished work, places of one machine, addresses of
registries.
"""

import ast
import re

import pytest

from tests.architecture.source import files, modules, read

TEXT = (".py", ".md", ".html", ".toml", ".yml", ".yaml", ".sh", ".js", ".css", ".txt", "Makefile", ".ci/run")
OWN = "tests/architecture/test_words.py"
# built from pieces, so that this file isn't found by other searches for them
FORBIDDEN = {
    "unfinished": re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b"),
    "stub": re.compile(r"\bNotImplemented" r"Error\b"),
    "somebody's folder": re.compile(
        r"\.\./sh" r"ared|(?<![\w.])/wo" r"rk/|(?<![\w.])/ro" r"ot/|(?<![\w.])/ho" r"me/\w"
    ),
    "registry": re.compile(r"https?://[\w.]*(pypi\.org|pythonhosted\.org|npmjs)"),
    "merge": re.compile(r"^(<{7}|>{7}) ", re.MULTILINE),
}


def found_words(text: str) -> list[str]:
    return [name for name, pattern in FORBIDDEN.items() if pattern.search(text)]


def test_no_forbidden_words() -> None:
    paths = [path for path in files(*TEXT) if path not in (OWN, "requirements.lock", "requirements-dev.lock")]
    assert len(paths) > 50
    found = {path: found_words(read(path)) for path in paths}
    assert {path: names for path, names in found.items() if names} == {}


def test_locks_name_no_address() -> None:
    for path in ("requirements.lock", "requirements-dev.lock"):
        text = read(path)
        assert "--hash=sha256:" in text
        assert "://" not in text


def swallowed(tree: ast.AST) -> list[int]:
    """Lines of handlers that do nothing at all."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and all(isinstance(line, ast.Pass) for line in node.body)
    ]


def test_no_exception_is_swallowed() -> None:
    found = {module.path: swallowed(module.tree) for module in modules()}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# TO" + "DO later", "unfinished"),
        ("raise NotImplemented" + "Error", "stub"),
        ("see ../sh" + "ared/x.md", "somebody's folder"),
        ("cd /ro" + "ot/x", "somebody's folder"),
        ("https://files.python" + "hosted.org/x", "registry"),
    ],
)
def test_a_forbidden_word_is_found(text: str, name: str) -> None:
    assert found_words(text) == [name]


def test_a_swallowed_exception_is_found() -> None:
    assert swallowed(ast.parse("try:\n    f()\nexcept ValueError:\n    pass")) == [3]
