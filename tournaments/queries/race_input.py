"""What a title race is reckoned from: the standings in force, what is still to be played, and the places that matter.

It only reads. `basis` names all of it in a hash, so that a race is reckoned again when a correction or another format
changes its ground, and never otherwise.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from tournaments.engine.reach import Coming
from tournaments.engine.records import DropUnit
from tournaments.engine.rows import StandingRow, classified
from tournaments.engine.scoring import SchemeKind
from tournaments.engine.standings import Cut
from tournaments.engine.title_race import StageAhead
from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Round, Season, Tournament
from tournaments.queries.ranking import RankedEvent, ranked_event
from tournaments.queries.rows import row_from_json, row_to_json
from tournaments.queries.scoring import drops_of, ruleset_of, scheme_of
from tournaments.queries.season_scores import season_scores
from tournaments.queries.seasons import events_left, free_table
from tournaments.queries.snapshots import latest_rows
from tournaments.queries.stages import stages_at


@dataclass(frozen=True, slots=True)
class RaceInput:
    """`places` are 1 and, where there is a line, its place; `after` as in TitleRace. The seed follows from the rest."""

    after: int
    rows: tuple[StandingRow, ...]
    coming: Coming
    places: tuple[int, ...]
    stages: tuple[StageAhead, ...]
    seed: str

    @property
    def basis(self) -> str:
        parts = [
            [row_to_json(row) for row in self.rows],
            [self.coming.rounds, str(self.coming.drops), self.coming.lower_is_better],
            [
                list(self.places),
                [[stage.size, stage.rounds, stage.carried] for stage in self.stages],
                self.seed,
            ],
        ]
        return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def race_of_event(tournament: Tournament) -> RaceInput | None:
    """After the last completed round; None before it, after extra rounds, and where single games are dropped."""
    round_ = last_completed(tournament)
    options = tournament.format
    drops = drops_of(options)
    if round_ is None or round_.kind == RoundKind.EXTRA or (drops and drops.unit is not DropUnit.ROUND):
        return None
    event = ranked_event(tournament)
    rows = tuple(row_from_json(row) for row in latest_rows(round_)[1])
    lower = scheme_of(options, ruleset_of(tournament)).kind is SchemeKind.DEADWOOD
    seed = f"{tournament.rng_seed}-race-{round_.number}"
    stages = stages_at(event.stages, event.rounds, round_.number)
    started = [stage for stage in stages if stage.cut is not None]
    ahead = tuple(_ahead(stage.options) for stage in stages if stage.cut is None)
    if started:
        left = max(0, started[-1].options.rounds - started[-1].completed)
        cut, carried = started[-1].cut, started[-1].options.carried
        assert cut is not None
        field = _in_stage(rows, cut, carried=carried)
        places: tuple[int, ...] = (1, ahead[0].size) if ahead else (1,)
        return RaceInput(round_.number, field, Coming(left, lower_is_better=lower), places, ahead, seed)
    coming = Coming(_main_left(event, round_.number), drops=drops, lower_is_better=lower)
    places = (1, ahead[0].size) if ahead else _lines(tournament)
    return RaceInput(round_.number, rows, coming, places, ahead, seed)


def last_completed(tournament: Tournament) -> Round | None:
    """The last round that is over."""
    found = Round.objects.filter(tournament=tournament, status=RoundStatus.COMPLETED)
    return found.order_by("-number").first()


def _ahead(options: object) -> StageAhead:
    size, rounds, carried = (getattr(options, name) for name in ("size", "rounds", "carried"))
    return StageAhead(size, rounds, carried)


def _in_stage(rows: Sequence[StandingRow], cut: Cut, *, carried: bool) -> tuple[StandingRow, ...]:
    """Those who passed the cut, in a fresh stage with what they have brought home since."""
    inside = [row for row in rows if row.entrant in cut.qualified]
    if carried:
        return tuple(inside)
    return tuple(
        replace(row, entries=tuple(entry for entry in row.entries if entry.round_number > cut.after_round))
        for row in inside
    )


def _main_left(event: RankedEvent, after: int) -> int:
    played = sum(
        fact.kind is RoundKind.MAIN and fact.is_completed for fact in event.rounds if fact.number <= after
    )
    return max(0, event.planned_rounds - played)


def _lines(tournament: Tournament) -> tuple[int, ...]:
    """The title, and the last place that goes up or is marked."""
    options = tournament.format
    last = options.promoted or max(options.boundaries, default=1)
    return (1, last) if last > 1 else (1,)


def race_of_season(season: Season) -> RaceInput | None:
    """After the last finished evening; None where nobody said how many are planned, or single rounds count."""
    format_ = season.format
    if format_.most_per_event is None and format_.counting.value != "events":
        return None
    read = season_scores(season)
    left = events_left(format_, len(read.played))
    if left is None or not read.played:
        return None
    rows = free_table(read, format_, left)
    places = (1, format_.promoted) if 1 < format_.promoted <= len(classified(rows)) else (1,)
    coming = Coming(left, drops=format_.rules.drops)
    return RaceInput(
        len(read.played), tuple(rows), coming, places, (), f"season-{season.pk}-{len(read.played)}"
    )
