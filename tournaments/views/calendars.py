"""Calendar feeds: a club's public events, and one person's own by a key in the address."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from accounts.links import user_of_key
from tournaments.queries.calendars import club_calendar, own_calendar
from tournaments.views.clubs import visible_club


@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The public events of a club that the visitor may see."""
    return _answer(club_calendar(visible_club(request, slug), _address(request)))


@require_GET
def own(request: HttpRequest, token: str) -> HttpResponse:
    """What the person of that key plays in; a key that isn't valid leads nowhere."""
    user = user_of_key(token)
    if user is None:
        raise Http404
    return _answer(own_calendar(user, _address(request)))


def _address(request: HttpRequest) -> Callable[[str], str]:
    return lambda public_id: request.build_absolute_uri(
        reverse("tournaments:overview", kwargs={"public_id": public_id})
    )


def _answer(text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["X-Robots-Tag"] = "noindex"
    answer["Cache-Control"] = "private, max-age=300"
    return answer
