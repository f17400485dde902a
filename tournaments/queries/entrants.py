"""Lists of entrants: for everybody, and with what only directors see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch

from accounts.names import clean_name, sort_key
from tournaments.enums import EntrantKind, EntrantStatus
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.queries.shown_names import ALL_NAMES, ShownNames


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


MOST_LISTED: Final = 200
GONE: Final = (EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class SomePeople:
    """A list of the desk: its first lines, and how many there are that fit the search."""

    lines: tuple[EntrantLine, ...]
    count: int

    @property
    def more(self) -> int:
        """How many aren't given."""
        return self.count - len(self.lines)


@dataclass(frozen=True, slots=True)
class DeskPeople:
    """The people of an event as the desk needs them: missing, on the waiting list, here, gone; of a long event each the
    first MOST_LISTED. `asked` is what their names were searched for, `is_long` whether a list without a search is cut.
    """

    missing: SomePeople
    waiting: SomePeople
    here: SomePeople
    left: SomePeople
    missing_count: int
    checked_in: int
    asked: str
    is_long: bool


def desk_people(tournament: Tournament, asked: str = "") -> DeskPeople:
    """What the desk shows, searched for `asked`: every word of it in the name, accents and case aside. Two queries."""
    page = entrants_page(tournament, for_director=True)
    lists = (
        page.missing,
        page.waiting,
        tuple(line for line in page.lines if line.is_checked_in),
        tuple(line for line in page.lines if line.status in GONE),
    )
    words = _plain(asked).split()
    missing, waiting, here, left = (
        SomePeople(found[:MOST_LISTED], len(found))
        for found in (
            tuple(line for line in lines if all(word in _plain(line.name) for word in words))
            if words
            else lines
            for lines in lists
        )
    )
    return DeskPeople(
        missing=missing,
        waiting=waiting,
        here=here,
        left=left,
        missing_count=len(page.missing),
        checked_in=page.checked_in,
        asked=clean_name(asked),
        is_long=any(len(lines) > MOST_LISTED for lines in lists),
    )


def _plain(name: str) -> str:
    return sort_key(name).partition("\x1f")[0]


def entrants_page(
    tournament: Tournament, *, for_director: bool = False, names: ShownNames = ALL_NAMES
) -> EntrantsPage:
    """The entrants of the event, by name. Two queries."""
    lines = entrant_lines(tournament, for_director=for_director, names=names)
    waiting = sorted((line for line in lines if line.waiting), key=lambda line: line.waiting)
    return EntrantsPage(
        lines=lines,
        missing=tuple(line for line in lines if line.status == EntrantStatus.ENTERED),
        waiting=tuple(waiting),
        checked_in=sum(line.is_checked_in for line in lines),
    )


def entrant_lines(
    tournament: Tournament, *, for_director: bool = False, names: ShownNames = ALL_NAMES
) -> tuple[EntrantLine, ...]:
    """Lines by name, as the reader may read it: neither place in the list nor group gives away who hides."""
    # a person's only member is the person
    of_teams = EntrantMember.objects.exclude(entrant__kind=EntrantKind.PERSON).select_related("player")
    entrants = list(
        Entrant.objects.filter(tournament=tournament)
        .prefetch_related(Prefetch("members", of_teams))
        .order_by("sort_key", "number")
    )
    positions = waiting_positions(entrants)
    words = _words()
    lines = [_line(entrant, positions, names, words, for_director=for_director) for entrant in entrants]
    return tuple(
        sorted(lines, key=lambda line: (sort_key(line.name), line.number)) if names.entrants else lines
    )


def waiting_positions(entrants: Sequence[Entrant]) -> dict[int, int]:
    """Positions on the waiting list by entrant, from 1, first come first served."""
    waiting = sorted(
        (entrant for entrant in entrants if entrant.status == EntrantStatus.WAITING),
        key=lambda entrant: entrant.number,
    )
    return {entrant.pk: position for position, entrant in enumerate(waiting, 1)}


def _words() -> dict[str, str]:
    """What kinds and statuses are called, asked once for all lines."""
    return {str(one.value): str(one.label) for one in (*EntrantKind, *EntrantStatus)}


def _line(
    entrant: Entrant,
    positions: dict[int, int],
    names: ShownNames,
    words: dict[str, str],
    *,
    for_director: bool,
) -> EntrantLine:
    members = () if entrant.kind == EntrantKind.PERSON else entrant.members.all()
    hides = entrant.pk in names.entrants
    return EntrantLine(
        entrant_id=entrant.pk,
        number=entrant.number,
        name=names.entrant(entrant.pk, entrant.name),
        kind=entrant.kind,
        kind_label=words[entrant.kind],
        status=entrant.status,
        status_label=words[entrant.status],
        group="" if hides else entrant.group,
        strength=entrant.strength,
        members=tuple(names.player(member.player, member.player.name) for member in members),
        waiting=positions.get(entrant.pk, 0),
        joined_round=entrant.joined_round,
        left_round=entrant.left_round,
        is_checked_in=entrant.status == EntrantStatus.CHECKED_IN,
        note=entrant.note if for_director else "",
        is_autopilot=entrant.autopilot and for_director,
        is_standby=entrant.standby,
    )
