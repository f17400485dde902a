"""The standings after a round: the engine's function over the event's records, with the orders of extra
rounds.

What an extra round decided counts from that round on, and only for exactly the group that played it; so
standings after an earlier round stay what they were.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Min

from games.queries.rulesets import is_two_sided
from tournaments.engine.boundaries import tied_groups
from tournaments.engine.cuts import TieAtCut, make_cut
from tournaments.engine.extra_rounds import (
    AfterCap,
    Boundary,
    BoundaryKind,
    ExtraRoundPlan,
    ExtraRules,
    ExtraTable,
    PlayLength,
    Resolution,
    Tie,
    boundaries_of,
    plan_extra_round,
    resolve,
    ties_that_matter,
)
from tournaments.engine.ranking import TieOrder
from tournaments.engine.results import EntrantId, EntrantStatus, TableOutcome
from tournaments.engine.standings import Cut, EventInput, StandingRow
from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Bye, Entrant, Round, TableSeat, Tournament
from tournaments.queries.event_input import event_input, is_filler
from tournaments.queries.plans import ExtraNotes
from tournaments.queries.prizes import prize_values
from tournaments.queries.scoring import lot_decides, lot_ids, ruleset_of
from tournaments.queries.stages import RoundFact, Stage, StageRound, stages_at
from tournaments.stage_format import StageOptions

NO_PLAY: tuple[tuple[Tie, int, ExtraRules], ...] = ()


@dataclass(frozen=True, slots=True)
class RankedEvent:
    """An event read once, to be ranked after any of its rounds.

    `first_rounds` has the first round of everybody who was ever seated or had a bye: only they stand in
    standings. `absent` don't play extra rounds.
    """

    event: EventInput
    first_rounds: Mapping[int, int]
    rounds: tuple[RoundFact, ...]
    boundaries: tuple[Boundary, ...]
    planned_rounds: int
    extra_rules: ExtraRules
    stages: tuple[StageOptions, ...] = ()
    absent: frozenset[int] = frozenset()

    def rows(self, after_round: int) -> list[StandingRow]:
        """The standings after that round, best first, bots in empty seats left out."""
        rows = replace(self.at(after_round), extra_orders=self.orders(after_round)).standings(after_round)
        return [row for row in rows if not is_filler(row.entrant)]

    def at(self, after_round: int) -> EventInput:
        """The event as far as that round: who had played by then, and what had happened."""
        entrants = tuple(
            info
            for info in self.event.entrants
            if is_filler(info.entrant)
            or self.first_rounds.get(int(info.entrant), after_round + 1) <= after_round
        )
        known = {info.entrant for info in entrants}
        return replace(
            self.event,
            entrants=entrants,
            results=self._played(after_round),
            byes=tuple(bye for bye in self.event.byes if bye.round_number <= after_round),
            penalties=tuple(entry for entry in self.event.penalties if entry.entrant in known),
            cuts=tuple(stage.cut for stage in stages_at(self.stages, self.rounds, after_round) if stage.cut),
        )

    def cuts_made(self) -> tuple[Cut, ...]:
        """All cuts by which people were seated, also those whose rounds aren't played yet."""
        return tuple(stage.cut for stage in stages_at(self.stages, self.rounds) if stage.cut)

    def ties(self, after_round: int) -> tuple[Tie, ...]:
        """The ties that matter after that round, before extra rounds: at cuts, and at the end of the event."""
        return tuple(tie for tie, _since, _rules in self._contests(after_round))

    def resolutions(self, after_round: int) -> tuple[Resolution, ...]:
        """How far each of these ties is settled after that round."""
        return tuple(
            resolve(tie, self._played(after_round, since), rules)
            for tie, since, rules in self._contests(after_round)
        )

    def orders(self, after_round: int) -> tuple[TieOrder, ...]:
        """What extra rounds decided so far; a tie that nobody was separated in has no order yet."""
        found = (resolution.order for resolution in self.resolutions(after_round))
        return tuple(order for order in found if len(order.tiers) > 1)

    def extra_plan(self, after_round: int) -> ExtraRoundPlan:
        """The extra round that follows; without tables where every tie is settled."""
        tables: list[ExtraTable] = []
        for tie, since, rules in self._contests(after_round):
            plan = plan_extra_round(
                [tie], self._played(after_round, since), rules, after_round + 1, len(tables)
            )
            tables += plan.tables
        return ExtraRoundPlan(after_round + 1, tuple(tables))

    def coming_stage(self, after_round: int) -> StageRound | None:
        """The round of a semifinal or final that follows, None where none does or a tie at the cut is open."""
        if not self.is_main_over(after_round):
            return None
        for stage in stages_at(self.stages, self.rounds, after_round):
            if stage.cut is not None and not stage.is_over:
                order = self._still_in(after_round, frozenset(stage.cut.qualified))
                return StageRound(stage.kind, stage.options, order, stage.completed)
            if stage.cut is None:
                return self._cut_now(stage, after_round)
        return None

    def _still_in(self, after_round: int, passed: frozenset[EntrantId]) -> tuple[int, ...]:
        rows = (row for row in self.rows(after_round) if row.entrant in passed)
        return tuple(int(row.entrant) for row in rows if row.entrant not in self._gone())

    def _cut_now(self, stage: Stage, after_round: int) -> StageRound | None:
        """Who goes on. A tie at the line that no extra round can decide is drawn by lot."""
        rows, options = self._rows_of_those_in(after_round), stage.options
        seed, ids = self.extra_rules.rng_seed, self.extra_rules.lot_ids
        cut = make_cut(rows, options.size, options.tie, rng_seed=seed, lot_ids=ids)
        if cut.open_tie is not None and self.extra_plan(after_round).tables:
            return None
        by_lot = cut.open_tie is not None or options.tie is TieAtCut.LOT
        if cut.open_tie is not None:
            cut = make_cut(rows, options.size, TieAtCut.LOT, rng_seed=seed, lot_ids=ids)
        elif len(cut.qualified) < 2 and options.tie is TieAtCut.NONE:
            cut = make_cut(rows, options.size, TieAtCut.ALL)
        through = tuple(int(entrant) for entrant in cut.qualified)
        sure = make_cut(rows, options.size, TieAtCut.NONE).qualified if by_lot else cut.qualified
        drawn = tuple(entrant for entrant in through if entrant not in sure)
        return StageRound(stage.kind, options, through, 0, drawn)

    def _rows_of_those_in(self, after_round: int) -> list[StandingRow]:
        """The standings in which who left since then is withdrawn already."""
        gone = self._gone()
        return [
            replace(row, status=EntrantStatus.WITHDRAWN)
            if row.entrant in gone and row.status is EntrantStatus.ACTIVE
            else row
            for row in self.rows(after_round)
        ]

    def _gone(self) -> frozenset[EntrantId]:
        return frozenset(
            info.entrant for info in self.event.entrants if info.status is not EntrantStatus.ACTIVE
        )

    def _played(self, after_round: int, since: int = 0) -> tuple[TableOutcome, ...]:
        return tuple(outcome for outcome in self.event.results if since < outcome.round_number <= after_round)

    def _contests(self, after_round: int) -> tuple[tuple[Tie, int, ExtraRules], ...]:
        """Each tie with the last round before its play, and the rules it is settled by."""
        if not self.is_main_over(after_round):
            return NO_PLAY
        found: list[tuple[Tie, int, ExtraRules]] = []
        since = 0
        # a place in the final can't be shared
        at_cut = replace(self.extra_rules, after_cap=AfterCap.LOT)
        for stage in stages_at(self.stages, self.rounds, after_round):
            if stage.cut is None:
                return (*found, *((tie, since, at_cut) for tie in self._open_cut(stage, after_round)))
            found += [(tie, since, at_cut) for tie in self._settled_at(stage.cut, since)]
            since = stage.cut.after_round
            if not stage.is_over:
                return tuple(found)
        rows = self.at(after_round).standings(after_round)
        ties = ties_that_matter(rows, self.boundaries)
        return (
            *found,
            *((self._as_planned(tie, since, after_round), since, self.extra_rules) for tie in ties),
        )

    def _open_cut(self, stage: Stage, after_round: int) -> tuple[Tie, ...]:
        """The tie across the line of a cut that is still to be made, if extra rounds decide it.

        Lines below the cut that it crosses are decided with it, since the tied are put in one order once.
        """
        if stage.options.tie is not TieAtCut.EXTRA_ROUND:
            return ()
        gone = self._gone()
        rows = [
            replace(row, status=EntrantStatus.WITHDRAWN) if row.entrant in gone and row.place else row
            for row in self.at(after_round).standings(after_round)
        ]
        tie = make_cut(rows, stage.options.size).open_tie
        if tie is None:
            return ()
        line = tie.boundaries[0]
        below = tuple(other for other in self.boundaries if line.place < other.place < tie.last_place)
        since = max((cut.after_round for cut in self.at(after_round).cuts), default=0)
        return (self._as_planned(replace(tie, boundaries=(line, *below)), since, after_round),)

    def _settled_at(self, cut: Cut, since: int) -> tuple[Tie, ...]:
        """The ties that were played off before a cut, as far as exactly those groups are still tied there."""
        rows = self.at(cut.after_round).standings(cut.after_round)
        level = {frozenset(row.entrant for row in group) for group in tied_groups(rows)}
        planned = dict.fromkeys(
            tie for fact in self.rounds if since < fact.number <= cut.after_round for tie in fact.ties
        )
        return tuple(tie for tie in planned if frozenset(tie.members) in level)

    def _as_planned(self, tie: Tie, since: int, after_round: int) -> Tie:
        """The tie as it stood when it was first played off: who left since then doesn't undo what was played.

        Who left before, or isn't there, is a member of the tie but doesn't play it off.
        """
        disqualified = {
            info.entrant for info in self.event.entrants if info.status is EntrantStatus.DISQUALIFIED
        }
        for fact in self.rounds:
            for planned in fact.ties:
                same = set(tie.members) in (set(planned.members), set(planned.members) - disqualified)
                if since < fact.number <= after_round and same:
                    return planned
        out = self._gone() | self.absent
        return replace(tie, players=tuple(entrant for entrant in tie.players if entrant not in out))

    def is_main_over(self, after_round: int) -> bool:
        """Whether all rounds before a cut were played, or what follows them was, up to that round."""
        facts = [fact for fact in self.rounds if fact.number <= after_round and fact.is_completed]
        main = sum(fact.kind is RoundKind.MAIN for fact in facts)
        return main >= self.planned_rounds or any(fact.kind is not RoundKind.MAIN for fact in facts)


