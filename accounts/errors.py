"""What can go wrong with people and clubs, each with a stable code and the sentence a person reads."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _


class DeadwoodError(Exception):
    """Base of what a service of any app may raise. `code` is stable, `message` is for people."""

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


class AccountsError(DeadwoodError):
    """What can go wrong with people and clubs."""


class BadName(AccountsError):
    """The name can't be used; `reason` is `empty`, `too_long` or `characters` (accounts.names)."""

    code = "bad_name"
    status = 422

    def __init__(self, message: Any, reason: str) -> None:
        self.reason = reason
        super().__init__(message, reason=reason)


class NameTaken(AccountsError):
    """Somebody or something else has the name, whatever the case of its letters."""

    code = "name_taken"
    status = 409
    message = _("That name is taken.")


class ClubNotAllowed(AccountsError):
    """The user may not do that in this club."""

    code = "not_allowed"
    status = 403
    message = _("You may not do that in this club.")


class LastOwner(AccountsError):
    """A club keeps at least one owner."""

    code = "last_owner"
    status = 409
    message = _("The club needs an owner. Make somebody else owner first.")


class LinkNotValid(AccountsError):
    """The link was never made here, or has been revoked."""

    code = "link_not_valid"
    status = 404
    message = _("This link doesn't work any more. Ask the club for a new one.")


class BadSetting(AccountsError):
    """A setting of the club that can't be; `option` names it."""

    code = "bad_setting"
    status = 422

    def __init__(self, message: Any, option: str) -> None:
        self.option = option
        super().__init__(message, option=option)
