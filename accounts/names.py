"""Names that people type: normalised once, checked once, by every form, import and API.

A name is stored in Unicode NFC with single spaces. Control, bidirectional and zero-width characters are
refused, since they let one name pass for another on a screen. Two names are the same when `name_key` agrees.
"""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_NAME_LENGTH = 60

_FORBIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean_name(text: str) -> str:
    """Return `text` normalised to NFC, trimmed, runs of spaces made one. Does not check it."""
    return " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part).strip()


def validate_name(name: str) -> None:
    """Raise ValidationError with code `empty`, `too_long` or `characters` for a name that can't be shown
    safely.
    """
    if not name.strip():
        raise ValidationError(_("The name is empty."), code="empty")
    if len(name) > MAX_NAME_LENGTH:
        raise ValidationError(
            _("The name has %(length)d characters; at most %(most)d are possible."),
            code="too_long",
            params={"length": len(name), "most": MAX_NAME_LENGTH},
        )
    for position, character in enumerate(name, 1):
        if unicodedata.category(character) in _FORBIDDEN_CATEGORIES:
            raise ValidationError(
                _("Character %(position)d (U+%(code)s) can't be used in a name."),
                code="characters",
                params={"position": position, "code": f"{ord(character):04X}"},
            )


def name_key(name: str) -> str:
    """The form under which two names are the same person's: NFKC, case folded. Without the character NUL, which no name
    has and no database can look for.
    """
    return unicodedata.normalize("NFKC", clean_name(name)).casefold().replace("\0", "")


def sort_key(name: str) -> str:
    """A key that sorts names as people expect whatever the database's collation: accents after the letter."""
    folded = unicodedata.normalize("NFKD", clean_name(name)).casefold()
    return (
        "".join(c for c in folded if not unicodedata.combining(c))[:MAX_NAME_LENGTH]
        + "\x1f"
        + folded[:MAX_NAME_LENGTH]
    )
