"""The bots by name, weakest first. The one place that knows them all."""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.base import Bot
from games.bots.beginner import BeginnerBot
from games.bots.club import ClubBot
from games.bots.expert import Expert
from games.bots.random_bot import RandomBot
from games.bots.references import reference
from games.bots.strong import StrongBot

_BOTS: Final[dict[str, Bot]] = {
    bot.name: bot for bot in (RandomBot(), BeginnerBot(), ClubBot(), StrongBot(), Expert())
}
# The expert without one of its parts: what that part is worth shows in the arena.
_PARTIAL: Final[dict[str, Bot]] = {"expert-each-deal": Expert(by_standing=False)}


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


def bot_for_deal(name: str, rng: Random) -> Bot:
    """The bot or reference player of that name, for one deal; *rng* draws what it does afresh in each.

    Raises `UnknownBot`.
    """
    bot = _BOTS.get(name) or _PARTIAL.get(name)
    if bot is not None:
        return bot
    make = reference(name)
    if make is None:
        raise UnknownBot(name)
    return make(rng)