def ranked_event(tournament: Tournament, *, live: Sequence[TableOutcome] = ()) -> RankedEvent:
    """Read the event in a constant number of queries. `live` are outcomes of tables that are still
    playing.
    """
    options = tournament.format
    return RankedEvent(
        event_input(tournament, live=live),
        first_rounds(tournament),
        round_facts(tournament),
        boundaries_in_force(tournament),
        options.rounds,
        extra_rules(tournament),
        options.cuts,
        frozenset(
            Entrant.objects.filter(tournament=tournament, plays_off=False).values_list("pk", flat=True)
        ),
    )


def boundaries_in_force(tournament: Tournament) -> tuple[Boundary, ...]:
    """The lines below which a tie is played off: the places chosen, who goes up, and where prizes change."""
    options = tournament.format
    prizes = prize_amounts(tournament.pk) if options.prize_lines else ()
    lines = boundaries_of(title=False, promoted=options.promoted, prizes=prizes)
    kinds = {1: BoundaryKind.TITLE}
    if {1, 2, 3} <= set(options.boundaries):
        kinds |= {2: BoundaryKind.PODIUM, 3: BoundaryKind.PODIUM}
    chosen = (Boundary(place, kinds.get(place, BoundaryKind.MARKED)) for place in options.boundaries)
    by_place: dict[int, Boundary] = {}
    for line in (*chosen, *lines):
        by_place.setdefault(line.place, line)
    return tuple(by_place[place] for place in sorted(by_place))


