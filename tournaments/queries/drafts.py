"""Drafts of the coming round as the director's page shows them: who sits where, who has met before, how good each is
beside another one and beside the best possible. Only directors see them; nothing is written here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.seating import NO_CONSTRAINTS, Constraints, EntrantId
from tournaments.enums import RoundKind
from tournaments.models import AuditRow, SeatingDraft, Tournament
from tournaments.queries.certificates import Figure, certificate_figures
from tournaments.queries.coming import ComingRound
from tournaments.queries.history import past_rounds
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.round_words import extra_purpose, title_of
from tournaments.queries.seating_words import SeatingNote, certificate_notes
from tournaments.queries.shown_names import entrant_names
from tournaments.queries.wishes import seating_wishes, unmet_wishes

# How often two entrants sat at one table, by their ids, the smaller first.
Met = Counter[tuple[EntrantId, EntrantId]]

# More pairs than this are a number: names would fill the tile.
_NAMED_PAIRS = 3
_BY_HAND = ("swap_entrants", "move_entrant")


@dataclass(frozen=True, slots=True)
class DraftSeat:
    """A chair of a draft; `entrant_id` None is a bot."""

    entrant_id: int | None
    name: str


@dataclass(frozen=True, slots=True)
class DraftTable:
    """`is_locked`: it stays as it is when the draft is drawn again. `again` says who of it has met before."""

    number: int
    purpose: str
    seats: tuple[DraftSeat, ...]
    is_locked: bool = False
    again: str = ""


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft of the coming round. `fits` is whether it can still be published; `by_hand` whether somebody was
    swapped or moved since it was drawn.
    """

    draft_id: int
    title: str
    rng_seed: int
    tables: tuple[DraftTable, ...]
    byes: tuple[DraftSeat, ...]
    notes: tuple[SeatingNote, ...]
    figures: tuple[Figure, ...]
    warnings: int
    fits: bool
    can_lock: bool
    by_hand: bool

    @property
    def locked(self) -> int:
        """How many tables are locked."""
        return sum(table.is_locked for table in self.tables)


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A figure of a draft beside that of another one, "" where there is none to compare."""

    figure: Figure
    other: str


@dataclass(frozen=True, slots=True)
class _Event:
    """What all drafts of an event's coming round share."""

    coming: ComingRound
    names: Mapping[int, str]
    wishes: Constraints
    met: Met
    by_hand: frozenset[int]


def draft_views(tournament: Tournament, coming: ComingRound) -> tuple[DraftView, ...]:
    """The drafts of the coming round, newest first. At most eleven queries, none without drafts but one."""
    drafts = list(
        SeatingDraft.objects.filter(tournament=tournament, round_number=coming.number).order_by("-pk")
    )
    if not drafts:
        return ()
    acts = AuditRow.objects.filter(tournament=tournament, action__in=_BY_HAND)
    event = _Event(
        coming,
        entrant_names(tournament),
        seating_wishes(tournament, coming.field) if coming.kind == RoundKind.MAIN else NO_CONSTRAINTS,
        _meetings(tournament) if coming.kind == RoundKind.MAIN else Counter(),
        frozenset(acts.values_list("payload_json__draft", flat=True)),
    )
    return tuple(_draft_view(draft, event) for draft in drafts)


def _meetings(tournament: Tournament) -> Met:
    met: Met = Counter()
    for round_ in past_rounds(tournament):
        for table in round_.tables:
            met.update(combinations(sorted(table.entrants), 2))
    return met


def _draft_view(draft: SeatingDraft, event: _Event) -> DraftView:
    plan = SeatingPlan.from_json(draft.plan_json)
    certificate: dict[str, Any] = draft.certificate_json
    notes = unmet_wishes(plan, event.wishes, event.names) + certificate_notes(certificate)

    def seat(entrant: int | None) -> DraftSeat:
        return DraftSeat(entrant, _("Bot") if entrant is None else event.names.get(entrant, "?"))

    def purpose(number: int) -> str:
        note = plan.extra.note_of(number) if plan.extra else None
        return extra_purpose(note, plan.extra) if note and plan.extra else ""

    return DraftView(
        draft_id=draft.pk,
        title=title_of(draft.kind, draft.round_number),
        rng_seed=draft.rng_seed,
        tables=tuple(
            DraftTable(
                table.number,
                purpose(table.number),
                tuple(seat(found) for found in table.seats),
                table.number in draft.locked_tables,
                _met_before(table.seats, event),
            )
            for table in plan.tables
        ),
        byes=tuple(seat(found) for found in plan.byes),
        notes=notes,
        figures=_figures(certificate, event.coming.number),
        warnings=sum(note.is_warning for note in notes),
        fits=draft.kind == event.coming.kind and plan.field == event.coming.field,
        can_lock=draft.kind == RoundKind.MAIN,
        by_hand=draft.pk in event.by_hand,
    )


def _figures(certificate: dict[str, Any], number: int) -> tuple[Figure, ...]:
    """None for an extra round, whose players follow from the tie."""
    if not certificate:
        return ()
    whole_plan = int(certificate["rounds"]) > number
    return certificate_figures(certificate, certificate.get("distance"), whole_plan=whole_plan)


def _met_before(seats: Sequence[int | None], event: _Event) -> str:
    """The pairs of a table that meet again, "" where there are none."""
    people = [entrant for entrant in seats if entrant is not None]
    again = [pair for pair in combinations(people, 2) if event.met[(min(pair), max(pair))]]
    if not again:
        return ""
    if len(again) > _NAMED_PAIRS:
        return ngettext("%(n)d pair has met before", "%(n)d pairs have met before", len(again)) % {
            "n": len(again)
        }
    pairs = [
        _("%(one)s and %(other)s") % {"one": event.names.get(p, "?"), "other": event.names.get(q, "?")}
        for p, q in again
    ]
    return _("Met before: %(pairs)s") % {"pairs": ", ".join(pairs)}


def compared_figures(draft: DraftView, other: DraftView | None) -> tuple[ComparedFigure, ...]:
    """The figures of a draft, each with that of the other one; "" where that hasn't got it."""
    beside = {figure.label: figure.reached for figure in other.figures} if other else {}
    return tuple(ComparedFigure(figure, beside.get(figure.label, "")) for figure in draft.figures)
