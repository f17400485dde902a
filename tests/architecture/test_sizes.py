"""The size budgets of the house: a module, a class, a function and a template that stay readable."""

import ast

import pytest

from tests.architecture.source import files, modules, read

MODULE, CLASS, FUNCTION, TEMPLATE = 400, 200, 50, 150


def too_long(tree: ast.AST) -> list[str]:
    """Names of classes and functions over their budget, with their lines."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > (CLASS if isinstance(node, ast.ClassDef) else FUNCTION):
                found.append(f"{node.name}: {lines} lines")
    return found


def test_modules_fit_their_budget() -> None:
    lengths = {module.path: read(module.path).count("\n") for module in modules()}
    assert {path: lines for path, lines in lengths.items() if lines > MODULE} == {}


def test_classes_and_functions_fit_their_budget() -> None:
    found = {module.path: too_long(module.tree) for module in modules()}
    assert {path: names for path, names in found.items() if names} == {}


def test_templates_fit_their_budget() -> None:
    paths = [path for path in files(".html", ".txt") if path.startswith("templates/")]
    assert paths, "there are templates to look at"
    lengths = {path: read(path).count("\n") for path in paths}
    assert {path: lines for path, lines in lengths.items() if lines > TEMPLATE} == {}


@pytest.mark.parametrize(("head", "budget"), [("def f():", FUNCTION), ("class C:", CLASS)])
def test_a_long_one_is_found(head: str, budget: int) -> None:
    just_right = head + "\n    x = 1" * (budget - 1)
    assert too_long(ast.parse(just_right)) == []
    assert len(too_long(ast.parse(just_right + "\n    x = 1"))) == 1
