"""Closed sets of the games app, with the labels people read. The engine's own codes are not repeated here."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class GamePurpose(models.TextChoices):
    """Why a game is played; decides who may see it and what follows when it ends."""

    PRACTICE = "practice", _("Practice")
    PRIVATE = "private", _("Private table")
    TOURNAMENT = "tournament", _("Tournament")


class GameStatus(models.TextChoices):
    WAITING = "waiting", _("Waiting to start")
    PLAYING = "playing", _("Playing")
    HALTED = "halted", _("Halted: a director must look")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


GAME_TRANSITIONS: dict[GameStatus, frozenset[GameStatus]] = {
    GameStatus.WAITING: frozenset({GameStatus.PLAYING, GameStatus.CANCELLED}),
    GameStatus.PLAYING: frozenset({GameStatus.FINISHED, GameStatus.CANCELLED, GameStatus.HALTED}),
    GameStatus.HALTED: frozenset({GameStatus.PLAYING, GameStatus.CANCELLED}),
    GameStatus.FINISHED: frozenset(),
    GameStatus.CANCELLED: frozenset(),
}


class DueKind(models.TextChoices):
    """What is to happen to a game at `due_at` if nothing happens before."""

    BOT = "bot", _("a bot moves")
    TIMEOUT = "timeout", _("the player's time is up")
    NO_SHOW = "no_show", _("a bot takes the seat of a player who hasn't come")
    CUT = "cut", _("the deck is dealt uncut")
    NEXT_DEAL = "next_deal", _("the next deal begins")
    RE_ENTRY = "re_entry", _("the re-entry is declined")


class Occupant(models.TextChoices):
    """Who plays a seat now."""

    PLAYER = "player", _("Player")
    BOT = "bot", _("Bot")
    STAND_IN = "stand_in", _("Bot for an absent player")
    AUTOPILOT = "autopilot", _("Autopilot")


class ActorKind(models.TextChoices):
    """Who made a recorded move."""

    HUMAN = "human", _("Player")
    BOT = "bot", _("Bot")
    BOT_FOR_PLAYER = "bot_for_player", _("Bot for the player")
    AUTOPILOT = "autopilot", _("Autopilot")
    TIMEOUT = "timeout", _("Out of time")
    DIRECTOR = "director", _("Director")


class Phrase(models.TextChoices):
    """What may be said at a table: a fixed list, so that nobody has to watch over it."""

    HELLO = "hello", _("Hello")
    GOOD_LUCK = "good_luck", _("Good luck")
    WELL_PLAYED = "well_played", _("Well played")
    THANKS = "thanks", _("Thanks")
    ONE_MOMENT = "one_moment", _("One moment")
    SORRY = "sorry", _("Sorry")
