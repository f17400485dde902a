"""Season tables: events as the rounds of a season, ranked by the one function that ranks anything.

Each event (or each of its rounds) gives a player league points under the season's scheme; best N, drops,
tiebreaks and extra rounds are then those of `standings`. Below minimum attendance a player is listed
without a place. Team tables, promotion and what can still be reached build on the rows. Nothing here knows
dates or ratings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournaments.engine.boundaries import Tie, boundaries_of, ties_that_matter
from tournaments.engine.exact import Exact, mean, total
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.ranking import TieOrder
from tournaments.engine.records import Drops, EntryKind
from tournaments.engine.results import (
    EntrantId,
    EntrantInfo,
    PenaltyEntry,
    Reason,
    SeatResult,
    StandingsError,
    TableOutcome,
    id_key,
)
from tournaments.engine.rows import StandingRow, classified
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.standings import EventInput


class SeasonPoints(StrEnum):
    """What an event gives.

    BY_PLACE: the table `by_place`, tied places share the average. BY_POINTS: the event's own points.
    BY_FIELD_SIZE: one point for everybody behind, plus one (12 players: 12, 11, ...), ties share the
    average. PARTICIPATION: only for being there.
    """

    BY_PLACE = "by_place"
    BY_POINTS = "by_points"
    BY_FIELD_SIZE = "by_field_size"
    PARTICIPATION = "participation"


@dataclass(frozen=True, slots=True)
class EventScore:
    """One player in one event of the season, or in one round of it (`round_number`; 0: the whole event).

    `place` is the place in the event's final standings (of that round, where rounds count).
    """

    event_number: int
    entrant: EntrantId
    place: int
    points: Exact = 0
    round_number: int = 0
    deals_won: int = 0
    undercuts: int = 0


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season is counted. `participation` points are added in every scheme for each event attended.

    `drops` count events, or single results where their unit is GAME. `minimum_attendance` is in events.
    Raises StandingsError for rules that can't be counted.
    """

    points: SeasonPoints = SeasonPoints.BY_PLACE
    by_place: tuple[int, ...] = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
    participation: int = 0
    drops: Drops | None = None
    minimum_attendance: int = 0
    tiebreaks: tuple[str, ...] = ("points", "countback", "head_to_head", "best_game", "later_result")
    options: TiebreakOptions = field(default_factory=TiebreakOptions)

    def __post_init__(self) -> None:
        if self.participation < 0 or self.minimum_attendance < 0:
            raise StandingsError(Reason.SEASON_RULE)
        if self.points is SeasonPoints.BY_PLACE and list(self.by_place) != sorted(
            self.by_place, reverse=True
        ):
            raise StandingsError(Reason.SEASON_RULE, "by_place")


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's line: the standings row (its entries show which events count), events attended, and
    whether enough.
    """

    row: StandingRow
    attended: int
    is_eligible: bool

    @property
    def place(self) -> int | None:
        return self.row.place

    @property
    def entrant(self) -> EntrantId:
        return self.row.entrant


def season_input(
    players: Sequence[EntrantInfo],
    scores: Sequence[EventScore],
    rules: SeasonRules,
    *,
    penalties: Sequence[PenaltyEntry] = (),
    extra_orders: Sequence[TieOrder] = (),
) -> EventInput:
    """The season as an event: round numbers are event numbers, table numbers the rounds inside an event."""
    tables: dict[tuple[int, int], list[EventScore]] = {}
    for score in sorted(scores, key=lambda score: id_key(score.entrant)):
        tables.setdefault((score.event_number, score.round_number), []).append(score)
    results = tuple(
        TableOutcome(event_number, round_number + 1, _seats(tables[event_number, round_number], rules))
        for event_number, round_number in sorted(tables)
    )
    return EventInput(
        tuple(players),
        results,
        Scheme(SchemeKind.GIVEN),
        rules.tiebreaks,
        penalties=tuple(penalties),
        drops=rules.drops,
        extra_orders=tuple(extra_orders),
        options=rules.options,
    )


def season_table(
    players: Sequence[EntrantInfo],
    scores: Sequence[EventScore],
    rules: SeasonRules,
    after_event: int,
    *,
    penalties: Sequence[PenaltyEntry] = (),
    extra_orders: Sequence[TieOrder] = (),
) -> list[SeasonRow]:
    """The table after that event, those short of the minimum attendance last and without a place."""
    event = season_input(players, scores, rules, penalties=penalties, extra_orders=extra_orders)
    attended: dict[EntrantId, set[int]] = {info.entrant: set() for info in players}
    for score in scores:
        if score.event_number <= after_event:
            attended[score.entrant].add(score.event_number)
    short = frozenset(who for who, events in attended.items() if len(events) < rules.minimum_attendance)
    rows = replace(event, unplaced=short).standings(after_event)
    return [SeasonRow(row, len(attended[row.entrant]), row.entrant not in short) for row in rows]


def _seats(scores: list[EventScore], rules: SeasonRules) -> tuple[SeatResult, ...]:
    places = [score.place for score in scores]
    return tuple(
        SeatResult(
            score.entrant,
            _league_points(score, places, rules),
            place=score.place,
            deals_won=score.deals_won,
            undercuts=score.undercuts,
        )
        for score in scores
    )


def _league_points(score: EventScore, places: list[int], rules: SeasonRules) -> Exact:
    if rules.points is SeasonPoints.PARTICIPATION:
        return rules.participation
    if rules.points is SeasonPoints.BY_POINTS:
        return score.points + rules.participation
    sharing = places.count(score.place)
    pooled = [_place_points(place, len(places), rules) for place in range(score.place, score.place + sharing)]
    return mean(pooled) + rules.participation


def _place_points(place: int, field_size: int, rules: SeasonRules) -> int:
    if rules.points is SeasonPoints.BY_FIELD_SIZE:
        return max(field_size - place + 1, 0)
    return rules.by_place[place - 1] if place <= len(rules.by_place) else 0


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line: `points` are the sum of its best players' season points, `counted` who they are, best
    first.
    """

    place: int
    team: EntrantId
    points: Exact
    counted: tuple[EntrantId, ...]


