"""No banned construct is in the product; and each rule finds the construct that it bans."""

import ast

import pytest

from tests.architecture.constructs import RULES
from tests.architecture.source import modules

BREACHES = {
    "the engine draws no chance of its own": ("games/engine/x.py", "from random import shuffle"),
    "only the database's clock decides": ("games/services/x.py", "due = timezone.now()"),
    "escaping and CSRF protection stay on": (
        "games/views/x.py",
        "x = mark_safe(name)",
    ),
    "serializers and forms name their fields": ("games/api/x.py", "class Meta:\n    fields = '__all__'"),
    "views and API read through visible_to": ("games/views/x.py", "game = Game.objects.get(pk=pk)"),
    "tasks are hints": ("games/services/x.py", "def play():\n    sweep.delay()"),
    "nothing waits in the broker": ("games/tasks.py", "def hint():\n    play.apply_async(countdown=30)"),
    "locks are taken in services": ("games/views/x.py", "Game.objects.select_for_update()"),
    "input never becomes lookups": ("games/views/x.py", "Game.objects.filter(**request.GET.dict())"),
    "nothing is unpickled": ("games/x.py", "import pickle"),
    "SQL is not put together from pieces": ("games/x.py", "cursor.execute(f'SELECT {name}')"),
    "cards and secrets stay out of logs": ("games/x.py", "log.info('dealt', hand=hand)"),
    "numbers that are sent are read in one place": ("games/views/x.py", "ok = text.isdigit()"),
}
ALLOWED = {
    "escaping and CSRF protection stay on": ("games/x.py", "x = mark_safe('<br>' if two else '')"),
    "views and API read through visible_to": (
        "games/views/x.py",
        "get_object_or_404(Game.objects.visible_to(u), pk=1)",
    ),
    "tasks are hints": ("games/tasks.py", "def send_hint():\n    hint.apply_async(expires=30)"),
    "locks are taken in services": ("games/services/x.py", "Game.objects.select_for_update()"),
    "input never becomes lookups": ("games/queries/x.py", "Game.objects.filter(status=status)"),
    "SQL is not put together from pieces": ("games/x.py", "cursor.execute('SELECT %s', [1])"),
    "only the database's clock decides": ("config/x.py", "timezone.now()"),
    "numbers that are sent are read in one place": ("games/engine/x.py", "ok = text.isdigit()"),
}


@pytest.mark.parametrize("name", RULES)
def test_the_product_keeps_the_rule(name: str) -> None:
    found = {module.path: sorted(RULES[name](module.path, module.tree)) for module in modules()}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize("name", RULES)
def test_a_breach_is_found(name: str) -> None:
    path, text = BREACHES[name]
    assert list(RULES[name](path, ast.parse(text))) != []


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_allowed_is_not_found(name: str) -> None:
    path, text = ALLOWED[name]
    assert list(RULES[name](path, ast.parse(text))) == []
