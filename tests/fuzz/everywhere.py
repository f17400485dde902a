"""Every text that somebody may write, found by looking at the models; a world in which each of them has a row; and the
pages and files that might show it.

A text column that is new is a free text until `WRITTEN_BY_US` says why it isn't one. It needs a row (`add_rows`), and
unless `NOT_SHOWN` says why, some page or file must show what stands in it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fnmatch import fnmatchcase
from typing import Any, Final

from django.apps import apps
from django.db import connection, models

from accounts.enums import ClubRole, NoticeKind
from accounts.models import Membership, Notice
from games.models import DealSource
from games.queries.clock import database_now
from tests.fuzz.payloads import MARK
from tests.secrecy.routes import Route, all_routes
from tests.secrecy.world import World
from tournaments.models import AuditRow, KeepApart, League, Prize, Season
from tournaments.queries.exports import SHEETS
from tournaments.services.messages import send_message
from tournaments.services.penalties import give_penalty
from tournaments.views.exports import KINDS
from tournaments.views.print import KINDS as PRINTS

# Patterns of `Model.field`, each with who writes it.
WRITTEN_BY_US: Final = {
    "*.public_id": "drawn at random",
    "*.*hash": "a hash",
    "*.commitment": "a hash",
    "*.name_key": "worked out by the database from the name",
    "*.sort_key": "worked out by the database from the name",
    "*.language": "one of the languages",
    "*.time_zone": "one of the time zones",
    "*.preset": "a key of the rulebook",
    "*.bot_level": "a name of the registry",
    "*.key": "a sender's own mark, never shown",
    "*.sealed_as": "a hash",
    "*.slug": "made from the name, letters and digits only",
    "*.code": "a move, strictly parsed",
    "*.kind": "a word of ours",
    "*.report_code": "drawn at random",
    "User.password": "a hash",
    "User.email": "an address, checked as one; shown to its owner only",
    "Notice.event": "a public id",
    "Notice.path": "an address of ours",
    "Notice.trouble": "the name of an error's class",
    "HiddenDeal.deck": "cards, never shown",
    "Game.label": "made from round, table and game",
    "Heartbeat.name": "a word of ours",
    "TitleRace.*": "a hash and a number",
    "RatingChange.family": "a word of ours",
    "Bye.reason": "a word of ours",
    "AuditRow.action": "a word of ours",
}
# Free texts that no page and no file shows, each with the reason.
NOT_SHOWN: Final = {
    "Game.halt_reason": "the kind of error, for the log's reader; the admin shows it",
    "DealSource.name": "the admin shows it",
    "Notice.body": "a mail, in plain text",
}
# Texts inside of an act's payload.
IN_ACTS: Final = ("name", "reason", "note", "text", "group", "player", "entrant", "partner", "venue")
GUARDED: Final = (
    "tournaments_auditrow", "tournaments_tableresult", "tournaments_seatscore", "tournaments_penalty",
)  # fmt: skip
ROLES: Final = ("director", "player", "superuser")
# These answer with what isn't a page, or what names nobody; and Django's own pages for one's own account.
NOT_READ: Final = (
    "metrics",
    "schema",
    "swagger",
    "redoc",
    "account_*",
    "mfa_*",
    "admin:jsi18n",
    "admin:logout",
)


@dataclass(frozen=True, slots=True)
class Field:
    """A column that holds what people write. `mark` stands in its text and in no other's."""

    model: type[models.Model]
    name: str
    number: int

    @property
    def label(self) -> str:
        return f"{self.model.__name__}.{self.name}"

    @property
    def mark(self) -> str:
        return f"{MARK}{self.number:02}n"

    @property
    def length(self) -> int:
        return getattr(self.model._meta.get_field(self.name), "max_length", None) or 500


def text_columns() -> list[tuple[type[models.Model], str]]:
    """Every text column of ours but those of the histories, which nobody but a superuser's tools reads."""
    found = []
    for app in ("accounts", "games", "tournaments"):
        for model in apps.get_app_config(app).get_models():
            if hasattr(model, "pgh_tracked_model"):
                continue
            for field in model._meta.get_fields():
                if isinstance(field, models.CharField | models.TextField) and not field.choices:
                    found.append((model, field.name))
    return found


