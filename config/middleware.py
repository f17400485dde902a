"""Headers that every answer carries, and the answer when the database can't be reached (reliability 8.8,
F6, F14).
"""

import random
import time
from collections.abc import Callable
from typing import Final, cast

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch
from django.utils.cache import patch_cache_control, patch_vary_headers

from config.database.base import DatabaseWrapper
from config.errors import unavailable_response
from config.unavailable import is_unavailable, is_worth_another_try

GetResponse = Callable[[HttpRequest], HttpResponseBase]
NO_FEATURES = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "camera", "geolocation", "gyroscope", "magnetometer", "microphone", "payment", "usb",
    )
)  # fmt: skip
# The admin's own scripts evaluate expressions and set styles; nothing outside /admin/ may (stack: unfold).
ADMIN_CSP = {"script-src": ["'self'", "'unsafe-eval'"], "style-src": ["'self'", "'unsafe-inline'"]}
# The API's pages set themselves up with an inline script and styles.
API_DOCS_CSP = {
    "script-src": ["'self'", "'unsafe-inline'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "worker-src": ["'self'", "blob:"],
}

# Pauses in seconds before a request is handled again: at random from the half of each to the whole of it, so that two
# requests that stood in each other's way don't meet again.
PAUSES: Final = (0.05, 0.2, 0.5)
COMMITS_BEFORE: Final = "deadwood.commits_before"
LIBRARIES: Final = ("allauth.", "django.")


class SecurityHeaders:
    """Outermost: isolation, no device features, and no shared copies of what a signed-in person sees."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.setdefault("Permissions-Policy", NO_FEATURES)
        if request.path.startswith("/api/"):
            response.setdefault("X-Robots-Tag", "noindex")
        # `user` is there once authentication ran; an unread session means that nobody was looked at
        session = getattr(request, "session", None)
        if request.headers.get("Authorization") or (session is not None and session.accessed):
            patch_cache_control(response, private=True, no_store=True)
            patch_vary_headers(response, ["Cookie", "Authorization"])
        return response


class ApiNeedsHttps:
    """Where HTTPS is asked for, a call of the API without it is refused and not redirected: a program that sends its
    token in the clear must notice (OWASP ASVS 4.1.2). Pages are redirected by Django.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith("/api/v") and not request.is_secure():
            error = {"code": "https_required", "detail": "Call this address with https.", "attr": None}
            return JsonResponse({"type": "client_error", "errors": [error]}, status=403)
        return self.get_response(request)


class ContentPolicy(CSPMiddleware):
    """The strict policy everywhere; the two exceptions are made by path, so that no view can widen its
    own.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if request.path.startswith("/admin/"):
            parts.replace = ADMIN_CSP
        elif request.path.startswith("/api/docs/"):
            parts.replace = API_DOCS_CSP
        return parts


class ServiceUnavailable:
    """Turns "the database can't answer just now" into 503 with Retry-After, for pages and fragments.

    A request whose transaction the server ended for another's sake is handled again, up to three times and only if
    nothing of it is in the database yet (F14): whoever pressed the button learns nothing of it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.META[COMMITS_BEFORE] = _commits()
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        for longest_pause in PAUSES:
            if not (is_worth_another_try(exception) and _may_be_handled_again(request)):
                break
            time.sleep(random.uniform(longest_pause / 2, longest_pause))  # noqa: S311 - nothing is secret in a pause
            try:
                return _handle_again(request)
            except DatabaseError as error:
                exception = error
        if is_unavailable(exception):
            return unavailable_response(request)
        return None


def _may_be_handled_again(request: HttpRequest) -> bool:
    """Whether nothing of the request was kept, and all of it can be read once more.

    Views of libraries write without a transaction of their own, and files were read to their ends.
    """
    match = request.resolver_match
    return (
        match is not None
        and not match.func.__module__.startswith(LIBRARIES)
        and _commits() == request.META[COMMITS_BEFORE]
        and not request.FILES
    )


def _commits() -> int:
    return cast("DatabaseWrapper", connection).commits


def _handle_again(request: HttpRequest) -> HttpResponseBase:
    match = cast("ResolverMatch", request.resolver_match)
    response: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
    return response
