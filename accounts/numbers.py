"""Whole numbers as browsers, addresses and files send them: read as such, or not at all. Never an error: what isn't a
number counts as not given, and whoever asks decides what that means.
"""

from collections.abc import Iterable
from typing import Final

KEY_DIGITS: Final = (
    18  # every key of the database's fits, and no number of so many digits is too large for a column
)


def whole_number(text: str, digits: int = KEY_DIGITS) -> int | None:
    """The number that `text` writes in at most so many ASCII digits, else None. Python itself takes digits of other
    scripts, says of some that aren't numbers (²) that they are digits, and fails at 4,301 of them.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def whole_numbers(texts: Iterable[str]) -> list[int]:
    """Those of the texts that write a number, in their order."""
    return [number for number in map(whole_number, texts) if number is not None]
