"""Private tables: making one, taking and giving back places, starting the game. One public service, one transaction.

Whose table it is was asked before (`hosted`, games/queries/invite.py); who opens a link proves it by the link. A
guest's link is 128 bits of chance and only its hash is stored.
"""

import hashlib
import random
import secrets
from typing import Final

from django.db import transaction

from accounts.errors import LinkNotValid
from accounts.models import Player, User
from accounts.names import name_key
from accounts.services.claims import claim_player
from accounts.services.people import usable_name
from games.engine.ruleset import Ruleset
from games.enums import GamePurpose, GameStatus, Occupant
from games.errors import NameInUse, NoFreePlace, SeatsError, TableClosed
from games.models import Game, Invitation, InvitedSeat
from games.options import GameOptions
from games.queries.clock import database_now
from games.seeds import draw_seed
from games.services.control import cancel_game
from games.services.create import SeatSpec, create_game, start_game
from games.services.live import poke
from games.services.practice import bot_name, own_guest
from games.services.seats import stand_in

TOKEN_BYTES: Final = 16


def token_hash(token: str) -> str:
    """What is stored of a guest's link."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def create_invitation(*, host: User, ruleset: Ruleset, seats: int, options: GameOptions) -> Invitation:
    """A table of `seats` places, the first one the host's. Raises SeatsError."""
    if not ruleset.min_players <= seats <= ruleset.max_players:
        raise SeatsError(least=ruleset.min_players, most=ruleset.max_players)
    table = Invitation.objects.create(
        host=host, ruleset_json=ruleset.to_json(), options_json=options.to_json(), seat_count=seats
    )
    InvitedSeat.objects.create(invitation=table, number=0, player=own_guest(host))
    return table


@transaction.atomic
def join_as_guest(*, invitation: Invitation, name: str) -> str:
    """Take a place under a name, without an account; returns the token that holds it, told this once.

    Raises TableClosed, NoFreePlace, NameInUse, and BadName of the accounts app.
    """
    name = usable_name(name)
    table = _open(invitation)
    taken = InvitedSeat.objects.filter(invitation=table, player__name_key=name_key(name))
    if taken.exists():
        raise NameInUse
    token = secrets.token_urlsafe(TOKEN_BYTES)
    _sit(table, Player.objects.make(name=name, claim_hash=token_hash(token)))
    return token


@transaction.atomic
def join_as_user(*, invitation: Invitation, user: User) -> bool:
    """Take a place with an account. Returns False for who sits there already. Raises TableClosed, NoFreePlace."""
    if InvitedSeat.objects.filter(invitation=invitation, player__user=user).exists():
        return False
    _sit(_open(invitation), own_guest(user))
    return True


def _open(invitation: Invitation) -> Invitation:
    """The table, locked. Raises TableClosed where no place can be taken any more."""
    table = _locked(invitation)
    if not table.is_open:
        raise TableClosed
    return table


def _locked(invitation: Invitation) -> Invitation:
    return Invitation.objects.select_for_update(no_key=True, of=("self",)).get(pk=invitation.pk)


def _sit(table: Invitation, player: Player) -> None:
    taken = set(InvitedSeat.objects.filter(invitation=table).values_list("number", flat=True))
    free = [number for number in range(table.seat_count) if number not in taken]
    if not free:
        raise NoFreePlace
    InvitedSeat.objects.get_or_create(invitation=table, player=player, defaults={"number": free[0]})
    _changed(table)


def _changed(table: Invitation) -> None:
    table.version += 1
    table.save()
    poke(table.topic, table.version)


@transaction.atomic
def revoke_place(*, invitation: Invitation, player: int) -> None:
    """Take a place back from whoever took it (`player`, a key): the guest's link is dead at once.

    Before the start the place is free again, in a game a bot plays on. The host's own place stays, and so does that
    of a person with an account once the game is on: the seat follows from who is signed in.
    """
    table = _locked(invitation)
    seat = InvitedSeat.objects.filter(invitation=table, player=player).select_related("player").first()
    if seat is None or seat.player.user_id == table.host_id or table.closed_at is not None:
        return
    if seat.player.user_id is None:
        Player.objects.filter(pk=player).update(claim_hash="")
    if table.game is None:
        seat.delete()
    elif seat.player.user_id is None and table.game.status == GameStatus.PLAYING:
        number = table.game.seats.get(player=player).seat
        stand_in(game=table.game, seat=number)
    _changed(table)


@transaction.atomic
def keep_in_account(*, invitation: Invitation, token: str, user: User) -> bool:
    """The guest's place of that link, and the seat and result that came of it, are the account's from now on; the
    link is used up. Returns False for who has a place at the table already. Raises LinkNotValid of the accounts app.
    """
    table = _locked(invitation)
    places = InvitedSeat.objects.filter(invitation=table)
    if places.filter(player__user=user).exists():
        return False
    if not places.filter(player__claim_hash=token_hash(token)).exists():
        raise LinkNotValid
    claim_player(token=token, user=user)
    _changed(table)
    return True


@transaction.atomic
def new_link(*, invitation: Invitation) -> None:
    """From now on another link leads to the table; places taken stay taken."""
    table = _locked(invitation)
    table.link_number += 1
    _changed(table)


@transaction.atomic
def start_invited_game(*, invitation: Invitation) -> Game:
    """Deal: bots take the free places, and lots decide who sits where. Again gives the same game.

    Raises TableClosed for a table that was called off.
    """
    table = _locked(invitation)
    if table.game is not None:
        return table.game
    if table.closed_at is not None:
        raise TableClosed
    people = [seat.player for seat in table.seats.select_related("player").order_by("number")]
    seats = [SeatSpec(player, player.name) for player in people]
    level = table.options.bot_level
    seats += [
        SeatSpec(None, bot_name(number), Occupant.BOT, level)
        for number in range(table.seat_count - len(people))
    ]
    random.Random(draw_seed(f"invitation {table.pk}")).shuffle(seats)  # noqa: S311 - seats, no cards
    game = create_game(
        ruleset=table.ruleset,
        options=table.options,
        seats=seats,
        purpose=GamePurpose.PRIVATE,
        created_by=table.host,
    )
    game.seats.filter(player__user=table.host).update(appeared_at=database_now())
    table.game = start_game(game=game)
    _changed(table)
    return table.game


@transaction.atomic
def call_off(*, invitation: Invitation) -> None:
    """The host's end of a table: nobody can join any more, and a game that is on ends without a result."""
    table = _locked(invitation)
    if table.closed_at is not None:
        return
    table.closed_at = database_now()
    if table.game is not None and not table.game.is_over:
        cancel_game(game=table.game)
    _changed(table)
