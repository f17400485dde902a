"""Closed sets of the tournaments app, with the labels people read, and the transition table of each
status.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class TournamentStatus(models.TextChoices):
    DRAFT = "draft", _("Draft")
    OPEN = "open", _("Open for entries")
    RUNNING = "running", _("Running")
    REVIEW = "review", _("Objection window")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class RoundStatus(models.TextChoices):
    PUBLISHED = "published", _("Published")
    PLAYING = "playing", _("Playing")
    COMPLETED = "completed", _("Completed")
    CANCELLED = "cancelled", _("Cancelled")


class TableStatus(models.TextChoices):
    SCHEDULED = "scheduled", _("Scheduled")
    PLAYING = "playing", _("Playing")
    DECIDED = "decided", _("Decided, to be confirmed")
    DISPUTED = "disputed", _("Disputed")
    CONFIRMED = "confirmed", _("Confirmed")
    CANCELLED = "cancelled", _("Cancelled")


class EntrantStatus(models.TextChoices):
    ENTERED = "entered", _("Entered")
    WAITING = "waiting", _("Waiting list")
    CHECKED_IN = "checked_in", _("Checked in")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    DISQUALIFIED = "disqualified", _("Disqualified")


TOURNAMENT_TRANSITIONS: dict[str, frozenset[str]] = {
    TournamentStatus.DRAFT: frozenset({TournamentStatus.OPEN, TournamentStatus.CANCELLED}),
    TournamentStatus.OPEN: frozenset(
        {TournamentStatus.DRAFT, TournamentStatus.RUNNING, TournamentStatus.CANCELLED}
    ),
    TournamentStatus.RUNNING: frozenset({TournamentStatus.REVIEW, TournamentStatus.CANCELLED}),
    TournamentStatus.REVIEW: frozenset(
        {TournamentStatus.RUNNING, TournamentStatus.FINISHED, TournamentStatus.CANCELLED}
    ),
    TournamentStatus.FINISHED: frozenset(),
    TournamentStatus.CANCELLED: frozenset(),
}

ROUND_TRANSITIONS: dict[str, frozenset[str]] = {
    RoundStatus.PUBLISHED: frozenset({RoundStatus.PLAYING, RoundStatus.CANCELLED}),
    RoundStatus.PLAYING: frozenset({RoundStatus.COMPLETED, RoundStatus.CANCELLED}),
    RoundStatus.COMPLETED: frozenset(),
    RoundStatus.CANCELLED: frozenset(),
}

TABLE_TRANSITIONS: dict[str, frozenset[str]] = {
    TableStatus.SCHEDULED: frozenset({TableStatus.PLAYING, TableStatus.CANCELLED}),
    TableStatus.PLAYING: frozenset(
        {TableStatus.DECIDED, TableStatus.DISPUTED, TableStatus.CONFIRMED, TableStatus.CANCELLED}
    ),
    TableStatus.DECIDED: frozenset({TableStatus.DISPUTED, TableStatus.CONFIRMED, TableStatus.CANCELLED}),
    TableStatus.DISPUTED: frozenset({TableStatus.CONFIRMED, TableStatus.CANCELLED}),
    TableStatus.CONFIRMED: frozenset({TableStatus.DISPUTED}),
    TableStatus.CANCELLED: frozenset(),
}

ENTRANT_TRANSITIONS: dict[str, frozenset[str]] = {
    EntrantStatus.WAITING: frozenset(
        {EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN, EntrantStatus.WITHDRAWN}
    ),
    EntrantStatus.ENTERED: frozenset(
        {EntrantStatus.CHECKED_IN, EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED, EntrantStatus.WAITING}
    ),
    EntrantStatus.CHECKED_IN: frozenset(
        {EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED}
    ),
    EntrantStatus.WITHDRAWN: frozenset(
        {EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN, EntrantStatus.DISQUALIFIED}
    ),
    EntrantStatus.DISQUALIFIED: frozenset({EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN}),
}


class RoundKind(models.TextChoices):
    """What a round counts for. Rounds after a cut are semifinals or the final, the engine's `FINAL`."""

    MAIN = "main", pgettext_lazy("kind of round", "Round")
    SEMI = "semi", pgettext_lazy("kind of round", "Semifinal")
    FINAL = "final", pgettext_lazy("kind of round", "Final")
    EXTRA = "extra", pgettext_lazy("kind of round", "Extra round")

    @property
    def is_stage(self) -> bool:
        """Whether only those who passed a cut play it."""
        return self in (RoundKind.SEMI, RoundKind.FINAL)


class TableMode(models.TextChoices):
    ONLINE = "online", _("Online")
    PAPER = "paper", _("On real cards")


class EntrantKind(models.TextChoices):
    PERSON = "person", _("Player")
    BOT = "bot", _("Bot")
    TEAM = "team", _("Team")


class SeatOccupant(models.TextChoices):
    """Who is to sit on a chair at a table of a round."""

    ENTRANT = "entrant", _("Entrant")
    BOT = "bot", _("Bot in an empty seat")


class ResultStatus(models.TextChoices):
    PROPOSED = "proposed", _("Reported")
    CONFIRMED = "confirmed", _("Confirmed")
    SUPERSEDED = "superseded", _("Replaced")


class ResultSource(models.TextChoices):
    """Where a version of a table's result comes from."""

    GAME = "game", _("Game")
    REPORT = "report", _("Report")
    CORRECTION = "correction", _("Correction")


class TournamentRoleKind(models.TextChoices):
    DIRECTOR = "director", _("Director")
    SCORER = "scorer", _("Scorer")


class PaymentStatus(models.TextChoices):
    OWED = "owed", _("Owed")
    PAID = "paid", _("Paid")
    WAIVED = "waived", _("Waived")


class RowReason(models.TextChoices):
    """Why a row of an imported file was refused."""

    EMPTY = "empty", _("No name")
    TOO_LONG = "too_long", _("Too long")
    CHARACTERS = "characters", _("Characters that can't be used")
    TWICE = "twice", _("Twice in the file")
    STRENGTH = "strength", _("Not a seeding")
    TAKEN = "taken", _("Name taken")
    TEAM = "team", _("No whole team")


class FixtureStatus(models.TextChoices):
    """Where a league game stands. `missed` ended without a game: nobody gets points."""

    OPEN = "open", _("Time to be agreed")
    AGREED = "agreed", _("Time agreed")
    PLAYING = "playing", _("Playing")
    REPORTED = "reported", _("Reported, to be confirmed")
    PLAYED = "played", _("Played")
    MISSED = "missed", _("Not played in time")


class CameInto(models.TextChoices):
    """How somebody came into a division."""

    STAYED = "stayed", _("stayed")
    UP = "up", _("came up")
    DOWN = "down", _("came down")
