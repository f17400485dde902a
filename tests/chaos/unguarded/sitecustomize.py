"""For the negative control: every process with this folder in PYTHONPATH moves without locking the game.

Python imports this module by its name at the start. It waits for the module with the lock to be imported and takes
the lock out; between looking and writing there is a pause, as there is on a busy machine.
"""

import importlib.abc
import importlib.machinery
import sys
import time

MODULE = "games.services.opened"


class Unlock(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name != MODULE:
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            module._LOCKED = unlocked()

        spec.loader.exec_module = exec_module
        return spec


def unlocked():
    from accounts.kept_query import KeptQuery
    from games.models import Game

    class Slow(KeptQuery):
        def _answer(self, cursor):
            rows = super()._answer(cursor)
            time.sleep(0.05)
            return rows

    return Slow(lambda pk: Game.objects.filter(pk=pk), int)


sys.meta_path.insert(0, Unlock())
