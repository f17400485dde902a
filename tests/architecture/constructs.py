"""Constructs that are banned in the product, found by their syntax (reliability 8.9). One function for each
rule.

A rule gets a path and a parsed module and yields line numbers. What they protect is said in `RULES`.
"""

import ast
from collections.abc import Callable, Iterator

REQUEST_WORDS = ("request", "GET", "POST", "data", "query_params", "validated_data", "cleaned_data", "kwargs")
SECRET_NAMES = {
    "state",
    "hand",
    "hands",
    "deck",
    "seed",
    "stock",
    "observation",
    "cards",
    "password",
    "token",
}
DIGIT_TESTS = ("isdigit", "isdecimal", "isnumeric")
LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical"}
Rule = Callable[[str, ast.AST], Iterator[int]]


def _calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Every call with the last part of the called name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield node, node.func.attr
            elif isinstance(node.func, ast.Name):
                yield node, node.func.id


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def chance_in_the_engine(path: str, tree: ast.AST) -> Iterator[int]:
    if path.startswith("games/engine/"):
        yield from (line for line, name in _imports(tree) if name.split(".")[0] == "random")


def clock_of_the_process(path: str, tree: ast.AST) -> Iterator[int]:
    if path.startswith(("games/", "tournaments/")):
        for call, name in _calls(tree):
            owner = ast.unparse(call.func).rpartition(".")[0].rpartition(".")[2]
            if (name in ("now", "utcnow", "today") and owner in ("timezone", "datetime", "date")) or (
                name == "time" and owner == "time"
            ):
                yield call.lineno


def escaping_off(_path: str, tree: ast.AST) -> Iterator[int]:
    """Literal markup in the code is trusted; anything computed goes through format_html."""
    yield from (line for line, name in _imports(tree) if name.endswith(".csrf_exempt"))
    for call, name in _calls(tree):
        if name in ("mark_safe", "SafeString"):
            parts = [branch for arg in call.args for branch in (_branches(arg))]
            if not all(isinstance(part, ast.Constant) for part in parts):
                yield call.lineno


def _branches(node: ast.expr) -> list[ast.expr]:
    return [*_branches(node.body), *_branches(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def all_fields(_path: str, tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and node.value.value == "__all__"
        ):
            yield node.lineno


def unscoped_get(path: str, tree: ast.AST) -> Iterator[int]:
    """In views and API an object comes from a queryset of what the user may see, never straight from the
    table.
    """
    if "/views/" in path or "/api/" in path or path.endswith(("views.py", "api.py")):
        for call, name in _calls(tree):
            if name == "get" and ast.unparse(call.func).endswith(".objects.get"):
                yield call.lineno
            elif name in ("get_object_or_404", "aget_object_or_404") and call.args:
                shown = ast.unparse(call.args[0])
                if shown.endswith(".objects") or (shown.isidentifier() and shown[:1].isupper()):
                    yield call.lineno


def sent_task(path: str, tree: ast.AST) -> Iterator[int]:
    """Tasks are sent by the `send...` functions of tasks.py and by receivers, which may fail silently."""
    hints = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and path.endswith("/tasks.py") and node.name.startswith("send")
        for inner in ast.walk(node)
    }
    for call, name in _calls(tree):
        sends = name in ("delay", "apply_async", "send_task", "delay_on_commit", "apply_async_on_commit")
        if sends and call not in hints and not path.endswith(("/receivers.py", "/receivers/__init__.py")):
            yield call.lineno


def delayed_task(_path: str, tree: ast.AST) -> Iterator[int]:
    for call, _name in _calls(tree):
        if any(word.arg in ("countdown", "eta") for word in call.keywords):
            yield call.lineno


def lock_outside_services(path: str, tree: ast.AST) -> Iterator[int]:
    if "/services/" not in path and not path.endswith("/services.py"):
        yield from (call.lineno for call, name in _calls(tree) if name == "select_for_update")


def request_as_filter(_path: str, tree: ast.AST) -> Iterator[int]:
    for call, name in _calls(tree):
        if name in ("filter", "exclude", "get", "Q", "update_or_create", "get_or_create"):
            for word in call.keywords:
                parts = ast.unparse(word.value).replace("(", ".").replace("[", ".").split(".")
                if word.arg is None and set(parts) & set(REQUEST_WORDS):
                    yield call.lineno


def pickle(_path: str, tree: ast.AST) -> Iterator[int]:
    banned = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
    yield from (line for line, name in _imports(tree) if name.split(".")[0] in banned)


def sql_from_pieces(_path: str, tree: ast.AST) -> Iterator[int]:
    for call, name in _calls(tree):
        if name in ("execute", "executemany", "raw", "RawSQL", "extra") and call.args:
            first = call.args[0]
            formatted = isinstance(first, ast.Call) and getattr(first.func, "attr", "") == "format"
            if isinstance(first, ast.JoinedStr | ast.BinOp) or (
                formatted and "SQL" not in ast.unparse(first)
            ):
                yield call.lineno


def own_digits(path: str, tree: ast.AST) -> Iterator[int]:
    """What people and files send as a number is read by accounts.numbers: `²` is a digit, and `int` fails at it."""
    reads_by_itself = path.startswith("config/") or "/engine/" in path or "/bots/" in path
    if not reads_by_itself and path != "accounts/numbers.py":
        yield from (call.lineno for call, name in _calls(tree) if name in DIGIT_TESTS)


def logged_secret(_path: str, tree: ast.AST) -> Iterator[int]:
    for call, name in _calls(tree):
        owner = ast.unparse(call.func).rpartition(".")[0]
        if name in LOG_METHODS and owner in ("log", "logger", "logging"):
            given = {word.arg for word in call.keywords} | {ast.unparse(arg) for arg in call.args}
            if given & SECRET_NAMES:
                yield call.lineno


RULES: dict[str, Rule] = {
    "the engine draws no chance of its own": chance_in_the_engine,
    "only the database's clock decides": clock_of_the_process,
    "escaping and CSRF protection stay on": escaping_off,
    "serializers and forms name their fields": all_fields,
    "views and API read through visible_to": unscoped_get,
    "tasks are hints": sent_task,
    "nothing waits in the broker": delayed_task,
    "locks are taken in services": lock_outside_services,
    "input never becomes lookups": request_as_filter,
    "nothing is unpickled": pickle,
    "SQL is not put together from pieces": sql_from_pieces,
    "cards and secrets stay out of logs": logged_secret,
    "numbers that are sent are read in one place": own_digits,
}
