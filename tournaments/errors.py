"""What can go wrong with a tournament, each with a stable code and the sentence a person reads."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _


class TournamentsError(Exception):
    """Base of all errors that a caller of a service may see. `code` is stable, `message` is for people."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 400
    message: Any = _("That can't be done.")

    def __init__(self, message: Any = None, **details: Any) -> None:
        self.details = details
        if message is not None:
            self.message = message
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.message)


class FormatError(TournamentsError):
    """An option of the format that can't be: `option` names it, `reason` says why."""

    code = "format"
    status = 422

    def __init__(self, option: str, reason: str) -> None:
        self.option, self.reason = option, reason
        super().__init__(
            _("The option “%(option)s” has an impossible value.") % {"option": option},
            option=option,
            reason=reason,
        )


class WrongStatus(TournamentsError):
    """The act isn't possible in the state that the event, round or table is in now."""

    code = "wrong_status"
    status = 409


class NotAllowed(TournamentsError):
    """The user may not do that here."""

    code = "not_allowed"
    status = 403
    message = _("You may not do that here.")
