"""The standings after a round: the engine's function over the event's records, with the orders of extra
rounds.

What an extra round decided counts from that round on, and only for exactly the group that played it; so
standings after an earlier round stay what they were.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Min

from games.queries.rulesets import is_two_sided
from tournaments.engine.extra_rounds import (
    AfterCap,
    ExtraRoundPlan,
    ExtraRules,
    PlayLength,
    Resolution,
    Tie,
    plan_extra_round,
    resolve,
    ties_that_matter,
)
from tournaments.engine.results import EntrantStatus, TableOutcome
from tournaments.engine.standings import EventInput, StandingRow
from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Bye, Round, TableSeat, Tournament
from tournaments.queries.event_input import event_input, is_filler
from tournaments.queries.plans import ExtraNotes
from tournaments.queries.scoring import lot_decides, lot_ids, ruleset_of


@dataclass(frozen=True, slots=True)
class RoundFact:
    """A round that wasn't cancelled: its number, kind, whether it is completed, and an extra round's ties."""

    number: int
    kind: RoundKind
    is_completed: bool
    ties: tuple[Tie, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedEvent:
    """An event read once, to be ranked after any of its rounds.

    `first_rounds` has the first round of everybody who was ever seated or had a bye: only they stand in
    standings.
    """

    event: EventInput
    first_rounds: Mapping[int, int]
    rounds: tuple[RoundFact, ...]
    boundaries: tuple[int, ...]
    planned_rounds: int
    extra_rules: ExtraRules

    def rows(self, after_round: int) -> list[StandingRow]:
        """The standings after that round, best first, bots in empty seats left out."""
        orders = tuple(found.order for found in self.resolutions(after_round))
        rows = replace(self.at(after_round), extra_orders=orders).standings(after_round)
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
        )

    def ties(self, after_round: int) -> tuple[Tie, ...]:
        """The ties that matter after that round, before extra rounds; none until the main rounds are over."""
        if not self.is_main_over(after_round):
            return ()
        rows = self.at(after_round).standings(after_round)
        return tuple(self._as_planned(tie, after_round) for tie in ties_that_matter(rows, self.boundaries))

    def resolutions(self, after_round: int) -> tuple[Resolution, ...]:
        """How far each of these ties is settled after that round."""
        played = self._played(after_round)
        return tuple(resolve(tie, played, self.extra_rules) for tie in self.ties(after_round))

    def extra_plan(self, after_round: int) -> ExtraRoundPlan:
        """The extra round that follows; without tables where every tie is settled."""
        played = self._played(after_round)
        return plan_extra_round(self.ties(after_round), played, self.extra_rules, after_round + 1)

    def _played(self, after_round: int) -> tuple[TableOutcome, ...]:
        return tuple(outcome for outcome in self.event.results if outcome.round_number <= after_round)

    def _as_planned(self, tie: Tie, after_round: int) -> Tie:
        """The tie as it stood when it was first played off: who left since then doesn't undo what was played.

        Who left before is a member of the tie but doesn't play it off.
        """
        for fact in self.rounds:
            for planned in fact.ties:
                if fact.number <= after_round and set(planned.members) == set(tie.members):
                    return planned
        gone = {info.entrant for info in self.event.entrants if info.status is not EntrantStatus.ACTIVE}
        return replace(tie, players=tuple(entrant for entrant in tie.players if entrant not in gone))

    def is_main_over(self, after_round: int) -> bool:
        """Whether all rounds of the format were played, or an extra round was, up to that round."""
        facts = [fact for fact in self.rounds if fact.number <= after_round and fact.is_completed]
        main = sum(fact.kind is not RoundKind.EXTRA for fact in facts)
        return main >= self.planned_rounds or any(fact.kind is RoundKind.EXTRA for fact in facts)


def ranked_event(tournament: Tournament, *, live: Sequence[TableOutcome] = ()) -> RankedEvent:
    """Read the event in a constant number of queries. `live` are outcomes of tables that are still
    playing.
    """
    options = tournament.format
    return RankedEvent(
        event_input(tournament, live=live),
        first_rounds(tournament),
        round_facts(tournament),
        options.boundaries,
        options.rounds,
        extra_rules(tournament),
    )


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
    rounds = Round.objects.filter(tournament=tournament).exclude(status=RoundStatus.CANCELLED)
    return tuple(
        RoundFact(
            round_.number,
            RoundKind(round_.kind),
            round_.status == RoundStatus.COMPLETED,
            ExtraNotes.from_json(round_.extra_json).ties if round_.extra_json else (),
        )
        for round_ in rounds.order_by("number")
    )


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