def free_fields() -> list[Field]:
    columns = [
        (model, name)
        for model, name in text_columns()
        if not any(fnmatchcase(f"{model.__name__}.{name}", pattern) for pattern in WRITTEN_BY_US)
    ]
    return [Field(model, name, number) for number, (model, name) in enumerate(columns)]


def add_rows(world: World) -> None:
    """A row for what an ordinary evening doesn't have; and the director becomes an owner, who sees most."""
    ours, director = world.ours, world.people["director"]
    assert director is not None
    Membership.objects.filter(club=ours.club, user=director).update(role=ClubRole.OWNER)
    entrant = ours.tournament.entrants.earliest("pk")
    give_penalty(entrant=entrant, points=-1, reason="late", actor=director)
    send_message(tournament=ours.tournament, text="Coffee is ready", actor=director)
    send_message(tournament=ours.tournament, text="Speak up", actor=director, table=ours.table)
    players = list(ours.club.players.order_by("pk")[:2])
    for tournament in (ours.tournament, None):
        apart = KeepApart.objects.create(club=ours.club, tournament=tournament, name="Twins")
        for player in players:
            apart.members.create(player=player)
    Prize.objects.create(tournament=ours.tournament, place=1, description="Cake")
    league = League.objects.create(club=ours.club, name="League")
    today = date(2026, 3, 1)
    Season.objects.create(league=league, name="Spring", starts_on=today, ends_on=today + timedelta(days=90))
    ours.club.about = "We meet on Fridays"
    ours.club.save()
    ours.tournament.entrants.update(group="A", note="Comes late")
    DealSource.objects.create(name="Cards of the evening", commitment="0" * 64)
    now = database_now()
    Notice.objects.create(
        user=director, club=ours.club, kind=NoticeKind.values[0], key="k", language="en", subject="News", body="News",
        path="/", due_at=now, created_at=now,
    )  # fmt: skip


def fill(world: World, text_for: Callable[[Field, int], str]) -> None:
    """Put `text_for(field, row's number)` into every free text, behind all checks: as an import or an old release
    might have left it. Names stay different from each other by a number at their end.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in GUARDED:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    for field in free_fields():
        for number, pk in enumerate(field.model._default_manager.order_by("pk").values_list("pk", flat=True)):
            end = f" {number}"
            text = text_for(field, number)[: field.length - len(end)] + end
            field.model._default_manager.filter(pk=pk).update(**{field.name: text})
    for row in AuditRow.objects.filter(tournament=world.ours.tournament):
        payload = {
            key: f"{text_for(ACT, 0)}" if key in IN_ACTS and isinstance(value, str) else value
            for key, value in row.payload_json.items()
        }
        AuditRow.objects.filter(pk=row.pk).update(payload_json=payload)
    with connection.cursor() as cursor:
        for table in GUARDED:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


ACT: Final = Field(AuditRow, "payload_json", 99)


def addresses(world: World, role: str) -> Iterator[tuple[str, str]]:
    """(route, address) of all that this role may look at, every sheet and every print by itself; the superuser looks at
    the admin, the others at everything else.
    """
    for route in all_routes():
        if any(fnmatchcase(route.name, pattern) for pattern in NOT_READ):
            continue
        if route.name.startswith("admin:") != (role == "superuser"):
            continue
        for path in _variants(route, world):
            yield route.name, path


def _variants(route: Route, world: World) -> list[str]:
    path = route.path(world.ours)
    if route.name == "tournaments:export":
        return [re.sub(r"[\w-]+\.\w+$", f"{what}.{kind}", path) for what in SHEETS for kind in KINDS]
    if route.name == "tournaments:print":
        return [re.sub(r"print/[\w-]+/", f"print/{what}/", path) for what in PRINTS]
    return [path]


def numbers_of_rows() -> dict[str, Any]:
    """How many rows each free text's model has."""
    return {field.label: field.model._default_manager.count() for field in free_fields()}
