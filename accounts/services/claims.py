"""Players without an account who become somebody's own later, and what a player shows of itself."""

import secrets

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.errors import ClubNotAllowed, LinkNotValid, NameTaken
from accounts.links import claim_hash
from accounts.models import Player, User
from accounts.permissions import can_organise, is_self

TOKEN_BYTES = 16


@transaction.atomic
def make_claim_link(*, player: Player, actor: User) -> str:
    """A token with which one person may claim the player; an older one stops working.

    Raises ClubNotAllowed for all but directors, and for a player who belongs to an account.
    """
    player = _locked(player)
    if player.club is None or player.user_id is not None or not can_organise(actor, player.club):
        raise ClubNotAllowed
    token = secrets.token_urlsafe(TOKEN_BYTES)
    player.claim_hash = claim_hash(token)
    player.save(update_fields=["claim_hash"])
    return token


@transaction.atomic
def claim_player(*, token: str, user: User) -> Player:
    """The player of that link is `user` from now on, with all its results; the link is used up.

    Raises LinkNotValid, and NameTaken where the user is another player of the club already.
    """
    hashed = claim_hash(token)
    found = Player.objects.select_for_update(no_key=True).filter(claim_hash=hashed, user=None).first()
    if found is None:
        raise LinkNotValid
    found.user, found.claim_hash = user, ""
    try:
        with transaction.atomic():
            found.save(update_fields=["user", "claim_hash"])
    except IntegrityError:
        raise NameTaken(_("You are in this club under another name already. Ask a director.")) from None
    return found


@transaction.atomic
def set_privacy(*, player: Player, is_private: bool, actor: User) -> Player:
    """Hide the player's page and rating, or show them. Raises ClubNotAllowed for all but the player."""
    player = _locked(player)
    if not is_self(actor, player):
        raise ClubNotAllowed
    player.is_private = is_private
    player.save(update_fields=["is_private"])
    return player


def _locked(player: Player) -> Player:
    return (
        Player.objects.select_for_update(no_key=True, of=("self",)).select_related("club").get(pk=player.pk)
    )
