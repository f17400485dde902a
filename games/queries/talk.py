"""What the cache knows of a table: what was said in the last seconds, and whose pages are open. It goes by itself; a
cache that is away only makes the table silent. No move and no clock hangs on it.
"""

from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

from games.enums import Phrase

SPOKEN_SECONDS: Final = 8
HERE_SECONDS: Final = 50  # an open page says so every 20 seconds (static/js/table.js)
CAME_SECONDS: Final = 6 * 60 * 60


@dataclass(frozen=True, slots=True)
class Around:
    """The phrases to be seen now by seat, in the reader's language, and the seats whose page is open no more."""

    talk: dict[int, str]
    away: frozenset[int]

    @property
    def away_text(self) -> str:
        """The same for a page to compare: "0,2"."""
        return ",".join(map(str, sorted(self.away)))


def talk_key(game_id: int, seat: int) -> str:
    """The cache key under which a seat's phrase stands while it is to be seen."""
    return f"talk-{game_id}-{seat}"


def here_key(game_id: int, seat: int) -> str:
    """The cache key that is there while the page of a seat's player is open and looked at."""
    return f"here-{game_id}-{seat}"


def came_key(game_id: int, seat: int) -> str:
    """The cache key that is there once such a page was open: who plays by a program never has one."""
    return f"came-{game_id}-{seat}"


def around(game_id: int, seats: int) -> Around:
    """What is to be seen at a table with so many seats."""
    numbers = range(seats)
    found = cache.get_many([key(game_id, seat) for key in (talk_key, here_key, came_key) for seat in numbers])
    said = {seat: found.get(talk_key(game_id, seat)) for seat in numbers}
    talk = {seat: str(Phrase(code).label) for seat, code in said.items() if code in Phrase.values}
    away = (
        seat for seat in numbers if came_key(game_id, seat) in found and here_key(game_id, seat) not in found
    )
    return Around(talk, frozenset(away))
