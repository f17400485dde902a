"""Pictures of the director's guide from the photographs of the browser tests: `make guide-pictures`.

Run by hand, never by a test: `python -m tests.browser.guide_pictures FROM TO` takes the pages that GUIDE names, cuts
them to a phone's height and keeps them as small WebP files.
"""

import sys
from pathlib import Path

from PIL import Image

# The photograph of a test, and what the guide calls it.
GUIDE = {
    "setup-phone": "desk-setup",
    "people-phone": "desk-people",
    "draft-phone": "desk-seats",
    "tonight-phone": "desk-tonight",
    "report-phone": "table-report",
    "confirm-phone": "table-confirm",
    "dispute-phone": "desk-dispute",
    "correction-phone": "desk-correction",
    "money-phone": "desk-money",
    "final-phone": "results",
}
HEIGHT = 844
QUALITY = 72


def main(source: Path, target: Path) -> None:
    """Write all pictures of the guide. Raises FileNotFoundError for one that no test made."""
    target.mkdir(parents=True, exist_ok=True)
    for photograph, name in GUIDE.items():
        with Image.open(source / f"{photograph}.png") as picture:
            cut = picture.convert("RGB").crop((0, 0, picture.width, min(HEIGHT, picture.height)))
            cut.save(target / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
