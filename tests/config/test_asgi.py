"""The web process as it stands once it is loaded."""

import subprocess
import sys

FROZEN = "import gc, config.asgi; print(gc.get_freeze_count())"


def test_what_is_loaded_once_is_set_aside_from_the_collector():
    """Nine of ten objects of a web process are its code; looking through them took a tenth of a second of a page."""
    seen = subprocess.run([sys.executable, "-c", FROZEN], capture_output=True, text=True, check=True)
    assert int(seen.stdout.split()[-1]) > 100_000
