"""The rules that the database itself keeps, looked at once more: who changes rows by hand may have taken a rule away
first (reliability, T30). Reads only.
"""

from collections.abc import Iterator
from typing import Final, cast

from django.db import models

from games.queries.audit import Violation
from tournaments.models import (
    Bye,
    Entrant,
    Round,
    SeatScore,
    Standing,
    Table,
    TableResult,
    TableSeat,
    Tournament,
)

# Each with the way to its event and the invariant that its rules are part of.
KEPT: Final[tuple[tuple[type[models.Model], str, str], ...]] = (
    (Round, "tournament", "I7"),
    (Table, "round__tournament", "I7"),
    (TableSeat, "table__round__tournament", "I6"),
    (Bye, "round__tournament", "I6"),
    (TableResult, "table__round__tournament", "I8"),
    (SeatScore, "result__table__round__tournament", "I8"),
    (Standing, "round__tournament", "I9"),
)


def check_kept_rules(tournament: Tournament) -> Iterator[Violation]:
    """Rows that a check of their own table refuses, or that name somebody who isn't in the event."""
    known = set(Entrant.objects.filter(tournament=tournament).values_list("pk", flat=True))
    for model, path, invariant in KEPT:
        rows = model._default_manager.filter(**{path: tournament}).order_by("pk")
        for rule in model._meta.constraints:
            if isinstance(rule, models.CheckConstraint):
                condition = cast("models.Q", rule.condition)
                kept = models.ExpressionWrapper(
                    condition, models.BooleanField()
                )  # unknown is kept, as in SQL
                for pk in rows.alias(kept=kept).filter(kept=False).values_list("pk", flat=True):
                    yield Violation(invariant, model._meta.db_table, pk, f"breaks the rule {rule.name}")
        if any(field.name == "entrant" for field in model._meta.fields):
            for pk, entrant in rows.exclude(entrant_id=None).values_list("pk", "entrant_id"):
                if entrant not in known:
                    yield Violation(
                        invariant,
                        model._meta.db_table,
                        pk,
                        f"names entrant {entrant}, who isn't in the event",
                    )
