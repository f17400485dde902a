"""Saying one of the fixed phrases at the table. Nothing of it is kept; moves and clocks know nothing of it."""

from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from accounts.models import Player, User
from games.enums import Phrase
from games.errors import NotYourSeat, TooMuchTalk, UnknownPhrase
from games.models import Game
from games.permissions import held_by
from games.queries.talk import SPOKEN_SECONDS, talk_key
from games.services.live import poke

PAUSE_SECONDS: Final = 3


@transaction.atomic
def say(*, game: Game, actor: User | Player, phrase: str) -> None:
    """Show `phrase` (a code of `Phrase`) at the actor's seat for some seconds, to everybody at the table.

    Raises NotYourSeat for onlookers, UnknownPhrase, and TooMuchTalk within three seconds of the last one.
    Pokes the table's open pages after commit.
    """
    seat = game.seats.filter(held_by(actor)).values_list("seat", flat=True).first()
    if seat is None:
        raise NotYourSeat
    if phrase not in Phrase.values:
        raise UnknownPhrase
    if not cache.add(f"{talk_key(game.pk, seat)}-pause", 1, PAUSE_SECONDS):
        raise TooMuchTalk
    cache.set(talk_key(game.pk, seat), phrase, SPOKEN_SECONDS)
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    game.refresh_from_db(fields=["version"])
    poke(game.topic, game.version)
