"""How a page finds its game and who looks at it: through what the visitor may see. Unknown and forbidden give the
same 404.

A visitor is a signed-in user, nobody in particular, or a guest: a Player whose seat link the session keeps. A guest
is one only in the game of that seat.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from accounts.kept_query import asked_ahead
from accounts.models import Player, User
from games.models import Game
from games.permissions import signed_in
from games.queries import seats
from games.queries.invite import guest_in_game
from games.services.invite import token_hash

PLACES: Final = "guest_places"  # in the session: tokens of the places taken as a guest, newest last
MOST_PLACES: Final = 20


def visible_game(request: HttpRequest, public_id: str) -> Game:
    """The game with its invitation, where it has one, or Http404."""
    try:
        return Game.get_visible(visitor(request, public_id), public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error


@contextmanager
def in_one_journey(request: HttpRequest, public_id: str) -> Iterator[None]:
    """For a look at a game: its row, its seats and the user's row, where that isn't known yet, are asked for at once,
    before anything is decided.
    """
    asked = [Game.asked(public_id), seats.asked(public_id)]
    if SESSION_KEY in request.session and not hasattr(request, "_cached_user"):  # where Django keeps it
        asked.append(User.objects.asked(int(request.session[SESSION_KEY])))
    with asked_ahead(*asked):
        yield


def visitor(request: HttpRequest, public_id: str) -> User | AnonymousUser | Player:
    """Who looks at this game."""
    return guest_in_game(place_hashes(request), public_id) or request.user


def actor(request: HttpRequest, public_id: str) -> User | Player:
    """Who acts in this game. Raises PermissionDenied for nobody."""
    found = visitor(request, public_id)
    return found if isinstance(found, Player) else signed_in(found)


def player_required(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[..., HttpResponse]:
    """Sends those to the sign-in page who are neither signed in nor a guest of this game."""

    @wraps(view)
    def checked(request: HttpRequest, public_id: str) -> HttpResponse:
        if visitor(request, public_id).pk is None:
            return redirect_to_login(request.get_full_path())
        return view(request, public_id)

    return checked


def place_hashes(request: HttpRequest) -> list[str]:
    """Hashes of the seat links that this browser keeps."""
    return [token_hash(token) for token in request.session.get(PLACES, [])]


def keep_place(request: HttpRequest, token: str) -> None:
    """From now on this browser holds the place of that link."""
    kept = [each for each in request.session.get(PLACES, []) if each != token]
    request.session[PLACES] = [*kept, token][-MOST_PLACES:]
