"""What was said at a table in the last seconds. It lives in the cache and is gone by itself; a cache that
is away only makes the table silent.
"""

from typing import Final

from django.core.cache import cache

from games.enums import Phrase

SPOKEN_SECONDS: Final = 8


def talk_key(game_id: int, seat: int) -> str:
    """The cache key under which a seat's phrase stands while it is to be seen."""
    return f"talk-{game_id}-{seat}"


def spoken(game_id: int, seats: int) -> dict[int, str]:
    """The phrases to be seen now by seat, in the reader's language."""
    keys = {talk_key(game_id, seat): seat for seat in range(seats)}
    found = cache.get_many(list(keys))
    return {keys[key]: str(Phrase(code).label) for key, code in found.items() if code in Phrase.values}
