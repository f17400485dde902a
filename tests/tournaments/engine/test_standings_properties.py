"""Properties that hold for every event: order, sharing, bots, permutations, what a better result can do.

Events are made at random from a seed (10 to 40 entrants, mixed tables, bots, byes, penalties, withdrawals,
drops, all schemes and chains). The default run is short; `make proof` runs a thousand.
"""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.engine.boundaries import ties_that_matter
from tournaments.engine.exact import total
from tournaments.engine.extra_rounds import ExtraRules, plan_extra_round, resolve
from tournaments.engine.extra_stages import AfterCap
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.records import DropKind, Drops, DropUnit
from tournaments.engine.results import (
    Bye,
    ByeValue,
    EntrantInfo,
    EntrantKind,
    EntrantStatus,
    MissedRule,
    PenaltyEntry,
    RoundKind,
    SeatResult,
    SeatStatus,
    TableOutcome,
    id_key,
)
from tournaments.engine.rows import classified
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.standings import EventInput
from tournaments.engine.tiebreaks import REGISTRY

KEYS = sorted(set(REGISTRY) - {"extra_round", "lot", "shared", "place_at_cut"})


def random_event(rng: random.Random) -> EventInput:
    """An event with small numbers, so that ties are frequent."""
    count = rng.randint(10, 40)
    entrants = tuple(_entrant(rng, number, count) for number in range(1, count + 1))
    rounds = rng.randint(1, 5)
    results: list[TableOutcome] = []
    byes: list[Bye] = []
    for round_number in range(1, rounds + 1):
        here = [
            info.entrant
            for info in entrants
            if info.joined_round <= round_number and info.status_after(round_number) is EntrantStatus.ACTIVE
        ]
        rng.shuffle(here)
        if len(here) % 2:
            byes.append(Bye(round_number, here.pop(), rng.choice(list(ByeValue)), rng.randint(-3, 3)))
        table = 1
        while here:
            size = min(rng.choice((2, 3, 4, 5)), len(here))
            results.append(_table(rng, round_number, table, [here.pop() for _ in range(size)]))
            table += 1
    kind = rng.choice(list(SchemeKind))
    keys = rng.sample([key for key in KEYS if key != "table_share"], rng.randint(1, 8))
    if rng.random() < 0.3:
        keys.append("lot")
    return EventInput(
        entrants,
        tuple(results),
        Scheme(kind, win_bonus=0 if kind is SchemeKind.DEADWOOD else rng.choice((0, 0, 5))),
        tuple(keys),
        tuple(byes),
        tuple(
            PenaltyEntry(
                rng.randint(1, rounds), rng.randint(1, count), rng.randint(-5, 3), rng.random() < 0.3
            )
            for _ in range(rng.randint(0, 4))
        ),
        rng.choice(list(MissedRule)),
        rng.choice(
            (None, None, Drops(rng.choice(list(DropKind)), rng.randint(1, 3), rng.choice(list(DropUnit))))
        ),
        options=TiebreakOptions(lot_seed="s", strength_floor=rng.choice((None, Fraction(1, 3)))),
    )


def _entrant(rng: random.Random, number: int, count: int) -> EntrantInfo:
    kind = EntrantKind.BOT if rng.random() < 0.15 else EntrantKind.PERSON
    status, since = EntrantStatus.ACTIVE, 0
    if rng.random() < 0.1:
        status, since = rng.choice((EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED)), rng.randint(2, 4)
    seeding = rng.choice((0, 0, number, count - number))
    return EntrantInfo(number, kind, seeding, status, since, joined_round=rng.choice((1, 1, 1, 2)))


def _table(rng: random.Random, round_number: int, table: int, who: list) -> TableOutcome:
    nets = [rng.randint(-3, 3) for _ in who[1:]]
    nets.append(-sum(nets))
    seats = tuple(
        SeatResult(
            entrant,
            net,
            deals_won=rng.randint(0, 2),
            undercuts=rng.randint(0, 2),
            deadwood=rng.randint(0, 6),
            positive=max(net, 0),
            status=rng.choices(list(SeatStatus), (20, 1, 1))[0],
        )
        for entrant, net in zip(who, nets, strict=True)
    )
    return TableOutcome(round_number, table, seats, deals=rng.randint(1, 5))


def shuffled(event: EventInput, rng: random.Random) -> EventInput:
    """The same event with every input in another order, seats at the tables too."""

    def mixed(items):
        return tuple(rng.sample(items, len(items)))

    return replace(
        event,
        entrants=mixed(event.entrants),
        results=mixed([replace(outcome, seats=mixed(outcome.seats)) for outcome in event.results]),
        byes=mixed(event.byes),
        penalties=mixed(event.penalties),
    )


def check_event(seed: int) -> None:
    rng = random.Random(seed)
    event = random_event(rng)
    last = max(outcome.round_number for outcome in event.results)
    for after in range(last + 1):
        rows = event.standings(after)
        assert repr(shuffled(event, rng).standings(after)) == repr(rows)
        check_rows(event, rows, after)


