"""What the finished events of a season gave to whom, as the engine counts it.

A person is one line through the season: a player, or all players that belong to one account (a season of several
clubs). Both of a pair get what the pair got. Bots get nothing. Only final standings count, never a live view.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.engine.exact import Exact, total
from tournaments.engine.league import EventScore
from tournaments.engine.records import EntryKind
from tournaments.engine.rows import StandingRow
from tournaments.engine.scoring import SchemeKind
from tournaments.enums import RoundStatus, TournamentStatus
from tournaments.models import EntrantMember, Round, Season, Tournament
from tournaments.queries.clubs import final_standings, standings_in_force
from tournaments.queries.rows import row_from_json
from tournaments.season_format import Counting


@dataclass(frozen=True, slots=True)
class SeasonScores:
    """`events` are all of the season in order (their numbers from 1), `played` how many are finished; `scores` by
    player id; `names` and `users` (None for no account) by player id. `hidden` are those who hide
    themselves; `groups` and `clubs` are where each entered last.
    """

    events: tuple[Tournament, ...]
    played: tuple[int, ...]
    scores: tuple[EventScore, ...]
    names: dict[int, str]
    users: dict[int, int | None]
    hidden: frozenset[int]
    groups: dict[int, str]
    clubs: dict[int, str]


def season_scores(season: Season) -> SeasonScores:
    """Read the season in a constant number of queries."""
    events = tuple(
        Tournament.objects.filter(season=season, is_rehearsal=False)
        .exclude(status=TournamentStatus.CANCELLED)
        .select_related("club")
        .order_by("starts_on", "starts_time", "pk")
    )
    finished = [event for event in events if event.status == TournamentStatus.FINISHED]
    number_of = {event.pk: number for number, event in enumerate(finished, 1)}
    found = _people([event.pk for event in finished])
    people = found.of_entrant
    rows: dict[int, list[StandingRow]] = {event.pk: [] for event in finished}
    # what the points are the sum of is most of a row, and asked for by few seasons
    in_full = season.format.counting is Counting.ROUNDS or any(event.format.cuts for event in finished)
    stored = final_standings(Tournament.objects.filter(pk__in=number_of))
    for event_id, row in stored.values_list("round__tournament", "row_json"):
        rows[event_id].append(row_from_json(row, with_entries=in_full))
    for event, whole in _with_earlier_stages(finished, rows):
        rows[event] = whole
    scores = tuple(
        score
        for event in finished
        for score in _event_scores(event, number_of[event.pk], rows[event.pk], people, season.format.counting)
    )
    return SeasonScores(
        events,
        tuple(event.pk for event in finished),
        scores,
        found.names,
        found.users,
        frozenset(found.hidden),
        found.groups,
        found.clubs,
    )


def _with_earlier_stages(
    events: Iterable[Tournament], rows: Mapping[int, Sequence[StandingRow]]
) -> Iterator[tuple[int, list[StandingRow]]]:
    """The final rows of events with a final that began at zero, with the points and the tables of the stages before:
    what somebody brought home from an evening is all of it. Three queries where there is such an event.
    """
    fresh = [event for event in events if not all(cut.carried for cut in event.format.cuts)]
    rounds = Round.objects.filter(tournament__in=[event.pk for event in fresh], status=RoundStatus.COMPLETED)
    at_stage: dict[tuple[int, int, int], StandingRow] = {}
    for standing in standings_in_force(list(rounds.values_list("pk", flat=True))).select_related("round"):
        row = row_from_json(standing.row_json)
        at_stage[standing.round.tournament_id, standing.entrant_id, row.stage] = (
            row  # the last one of the stage
        )
    for event in fresh:
        carried = [cut.carried for cut in event.format.cuts]
        yield event.pk, [_whole(row, event.pk, carried, at_stage) for row in rows[event.pk]]


def _whole(
    row: StandingRow,
    event: int,
    carried: Sequence[bool],
    at_stage: Mapping[tuple[int, int, int], StandingRow],
) -> StandingRow:
    parts = [row]
    for stage in range(row.stage, 0, -1):
        earlier = at_stage.get((event, int(row.entrant), stage - 1))
        if carried[stage - 1] or earlier is None:
            break
        parts.insert(0, earlier)
    entries = tuple(entry for part in parts for entry in part.entries)
    return replace(row, points=total(part.points for part in parts), entries=entries)


@dataclass(slots=True)
class _People:
    """The persons of each entrant, one id for all players of an account, and what is known of each."""

    of_entrant: dict[int, list[int]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    users: dict[int, int | None] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    groups: dict[int, str] = field(default_factory=dict)
    clubs: dict[int, str] = field(default_factory=dict)


_OF_MEMBER: Final = (
    "player_id", "player__user_id", "player__name", "player__is_private",
    "entrant_id", "entrant__group", "tournament__club__name",
)  # fmt: skip


def _people(event_ids: Sequence[int]) -> _People:
    members = EntrantMember.objects.filter(tournament__in=event_ids).order_by(
        "player_id", "tournament__starts_on", "pk"
    )
    one_of_user: dict[int, int] = {}
    found = _People()
    for player, user, name, is_private, entrant, group, club in members.values_list(*_OF_MEMBER):
        one = player if user is None else one_of_user.setdefault(user, player)
        found.names.setdefault(one, name)
        found.users.setdefault(one, user)
        found.of_entrant.setdefault(entrant, []).append(one)
        found.clubs[one] = club
        if is_private:
            found.hidden.add(one)
        if group:
            found.groups[one] = group
    return found


def _event_scores(
    event: Tournament,
    number: int,
    rows: Iterable[StandingRow],
    people: dict[int, list[int]],
    counting: Counting,
) -> Iterable[EventScore]:
    placed = [row for row in rows if row.place is not None]
    if counting is Counting.EVENTS:
        return [
            EventScore(number, person, row.place or 0, row.points)
            for row in placed
            for person in people.get(int(row.entrant), ())
        ]
    by_round: dict[int, dict[int, Exact]] = {}
    for row in placed:
        for round_number, points in _round_points(row).items():
            by_round.setdefault(round_number, {})[int(row.entrant)] = points
    low = event.format.scheme == SchemeKind.DEADWOOD
    return [
        EventScore(number, person, _place(points, found.values(), low=low), points, round_number)
        for round_number, found in sorted(by_round.items())
        for entrant, points in found.items()
        for person in people.get(entrant, ())
    ]


def _round_points(row: StandingRow) -> dict[int, Exact]:
    """What each round brought that was really played."""
    found: dict[int, list[Exact]] = {}
    for entry in row.entries:
        if entry.kind is EntryKind.TABLE:
            found.setdefault(entry.round_number, []).append(entry.points)
    return {number: total(points) for number, points in found.items()}


def _place(points: Exact, everybody: Iterable[Exact], *, low: bool) -> int:
    return 1 + sum(other < points if low else other > points for other in everybody)