def team_table(
    table: Sequence[SeasonRow], team_of: Mapping[EntrantId, EntrantId], best: int | None = None
) -> list[TeamRow]:
    """Teams by the sum of their best `best` players (all without it), then by their best player, then the
    next.

    Teams equal in all of it share a place. Players below minimum attendance count for nothing.
    """
    members: dict[EntrantId, list[StandingRow]] = {team: [] for team in team_of.values()}
    for row in table:
        if row.place is not None and row.entrant in team_of:
            members[team_of[row.entrant]].append(row.row)
    lines: list[tuple[tuple[Exact, ...], EntrantId, tuple[EntrantId, ...]]] = []
    for team in sorted(members, key=id_key):
        ordered = sorted(members[team], key=lambda row: (-row.points, row.place or 0, id_key(row.entrant)))
        counted = ordered[:best]
        single = tuple(row.points for row in counted)
        lines.append(((total(single), *single), team, tuple(row.entrant for row in counted)))
    lines.sort(key=lambda line: line[0], reverse=True)
    keys = [key for key, _, _ in lines]
    return [TeamRow(keys.index(key) + 1, team, key[0], counted) for key, team, counted in lines]


@dataclass(frozen=True, slots=True)
class Movement:
    """Who changes division after a season; `open_ties` must be played off (or shared out) before it is
    final.
    """

    promoted: tuple[EntrantId, ...]
    relegated: tuple[EntrantId, ...]
    open_ties: tuple[Tie, ...]


def division_movement(table: Sequence[SeasonRow], up: int, down: int) -> Movement:
    """The top `up` and the bottom `down` of a division. Nobody moves over an unresolved tie.

    Raises StandingsError where more would move than there are.
    """
    rows = classified([line.row for line in table])
    if up < 0 or down < 0 or up + down > len(rows):
        raise StandingsError(Reason.SEASON_RULE, (up, down))
    lines = boundaries_of(
        title=False,
        promoted=up or None,
        relegated_from=len(rows) - down + 1 if 0 < down < len(rows) else None,
    )
    ties = ties_that_matter(rows, lines)
    tied = {entrant for tie in ties for entrant in tie.members}
    promoted = tuple(row.entrant for row in rows[:up] if row.entrant not in tied)
    relegated = tuple(row.entrant for row in rows[len(rows) - down :] if row.entrant not in tied)
    return Movement(promoted, relegated, ties)


def counted_events(row: StandingRow) -> tuple[int, ...]:
    """The events attended whose results count."""
    return tuple(
        sorted(
            {entry.round_number for entry in row.entries if entry.counted and entry.kind is EntryKind.TABLE}
        )
    )
