"""Passwords that anybody would guess here: its own words and nothing else, with or without numbers (ASVS 6.2.11)."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

WORDS: Final = (
    "deadwood", "knockrummy", "ginrummy", "rummy", "knock", "gin", "tonk", "meld", "cards", "card", "club", "night",
    "tournament", "league", "season", "director", "player", "owner", "admin", "table", "password", "welcome", "hello",
)  # fmt: skip
FEWEST_OTHER_LETTERS: Final = 4
_NOT_LETTERS: Final = re.compile(r"[\W\d_]+")


class NoWordsOfThisPlace:
    """One of AUTH_PASSWORD_VALIDATORS. Refuses what has fewer than four letters besides words of this place."""

    def validate(self, password: str, user: User | None = None) -> None:  # noqa: ARG002 - Django's signature
        letters = _NOT_LETTERS.sub("", password.casefold())
        rest = letters
        for word in WORDS:
            rest = rest.replace(word, "")
        if len(rest) < FEWEST_OTHER_LETTERS and rest != letters:
            raise ValidationError(self.get_help_text(), code="password_of_this_place")

    def get_help_text(self) -> str:
        return _("Your password can’t be made of words that everybody thinks of here.")
