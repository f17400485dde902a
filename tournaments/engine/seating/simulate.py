"""A whole event with made-up results: for rehearsals, for tests, for directors who want to see it.

Pure and repeatable: the same arguments give the same event. Strengths, results, drop-outs and late
entries are drawn from the seed; every round is seated by `next_round` as in a real event. The result has
the event format of docs/formats.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.seating.certificate import JsonValue, certify
from tournaments.engine.seating.dice import Dice
from tournaments.engine.seating.event_file import (
    FORMAT,
    VERSION,
    Event,
    EventEntrant,
    entrants_to_json,
    round_to_json,
)
from tournaments.engine.seating.round_by_round import seat_round
from tournaments.engine.seating.values import (
    DEFAULT_SIZES,
    EmptySeats,
    EntrantId,
    RoundSeating,
    SeatingMode,
    SeatingTable,
)


class Scheme(StrEnum):
    """What a table gives: net card points (sum zero), places (most to the first), or a win."""

    NET = "net"
    PLACEMENT = "placement"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class Scenario:
    """What to simulate. `drops` and `late` are numbers of people, spread over the rounds by lot."""

    players: int
    rounds: int
    sizes: Sequence[int] = DEFAULT_SIZES
    empty: EmptySeats = EmptySeats.MIXED
    mode: SeatingMode = SeatingMode.SCORE_GROUPS
    scheme: Scheme = Scheme.NET
    drops: int = 0
    late: int = 0
    seed: int = 1


def simulate(scenario: Scenario) -> Iterator[Event]:
    """The event after each round, so that progress can be shown; the last one is the whole.

    At least two people stay in the event. Raises CannotSeat for a field that can't be seated.
    """
    dice = Dice(scenario.seed, scenario.players, scenario.rounds)
    entrants = _entrants(scenario, dice)
    strength = {entrant.id: dice.below(100) for entrant in entrants}
    event = Event(tuple(entrants))
    for number in range(1, scenario.rounds + 1):
        seating = seat_round(
            event.standings(),
            event.rounds,
            scenario.sizes,
            mode=scenario.mode if number > 1 else SeatingMode.RANDOM,
            seed=scenario.seed,
            empty=scenario.empty,
            constraints=event.constraints,
            table_order=None,
            to_come=scenario.rounds - number,
        )
        points = _results(seating, strength, scenario.scheme, dice)
        event = Event(event.entrants, (*event.rounds, seating), (*event.points, points))
        yield event


def to_json(scenario: Scenario, event: Event) -> dict[str, JsonValue]:
    """The event format, certificate included."""
    places = _places_of_last(scenario, event)
    by_places = [None] * (len(event.rounds) - 1) + [places]
    return {
        "format": FORMAT,
        "version": VERSION,
        "seating": {
            "sizes": list(scenario.sizes),
            "empty": scenario.empty.value,
            "mode": scenario.mode.value,
            "seed": scenario.seed,
            "rounds": scenario.rounds,
        },
        "scheme": scenario.scheme.value,
        "entrants": entrants_to_json(event.entrants),
        "constraints": {},
        "rounds": [
            round_to_json(round_, points, places)
            for round_, points, places in zip(event.rounds, event.points, by_places, strict=True)
        ],
        "certificate": certify(event.rounds, seed=scenario.seed, places=places).to_json(),
    }


def _places_of_last(scenario: Scenario, event: Event) -> dict[EntrantId, int] | None:
    """The places by which the last round was seated; None where it was drawn by lot."""
    if len(event.rounds) < 2 or scenario.mode is SeatingMode.RANDOM:
        return None
    before = Event(event.entrants, event.rounds[:-1], event.points[:-1])
    return {entrant.id: entrant.place for entrant in before.standings()}


def _entrants(scenario: Scenario, dice: Dice) -> list[EventEntrant]:
    """Late ones join from round 2 on, drop-outs leave after their first round at the earliest."""
    numbers = range(1, scenario.players + 1)
    movable = dice.shuffled(numbers)[: max(0, scenario.players - 2)] if scenario.rounds > 1 else []
    late = set(movable[: scenario.late])
    dropping = set(movable[::-1][: scenario.drops])
    result = []
    for number in numbers:
        joins = 2 + dice.below(scenario.rounds - 1) if number in late else 1
        may_leave = number in dropping and joins < scenario.rounds
        leaves = joins + 1 + dice.below(scenario.rounds - joins) if may_leave else None
        result.append(EventEntrant(number, f"Player {number}", joins, leaves))
    return result


def _results(
    seating: RoundSeating, strength: dict[EntrantId, int], scheme: Scheme, dice: Dice
) -> dict[EntrantId, int]:
    points: dict[EntrantId, int] = dict.fromkeys(seating.byes, 0)
    for table in seating.tables:
        points.update(_table_results(table, strength, scheme, dice))
    return points


def _table_results(
    table: SeatingTable, strength: dict[EntrantId, int], scheme: Scheme, dice: Dice
) -> dict[EntrantId, int]:
    """Form of the day on top of strength; a bot is an average player whose points stay with it."""
    form = [
        (50 if seat.entrant is None else strength[seat.entrant]) + dice.below(120)
        for seat in table.playing_seats
    ]
    order = sorted(range(len(form)), key=lambda seat: (-form[seat], seat))
    given = [0] * len(form)
    if scheme is Scheme.NET:
        losses = [5 + dice.below(60) for _ in order[1:]]
        for seat, loss in zip(order[1:], sorted(losses), strict=True):
            given[seat] = -loss
        given[order[0]] = sum(losses)
    else:
        for place, seat in enumerate(order):
            given[seat] = len(form) - place if scheme is Scheme.PLACEMENT else int(place == 0)
    return {
        seat.entrant: points
        for seat, points in zip(table.playing_seats, given, strict=True)
        if seat.entrant is not None
    }
