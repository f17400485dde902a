"""What can go wrong with a game, each with a stable code and the sentence a person reads.

The engine's reason codes get their sentences here. Views and API turn these into answers by `status`; nothing
in this module formats HTML or JSON.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.errors import DeadwoodError


class GamesError(DeadwoodError):
    """What can go wrong with a game."""


class OptionError(GamesError):
    """An option of a game that can't be: `option` names it, `reason` says why."""

    code = "option"

    def __init__(self, option: str, reason: str) -> None:
        self.option, self.reason = option, reason
        super().__init__(
            _("The option “%(option)s” has an impossible value.") % {"option": option},
            option=option,
        )


class StaleMove(GamesError):
    """The page was behind: the game is at another ply than the move was made for."""

    code = "stale"
    status = 409
    message = _("The game has moved on since. Look again, then play.")

    def __init__(self, current_ply: int) -> None:
        self.current_ply = current_ply
        super().__init__(current_ply=current_ply)


class KeyReused(GamesError):
    """The idempotency key was used for another move of this game."""

    code = "key_reused"
    status = 422
    message = _("This request was sent before with another move.")


class NotYourSeat(GamesError):
    """The actor has no seat in the game. Answered like an unknown game, so that nothing is learned."""

    code = "not_found"
    status = 404
    message = _("There is no such table for you.")


class NotPlaying(GamesError):
    """The game isn't being played: it waits, is paused, halted, finished or cancelled."""

    code = "not_playing"
    status = 409
    message = _("This game isn't being played now.")


class IllegalMoveError(GamesError):
    """The rules forbid the move; `reason` is the engine's reason code."""

    code = "illegal"
    status = 422

    def __init__(self, reason: str, message: Any) -> None:
        self.reason = reason
        super().__init__(message, reason=reason)


class MalformedMove(GamesError):
    """The move's code can't be read."""

    code = "malformed"
    status = 422
    message = _("That isn't a move.")


class SeatsError(GamesError):
    """The seats don't make a game: too few or too many, a person twice, or a seat without a player or bot."""

    code = "seats"
    status = 422
    message = _("These seats don't make a table of this game.")


class TableClosed(GamesError):
    """A place at a private table that is being played already, or was called off."""

    code = "table_closed"
    status = 409
    message = _("No place can be taken at this table any more.")


class NoFreePlace(GamesError):
    """All places of a private table are taken."""

    code = "no_free_place"
    status = 409
    message = _("All places at this table are taken.")


class NameInUse(GamesError):
    """Somebody at the private table has this name."""

    code = "name_in_use"
    status = 422
    message = _("Somebody at this table is called that already. Take another name.")


class BotPlays(GamesError):
    """A bot plays the actor's seat; the actor must take it back first."""

    code = "bot_plays"
    status = 409
    message = _("A bot is playing for you. Press “I'm back” first.")


class KeyMissing(GamesError):
    """A move through the API without an idempotency key or the ply it was made for."""

    code = "precondition_required"
    status = 428
    message = _("Send the header Idempotency-Key, and expected_ply with the ply that you saw.")


class KeyTooLong(GamesError):
    """An idempotency key that can't be stored."""

    code = "bad_key"
    status = 400
    message = _("An idempotency key has at most 64 printable characters.")


class NoSuchDeal(GamesError):
    """There is no finished deal of that number."""

    code = "not_found"
    status = 404
    message = _("There is no finished deal of that number.")


class GameHalted(GamesError):
    """Something in this game can't be right; it was halted, other games go on."""

    code = "halted"
    status = 409
    message = _("This game was halted and a director was told.")


class ReportError(GamesError):
    """A deal or game reported from real cards that can't have happened; `reason` is a code, `seat` who is meant."""

    code = "report"
    status = 422

    def __init__(self, reason: str, seat: int | None = None) -> None:
        self.reason, self.seat = reason, seat
        super().__init__(REPORT_SENTENCES[reason], reason=reason, seat=seat)


REPORT_SENTENCES: dict[str, Any] = {
    "not_by_deal": _("Tables of this game are reported by their totals."),
    "knocker": _("Say which seat knocked."),
    "count": _("Every seat needs an entry."),
    "deadwood": _("Deadwood is a number from 0 to 150."),
    "cards": _("That isn't a hand of this game."),
    "cards_twice": _("A card is in two hands."),
    "hand_size": _("The hand has too few or too many cards."),
    "knock_limit": _("With so much deadwood nobody may knock in this game."),
    "multiplier": _("Deals of this game don't count twice."),
    "upcard": _("Say what was turned up first: its value is the most one may knock with."),
    "big_gin": _("Big gin is gin with all eleven cards, where the game has it."),
    "game_over": _("The game was over before this deal."),
    "re_entries": _("So many re-entries aren't allowed in this game."),
    "all_out": _("Somebody is still in at the end."),
    "out_gap": _("Nobody went out before. Say who was first, then second, without a gap."),
    "not_out": _("Who has lost so much is out. Say when, or give the re-entries."),
    "still_in": _("Who has lost no more than this is still in."),
}


class BrokenRecord(GamesError):
    """What is stored of the game can't be replayed: no service writes such a log."""

    code = "broken_record"
    status = 409
    message = _("The record of this game is damaged. Nothing can be shown until a director has looked.")


class NoFinishedDeal(GamesError):
    """There is no such deal, or it is still played."""

    code = "no_finished_deal"
    status = 404
    message = _("Only a deal that is over can be looked at again.")


class UnknownPhrase(GamesError):
    """Not one of the phrases that may be said at a table."""

    code = "unknown_phrase"
    status = 422
    message = _("That can't be said here.")


class TooMuchTalk(GamesError):
    """The seat said something a moment ago."""

    code = "too_much_talk"
    status = 429
    message = _("One thing at a time: wait a moment.")


# Why a move is illegal, by the engine's reason (games.engine.errors.IllegalReason).
ILLEGAL_SENTENCES: dict[str, Any] = {
    "not_your_turn": _("It isn't your turn."),
    "wrong_phase": _("That isn't possible at this point of a turn."),
    "card_not_held": _("You don't hold that card."),
    "just_taken": _("A card just taken from the pile can't be laid away in the same turn."),
    "knock_too_high": _("You have too much deadwood left to knock."),
    "knock_not_allowed": _("Knocking isn't allowed in this game; a deal ends by going out."),
    "knock_too_early": _("Nobody may knock before everyone has had a turn."),
    "bad_melds": _("These cards don't make melds like that."),
    "not_in_this_game": _("There is no such move in this game."),
    "must_draw_stock": _("The first card must come from the stock now."),
    "cut_out_of_range": _("The deck can't be cut there."),
    "deal_over": _("This deal is over."),
    "game_over": _("This game is over."),
}


def illegal(reason: str) -> IllegalMoveError:
    """The error for an engine's reason code, with its sentence."""
    return IllegalMoveError(reason, ILLEGAL_SENTENCES.get(reason, GamesError.message))
