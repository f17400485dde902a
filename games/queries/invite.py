"""Private tables as their pages show them, and whose a link is. It writes nothing and knows no card.

The link to a table is signed and numbered, so that nobody makes one up and counting the number on revokes it; the
link to a guest's place is found by its hash.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core import signing

from accounts.models import Player, User
from games.models import Invitation, InvitedSeat
from games.permissions import held_by
from games.queries.words import game_name

SALT = "deadwood.private-table"


@dataclass(frozen=True, slots=True)
class Place:
    """A taken place: `may_remove` says whether the host may take it back now."""

    player: int
    name: str
    is_me: bool
    is_host: bool
    may_remove: bool


@dataclass(frozen=True, slots=True)
class InvitationView:
    """A private table for one of its people. `free` places go to bots of `level` when the host deals."""

    public_id: str
    topic: str
    version: int
    game_name: str
    host: str
    is_host: bool
    is_open: bool
    is_called_off: bool
    places: tuple[Place, ...]
    free: int
    level: str
    turn_seconds: int | None
    game_id: str
    is_over: bool


def link_token(invitation: Invitation) -> str:
    """What stands in the address of the link in force."""
    return _signer().sign_object([invitation.pk, invitation.link_number])


def invitation_of_link(token: str) -> Invitation | None:
    """The table that the link leads to, None for a link that is made up, broken or revoked."""
    try:
        pk, number = _signer().unsign_object(token)
    except signing.BadSignature:
        return None
    return Invitation.objects.filter(pk=pk, link_number=number).select_related("host", "game").first()


def guests(hashes: Iterable[str]) -> tuple[Player, ...]:
    """The guests whose links have these hashes."""
    wanted = [each for each in hashes if each]
    return tuple(Player.objects.filter(claim_hash__in=wanted, user=None)) if wanted else ()


def guest_in_game(hashes: Iterable[str], public_id: str) -> Player | None:
    """The guest of one of these links who has a seat in that game."""
    wanted = [each for each in hashes if each]
    if not wanted:
        return None
    found = Player.objects.filter(claim_hash__in=wanted, user=None, game_seats__game__public_id=public_id)
    return found.first()


def invitation_for(public_id: str, people: Iterable[User | AnonymousUser | Player]) -> Invitation | None:
    """The table, where one of these people has a place at it (the host always has)."""
    table = Invitation.objects.filter(public_id=public_id).select_related("host", "game").first()
    if table is None or place_of(table, people) is None:
        return None
    return table


def place_of(table: Invitation, people: Iterable[User | AnonymousUser | Player]) -> InvitedSeat | None:
    """The place at the table that is one of these people's."""
    for person in people:
        seat = table.seats.filter(held_by(person)).first()
        if seat is not None:
            return seat
    return None


def hosted(public_id: str, user: User | AnonymousUser) -> Invitation | None:
    """The table, where this user made it."""
    if not user.is_authenticated:
        return None
    return Invitation.objects.filter(public_id=public_id, host=user).select_related("host", "game").first()


def open_tables(user: User) -> tuple[InvitationView, ...]:
    """The user's own tables that wait for people, newest first."""
    tables = Invitation.objects.filter(host=user, game=None, closed_at=None).select_related("host", "game")
    return tuple(invitation_view(table, [user]) for table in tables[:10])


def invitation_view(table: Invitation, people: Iterable[User | AnonymousUser | Player]) -> InvitationView:
    """The table as one of its people sees it."""
    people = tuple(people)
    is_host = any(isinstance(person, User) and person.pk == table.host_id for person in people)
    mine = place_of(table, people)
    places = tuple(
        _place(table, seat, is_host, mine) for seat in table.seats.select_related("player").order_by("number")
    )
    host = next((place.name for place in places if place.is_host), str(table.host))
    return InvitationView(
        public_id=table.public_id,
        topic=table.topic,
        version=table.version,
        game_name=game_name(table.ruleset.key),
        host=host,
        is_host=is_host,
        is_open=table.is_open,
        is_called_off=table.closed_at is not None,
        places=places,
        free=table.seat_count - len(places),
        level=table.options.bot_level,
        turn_seconds=table.options.turn_seconds,
        game_id=table.game.public_id if table.game is not None else "",
        is_over=table.game is not None and table.game.is_over,
    )


def _place(table: Invitation, seat: InvitedSeat, is_host: bool, mine: InvitedSeat | None) -> Place:
    player = seat.player
    of_host = player.user_id == table.host_id
    is_running = table.game is not None and not table.game.is_over and bool(player.claim_hash)
    return Place(
        player=player.pk,
        name=player.name,
        is_me=mine is not None and seat.pk == mine.pk,
        is_host=of_host,
        may_remove=is_host and not of_host and (table.is_open or is_running),
    )


def _signer() -> signing.Signer:
    """No time is signed: the same link has the same text whenever a page shows it."""
    return signing.Signer(salt=SALT)
