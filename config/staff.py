"""Who may read the process's own numbers: signed-in staff, or a scraper with the token of METRICS_TOKEN."""

import functools
from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare

View = Callable[[HttpRequest], HttpResponseBase]


def staff_only(view: View) -> View:
    """Answers 404 to everybody else, as if the page weren't there."""

    @functools.wraps(view)
    def guarded(request: HttpRequest) -> HttpResponseBase:
        token = settings.METRICS_TOKEN
        sent = request.headers.get("Authorization", "")
        if not request.user.is_staff and not (token and constant_time_compare(sent, f"Bearer {token}")):
            raise Http404
        return view(request)

    return guarded
