"""The cache on the broker's server, and what happens without it: every read misses, every write is forgotten.

A cache that is away must cost speed and throttling, never a move (F4 of the failure model).
"""

from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

log = structlog.get_logger(__name__)
AWAY = (RedisConnectionError, RedisTimeoutError, OSError)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache whose calls answer "nothing there" while the server is away."""

    def _or(self, fallback: Any, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return call(*args, **kwargs)
        except AWAY as error:
            log.warning("cache away", error=type(error).__name__)
            return fallback

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._or(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(None, super().set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, super().touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, super().delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or({}, super().get_many, *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or([], super().set_many, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(None, super().delete_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, super().has_key, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self._or(delta, super().incr, key, delta, version)

    def clear(self) -> Any:
        return self._or(False, super().clear)
