"""What the finished events of a season gave to whom, as the engine counts it.

A person is one line through the season: a player, or all players that belong to one account (a season of several
clubs). Both of a pair get what the pair got. Bots get nothing. Only final standings count, never a live view.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.engine.exact import Exact, total
from tournaments.engine.league import EventScore
from tournaments.engine.records import EntryKind
from tournaments.engine.rows import StandingRow
from tournaments.engine.scoring import SchemeKind
from tournaments.enums import TournamentStatus
from tournaments.models import EntrantMember, Season, Tournament
from tournaments.queries.clubs import final_standings
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
    stored = final_standings(Tournament.objects.filter(pk__in=number_of)).select_related("round")
    for standing in stored:
        rows[standing.round.tournament_id].append(row_from_json(standing.row_json))
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


@dataclass(slots=True)
class _People:
    """The persons of each entrant, one id for all players of an account, and what is known of each."""

    of_entrant: dict[int, list[int]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    users: dict[int, int | None] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    groups: dict[int, str] = field(default_factory=dict)
    clubs: dict[int, str] = field(default_factory=dict)


def _people(event_ids: Sequence[int]) -> _People:
    members = (
        EntrantMember.objects.filter(tournament__in=event_ids)
        .select_related("player", "entrant", "tournament__club")
        .order_by("player_id", "tournament__starts_on", "pk")
    )
    one_of_user: dict[int, int] = {}
    found = _People()
    for member in members:
        player = member.player
        one = player.pk if player.user_id is None else one_of_user.setdefault(player.user_id, player.pk)
        found.names.setdefault(one, player.name)
        found.users.setdefault(one, player.user_id)
        found.of_entrant.setdefault(member.entrant_id, []).append(one)
        found.clubs[one] = member.tournament.club.name
        if player.is_private:
            found.hidden.add(one)
        if member.entrant.group:
            found.groups[one] = member.entrant.group
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
