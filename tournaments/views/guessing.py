"""Who tries codes of tables one after the other is made to wait. Only wrong codes count, so that a hall behind one
address is never held up. Counting is the API's throttle; where the cache is away nobody waits.
"""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.throttling import SimpleRateThrottle


class WrongCodes(SimpleRateThrottle):
    """The wrong codes of an address. `is_over` only looks, `count` counts one more."""

    scope = "table_code"
    num_requests: int
    duration: int

    def get_rate(self) -> str | None:
        """The setting's, None where nobody has to wait."""
        return settings.WRONG_CODES_RATE

    def is_over(self, request: HttpRequest) -> bool:
        """Whether the address has to wait; never where no rate is set."""
        if self.rate is None:
            return False
        now = self.timer()
        recent = [found for found in self.cache.get(self._key(request), []) if now - found < self.duration]
        return len(recent) >= self.num_requests

    def count(self, request: HttpRequest) -> None:
        """A wrong code came."""
        if self.rate is None:
            return
        now = self.timer()
        recent = [found for found in self.cache.get(self._key(request), []) if now - found < self.duration]
        self.cache.set(self._key(request), [now, *recent], self.duration)

    def _key(self, request: HttpRequest) -> str:
        # get_ident needs no more than META, which every request has
        ident = self.get_ident(request)  # type: ignore[arg-type]
        return self.cache_format % {"scope": self.scope, "ident": ident}


def counts_wrong_codes(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose 404 is a wrong code: after too many of them from one address it answers 429 for a while."""

    @wraps(view)
    def counted(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        codes = WrongCodes()
        if codes.is_over(request):
            answer = render(request, "tournaments/paper/slow.html", status=429)
            answer["Retry-After"] = "60"
            return answer
        try:
            answer = view(request, *args, **kwargs)
        except Http404:
            codes.count(request)
            raise
        if answer.status_code == 404:
            codes.count(request)
        return answer

    return counted
