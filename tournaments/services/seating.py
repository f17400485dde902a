"""Drafts of the coming round: who sits where, as often as the director likes, seen by nobody else.

The engine searches without holding a lock; under the lock it is checked that nothing changed meanwhile.
Pressing twice makes one draft. Published rounds are never touched from here.
"""

from dataclasses import dataclass
from itertools import count

from django.db import transaction

from accounts.models import User
from games.queries.rulesets import Ruleset, team_size
from tournaments.engine import seating as engine
from tournaments.engine.extra_rounds import ExtraRoundPlan
from tournaments.enums import RoundKind
from tournaments.errors import CannotSeatRound, WrongStatus
from tournaments.formats import FormatOptions, SeatingMode
from tournaments.models import AuditRow, Entrant, Round, SeatingDraft, Tournament
from tournaments.queries.coming import ComingRound, coming_round
from tournaments.queries.history import past_rounds
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.ranking import ranked_event
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.seating_words import refusal_sentence
from tournaments.queries.wishes import seating_wishes
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director
from tournaments.services.setup import derived_seed
from tournaments.services.stage_seating import stage_plan
from tournaments.services.table_games import seal_cards

MODES = {
    SeatingMode.RANDOM: engine.SeatingMode.RANDOM,
    SeatingMode.SCORE_GROUPS: engine.SeatingMode.SCORE_GROUPS,
    SeatingMode.FOLD: engine.SeatingMode.FOLD,
    SeatingMode.STANDINGS: engine.SeatingMode.STANDINGS,
    SeatingMode.FULL: engine.SeatingMode.RANDOM,
}


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A seating that was computed, with the seed and what it was computed from."""

    coming: ComingRound
    rng_seed: int
    plan: SeatingPlan
    certificate: engine.Certificate | None
    locked: tuple[int, ...] = ()


def generate_round(
    *,
    tournament: Tournament,
    actor: User | None,
    another: bool = False,
    rng_seed: int | None = None,
    keeping: SeatingDraft | None = None,
) -> SeatingDraft:
    """A draft for the coming round: the one there is, if it still fits, else a new one. `another` asks for a
    further one with another seed; `rng_seed` for one with that seed. A new one takes over the locked tables of the
    draft `keeping` as they are, where everybody there still plays.

    Raises NotAllowed, WrongStatus (round open, event over, or nothing left to play), CannotSeatRound.
    """
    while True:
        coming = coming_round(tournament)
        _require_ready(coming)
        existing = None if another or rng_seed is not None else fitting_draft(tournament, coming)
        _seal_cards(tournament, actor, coming)
        seed = existing.rng_seed if existing else _next_seed(tournament, coming, rng_seed)
        kept = kept_tables(keeping, coming)
        proposal = None if existing else _propose(tournament, coming, seed, kept)
        draft = _store(tournament, actor, coming, proposal)
        if draft is not None:
            return draft
        another = False


@transaction.atomic
def _seal_cards(tournament: Tournament, actor: User | None, coming: ComingRound) -> None:
    """Commit to the cards of the round before any seat of it is drawn; all its drafts share them."""
    locked_for_director(tournament.pk, actor)
    seal_cards(tournament, coming.number)


def _require_ready(coming: ComingRound) -> None:
    if coming.kind is None:
        raise WrongStatus(coming.obstacle)


def fitting_draft(tournament: Tournament, coming: ComingRound) -> SeatingDraft | None:
    """The newest draft of the coming round that is made for exactly those who play it."""
    drafts = SeatingDraft.objects.filter(
        tournament=tournament, round_number=coming.number, kind=coming.kind or RoundKind.MAIN
    )
    for draft in drafts.order_by("-pk"):
        if draft_fits(draft, coming):
            return draft
    return None


def draft_fits(draft: SeatingDraft, coming: ComingRound) -> bool:
    """Whether the draft is for this round and for exactly those who are to play it."""
    return (
        draft.round_number == coming.number
        and draft.kind == coming.kind
        and SeatingPlan.from_json(draft.plan_json).field == coming.field
    )


def _next_seed(tournament: Tournament, coming: ComingRound, wanted: int | None) -> int:
    """The next number that gave no draft of this round yet: one that was thrown away doesn't come back."""
    if wanted is not None:
        return wanted
    drafts = SeatingDraft.objects.filter(tournament=tournament, round_number=coming.number)
    acts = AuditRow.objects.filter(
        tournament=tournament, action="generate_round", payload_json__round=coming.number
    )
    used = {
        *drafts.values_list("rng_seed", flat=True),
        *acts.values_list("payload_json__rng_seed", flat=True),
    }
    seeds = (derived_seed(tournament.rng_seed, "seating", coming.number, attempt) for attempt in count())
    return next(seed for seed in seeds if seed not in used)


@transaction.atomic
def _store(
    tournament: Tournament, actor: User | None, coming: ComingRound, proposal: _Proposal | None
) -> SeatingDraft | None:
    """Write the proposal, or find the draft that somebody else wrote first. None where the event changed
    meanwhile.
    """
    tournament = locked_for_director(tournament.pk, actor)
    now = coming_round(tournament)
    if (now.number, now.kind, now.field) != (coming.number, coming.kind, coming.field):
        return None
    if proposal is None:
        return fitting_draft(tournament, coming)
    draft, created = SeatingDraft.objects.get_or_create(
        tournament=tournament,
        round_number=coming.number,
        rng_seed=proposal.rng_seed,
        defaults={
            "kind": proposal.coming.kind or RoundKind.MAIN,
            "plan_json": proposal.plan.to_json(),
            "certificate_json": proposal.certificate.to_json() if proposal.certificate else {},
            "locked_tables": list(proposal.locked),
            "created_by": actor,
        },
    )
    if created:
        record_act(
            tournament=tournament,
            action="generate_round",
            actor=actor,
            round=coming.number,
            kind=str(coming.kind),
            rng_seed=proposal.rng_seed,
        )
        announce_change(tournament)
    return draft


