"""What the seats of a round must respect: who is kept apart, who has a fixed table; and where a draft changed by hand
doesn't. One answer for the search and for the page.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.engine.seating import Constraints, FixedTable, Group
from tournaments.models import Entrant, Tournament
from tournaments.queries.apart import apart_groups
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.seating_words import SeatingNote


def seating_wishes(tournament: Tournament, field: tuple[int, ...]) -> Constraints:
    """The wishes that concern the entrants of the field (ids). Five queries."""
    entrants = Entrant.objects.filter(pk__in=field).order_by("number")
    fixed = tuple(
        FixedTable(entrant.pk, entrant.fixed_table) for entrant in entrants if entrant.fixed_table is not None
    )
    groups: dict[str, list[int]] = {}
    if tournament.format.keep_groups_apart:
        for entrant in entrants:
            if entrant.group:
                groups.setdefault(entrant.group.casefold(), []).append(entrant.pk)
    apart = tuple(Group(tuple(members)) for members in groups.values() if len(members) > 1)
    apart += tuple(Group(members) for members in apart_groups(tournament, field))
    return Constraints(apart=apart, fixed_tables=fixed)


def unmet_wishes(plan: SeatingPlan, wishes: Constraints, names: Mapping[int, str]) -> tuple[SeatingNote, ...]:
    """A warning for each wish that the plan doesn't meet; `names` by entrant's id."""
    found: dict[str, None] = {}
    for table in plan.tables:
        for group in wishes.apart:
            together = [seat for seat in table.seats if seat is not None and seat in group.members]
            if len(together) > group.at_most:
                text = _("To be kept apart, but together at table %(table)d: %(names)s.")
                found[
                    text
                    % {"table": table.number, "names": ", ".join(names.get(seat, "?") for seat in together)}
                ] = None
    for fixed in wishes.fixed_tables:
        number = next((table.number for table in plan.tables if fixed.entrant in table.seats), fixed.table)
        if number != fixed.table:
            text = _("%(name)s has the fixed table %(fixed)d and sits at table %(table)d.")
            name = names.get(int(fixed.entrant), "?")
            found[text % {"name": name, "fixed": fixed.table, "table": number}] = None
    return tuple(SeatingNote(text, is_warning=True) for text in found)


def newly_unmet(tournament: Tournament, before: SeatingPlan, after: SeatingPlan) -> tuple[str, ...]:
    """The wishes that a change by hand broke, as sentences."""
    wishes = seating_wishes(tournament, after.field)
    names = dict(Entrant.objects.filter(pk__in=after.field).values_list("pk", "name"))
    known = {note.text for note in unmet_wishes(before, wishes, names)}
    return tuple(note.text for note in unmet_wishes(after, wishes, names) if note.text not in known)
