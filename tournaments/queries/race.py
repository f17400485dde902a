"""The title race as a page shows it: the stored chances in percent, and what is certain whatever is still played.

Chances are simulated and carry their uncertainty; "through" and "out" are reckoned from the points that can still be
won, and said only where the scheme bounds them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.reach import Reach, still_to_reach
from tournaments.engine.results import EntrantId
from tournaments.engine.rows import StandingRow, classified
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.models import Season, TitleRace, Tournament
from tournaments.queries.criteria import number_text, place_text
from tournaments.queries.race_input import RaceInput, race_of_event, race_of_season
from tournaments.queries.round_words import title_of
from tournaments.queries.scoring import ruleset_of, scheme_of
from tournaments.queries.shown_names import ALL_NAMES, ShownNames, entrant_names

SHARE_MOST = 100


@dataclass(frozen=True, slots=True)
class ChanceWords:
    """One chance in whole percent with its 95 % bounds. `certain` is "in", "out" or "" while it is open."""

    percent: int
    low: int
    high: int
    certain: str


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A line of the race; `chances` follow the page's columns."""

    entrant_id: int
    name: str
    place_text: str
    points_text: str
    chances: tuple[ChanceWords, ...]


@dataclass(frozen=True, slots=True)
class RacePage:
    """`columns` say what each chance is of; `left` what is still to come; `bounded` whether certainty can be said."""

    title: str
    left: str
    columns: tuple[str, ...]
    lines: tuple[RaceLine, ...]
    runs: int
    seed: str
    bounded: bool


def event_race(tournament: Tournament, shown_as: ShownNames = ALL_NAMES) -> RacePage | None:
    """The newest race that was reckoned for the event, None before the first."""
    race = TitleRace.objects.filter(tournament=tournament).order_by("-after", "-pk").first()
    given = race_of_event(tournament)
    if race is None or given is None or (race.after, race.basis) != (given.after, given.basis):
        return None
    names = entrant_names(tournament, shown_as)
    kind = tournament.rounds.values_list("kind", flat=True).get(number=race.after)
    bounds = _bounds(scheme_of(tournament.format, ruleset_of(tournament)))
    left = ngettext(
        "%(left)d round is still to come.", "%(left)d rounds are still to come.", given.coming.rounds
    )
    title = _("Title race after %(round)s") % {"round": title_of(kind, race.after)}
    return _page(race, given, title, left % {"left": given.coming.rounds}, names, bounds)


def season_race(season: Season, names: dict[int, str]) -> RacePage | None:
    """The race after the season's last evening; `names` by player as the reader may see them."""
    race = TitleRace.objects.filter(season=season).order_by("-after", "-pk").first()
    given = race_of_season(season) if race else None
    if race is None or given is None or (race.after, race.basis) != (given.after, given.basis):
        return None
    most = season.format.most_per_event
    left = ngettext(
        "%(left)d evening is still to come.", "%(left)d evenings are still to come.", given.coming.rounds
    )
    title = ngettext(
        "Title race after %(count)d evening", "Title race after %(count)d evenings", race.after
    ) % {"count": race.after}
    bounds = None if most is None else (0, most)
    return _page(race, given, title, left % {"left": given.coming.rounds}, names, bounds)


def _bounds(scheme: Scheme) -> tuple[int, int] | None:
    """The least and the most that a round can bring, None where nothing bounds it."""
    if scheme.kind is SchemeKind.PLACEMENT:
        ends = [points for row in scheme.placement for points in row]
        return min(0, *ends), max(ends) + scheme.win_bonus
    if scheme.kind is SchemeKind.WIN_LOSS:
        return 0, scheme.win_points + scheme.win_bonus
    if scheme.kind is SchemeKind.SHARE:
        return 0, SHARE_MOST + scheme.win_bonus
    return None


def _page(
    race: TitleRace,
    given: RaceInput,
    title: str,
    left: str,
    names: dict[int, str],
    bounds: tuple[int, int] | None,
) -> RacePage:
    reach = _reach(given, bounds)
    chances: dict[EntrantId, dict[int, tuple[int, int, int]]] = {}
    for entrant, place, hits, low, high in race.rows_json:
        chances.setdefault(entrant, {})[place] = (hits, low, high)
    rows = [row for row in classified(given.rows) if row.entrant in chances]
    places = sorted({place for found in chances.values() for place in found})
    return RacePage(
        title=title,
        left=left,
        columns=tuple(_column(place, given) for place in places),
        lines=tuple(
            _line(row, chances[row.entrant], places, race.runs, reach.get(row.entrant), names, given)
            for row in rows
        ),
        runs=race.runs,
        seed=race.seed,
        bounded=bounds is not None and not given.stages,
    )


def _reach(given: RaceInput, bounds: tuple[int, int] | None) -> dict[EntrantId, Reach]:
    """Nothing is certain before a final that begins at zero, or where a round may bring anything."""
    if bounds is None and given.coming.rounds:
        return {}
    least, most = bounds or (0, 0)
    coming = replace(given.coming, least=least, most=most)
    return {reach.entrant: reach for reach in still_to_reach(given.rows, coming)}


def _column(place: int, given: RaceInput) -> str:
    if place == 1:
        return _("Title")
    if given.stages:
        return _("Goes on (best %(place)d)") % {"place": place}
    return _("Among the best %(place)d") % {"place": place}


def _line(
    row: StandingRow,
    found: dict[int, tuple[int, int, int]],
    places: Sequence[int],
    runs: int,
    reach: Reach | None,
    names: dict[int, str],
    given: RaceInput,
) -> RaceLine:
    return RaceLine(
        entrant_id=int(row.entrant),
        name=names.get(int(row.entrant), ""),
        place_text=place_text(row.place),
        points_text=number_text(row.points),
        chances=tuple(_chance(*found[place], runs, _certain(place, reach, given)) for place in places),
    )


def _certain(place: int, reach: Reach | None, given: RaceInput) -> str:
    if reach is None or (given.stages and place == 1):
        if reach is not None and reach.is_out(given.stages[0].size):
            return "out"
        return ""
    if reach.is_through(place):
        return "in"
    return "out" if reach.is_out(place) else ""


def _chance(hits: int, low: int, high: int, runs: int, certain: str) -> ChanceWords:
    return ChanceWords(round(100 * hits / runs), floor(100 * low / runs), ceil(100 * high / runs), certain)
