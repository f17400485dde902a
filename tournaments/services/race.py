"""Reckoning title races and keeping them: after each round of an event, and after each evening of a season.

The simulation runs outside any lock, in a worker; what it was reckoned from names the row, so that two workers at once
write one. Nothing but the page of the race reads it.
"""

from typing import Any, Final

from tournaments.engine.rows import classified
from tournaments.engine.title_race import Chance, title_race
from tournaments.enums import RoundKind, RoundStatus, TournamentStatus
from tournaments.models import Round, Season, TitleRace, Tournament
from tournaments.queries.race_input import RaceInput, race_of_event, race_of_season

MOST_RUNS: Final = 2000
LEAST_RUNS: Final = 200
MOST_WORK: Final = 100_000  # lines simulated: a field of hundreds gets fewer runs, and says so


def reckon_event(*, tournament_id: int) -> TitleRace | None:
    """The race after the event's last completed round, reckoned if it isn't there yet; None where there is none."""
    tournament = Tournament.objects.select_related("season").get(pk=tournament_id)
    given = race_of_event(tournament)
    return _kept(given, tournament=tournament) if given else None


def reckon_season(*, season_id: int) -> TitleRace | None:
    """The same after the season's last finished evening."""
    season = Season.objects.select_related("league__club").get(pk=season_id)
    given = race_of_season(season)
    return _kept(given, season=season) if given else None


def reckon_season_of(*, tournament_id: int) -> TitleRace | None:
    """The race of the season in which the event counts, None where it counts in none."""
    season = Tournament.objects.filter(pk=tournament_id).values_list("season", flat=True).first()
    return reckon_season(season_id=season) if season is not None else None


def missing_races(most: int = 20) -> list[int]:
    """Running events whose last completed round has no race yet, such as after a lost message."""
    running = Tournament.objects.filter(status__in=[TournamentStatus.RUNNING, TournamentStatus.REVIEW])
    rounds = Round.objects.filter(tournament__in=running, status=RoundStatus.COMPLETED)
    newest = {
        tournament: (number, kind)
        for tournament, number, kind in rounds.order_by("tournament", "number").values_list(
            "tournament", "number", "kind"
        )
    }
    known = set(TitleRace.objects.filter(tournament__in=newest).values_list("tournament", "after"))
    missing = [
        tournament
        for tournament, (number, kind) in newest.items()
        if kind != RoundKind.EXTRA and (tournament, number) not in known
    ]
    return missing[:most]


def _kept(given: RaceInput, **of: Any) -> TitleRace | None:
    field = len(classified(given.rows))
    if not field:
        return None
    basis = given.basis
    known = TitleRace.objects.filter(after=given.after, basis=basis, **of).first()
    if known is not None:
        return known
    runs = min(MOST_RUNS, max(LEAST_RUNS, MOST_WORK // field))
    chances = title_race(given.rows, given.coming, given.places, given.seed, runs, given.stages)
    return TitleRace.objects.get_or_create(
        after=given.after,
        basis=basis,
        defaults={"seed": given.seed, "runs": runs, "rows_json": [_row(chance) for chance in chances]},
        **of,
    )[0]


def _row(chance: Chance) -> list[object]:
    return [chance.entrant, chance.place, chance.hits, chance.low, chance.high]
