"""`manage.py reader_role NAME`: SQL for a database role that reads for reports, and can't see what is hidden. The role
itself is made by the server's owner (docs/operations.md, "Reports from the database").

It may read what is named here by rule: the tables of this program, without seeds and decks, ways in, and what people
told each other in private. It writes nothing anywhere. Run it again after an update, for new tables.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, models

APPS: Final = ("accounts", "games", "tournaments")
# Models whose rows nobody reads for a report: the cards of deals in play and what they follow from, and keys to seats.
HIDDEN: Final = ("games.hiddendeal", "games.hiddensource", "accounts.notice", "tournaments.deskmessage")
# Columns that open a way in or say how to reach somebody.
PRIVATE: Final = ("password", "email", "join_token", "claim_hash", "report_code", "key", "note")


class Command(BaseCommand):
    help = "Print SQL that lets a role read for reports; give it to psql as the program's own role."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the role's name")

    def handle(self, *_args: Any, name: str, **_options: Any) -> None:
        for statement in statements(name):
            self.stdout.write(f"{statement};")


def statements(name: str) -> Iterator[str]:
    """What brings the role's rights up to date: nothing at first, and then one grant for each table."""
    quoted = connection.ops.quote_name
    role = quoted(name)
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}"
    yield f"GRANT USAGE ON SCHEMA public TO {role}"
    for model in readable():
        named = [field.column for field in model._meta.concrete_fields if field.name not in PRIVATE]
        columns = ", ".join(quoted(column) for column in named if column is not None)
        yield f"GRANT SELECT ({columns}) ON {quoted(model._meta.db_table)} TO {role}"


def readable() -> list[type[models.Model]]:
    """The models whose tables the role reads."""
    return [
        model
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.managed and model._meta.label_lower not in HIDDEN
    ]
