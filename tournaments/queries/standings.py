"""The standings as pages and API show them: published after a round, or live and marked provisional.

Published ones are read from the snapshot, as it was written; live ones come from the same function over the
results so far. Templates only format what stands here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.exact import Exact
from tournaments.engine.results import EntrantStatus
from tournaments.engine.rows import SHARED, STAGE, Decision, StandingRow
from tournaments.enums import RoundStatus
from tournaments.models import Round, Tournament
from tournaments.queries.criteria import CriterionWords, Numbers, criterion, criterion_name, place_text
from tournaments.queries.live_results import live_outcomes
from tournaments.queries.ranking import ranked_event
from tournaments.queries.round_words import round_title
from tournaments.queries.rows import row_from_json
from tournaments.queries.shown_names import ALL_NAMES, ShownNames, entrant_names
from tournaments.queries.snapshots import latest_places, latest_rows

# Criteria that are part of every chain but seldom come into play: without a value they get no column.
RARE = {"extra_round", "place_at_cut", "lot"}


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line. `place` is None for bots and the disqualified. `values` follow the columns, as texts.

    `reason` says in one sentence what put the entrant behind the one above (the first: ahead of the next).
    `moved` is how many places were won since the round before (negative: lost), None where that can't be
    said.
    """

    position: int
    place: int | None
    place_text: str
    entrant_id: int
    name: str
    points: Exact
    points_text: str
    values: tuple[str, ...]
    decided_by: str
    reason: str
    status: str
    status_label: str
    is_bot: bool
    moved: int | None


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """A round whose standings can be looked at."""

    number: int
    title: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings after `after_round` (0: before the first). `version` counts corrections; 0 where
    provisional.
    """

    after_round: int
    title: str
    is_provisional: bool
    is_final: bool
    version: int
    columns: tuple[CriterionWords, ...]
    lines: tuple[StandingLine, ...]
    rounds: tuple[RoundChoice, ...]
    stage_note: str = ""


def standings_page(
    tournament: Tournament,
    after: int | None = None,
    names: ShownNames = ALL_NAMES,
    *,
    most: int | None = None,
) -> StandingsPage | None:
    """Published standings after round `after`, or after the last completed one; None where there are none. With `most`
    only so many of its first lines, without what was won since the round before and without the note on stages.
    """
    completed = _completed(tournament)
    chosen = completed[-1:] if after is None else [round_ for round_ in completed if round_.number == after]
    if not chosen:
        return None
    round_ = chosen[0]
    # one more, so that a place shared across the end is seen to be shared
    version, stored = latest_rows(round_, None if most is None else most + 1)
    rows = [row_from_json(row, with_entries=False) for row in stored]
    earlier = [other for other in completed if other.number < round_.number] if most is None else []
    before = latest_places(earlier[-1]) if earlier else {}
    return StandingsPage(
        after_round=round_.number,
        title=_("Standings after %(round)s") % {"round": round_title(round_)},
        is_provisional=False,
        is_final=tournament.is_over and round_ is completed[-1],
        version=version,
        columns=_columns(rows),
        lines=standing_lines(tournament, rows, before, names)[:most],
        rounds=tuple(
            RoundChoice(other.number, round_title(other), other.number == round_.number)
            for other in completed
        ),
        stage_note=_stage_note(tournament, rows) if most is None else "",
    )


def live_standings(tournament: Tournament, names: ShownNames = ALL_NAMES) -> StandingsPage:
    """The standings as they would be if every table ended now. Provisional, and never stored."""
    completed = _completed(tournament)
    last = Round.objects.filter(tournament=tournament).exclude(status=RoundStatus.CANCELLED)
    number = last.order_by("-number").values_list("number", flat=True).first() or 0
    rows = ranked_event(tournament, live=live_outcomes(tournament)).rows(number)
    before = latest_places(completed[-1]) if completed else {}
    return StandingsPage(
        after_round=number,
        title=_("Standings at this moment"),
        is_provisional=True,
        is_final=False,
        version=0,
        columns=_columns(rows),
        lines=standing_lines(tournament, rows, before, names),
        rounds=tuple(RoundChoice(other.number, round_title(other), False) for other in completed),
        stage_note=_stage_note(tournament, rows),
    )


def _stage_note(tournament: Tournament, rows: Sequence[StandingRow]) -> str:
    """Who stands before the others whatever their points, and whose points count from when; "" before a cut."""
    stages = {row.stage for row in rows}
    count = sum(row.stage == max(stages, default=0) for row in rows)
    if not any(stages):
        return ""
    if tournament.format.cuts[max(stages) - 1].carried:
        return ngettext(
            "The first %(n)d passed the cut: the rounds before it and after it count together for them.",
            "The first %(n)d passed the cut: the rounds before it and after it count together for them.",
            count,
        ) % {"n": count}
    return ngettext(
        "The first %(n)d passed the cut: for them only the rounds after it count.",
        "The first %(n)d passed the cut: for them only the rounds after it count.",
        count,
    ) % {"n": count}


def _completed(tournament: Tournament) -> list[Round]:
    rounds = Round.objects.filter(tournament=tournament, status=RoundStatus.COMPLETED)
    return list(rounds.order_by("number"))


def _columns(rows: Sequence[StandingRow]) -> tuple[CriterionWords, ...]:
    """The chain without the points, which have a column of their own; what was never consulted has none."""
    if not rows:
        return ()
    shown = _shown(rows)
    return tuple(criterion(item.key) for item in rows[0].criteria if item.key in shown)


def _shown(rows: Sequence[StandingRow]) -> set[str]:
    keys = {item.key for item in rows[0].criteria} - {"points"}
    used = {item.key for row in rows for item in row.criteria if item.value is not None}
    return keys - (RARE - used)


def standing_lines(
    tournament: Tournament,
    rows: Sequence[StandingRow],
    before: dict[int, int],
    shown_as: ShownNames = ALL_NAMES,
) -> tuple[StandingLine, ...]:
    """Rows with names and words."""
    names = entrant_names(tournament, shown_as)
    shared = Counter(row.place for row in rows)
    shown = _shown(rows) if rows else set()
    numbers = Numbers.of_scheme(tournament.format.scheme)
    return tuple(
        StandingLine(
            position=position,
            place=row.place,
            place_text=place_text(row.place, shared=shared[row.place] > 1),
            entrant_id=int(row.entrant),
            name=names[int(row.entrant)],
            points=row.points,
            points_text=numbers.points(row.points),
            values=tuple(numbers.value(item.key, item.value) for item in row.criteria if item.key in shown),
            decided_by=row.decided_by or "",
            reason=reason_of(row, names, numbers),
            status=row.status.value,
            status_label=status_label(row.status),
            is_bot=row.is_bot,
            moved=before[int(row.entrant)] - row.place if row.place and int(row.entrant) in before else None,
        )
        for position, row in enumerate(rows, 1)
    )


def status_label(status: EntrantStatus) -> str:
    """What a line says of entrants who aren't playing on; "" for those who are."""
    return {
        EntrantStatus.ACTIVE: "",
        EntrantStatus.WITHDRAWN: _("withdrawn"),
        EntrantStatus.DISQUALIFIED: _("disqualified"),
    }[status]


