"""Begin anew: remove everything that belongs to a data folder. `python -m config.embedded.wipe` is `make
demo-reset`.
"""

import shutil
import sys

from config.embedded.errors import StartError
from config.embedded.layout import Layout, data_folder
from config.embedded.lock import FileLock

OWN_PARTS = ("postgres", "valkey", "log", "run", "secrets", "static", "mail")


def wipe(layout: Layout) -> None:
    """Remove what Deadwood made for this data folder; files of others in it stay. Raises StartError while
    it is in use.
    """
    if layout.run.exists():
        lock = FileLock(layout.run / "servers.lock")
        if not lock.acquire("being emptied"):
            raise StartError(f"Deadwood is running ({lock.holder()}). Stop it first, then reset.")
        lock.release()
    for folder in (*(layout.data / part for part in OWN_PARTS), layout.away, layout.sockets):
        if folder.exists():
            shutil.rmtree(folder)
    if layout.data.exists() and not any(layout.data.iterdir()):
        layout.data.rmdir()


if __name__ == "__main__":
    try:
        wipe(Layout(data_folder()))
    except StartError as error:
        sys.exit(f"deadwood: {error}")
