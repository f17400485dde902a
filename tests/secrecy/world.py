"""Two clubs in the middle of an evening, and the people who look at it: what route x role tests walk through.

The public event has played a round and plays its second; its first table is played by people with accounts. Each event
is of a season, which also has league games. The other club and its event are private and none of theirs. A new kind of
id in an address gets its value in `VALUES`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from django.test import override_settings

from accounts.enums import ClubRole
from accounts.models import Club, Membership, Player, User
from games.enums import GameStatus
from games.models import Game
from games.queries import states
from games.services.due import play_due
from games.services.invite import token_hash
from tests.factories import make_club, make_user
from tests.tournaments.evenings import an_event, play_round, start_next
from tournaments.models import Fixture, Round, Season, Table, Tournament
from tournaments.season_format import SeasonFormat
from tournaments.services.fixtures import make_fixtures
from tournaments.services.seasons import assign_event, create_season

# The guest comes last: a line of matrix.txt that leaves the guest out gives what anybody without an account gets.
ROLES: Final = ("anonymous", "onlooker", "opponent", "player", "director", "superuser", "guest")
GUEST_TOKEN: Final = "the link to the guest's own place"
UNKNOWN: Final = "zzzzzzzzzzzzzzzz"


@dataclass(slots=True)
class Side:
    """One club's event, its rounds, and the game that is being played at its first table; its season, and a league
    game of that.
    """

    club: Club
    tournament: Tournament
    played: Round
    round: Round
    game: Game
    table: Table
    season: Season
    fixture: Fixture


@dataclass(slots=True)
class World:
    """Both events and who looks: `people` by role; anonymous and the guest, whose browser keeps the link to a
    seat of our game, are None. `ours` is public, `theirs` private.
    """

    ours: Side
    theirs: Side
    people: dict[str, User | None]
    seats: dict[str, int | None] = field(default_factory=dict)


def make_world() -> World:
    """Everything, through the services; about a second."""
    ours, theirs = make_side("Ours"), make_side("Theirs", is_public=False)
    director = make_user("Director")
    Membership.objects.create(club=ours.club, user=director, role=ClubRole.DIRECTOR)
    people: dict[str, User | None] = {
        "anonymous": None,
        "onlooker": make_user("Onlooker"),
        "opponent": user_of_seat(ours.game, 0),
        "player": user_of_seat(ours.game, 1),
        "director": director,
        "superuser": make_user("Superuser", is_staff=True, is_superuser=True),
        "guest": None,
    }
    of_guest = ours.game.seats.get(seat=2).player_id
    Player.objects.filter(pk=of_guest).update(user=None, claim_hash=token_hash(GUEST_TOKEN))
    states.cache.clear()
    return World(ours, theirs, people, {"opponent": 0, "player": 1, "guest": 2})


def make_side(name: str, *, is_public: bool = True) -> Side:
    """An event of eight with a round behind it; in the second the people themselves play, a few moves in.

    Its cards follow from its name: with any others a bot may knock before the seventh move.
    """
    with override_settings(DEADWOOD_SEED_SOURCE=f"fixed:the side called {name}"):
        return _make_side(name, is_public=is_public)


def _make_side(name: str, *, is_public: bool) -> Side:
    owner = make_user(f"{name} owner")
    club = make_club(name, owner=owner, is_public=is_public)
    tournament = an_event(8, director=owner, club=club)
    Tournament.objects.filter(pk=tournament.pk).update(is_public=is_public, name=f"{name} evening")
    tournament.refresh_from_db()
    played = play_round(tournament)
    for player in Player.objects.filter(club=club):
        Player.objects.filter(pk=player.pk).update(user=make_user(f"{name} {player.name}"))
    round_ = start_next(tournament)
    table = Table.objects.filter(round=round_).order_by("number").first()
    assert table is not None
    game = table.table_games.get().game
    while game.ply < 7:
        play_due(game_id=game.pk, ply=game.ply, budget=7 - game.ply)
        game.refresh_from_db()
    assert game.status == GameStatus.PLAYING
    game.seats.update(occupant="player", bot_level="")
    for row in game.seats.all():
        row.occupancies.create(from_ply=game.ply + 1, occupant="player")
    season, fixture = _season(tournament, owner)
    return Side(club, tournament, played, round_, game, table, season, fixture)


def _season(tournament: Tournament, owner: User) -> tuple[Season, Fixture]:
    """The event's season, in which the club's first three players also meet each other."""
    season = create_season(
        club=tournament.club,
        league_name="Premier",
        name="2026",
        starts_on=tournament.starts_on,
        ends_on=tournament.starts_on,
        format_=SeasonFormat(),
        actor=owner,
    )
    assign_event(season=season, tournament=tournament, actor=owner)
    players = list(Player.objects.filter(club=tournament.club).order_by("pk")[:3])
    day = tournament.starts_on
    made = make_fixtures(
        season=season, players=players, first_day=day, days=7, legs=1, preset="gin", actor=owner
    )
    return season, made.games.earliest("pk")


def user_of_seat(game: Game, seat: int) -> User:
    player = game.seats.get(seat=seat).player
    assert player is not None
    assert player.user is not None
    return player.user


# What stands for each name in an address, by the name that the address gives it; the event's side says whose.
VALUES: Final[dict[str, Callable[[Side], object]]] = {
    "public_id": lambda side: side.tournament.public_id,
    "game": lambda side: side.game.public_id,
    "version": lambda _side: "v1",
    "number": lambda _side: 1,
    "after": lambda _side: 1,
    "round": lambda _side: 1,
    "act": lambda _side: "generate",
    "table_id": lambda side: side.table.public_id,
    "table": lambda side: side.table.public_id,
    "code": lambda side: side.table.report_code or "NOCODE",
    "entrant": lambda side: side.tournament.entrants.earliest("pk").pk,
    "fee": lambda _side: 1,
    "kept_apart": lambda _side: 1,
    "draft": lambda side: side.tournament.drafts.latest("pk").pk,
    "penalty": lambda _side: 1,
    "what": lambda _side: "standings",
    "kind": lambda _side: "csv",
    "player": lambda side: side.club.players.earliest("pk").pk,
    "other": lambda side: side.club.players.latest("pk").pk,
    "season": lambda side: side.season.pk,
    "fixture": lambda side: side.fixture.pk,
    "league": lambda _side: 1,
    "member": lambda side: side.club.memberships.earliest("pk").pk,
    "slug": lambda side: side.club.slug,
    "club": lambda side: side.club.slug,
    "token": lambda _side: "none",
    "pk": lambda _side: 1,
    "key": lambda _side: "abc",
    "uidb36": lambda _side: "1",
    "object_id": lambda _side: 1,
    "app_label": lambda _side: "games",
    "content_type_id": lambda _side: 1,
    "url": lambda _side: "nowhere/",
}

# Where a name means something else at one address; acts are such that can be done there.
OF_ROUTE: Final[dict[str, dict[str, object]]] = {
    "tournaments:print": {"what": "names"},
    "tournaments:print_pdf": {"what": "names"},
    "tournaments:person_act": {"act": "withdraw"},
    "tournaments:draft_change": {"act": "discard"},
    "tournaments:table_decide": {"act": "renew"},
    "tournaments:report_answer": {"act": "confirm"},
    "tournaments:enter_self": {"act": "withdraw"},
    "clubs:fixture_act": {"act": "propose"},
}


def values_for(names: list[str], side: Side, *, of_game: bool) -> dict[str, Any]:
    """Values for an address. Raises LookupError that says where to add a new kind of id."""
    unknown = [name for name in names if name not in VALUES]
    if unknown:
        raise LookupError(f"give {unknown} a value in tests/secrecy/world.py, VALUES")
    found = {name: VALUES[name](side) for name in names}
    if of_game and "public_id" in found:
        found["public_id"] = VALUES["game"](side)
    return found
