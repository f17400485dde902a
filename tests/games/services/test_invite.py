"""Private tables: places, guests, the host's powers, and that a guest's moves are their own."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.errors import BadName
from accounts.models import Player
from games.engine.ruleset import PRESETS
from games.enums import GamePurpose, GameStatus, Occupant
from games.errors import NameInUse, NoFreePlace, NotYourSeat, SeatsError, TableClosed
from games.models import Game, Invitation
from games.options import GameOptions
from games.queries.audit import audit_game
from games.queries.invite import guest_in_game, guests, hosted, invitation_of_link, link_token
from games.queries.states import load_state
from games.services.invite import (
    call_off,
    create_invitation,
    join_as_guest,
    join_as_user,
    new_link,
    revoke_place,
    start_invited_game,
    token_hash,
)
from games.services.play import play_move
from tests.factories import make_user

pytestmark = pytest.mark.django_db
OPTIONS = GameOptions(turn_seconds=None, bot_pace_seconds=0, cut_seconds=0)


def a_table(seats: int = 3, host: str = "Ruth") -> Invitation:
    return create_invitation(
        host=make_user(host), ruleset=PRESETS["knock-rummy"], seats=seats, options=OPTIONS
    )


def guest(token: str) -> Player:
    (found,) = guests([token_hash(token)])
    return found


def names(table: Invitation) -> list[str]:
    return [seat.player.name for seat in table.seats.select_related("player")]


def test_bots_take_the_places_left_free() -> None:
    table = a_table(seats=4)
    token = join_as_guest(invitation=table, name=" Luca  Ferri ")
    game = start_invited_game(invitation=table)
    assert start_invited_game(invitation=table) == game
    rows = sorted(game.seats.values_list("occupant", "name"))
    assert rows == [
        (Occupant.BOT, "Bot A"),
        (Occupant.BOT, "Bot B"),
        (Occupant.PLAYER, "Luca Ferri"),
        (Occupant.PLAYER, "Ruth"),
    ]
    assert (game.purpose, game.status, game.is_public) == (GamePurpose.PRIVATE, GameStatus.PLAYING, False)
    assert guest_in_game([token_hash(token)], game.public_id) == guest(token)
    assert not Player.objects.filter(claim_hash=token).exists(), "only the hash is stored"


def test_who_cant_sit_down() -> None:
    table = a_table(seats=2)
    for name, error in (("", BadName), ("ruth", NameInUse)):
        with pytest.raises(error):
            join_as_guest(invitation=table, name=name)
    assert join_as_user(invitation=table, user=table.host) is False
    join_as_guest(invitation=table, name="Luca")
    with pytest.raises(NoFreePlace):
        join_as_guest(invitation=table, name="Ines")
    with pytest.raises(NoFreePlace):
        join_as_user(invitation=table, user=make_user())
    assert names(table) == ["Ruth", "Luca"]
    start_invited_game(invitation=table)
    with pytest.raises(TableClosed):
        join_as_guest(invitation=table, name="Ines")
    with pytest.raises(SeatsError):
        create_invitation(host=table.host, ruleset=PRESETS["gin"], seats=4, options=OPTIONS)


def test_a_link_is_the_hosts_to_renew_and_a_place_the_hosts_to_take_back() -> None:
    table = a_table()
    link, token = link_token(table), join_as_guest(invitation=table, name="Luca")
    assert (invitation_of_link(link), invitation_of_link(link + "x")) == (table, None)
    new_link(invitation=table)
    table.refresh_from_db()
    assert (invitation_of_link(link), invitation_of_link(link_token(table))) == (None, table)
    revoke_place(invitation=table, player=guest(token).pk)
    assert (names(table), guests([token_hash(token)])) == (["Ruth"], ())
    revoke_place(invitation=table, player=table.seats.get().player_id)
    assert names(table) == ["Ruth"], "the host stays"
    assert (hosted(table.public_id, make_user()), hosted(table.public_id, AnonymousUser())) == (None, None)


def test_a_revoked_guest_plays_no_more_and_a_bot_does() -> None:
    table = a_table(seats=2)
    token = join_as_guest(invitation=table, name="Luca")
    game, player = start_invited_game(invitation=table), guest(token)
    revoke_place(invitation=table, player=player.pk)
    assert game.seats.get(player=player).occupant == Occupant.STAND_IN
    assert guest_in_game([token_hash(token)], game.public_id) is None
    assert guest_in_game([token_hash("")], game.public_id) is None


def test_a_guest_moves_only_for_the_own_seat_and_only_in_the_own_game() -> None:
    table, other = a_table(seats=2), a_table(seats=2, host="Ines")
    token = join_as_guest(invitation=table, name="Luca")
    game, foreign = start_invited_game(invitation=table), start_invited_game(invitation=other)
    actors = {game.seats.get(player__user=table.host).seat: table.host}
    actors[1 - next(iter(actors))] = guest(token)
    for _unused in range(6):
        game.refresh_from_db()
        code = next(iter(load_state(game).legal_moves())).code
        play_move(game=game, actor=actors[game.turn_seat], code=code, expected_ply=game.ply)
    game.refresh_from_db()
    assert list(audit_game(game)) == []
    with pytest.raises(NotYourSeat):
        play_move(game=foreign, actor=guest(token), code="stock", expected_ply=foreign.ply)
    assert foreign not in Game.objects.visible_to(guest(token))
    assert game in Game.objects.visible_to(guest(token))


def test_a_table_that_is_called_off() -> None:
    table, playing = a_table(), a_table()
    game = start_invited_game(invitation=playing)
    for each in (table, playing):
        call_off(invitation=each)
    game.refresh_from_db()
    assert game.status == GameStatus.CANCELLED
    with pytest.raises(TableClosed):
        start_invited_game(invitation=table)
