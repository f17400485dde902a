"""Lists of entrants: for everybody, and with what only directors see."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.enums import EntrantKind, EntrantStatus
from tournaments.models import Entrant, Tournament


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant. `waiting` is the position on the waiting list, 0 for those who aren't on it.

    `note` and `is_autopilot` are filled for directors only.
    """

    entrant_id: int
    number: int
    name: str
    kind: str
    kind_label: str
    status: str
    status_label: str
    group: str
    strength: int | None
    members: tuple[str, ...]
    waiting: int
    joined_round: int
    left_round: int | None
    is_checked_in: bool
    note: str
    is_autopilot: bool
    is_standby: bool


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """All entrants by name; `missing` are those entered who aren't checked in, `waiting` in their order."""

    lines: tuple[EntrantLine, ...]
    missing: tuple[EntrantLine, ...]
    waiting: tuple[EntrantLine, ...]
    checked_in: int


def entrants_page(tournament: Tournament, *, for_director: bool = False) -> EntrantsPage:
    """The entrants of the event, by name. Two queries."""
    lines = entrant_lines(tournament, for_director=for_director)
    waiting = sorted((line for line in lines if line.waiting), key=lambda line: line.waiting)
    return EntrantsPage(
        lines=lines,
        missing=tuple(line for line in lines if line.status == EntrantStatus.ENTERED),
        waiting=tuple(waiting),
        checked_in=sum(line.is_checked_in for line in lines),
    )


def entrant_lines(tournament: Tournament, *, for_director: bool = False) -> tuple[EntrantLine, ...]:
    """Lines by name."""
    entrants = list(
        Entrant.objects.filter(tournament=tournament)
        .prefetch_related("members__player")
        .order_by("sort_key", "number")
    )
    positions = waiting_positions(entrants)
    return tuple(_line(entrant, positions, for_director=for_director) for entrant in entrants)


def waiting_positions(entrants: Sequence[Entrant]) -> dict[int, int]:
    """Positions on the waiting list by entrant, from 1, first come first served."""
    waiting = sorted(
        (entrant for entrant in entrants if entrant.status == EntrantStatus.WAITING),
        key=lambda entrant: entrant.number,
    )
    return {entrant.pk: position for position, entrant in enumerate(waiting, 1)}


def _line(entrant: Entrant, positions: dict[int, int], *, for_director: bool) -> EntrantLine:
    members = () if entrant.kind == EntrantKind.PERSON else entrant.members.all()
    return EntrantLine(
        entrant_id=entrant.pk,
        number=entrant.number,
        name=entrant.name,
        kind=entrant.kind,
        kind_label=entrant.get_kind_display(),
        status=entrant.status,
        status_label=entrant.get_status_display(),
        group=entrant.group,
        strength=entrant.strength,
        members=tuple(member.player.name for member in members),
        waiting=positions.get(entrant.pk, 0),
        joined_round=entrant.joined_round,
        left_round=entrant.left_round,
        is_checked_in=entrant.status == EntrantStatus.CHECKED_IN,
        note=entrant.note if for_director else "",
        is_autopilot=entrant.autopilot and for_director,
        is_standby=entrant.standby,
    )
