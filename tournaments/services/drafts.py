"""Changing a draft by hand: swap two entrants, move one, lock a table, throw a draft away. Each change renews the
certificate.

Only drafts are touched; seats of a published round are another matter (rounds.py).
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.engine import seating as engine
from tournaments.enums import RoundKind
from tournaments.errors import BadMove, DraftOutdated, WrongStatus
from tournaments.models import Round, SeatingDraft, Tournament
from tournaments.queries.coming import coming_round
from tournaments.queries.history import past_rounds
from tournaments.queries.plans import PlannedTable, SeatingPlan
from tournaments.queries.scoring import ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director
from tournaments.services.seating import draft_fits, seating_places


@transaction.atomic
def swap_entrants(*, draft: SeatingDraft, first: int, second: int, actor: User | None) -> SeatingDraft:
    """Let two entrants (by id) of a draft change places, byes included. Raises NotAllowed, BadMove,
    DraftOutdated.
    """
    tournament, draft = _open_draft(draft, actor)
    plan = SeatingPlan.from_json(draft.plan_json)
    if first == second or not {first, second} <= _placed(plan):
        raise BadMove(_("Choose two entrants of this draft."), "not_seated")
    _require_unlocked(draft, plan, (first, second))
    swap: dict[int | None, int] = {first: second, second: first}
    plan = replace(
        plan,
        tables=tuple(
            PlannedTable(table.number, tuple(swap.get(seat, seat) for seat in table.seats))
            for table in plan.tables
        ),
        byes=tuple(swap.get(entrant, entrant) for entrant in plan.byes),
    )
    return _save_plan(tournament, draft, plan, actor, "swap_entrants", first=first, second=second)


@transaction.atomic
def move_entrant(*, draft: SeatingDraft, entrant: int, table: int, actor: User | None) -> SeatingDraft:
    """Put an entrant at another table of a draft: in a bot's seat if there is one, else on a further chair.

    Raises NotAllowed, BadMove (`full`, `too_few`, `not_seated`), DraftOutdated.
    """
    tournament, draft = _open_draft(draft, actor)
    plan = SeatingPlan.from_json(draft.plan_json)
    target = next((found for found in plan.tables if found.number == table), None)
    if target is None or entrant not in _placed(plan) or entrant in target.seats:
        raise BadMove(_("Choose an entrant and another table of this draft."), "not_seated")
    _require_unlocked(draft, plan, (entrant,), table)
    ruleset = ruleset_of(tournament)
    moved = tuple(_moved(found, entrant, into=found.number == table) for found in plan.tables)
    sizes = [len(found.seats) for found in moved]
    if max(sizes) > ruleset.max_players:
        raise BadMove(_("The table has no free chair."), "full")
    if min(sizes) < ruleset.min_players:
        raise BadMove(_("Too few would be left at the other table."), "too_few")
    byes = tuple(found for found in plan.byes if found != entrant)
    plan = replace(plan, tables=moved, byes=byes)
    return _save_plan(tournament, draft, plan, actor, "move_entrant", entrant=entrant, table=table)


@transaction.atomic
def lock_table(*, draft: SeatingDraft, table: int, is_locked: bool, actor: User | None) -> SeatingDraft:
    """Lock a table of a draft, or open it again: a locked one stays as it is when the draft is drawn again. Again
    changes nothing. Raises NotAllowed, BadMove (`not_seated`), DraftOutdated.
    """
    tournament, draft = _open_draft(draft, actor)
    plan = SeatingPlan.from_json(draft.plan_json)
    if draft.kind != RoundKind.MAIN or table not in {found.number for found in plan.tables}:
        raise BadMove(_("Choose a table of this draft."), "not_seated")
    wanted = sorted({*draft.locked_tables, table} if is_locked else {*draft.locked_tables} - {table})
    if wanted == draft.locked_tables:
        return draft
    draft.locked_tables = wanted
    draft.save(update_fields=["locked_tables"])
    record_act(
        tournament=tournament,
        action="lock_table" if is_locked else "unlock_table",
        actor=actor,
        draft=draft.pk,
        round=draft.round_number,
        table=table,
    )
    announce_change(tournament)
    return draft


def _require_unlocked(
    draft: SeatingDraft, plan: SeatingPlan, entrants: Sequence[int], into: int | None = None
) -> None:
    locked = set(draft.locked_tables)
    if into in locked or any(
        table.number in locked and set(entrants) & set(table.seats) for table in plan.tables
    ):
        raise BadMove(_("This table is locked. Unlock it first."), "locked")


def _moved(table: PlannedTable, entrant: int, *, into: bool) -> PlannedTable:
    if into:
        seats = list(table.seats)
        if None in seats:
            seats[seats.index(None)] = entrant
        else:
            seats.append(entrant)
        return PlannedTable(table.number, tuple(seats))
    return PlannedTable(table.number, tuple(seat for seat in table.seats if seat != entrant))


def _placed(plan: SeatingPlan) -> set[int]:
    seated = {seat for table in plan.tables for seat in table.seats if seat is not None}
    return seated | set(plan.byes)


def _open_draft(draft: SeatingDraft, actor: User | None) -> tuple[Tournament, SeatingDraft]:
    tournament = locked_for_director(draft.tournament_id, actor)
    draft = SeatingDraft.objects.get(pk=draft.pk)
    if not draft_fits(draft, coming_round(tournament)):
        raise DraftOutdated
    return tournament, draft


def _save_plan(
    tournament: Tournament,
    draft: SeatingDraft,
    plan: SeatingPlan,
    actor: User | None,
    action: str,
    **payload: int,
) -> SeatingDraft:
    draft.plan_json = plan.to_json()
    if draft.kind == RoundKind.MAIN:
        history = past_rounds(tournament)
        seating = plan.to_seating(len(history) + 1)
        places = seating_places(tournament, coming_round(tournament), history)
        certificate = engine.certify([*history, seating], seed=draft.rng_seed, places=places)
        draft.certificate_json = certificate.to_json()
    draft.save(update_fields=["plan_json", "certificate_json"])
    record_act(
        tournament=tournament,
        action=action,
        actor=actor,
        draft=draft.pk,
        round=draft.round_number,
        **payload,
    )
    announce_change(tournament)
    return draft


@transaction.atomic
def discard_draft(*, draft: SeatingDraft, actor: User | None) -> None:
    """Throw a draft away. A draft that became a round stays, since the round's plan follows from it."""
    tournament = locked_for_director(draft.tournament_id, actor)
    published = Round.objects.filter(
        tournament=tournament, number=draft.round_number, rng_seed=draft.rng_seed
    ).exists()
    if published:
        raise WrongStatus(_("This draft was published."))
    SeatingDraft.objects.filter(pk=draft.pk).delete()
    record_act(tournament=tournament, action="discard_draft", actor=actor, round=draft.round_number)
    announce_change(tournament)
