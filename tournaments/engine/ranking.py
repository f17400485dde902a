"""Splits a field into places by a chain of criteria. Explicit values, no magic numbers, no epsilon.

The field is one group at first; each criterion splits every group that is still tied. A criterion that
depends on who is tied (head-to-head, extra round) sees exactly the group that is level on everything before
it. Where such a criterion splits a group, its withdrawn members come last of the group.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.engine.exact import Exact, Value
from tournaments.engine.head_to_head import head_to_head
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.records import Ledger
from tournaments.engine.results import EntrantId
from tournaments.engine.tiebreaks import How, Tiebreak

Group = tuple[EntrantId, ...]
Values = dict[EntrantId, Value]


@dataclass(frozen=True, slots=True)
class TieOrder:
    """What an extra round (or a lot after it) decided about one tie: tiers, best first; one tier shares its
    places.
    """

    tiers: tuple[Group, ...]

    @property
    def members(self) -> frozenset[EntrantId]:
        return frozenset(entrant for tier in self.tiers for entrant in tier)


@dataclass(frozen=True, slots=True)
class Ranked:
    """`groups`, best first, each sharing its places.

    `values[key]` has everybody's value of a metric, but of a group criterion only the values it was applied
    with. So the first criterion whose values differ is the one that separated two entrants.
    """

    groups: tuple[Group, ...]
    values: Mapping[str, Mapping[EntrantId, Value]]


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What ranking needs besides the ledger. `at_cut`: the places before a final, where those break ties in
    it.
    """

    chain: tuple[Tiebreak, ...]
    options: TiebreakOptions
    orders: Mapping[frozenset[EntrantId], TieOrder]
    withdrawn: frozenset[EntrantId]
    at_cut: Mapping[EntrantId, Value]


def rank_window(ledger: Ledger, field: Group, rules: RankingRules) -> Ranked:
    """Ranks the entrants of `field` (in listing order, which orders those who stay level)."""
    groups: list[Group] = [field] if field else []
    values: dict[str, Mapping[EntrantId, Value]] = {}
    for tiebreak in rules.chain:
        if tiebreak.how is How.END:
            break
        metric = tiebreak.metric(ledger, rules.options) if tiebreak.metric else None
        applied: Values = dict(metric) if metric is not None else {}
        low = tiebreak.is_low(ledger.scheme)
        parted: list[Group] = []
        for group in groups:
            found = None
            if len(group) > 1:
                found = metric if metric is not None else _group_values(tiebreak, ledger, group, rules)
            if found is None:
                parted.append(group)
                continue
            parts = _split(group, found, low=low)
            if metric is None and (len(parts) > 1 or len(found) == len(group)):
                applied.update(found)
            parted += parts
        groups = parted
        values[tiebreak.key] = applied
    return Ranked(tuple(groups), values)


def _group_values(
    tiebreak: Tiebreak, ledger: Ledger, group: Group, rules: RankingRules
) -> Mapping[EntrantId, Value] | None:
    if tiebreak.key == "extra_round":
        order = rules.orders.get(frozenset(group))
        if order is None:
            return None
        return {
            entrant: (tier,)
            for tier, members in enumerate(order.tiers, 1)
            for entrant in members
            if entrant in group
        }
    if tiebreak.key == "place_at_cut":
        return {entrant: rules.at_cut[entrant] for entrant in group} if rules.at_cut else None
    present = [entrant for entrant in group if entrant not in rules.withdrawn]
    return head_to_head(ledger, present) if len(present) > 1 else None


def _split(group: Group, values: Mapping[EntrantId, Value], *, low: bool) -> list[Group]:
    """Parts of equal value, best first; who has no value comes last, unless nobody else was separated."""
    parts: dict[Value, list[EntrantId]] = {}
    rest: list[EntrantId] = []
    for entrant in group:
        value = values.get(entrant)
        if value is None:
            rest.append(entrant)
        else:
            parts.setdefault(value, []).append(entrant)
    if len(parts) < 2:
        return [group]
    ordered = sorted(parts, key=_low_key) if low else sorted(parts, reverse=True)
    return [tuple(parts[value]) for value in ordered] + ([tuple(rest)] if rest else [])


def _low_key(value: Value) -> tuple[tuple[int, Exact], ...]:
    """Low values first; of two that are equal as far as the shorter one goes, the longer is ahead."""
    return (*((0, part) for part in value), (1, 0))
