"""How a page finds its game: through what the visitor may see. Unknown and forbidden give the same 404."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from games.models import Game


def visible_game(request: HttpRequest, public_id: str) -> Game:
    """The game, or Http404."""
    return get_object_or_404(Game.objects.visible_to(request.user), public_id=public_id)