def check_rows(event: EventInput, rows: list, after: int) -> None:
    assert sorted(row.entrant for row in rows) == sorted(info.entrant for info in event.entrants)
    placed = classified(rows)
    assert all(
        (row.place is None) == (row.is_bot or row.status is EntrantStatus.DISQUALIFIED) for row in rows
    )
    for at, row in enumerate(placed):
        # competition ranking: the place is one more than the number of those strictly ahead
        above = placed[at - 1] if at else None
        level = above is not None and above.criteria == row.criteria
        assert row.place == (above.place if level else at + 1)
        assert row.points == total([entry.points for entry in row.entries if entry.counted])
    if event.tiebreaks and "points" not in event.tiebreaks:
        points = [row.points for row in placed]
        assert points == sorted(points, reverse=not event.scheme.lower_is_better)
    earlier = replace(event, results=tuple(o for o in event.results if o.round_number <= after))
    assert repr(earlier.standings(after)) == repr(rows)


@pytest.mark.parametrize("seed", range(60))
def test_any_event(seed):
    check_event(seed)


@pytest.mark.proof
@pytest.mark.parametrize("block", range(10))
def test_a_thousand_events(block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        check_event(seed)


@pytest.mark.parametrize("seed", range(30))
def test_a_bots_results_never_decide_between_people(seed):
    """Bots' figures that don't touch the people's own points may be anything: the people's order stays."""
    rng = random.Random(seed)
    event = replace(random_event(rng), scheme=Scheme(SchemeKind.NET))
    bots = {info.entrant for info in event.entrants if info.is_bot}

    def other(seat):
        if seat.entrant not in bots:
            return seat
        return replace(seat, net=rng.randint(-50, 50), deals_won=9, positive=rng.randint(0, 50))

    changed = replace(
        event, results=tuple(replace(o, seats=tuple(other(seat) for seat in o.seats)) for o in event.results)
    )
    keep = [(row.place, row.entrant) for row in classified(event.standings(9))]
    assert [(row.place, row.entrant) for row in classified(changed.standings(9))] == keep


@pytest.mark.parametrize("seed", range(40))
def test_a_better_result_never_puts_anybody_lower(seed):
    """One more point for one seat and one less for nobody: under net points the place never gets worse."""
    rng = random.Random(seed)
    event = replace(random_event(rng), scheme=Scheme(SchemeKind.NET), tiebreaks=("best_game",), drops=None)
    at = rng.randrange(len(event.results))
    outcome = event.results[at]
    lucky = rng.choice(outcome.seats).entrant
    better = replace(
        outcome,
        seats=tuple(replace(s, net=s.net + 1) if s.entrant == lucky else s for s in outcome.seats),
    )
    results = (*event.results[:at], better, *event.results[at + 1 :])
    before = next(row.place for row in event.standings(9) if row.entrant == lucky)
    after = next(row.place for row in replace(event, results=results).standings(9) if row.entrant == lucky)
    assert (before is None and after is None) or after <= before


@pytest.mark.parametrize("seed", range(60))
def test_every_tie_that_matters_is_settled_within_the_cap(seed):
    """Random extra rounds with many new ties: every plan seats nobody twice, and the end is an order
    without bots.
    """
    rng = random.Random(seed)
    event = replace(random_event(rng), scheme=Scheme(SchemeKind.WIN_LOSS), tiebreaks=())
    rules = ExtraRules(
        f"seed {seed}",
        two_player=rng.random() < 0.4,
        cap=rng.randint(0, 3),
        after_cap=rng.choice(list(AfterCap)),
    )
    rows = event.standings(9)
    ties = ties_that_matter(rows, [1, 3, 8])
    played: list[TableOutcome] = []
    for round_number in range(10, 200):
        plan = plan_extra_round(ties, played, rules, round_number)
        seats = [who for table in plan.tables for who in table.seats]
        assert len(seats) == len(set(seats))
        if not plan.tables:
            break
        for table in plan.tables:
            outcome = _table(rng, round_number, table.table_number, list(table.seats))
            played.append(replace(outcome, round_kind=RoundKind.EXTRA))
    resolutions = [resolve(tie, played, rules) for tie in ties]
    assert all(found.is_decided for found in resolutions)
    final = replace(event, extra_orders=tuple(found.order for found in resolutions)).standings(9)
    assert {row.entrant: row.points for row in final} == {row.entrant: row.points for row in rows}
    for tie in ties:
        inside = [row for row in final if row.entrant in tie.members]
        assert min(row.place for row in inside) == tie.first_place
        assert max(row.place for row in inside) <= tie.last_place
    if rules.after_cap is AfterCap.LOT:
        left = {who for tie in ties_that_matter(final, [1, 3, 8]) for who in tie.players}
        assert sorted(left & _never_absent(played, left), key=id_key) == []


def _never_absent(played: list[TableOutcome], entrants: set) -> set:
    gone = {seat.entrant for outcome in played for seat in outcome.seats if seat.status is SeatStatus.ABSENT}
    return entrants - gone
