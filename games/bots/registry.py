"""The bots by name, weakest first. The one place that knows them all."""

from __future__ import annotations

from typing import Final

from games.bots.base import Bot
from games.bots.club import ClubBot
from games.bots.random_bot import RandomBot

_BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in (RandomBot(), ClubBot())}


class UnknownBot(LookupError):
    """There is no bot of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def bot_names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(_BOTS)


def bot_named(name: str) -> Bot:
    """The bot of that name. Raises `UnknownBot`."""
    try:
        return _BOTS[name]
    except KeyError:
        raise UnknownBot(name) from None