def prize_amounts(tournament_id: int) -> tuple[int, ...]:
    """What places are worth, best first, with their shares of the pot."""
    return prize_values(tournament_id)


def first_rounds(tournament: Tournament) -> dict[int, int]:
    """The first round in which each entrant had a seat or a bye, by entrant. Two queries."""
    found: dict[int, int] = {}
    for model in (TableSeat, Bye):
        rows = (
            model.objects.filter(round__tournament=tournament, entrant__isnull=False)
            .exclude(round__status=RoundStatus.CANCELLED)
            .order_by()
            .values_list("entrant_id")
            .annotate(first=Min("round__number"))
        )
        for entrant, first in rows:
            found[entrant] = min(first, found.get(entrant, first))
    return found


def round_facts(tournament: Tournament) -> tuple[RoundFact, ...]:
    """The rounds that weren't cancelled, in order."""
    rounds = list(
        Round.objects.filter(tournament=tournament).exclude(status=RoundStatus.CANCELLED).order_by("number")
    )
    fields = _stage_fields([round_.pk for round_ in rounds if RoundKind(round_.kind).is_stage])
    return tuple(
        RoundFact(
            round_.number,
            RoundKind(round_.kind),
            round_.status == RoundStatus.COMPLETED,
            ExtraNotes.from_json(round_.extra_json).ties if round_.extra_json else (),
            fields.get(round_.pk, ()),
        )
        for round_ in rounds
    )


def _stage_fields(round_ids: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Who was to play these rounds, at a table or with a bye. No query without rounds."""
    found: dict[int, set[int]] = defaultdict(set)
    for model in (TableSeat, Bye) if round_ids else ():
        rows = model.objects.filter(round__in=round_ids, entrant__isnull=False).order_by()
        for round_id, entrant in rows.values_list("round_id", "entrant_id"):
            found[round_id].add(entrant)
    return {round_id: tuple(sorted(entrants)) for round_id, entrants in found.items()}


def extra_rules(tournament: Tournament) -> ExtraRules:
    """How ties are played off; the seed of seats and lots is the event's own."""
    options = tournament.format
    return ExtraRules(
        rng_seed=str(tournament.rng_seed),
        two_player=is_two_sided(ruleset_of(tournament)),
        length=PlayLength(options.extra_deals),
        cap=options.extra_round_cap,
        after_cap=AfterCap.LOT if lot_decides(options) else AfterCap.SHARED,
        lot_ids=lot_ids(tournament),
    )
