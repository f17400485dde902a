"""Evenings that play themselves: people's seats on autopilot, for demos and rehearsals. Never for a real
event's people without their knowing: the seats are marked in every record.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db import transaction

from accounts.models import User
from accounts.services import find_or_make_player
from games.queries.rulesets import team_size
from tournaments.enums import EntrantKind
from tournaments.models import Entrant, Tournament
from tournaments.queries.scoring import ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.entrants import enter_team
from tournaments.services.entrants_import import import_entrants
from tournaments.services.locks import announce_change, locked_for_director
from tournaments.services.setup import create_tournament, open_entries


@transaction.atomic
def put_on_autopilot(*, tournament: Tournament, actor: User | None, absent: Iterable[str] = ()) -> int:
    """Let bots play for all people of the event, but for those named in `absent`; how many that are.

    Counts from the next round on. Raises NotAllowed.
    """
    tournament = locked_for_director(tournament.pk, actor)
    people = (
        Entrant.objects.filter(tournament=tournament)
        .exclude(kind=EntrantKind.BOT)
        .exclude(name__in=list(absent))
    )
    count = people.update(autopilot=True)
    record_act(tournament=tournament, action="put_on_autopilot", actor=actor, entrants=count)
    announce_change(tournament)
    return count


REHEARSAL_NAMES = tuple(
    f"{name} (rehearsal)"
    for name in (
        "Anna", "Bruno", "Clara", "Dario", "Elif", "Felix", "Greta", "Hugo", "Ilse", "Jonas", "Karla", "Leo",
        "Mira", "Nils", "Olga", "Piet", "Rosa", "Sven", "Tilda", "Udo", "Vera", "Willem", "Yara", "Zeno",
    )
)  # fmt: skip


# The last ones never come, so that the director sees what becomes of a no-show, and soon.
NO_SHOWS = 2
NO_SHOW_SECONDS = 45


@transaction.atomic
def make_rehearsal(
    *, tournament: Tournament, actor: User | None, people: int = len(REHEARSAL_NAMES)
) -> Tournament:
    """A copy of the event, played online by bots at their own pace, seen by its club only and open for play.

    The people are made up and become players of the club under names that say so; the last two of them never come to
    their tables. Nothing of it counts anywhere. Raises NotAllowed, and as `create_tournament`.
    """
    game = replace(tournament.format.game, no_show_seconds=NO_SHOW_SECONDS)
    options = replace(
        tournament.format, table_mode="online", automatic=False, check_in=False, no_show_bots=True, game=game
    )
    made = create_tournament(
        club=tournament.club,
        name=tournament.name,
        actor=actor,
        starts_on=tournament.starts_on,
        starts_time=tournament.starts_time,
        ruleset=ruleset_of(tournament),
        format_options=options,
        time_zone=tournament.time_zone,
        venue=tournament.venue,
        is_public=False,
        is_rehearsal=True,
    )
    made = open_entries(tournament=made, actor=actor)
    _fill(made, REHEARSAL_NAMES[:people], actor)
    return made


def _fill(tournament: Tournament, names: Sequence[str], actor: User | None) -> None:
    """Enter the made-up people; in a game of teams those who follow one another are partners."""
    size = team_size(ruleset_of(tournament))
    if size == 1:
        for part, here in ((names[:-NO_SHOWS], True), (names[-NO_SHOWS:], False)):
            rows = "\n".join(("Name", *part))
            import_entrants(tournament=tournament, data=rows.encode(), actor=actor, autopilot=here)
        return
    for first in range(0, len(names) - size + 1, size):
        team = names[first : first + size]
        players = tuple(find_or_make_player(club=tournament.club, name=name)[0] for name in team)
        enter_team(tournament=tournament, actor=actor, name=" & ".join(team), players=players, autopilot=True)