def reason_of(row: StandingRow, names: dict[int, str], numbers: Numbers) -> str:
    """Why the row stands where it stands, in one sentence."""
    if row.is_bot:
        return _("Bots take no place.")
    if row.status is EntrantStatus.DISQUALIFIED:
        return _("Disqualified: no place.")
    if row.above is not None:
        return _behind(row.above, names, numbers)
    if row.below is not None:
        return _ahead(row.below, names, numbers)
    return ""


def _behind(decision: Decision, names: dict[int, str], numbers: Numbers) -> str:
    name = names.get(int(decision.other), "")
    if decision.criterion == SHARED:
        return _("Shares the place with %(name)s: nothing separates them.") % {"name": name}
    if decision.criterion == STAGE:
        return _("Behind %(name)s, who reached the final.") % {"name": name}
    return _("Behind %(name)s by “%(criterion)s”: %(own)s to %(theirs)s.") % _values(decision, name, numbers)


def _ahead(decision: Decision, names: dict[int, str], numbers: Numbers) -> str:
    name = names.get(int(decision.other), "")
    if decision.criterion == SHARED:
        return _("Shares the place with %(name)s: nothing separates them.") % {"name": name}
    if decision.criterion == STAGE:
        return _("Ahead of %(name)s, who didn't reach the final.") % {"name": name}
    return _("Ahead of %(name)s by “%(criterion)s”: %(own)s to %(theirs)s.") % _values(
        decision, name, numbers
    )


def _values(decision: Decision, name: str, numbers: Numbers) -> dict[str, str]:
    key = decision.criterion
    return {
        "name": name,
        "criterion": criterion_name(key),
        "own": numbers.value(key, decision.own) or "–",
        "theirs": numbers.value(key, decision.theirs) or "–",
    }
