"""Where chance comes from: real secrets, or everything derived from one phrase for demos and scenario tests.

The setting DEADWOOD_SEED_SOURCE says which: "secrets" (default) or "fixed:<phrase>". With a fixed source
every number follows from the phrase, the game's label and a counter, so that an evening's results depend
neither on timing nor on primary keys. Nothing here keeps state, and no card is ever known here.
"""

import hashlib
import random
import secrets
from typing import Final

from django.conf import settings

SEED_BYTES: Final = 32
_FIXED: Final = "fixed:"


def _phrase() -> str | None:
    """The phrase of a fixed source, None where chance is real. Raises ValueError for any other setting."""
    source: str = getattr(settings, "DEADWOOD_SEED_SOURCE", "secrets")
    if source == "secrets":
        return None
    if source.startswith(_FIXED):
        return source.removeprefix(_FIXED)
    raise ValueError("DEADWOOD_SEED_SOURCE is neither 'secrets' nor 'fixed:<phrase>'")


def _derived(phrase: str, use: str, label: str, number: int) -> bytes:
    parts = "|".join(("deadwood/v1", phrase, use, label, str(number)))
    return hashlib.sha256(parts.encode()).digest()


def deal_seed(label: str, deal_number: int) -> bytes:
    """The 32-byte seed of one deal's shuffle (`label` names the game, deals count from 1)."""
    phrase = _phrase()
    if phrase is None:
        return secrets.token_bytes(SEED_BYTES)
    return _derived(phrase, "deal", label, deal_number)


def source_key(label: str) -> bytes:
    """The 32-byte key from which the seeds of a round's deals follow (`label` names the round)."""
    phrase = _phrase()
    if phrase is None:
        return secrets.token_bytes(SEED_BYTES)
    return _derived(phrase, "source", label, 0)


def bot_rng(label: str, ply: int) -> random.Random:
    """A generator for one decision of a bot: the move that will have this ply."""
    phrase = _phrase()
    if phrase is None:
        return random.Random(secrets.randbits(64))  # noqa: S311 - a bot thinks with it, no card depends on it
    return random.Random(_derived(phrase, "bot", label, ply))  # noqa: S311 - the same


def draw_seed(label: str) -> int:
    """A 63-bit seed for a draw of lots or a seating, to be stored with what was drawn."""
    phrase = _phrase()
    if phrase is None:
        return secrets.randbits(63)
    return int.from_bytes(_derived(phrase, "lots", label, 0)[:8], "big") >> 1
