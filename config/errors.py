"""Answers for whole-site failures: pages where the visitor's browser wants one, JSON where the API is
asked.
"""

import sys

from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound

from config.unavailable import RETRY_AFTER_SECONDS, is_unavailable


def unavailable_response(request: HttpRequest) -> HttpResponse:
    """503 with Retry-After; nothing was changed, and trying again soon is right."""
    message = _("Deadwood is busy just now. Nothing was lost; please try again in a moment.")
    if request.path.startswith("/api/"):
        body = {"type": "server_error", "errors": [{"code": "unavailable", "detail": message, "attr": None}]}
        response: HttpResponse = JsonResponse(body, status=503)
    else:
        response = HttpResponse(_page(request, "503.html", message), status=503)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`. A database that is away can fail in any middleware, hence the look at the
    exception.
    """
    if is_unavailable(sys.exc_info()[1]):
        return unavailable_response(request)
    message = _("Something went wrong on our side. It has been written down.")
    if request.path.startswith("/api/"):
        body = {"type": "server_error", "errors": [{"code": "error", "detail": message, "attr": None}]}
        return JsonResponse(body, status=500)
    return HttpResponseServerError(_page(request, "500.html", message))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django hands it over
    """Django's `handler404`. What the API doesn't have is said as the API says all else.

    Django's own one looks for the page's token in the body, and fails with 500 at a body that can't be read.
    """
    if request.path.startswith("/api/"):
        detail = str(NotFound.default_detail)
        body = {"type": "client_error", "errors": [{"code": "not_found", "detail": detail, "attr": None}]}
        return JsonResponse(body, status=404)
    return render(request, "404.html", status=404)


def _page(request: HttpRequest, template: str, message: str) -> str:
    """The page must not need the database, so it is rendered without the request's context processors."""
    try:
        return render_to_string(template, {"message": message, "path": request.path})
    except TemplateDoesNotExist:
        return message
