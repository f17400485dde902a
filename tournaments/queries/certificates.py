"""How good the seating of an event is up to a round, for everybody who may see it: sentences, figures beside what no
seating avoids, and the same as a file that `check_seating` recomputes.

The figures are counted from the seats as they were published, not taken from what the search claimed. What isn't
public stays out of the file: who is kept apart from whom, who has a fixed table.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.engine import seating as engine
from tournaments.engine.seating.event_file import (
    FORMAT,
    VERSION,
    EventEntrant,
    entrants_to_json,
    round_to_json,
)
from tournaments.enums import RoundKind, RoundStatus
from tournaments.models import Entrant, Round, Tournament
from tournaments.queries.history import past_rounds
from tournaments.queries.round_words import round_title
from tournaments.queries.seating_words import SeatingNote, certificate_notes
from tournaments.queries.shown_names import ALL_NAMES, ShownNames


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the certificate: what was reached, and the best that any seating could, "" where no bound is
    known. `is_best` where both are the same.
    """

    label: str
    reached: str
    best: str = ""

    @property
    def is_best(self) -> bool:
        return bool(self.best) and self.best == self.reached


@dataclass(frozen=True, slots=True)
class CertificatePage:
    """The certificate of the rounds up to one. `plan` are the sentences on all rounds of a full plan, empty for an
    event that is seated round by round.
    """

    number: int
    title: str
    notes: tuple[SeatingNote, ...]
    plan: tuple[SeatingNote, ...]
    figures: tuple[Figure, ...]
    rng_seed: int


def certificate_page(tournament: Tournament, number: int) -> CertificatePage | None:
    """The page of a round, None where there is no such round or its seats follow from a tie. Six queries."""
    round_ = _seated_round(tournament, number)
    if round_ is None:
        return None
    stored = round_.certificate_json
    claims: dict[str, Any] = _certificate(tournament, round_).to_json()
    findings = [found for found in stored.get("findings", ()) if found["statement"] == _DISTANCE]
    whole_plan = stored.get("rounds", 0) > claims["rounds"]
    return CertificatePage(
        number=number,
        title=round_title(round_),
        notes=certificate_notes({"findings": [*claims["findings"], *findings]}),
        plan=certificate_notes(stored) if whole_plan else (),
        figures=certificate_figures(claims, stored.get("distance")),
        rng_seed=round_.rng_seed,
    )


def certificate_document(
    tournament: Tournament, number: int, names: ShownNames = ALL_NAMES
) -> dict[str, Any] | None:
    """The same as plain JSON in the event format (docs/formats.md), entrants by their numbers in the event."""
    round_ = _seated_round(tournament, number)
    if round_ is None:
        return None
    history = _history(tournament, round_)
    entrants = Entrant.objects.filter(tournament=tournament).order_by("number")
    known = {entrant.pk: entrant for entrant in entrants}
    seen = dict.fromkeys(
        int(who) for past in history for who in (*past.entrants, *past.byes) if int(who) in known
    )
    numbers = {who: known[who].number for who in seen}
    rounds = [_renamed(past, numbers) for past in history]
    people = sorted(numbers, key=lambda who: numbers[who])
    options = tournament.format
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": tournament.name,
        "seating": {
            "sizes": list(options.table_sizes),
            "empty": options.empty_seats.value,
            "mode": options.seating.value,
            "seed": round_.rng_seed,
        },
        "entrants": entrants_to_json(
            [EventEntrant(numbers[who], names.entrant(who, known[who].name)) for who in people]
        ),
        "rounds": [round_to_json(past) for past in rounds],
        "certificate": engine.certify(rounds, seed=round_.rng_seed).to_json(),
    }


_DISTANCE = engine.Statement.SCORE_DISTANCE.value


def _seated_round(tournament: Tournament, number: int) -> Round | None:
    return _counted(tournament).filter(number=number).first()


def _counted(tournament: Tournament) -> QuerySet[Round]:
    return (
        Round.objects.filter(tournament=tournament)
        .exclude(status=RoundStatus.CANCELLED)
        .exclude(kind=RoundKind.EXTRA)
    )


def _history(tournament: Tournament, round_: Round) -> tuple[engine.PastRound, ...]:
    """The rounds that seat people, up to this one and with it."""
    return past_rounds(tournament)[: _counted(tournament).filter(number__lte=round_.number).count()]


def _certificate(tournament: Tournament, round_: Round) -> engine.Certificate:
    return engine.certify(_history(tournament, round_), seed=round_.rng_seed)


def _renamed(past: engine.PastRound, numbers: dict[int, int]) -> engine.PastRound:
    """The round with entrants' numbers for their ids; who isn't in it sits out."""
    here = {int(who) for who in (*past.entrants, *past.byes)}
    tables = tuple(
        replace(
            table,
            seats=tuple(
                seat if seat.entrant is None else replace(seat, entrant=numbers[int(seat.entrant)])
                for seat in table.seats
            ),
        )
        for table in past.tables
    )
    return replace(
        past,
        tables=tables,
        byes=tuple(numbers[int(who)] for who in past.byes),
        sitting_out=tuple(sorted(number for who, number in numbers.items() if who not in here)),
    )


def certificate_figures(
    claims: dict[str, Any], distance: dict[str, Any] | None, *, whole_plan: bool = False
) -> tuple[Figure, ...]:
    """The figures of a certificate (as JSON) in words; `distance` is its part on places, if it has one. With
    `whole_plan` they are of all rounds that were planned, not of those up to the coming one.
    """
    repeats, seats = claims["repeats"], claims["seats"]
    total = _("Rematches in all rounds") if whole_plan else _("Rematches so far")
    found = [Figure(total, str(repeats["coincidences"]), str(repeats["bound"]))]
    if not whole_plan:
        found.append(Figure(_("Rematches in this round"), str(repeats["new"]), str(repeats["new_bound"])))
    found += [
        Figure(_("Pairs that met more than once"), str(repeats["pairs"])),
        Figure(
            _("Most meetings of two players"),
            str(repeats["most_meetings"]),
            str(max(repeats["most_meetings_bound"], 2 if repeats["bound"] else 1)),
        ),
    ]
    for part, label in (
        ("short_tables", _("Rounds at a small table, per player")),
        ("byes", _("Byes, per player")),
        ("bot_tables", _("Rounds with a bot, per player")),
    ):
        if claims[part]["total"]:
            found.append(Figure(label, _span(claims[part]["least"], claims[part]["most"])))
    found.append(
        Figure(_("First deals, per player"), _span(seats["dealt_first_least"], seats["dealt_first_most"]))
    )
    found.append(Figure(_("Seats"), _seats(seats["people_at"])))
    found.append(Figure(_("Same neighbour at the left again"), str(seats["same_neighbour_again"])))
    found.append(Figure(_("Most rounds at the same table number"), str(seats["most_at_same_table"])))
    if distance:
        mean, least = (distance[name] / 100 for name in ("mean_span_x100", "sorted_mean_span_x100"))
        found.append(Figure(_("Places between first and last of a table"), f"{mean:.1f}", f"{least:.1f}"))
    return tuple(found)


def _span(least: int, most: int) -> str:
    if least == most:
        return str(least)
    return _("%(least)d to %(most)d") % {"least": least, "most": most}


def _seats(people_at: list[int]) -> str:
    """For how many players every seat came equally often, to within one."""
    even, everybody = sum(people_at[:2]), sum(people_at)
    return _("even for %(even)d of %(everybody)d players") % {"even": even, "everybody": everybody}