def kept_tables(draft: SeatingDraft | None, coming: ComingRound) -> tuple[engine.SeatingTable, ...]:
    """The locked tables of a draft of this round whose people all play it still."""
    if draft is None or coming.kind != RoundKind.MAIN:
        return ()
    if (draft.round_number, draft.kind) != (coming.number, coming.kind):
        return ()
    plan = SeatingPlan.from_json(draft.plan_json)
    return tuple(
        table
        for table in plan.to_seating(coming.number).tables
        if table.number in draft.locked_tables and set(table.entrants) <= set(coming.field)
    )


def _propose(
    tournament: Tournament, coming: ComingRound, seed: int, kept: tuple[engine.SeatingTable, ...]
) -> _Proposal:
    if coming.kind == RoundKind.EXTRA:
        plan = coming.extra or ExtraRoundPlan(coming.number, ())
        return _Proposal(coming, seed, SeatingPlan.from_extra(plan), None)
    if coming.stage is not None:
        return _Proposal(coming, seed, stage_plan(tournament, coming.number, coming.stage, seed), None)
    try:
        seating, certificate = _main_round(tournament, coming, seed, kept)
    except engine.CannotSeat as error:
        names = dict(Entrant.objects.filter(pk__in=error.conflicting).values_list("pk", "name"))
        conflicting = [names.get(int(entrant), "") for entrant in error.conflicting]
        raise CannotSeatRound(refusal_sentence(error, conflicting), error.reason.value, conflicting) from None
    locked = tuple(table.number for table in kept)
    return _Proposal(coming, seed, SeatingPlan.from_seating(seating, coming.field), certificate, locked)


def _main_round(
    tournament: Tournament, coming: ComingRound, seed: int, kept: tuple[engine.SeatingTable, ...]
) -> tuple[engine.RoundSeating, engine.Certificate]:
    options, ruleset = tournament.format, ruleset_of(tournament)
    history = past_rounds(tournament)
    sizes = table_sizes(options, ruleset)
    empty = engine.EmptySeats(options.empty_seats.value)
    constraints = seating_wishes(tournament, coming.field)
    if options.seating is SeatingMode.FULL and not history and not kept:
        planned = engine.plan(
            coming.field, options.rounds, sizes, seed=seed, empty=empty, constraints=constraints
        )
        return planned.rounds[0], planned.certificate
    if options.seating is SeatingMode.FULL and not kept:
        planned_round = _round_of_full_plan(tournament, coming, history, sizes, empty, constraints)
        if planned_round is not None:
            return planned_round, engine.certify([*history, planned_round], seed=seed)
    found = engine.next_round(
        _seating_entrants(tournament, coming, first=not history),
        history,
        sizes,
        mode=MODES[options.seating] if history else engine.SeatingMode.RANDOM,
        seed=seed,
        empty=empty,
        constraints=constraints,
        kept=kept,
        to_come=max(0, options.rounds - len(history) - 1),
    )
    return found.seating, found.certificate


def _round_of_full_plan(
    tournament: Tournament,
    coming: ComingRound,
    history: tuple[engine.PastRound, ...],
    sizes: tuple[int, ...],
    empty: engine.EmptySeats,
    constraints: engine.Constraints,
) -> engine.RoundSeating | None:
    """The next round of the plan that round 1 came from (the plan follows from its seed), while the field is
    the same and most tables were as planned: not where round 1 was drawn around locked tables.
    """
    played = len(history)
    first = Round.objects.filter(tournament=tournament, kind=RoundKind.MAIN).order_by("number").first()
    if first is None or played >= tournament.format.rounds:
        return None
    drafts = SeatingDraft.objects.filter(
        tournament=tournament, round_number=first.number, rng_seed=first.rng_seed
    )
    draft = drafts.first()
    if draft is None or SeatingPlan.from_json(draft.plan_json).field != coming.field:
        return None
    rounds = tournament.format.rounds
    plan = engine.plan(coming.field, rounds, sizes, seed=first.rng_seed, empty=empty, constraints=constraints)
    followed = {frozenset(table.entrants) for table in history[0].tables}
    planned = {frozenset(table.entrants) for table in plan.rounds[0].tables}
    return plan.rounds[played] if 2 * len(followed & planned) > len(planned) else None


def seating_places(
    tournament: Tournament, coming: ComingRound, history: tuple[engine.PastRound, ...]
) -> dict[int | str, int] | None:
    """The places by which the coming round is seated, for its certificate; None where it is drawn by lot."""
    if not history or MODES[tournament.format.seating] is engine.SeatingMode.RANDOM:
        return None
    entrants = _seating_entrants(tournament, coming, first=False)
    return {entrant.id: entrant.place for entrant in entrants}


def table_sizes(options: FormatOptions, ruleset: Ruleset) -> tuple[int, ...]:
    """Sizes in entrants: in a game of teams an entrant has two seats."""
    return tuple(size // team_size(ruleset) for size in options.table_sizes)


def _seating_entrants(
    tournament: Tournament, coming: ComingRound, *, first: bool
) -> list[engine.SeatingEntrant]:
    """Entrants with the places that the public sees; who has none (bots, late entries) comes behind."""
    places: dict[int | str, int] = {}
    if not first:
        rows = ranked_event(tournament).rows(coming.number - 1)
        places = {row.entrant: row.place for row in rows if row.place is not None}
    last = max(places.values(), default=0) + 1
    return [engine.SeatingEntrant(entrant, places.get(entrant, last)) for entrant in coming.field]
