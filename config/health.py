"""Two questions of supervisors and proxies: does the process answer (`/healthz`), can it do its work
(`/readyz`)?
"""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001  (Django hands it to every view)
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 once the database answers. The broker is not asked: play goes on without it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return JsonResponse({"status": "unavailable", "reason": type(error).__name__}, status=503)
    return JsonResponse({"status": "ok"})
