"""The cache on the broker's server. While that is away each process uses a memory of its own.

A cache that is away must cost speed, never a move (F4 of the failure model), nor open the door to guessing: limits are
then counted by each process for itself. What was kept in the meantime is forgotten when the server answers again.
A server that answers but takes nothing (its disk or memory is full) is away, too.
"""

from typing import Any

import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

log = structlog.get_logger(__name__)
AWAY = (RedisConnectionError, RedisTimeoutError, OutOfMemoryError, ReadOnlyError, OSError)
# How answers begin by which a server says that it can't just now; any other refusal is a mistake of ours.
CANT = ("MISCONF", "BUSY", "NOREPLICAS", "MASTERDOWN")
PROBE = "is-it-back"


def is_away(error: Exception) -> bool:
    """Whether the server can't be used just now."""
    return isinstance(error, AWAY) or str(error).startswith(CANT)


class KeptClient(RedisCacheClient):
    """Django's client, which would make an object of redis-py anew for each call; its connections it keeps anyway."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._kept: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if write not in self._kept:
            self._kept[write] = super().get_client(key, write=write)
        return self._kept[write]


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache whose calls go to the process's memory while the server is away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClient
        self._spare = LocMemCache(f"spare of {server}", {"KEY_PREFIX": self.key_prefix})
        self._is_away = False

    def _call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        try:
            if self._is_away:
                super().set(PROBE, 1, 1)  # what was written aside counts until the server takes things again
            answer = getattr(super(), name)(*args, **kwargs)
        except (*AWAY, ResponseError) as error:
            if not is_away(error):
                raise
            log.warning("cache away", error=type(error).__name__)
            self._is_away = True
            return getattr(self._spare, name)(*args, **kwargs)
        if self._is_away:
            self._spare.clear()
            self._is_away = False
        return answer

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("delete", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("get_many", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("delete_many", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._call("incr", *args, **kwargs)

    def clear(self) -> Any:
        return self._call("clear")
