"""What can go wrong with a tournament, each with a stable code and the sentence a person reads."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.errors import DeadwoodError


class TournamentsError(DeadwoodError):
    """What can go wrong with a tournament."""


class FormatError(TournamentsError):
    """An option of the format that can't be: `option` names it, `reason` says why."""

    code = "format"
    status = 422

    def __init__(self, option: str, reason: str) -> None:
        self.option, self.reason = option, reason
        sentence = _WHY_NOT.get(f"{option} {reason}") or _WHY_NOT.get(reason)
        impossible = _("The option “%(option)s” has an impossible value.")
        super().__init__(sentence or impossible % {"option": option}, option=option, reason=reason)


# Of the option and the reason together, or of the reason alone.
_WHY_NOT: dict[str, Any] = {
    "out_of_range": _("That number isn't possible here."),
    "unknown": _("There is no such choice."),
    "table_sizes not_in_this_game": _("This game isn't played at tables of that size."),
    "table_sizes empty_or_twice": _("Name at least one size of table, and none twice."),
    "table_sizes two_to_five": _("A table has two to five seats."),
    "needs_re_entries": _("Nobody can re-enter: allow at least one re-entry, or take no fee."),
    "ends_on before_start": _("The end is before the beginning."),
}


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


class EventFileRefused(TournamentsError):
    """An event file that isn't taken; nothing was kept. `path` is where (line and column, or the way to the field) or a
    whole sentence, `reason` a code.
    """

    code = "event_file_refused"
    status = 422

    def __init__(self, path: Any, reason: str) -> None:
        self.path, self.reason = str(path), reason
        sentence = FILE_SENTENCES.get(reason, FILE_SENTENCES["unreadable"])
        super().__init__(f"{path}: {sentence}" if path else sentence, path=self.path, reason=reason)


class ReasonMissing(TournamentsError):
    """Penalties and corrections need a reason."""

    code = "reason_missing"
    status = 422
    message = _("Say why: the reason is kept with it.")


# Why an event file is refused, by the code of the reason (games.plain.PlainError and services.event_import).
FILE_SENTENCES: dict[str, Any] = {
    "unreadable": _("This can't be read."),
    "too_large": _("The file is larger than 64 MB."),
    "not_json": _("Here it stops being JSON."),
    "not_utf8": _("This line isn't UTF-8."),
    "too_deep": _("Too many brackets inside one another."),
    "number": _("A number that can't be."),
    "name_twice": _("The same name stands twice in one object."),
    "not_an_event_file": _("This isn't an event file."),
    "another_version": _("The file is of a version that isn't known here."),
    "unknown": _("Nothing of that name belongs here."),
    "missing": _("This is missing."),
    "not_an_object": _("There should be names with values here."),
    "not_a_list": _("There should be a list here."),
    "too_many": _("The list is too long."),
    "not_a_yes_or_no": _("There should be true or false here."),
    "not_a_whole_number": _("There should be a whole number here."),
    "out_of_range": _("The number is too small or too large."),
    "not_a_text": _("There should be a text here."),
    "too_long": _("The text is too long."),
    "characters": _("The text has characters that can't be kept."),
    "not_known_here": _("This isn't one of the values that are known here."),
    "not_a_time": _("There should be a time with its offset here."),
    "not_a_date": _("There should be a date here."),
    "not_hexadecimal": _("There should be hexadecimal digits here."),
    "name": _("This can't be a name."),
    "twice": _("This is in the file twice."),
    "not_in_the_file": _("This names somebody who isn't in the file."),
    "nobody_or_a_bot": _("A seat has a player or a bot, not both and not neither."),
    "no_such_seat": _("There is no such seat."),
    "not_in_order": _("These aren't numbered one after the other."),
    "not_these_rules": _("There is no game with these rules here."),
    "not_these_options": _("These options can't be."),
    "not_a_result": _("This isn't the result of a game."),
    "not_a_seed": _("This isn't a seed."),
    "not_the_seal": _("The key isn't the one that was committed to."),
    "another_seal_here": _("A seal of this name is here already, and it is another one."),
    "not_a_plan": _("This isn't a seating."),
    "not_a_tie": _("This isn't a tie."),
    "not_a_line_of_standings": _("This isn't a line of standings."),
    "not_a_deal": _("This isn't a deal."),
    "chain_broken": _("The log has a gap: this act doesn't follow the one before."),
    "still_played": _(
        "This table is still played online. Wait until its game is over, then write the file again."
    ),
    "changed": _("The file was changed after it was written."),
    "contradicts_itself": _("The file contradicts itself."),
    "does_not_hold": _("This doesn't hold."),
}
