"""What the engine refuses, each refusal with a stable reason code.

Every reason is a string that may be stored, logged and sent through the API; the
sentence a person reads is made elsewhere. Nothing here carries card names beyond
what the caller gave, so an error never tells where a hidden card is.
"""

from __future__ import annotations

from enum import StrEnum


class IllegalReason(StrEnum):
    """Why a move may not be made now."""

    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    CARD_NOT_HELD = "card_not_held"
    JUST_TAKEN = "just_taken"
    KNOCK_TOO_HIGH = "knock_too_high"
    KNOCK_NOT_ALLOWED = "knock_not_allowed"
    KNOCK_TOO_EARLY = "knock_too_early"
    BAD_MELDS = "bad_melds"
    NOT_IN_THIS_GAME = "not_in_this_game"
    MUST_DRAW_STOCK = "must_draw_stock"
    CUT_OUT_OF_RANGE = "cut_out_of_range"
    DEAL_OVER = "deal_over"
    GAME_OVER = "game_over"


class IllegalMove(ValueError):
    """A move that the rules don't allow now; the state it was tried on is unchanged."""

    def __init__(self, reason: IllegalReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class MoveErrorReason(StrEnum):
    """Why a text is not the code of a move."""

    UNKNOWN_MOVE = "unknown_move"
    UNKNOWN_CARD = "unknown_card"
    BAD_NUMBER = "bad_number"


class MoveError(ValueError):
    """Not a move code. `text` is what was given."""

    def __init__(self, reason: MoveErrorReason, text: str) -> None:
        super().__init__(reason.value, text)
        self.reason = reason
        self.text = text


class RulesetReason(StrEnum):
    """Why options don't make a ruleset."""

    UNKNOWN_PRESET = "unknown_preset"
    UNKNOWN_OPTION = "unknown_option"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    TOO_FEW_CARDS = "too_few_cards"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NOT_WITH_THIS_SCORING = "not_with_this_scoring"
    NOT_TOGETHER = "not_together"


class RulesetError(ValueError):
    """An impossible ruleset: `reason` and the `option` at fault."""

    def __init__(self, reason: RulesetReason, option: str) -> None:
        super().__init__(reason.value, option)
        self.reason = reason
        self.option = option


class SetupReason(StrEnum):
    """Why a deal or a game can't begin."""

    PLAYERS = "players"
    DEALER = "dealer"
    DECK = "deck"
    SEED = "seed"
    PHASE = "phase"


class SetupError(ValueError):
    """A deal or game asked for with the wrong number of players, deck, dealer or seed."""

    def __init__(self, reason: SetupReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class RecordReason(StrEnum):
    """Why a text is not a record of play."""

    BAD_HEADER = "bad_header"
    BAD_LINE = "bad_line"
    BAD_MOVE = "bad_move"
    ILLEGAL_MOVE = "illegal_move"
    DECK_DIFFERS = "deck_differs"
    RESULT_DIFFERS = "result_differs"


class RecordError(ValueError):
    """Not a record that can be replayed; `line` counts from 1, 0 where no line is at fault."""

    def __init__(self, reason: RecordReason, line: int = 0) -> None:
        super().__init__(reason.value, line)
        self.reason = reason
        self.line = line
