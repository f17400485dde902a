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


class BadName(TournamentsError):
    """The name can't be used; `reason` is `empty`, `too_long` or `characters` (accounts.names)."""

    code = "bad_name"
    status = 422


class AlreadyEntered(TournamentsError):
    """The player, or somebody of that name, is in the event already."""

    code = "already_entered"
    status = 409
    message = _("That name is entered already.")


class WrongEntrant(TournamentsError):
    """A person where the game is played by teams, a team where it isn't, or a team of another size."""

    code = "wrong_entrant"
    status = 422


class RankingFrozen(TournamentsError):
    """Play has begun, so that another reckoning of the standings has to be asked for by name; `has_begun`: a final
    was seated by the cuts that would be changed, so they stay.
    """

    code = "ranking_frozen"
    status = 409

    def __init__(self, changes: str, *, has_begun: bool = False) -> None:
        self.has_begun = has_begun
        sentence = (
            _("The final has begun: who reached it stays. %(changes)s")
            if has_begun
            else _("Play has begun, and this would change the standings that are out. %(changes)s")
        )
        super().__init__(sentence % {"changes": changes}, changes=changes)


class EntriesClosed(TournamentsError):
    """The event doesn't take this entry now."""

    code = "entries_closed"
    status = 409
    message = _("Entries are closed.")


class CannotSeatRound(TournamentsError):
    """The round can't be seated; `reason` is the seating engine's code, `conflicting` names the entrants."""

    code = "cannot_seat"
    status = 409

    def __init__(self, message: Any, reason: str, conflicting: list[str]) -> None:
        self.reason = reason
        super().__init__(message, reason=reason, conflicting=conflicting)


class DraftOutdated(TournamentsError):
    """Entrants came or went since the draft was made, or another round was published meanwhile."""

    code = "draft_outdated"
    status = 409
    message = _("This draft no longer fits the event. Make a new one.")


class BadMove(TournamentsError):
    """Entrants of a draft can't be moved so; `reason` is a code."""

    code = "bad_seat"
    status = 422

    def __init__(self, message: Any, reason: str) -> None:
        self.reason = reason
        super().__init__(message, reason=reason)


class BadReport(TournamentsError):
    """A reported result can't be; `field` says where (`deal-2-knocker`, `total-0`), `reason` is a code."""

    code = "bad_report"
    status = 422

    def __init__(self, message: Any, reason: str, field: str = "") -> None:
        self.reason, self.field = reason, field
        super().__init__(message, reason=reason, field=field)


class OwnReport(TournamentsError):
    """Who entered a result can't confirm it: a second person does."""

    code = "own_report"
    status = 403
    message = _("You entered this result. Somebody else at the table, or a director, confirms it.")


class FileRefused(TournamentsError):
    """A file of entrants that can't be read at all; nothing was changed."""

    code = "file_refused"
    status = 422

    def __init__(self, message: Any, reason: str, **details: Any) -> None:
        self.reason = reason
        super().__init__(message, reason=reason, **details)


class ReasonMissing(TournamentsError):
    """Penalties and corrections need a reason."""

    code = "reason_missing"
    status = 422
    message = _("Say why: the reason is kept with it.")
