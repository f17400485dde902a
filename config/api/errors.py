"""How an exception becomes an answer of the API, in one shape for all:

    {"type": "client_error", "errors": [{"code": "stale", "detail": "The game has moved on…", "attr": null}],
     "details": {"current_ply": 42}}

`type` and `errors` are those of drf-standardized-errors; `details` is there where the error has figures of
its own. The apps' errors bring status, code and sentence (409 stale, 422 illegal, 404 not yours); a database
that can't answer becomes 503 with Retry-After.
"""

from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.utils.translation import gettext as _
from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework.exceptions import APIException, ParseError
from rest_framework.response import Response

from config.api.parsers import BodyTooLarge
from config.unavailable import RETRY_AFTER_SECONDS, is_unavailable, is_worth_another_try
from games.errors import GamesError
from tournaments.errors import TournamentsError


class DomainError(APIException):
    """An app's own error, with what the client needs to go on."""

    def __init__(self, error: GamesError | TournamentsError) -> None:
        super().__init__(detail=str(error), code=error.code)
        self.status_code = error.status
        self.details = error.details


class Unavailable(APIException):
    """Nothing was changed; the same request may be sent again."""

    status_code = 503
    default_detail = "Deadwood is busy just now. Please try again in a moment."
    default_code = "unavailable"
    wait = RETRY_AFTER_SECONDS


class Handler(ExceptionHandler):
    def convert_known_exceptions(self, exc: Exception) -> Exception:
        if isinstance(exc, GamesError | TournamentsError):
            return DomainError(exc)
        if is_unavailable(exc):
            return Unavailable()
        if isinstance(exc, RequestDataTooBig):  # Django's own limit, before a parser is asked
            return BodyTooLarge()
        if isinstance(exc, SuspiciousOperation):
            return ParseError(_("This request can't be read."))
        return super().convert_known_exceptions(exc)


class Formatter(ExceptionFormatter):
    def format_error_response(self, error_response: Any) -> Any:
        body = super().format_error_response(error_response)
        if isinstance(self.exc, DomainError) and self.exc.details:
            body["details"] = self.exc.details
        return body


def exception_handler(exc: Exception, context: Any) -> Response | None:
    """DRF's EXCEPTION_HANDLER. What is worth another try goes on to the middleware, which tries (config.middleware)."""
    if is_worth_another_try(exc):
        raise exc
    return Handler(exc, context).run()
