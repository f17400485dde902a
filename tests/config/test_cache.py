"""A cache that is away costs speed, never an answer (F4)."""

from pathlib import Path

import pytest
import redis
from django.core.cache.backends.base import BaseCache
from redis.exceptions import ResponseError

from config.cache import ForgivingRedisCache, is_away
from config.embedded.valkey import Valkey


def use_all(cache: BaseCache) -> list[object]:
    return [
        cache.set("a", 1),
        cache.get("a", "away"),
        cache.add("b", 2),
        cache.has_key("a"),
        cache.incr("a"),
        cache.touch("a"),
        cache.get_many(["a"]),
        cache.set_many({"c": 3}),
        cache.delete_many(["c"]),
        cache.delete("a"),
        cache.get_or_set("d", 4),
        cache.clear(),
    ]


def test_with_a_server_it_is_an_ordinary_cache(valkey: Valkey) -> None:
    cache = ForgivingRedisCache(f"unix://{valkey.layout.valkey_socket}?db=2", {})
    assert use_all(cache) == [None, 1, True, True, 2, True, {"a": 2}, [], None, True, 4, True]


def test_without_one_the_process_remembers_for_itself(tmp_path: Path) -> None:
    cache = ForgivingRedisCache(f"unix://{tmp_path / 'no.sock'}?db=2", {})
    assert use_all(cache) == [None, 1, True, True, 2, True, {"a": 2}, [], None, True, 4, None]


def test_what_was_remembered_without_the_server_is_forgotten_with_it(valkey: Valkey, tmp_path: Path) -> None:
    there, link = valkey.layout.valkey_socket, tmp_path / "v.sock"
    cache = ForgivingRedisCache(f"unix://{link}?db=2", {})
    cache.set("while-away", 1)
    link.symlink_to(there)
    assert cache.get("while-away") is None
    link.unlink()
    cache._cache._pools.clear()
    assert cache.get("while-away") is None


def test_a_server_that_takes_nothing_is_away_too(valkey: Valkey) -> None:
    """As with a full disk: reading would work, so what was written aside must be read there."""
    cache = ForgivingRedisCache(f"unix://{valkey.layout.valkey_socket}?db=2", {})
    server = redis.Redis(unix_socket_path=str(valkey.layout.valkey_socket))
    server.config_set("maxmemory", 1)
    try:
        cache.set("guesses", 4)
        assert cache.incr("guesses") == 5
        assert cache.get("guesses") == 5
    finally:
        server.config_set("maxmemory", 0)
        server.close()
    assert cache.get("guesses") is None


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (ResponseError("MISCONF Errors writing to the AOF file: No space left on device"), True),
        (ResponseError("value is not an integer or out of range"), False),
    ],
)
def test_what_the_server_cant_do_is_told_from_what_we_do_wrong(error: ResponseError, away: bool) -> None:
    assert is_away(error) == away


def test_a_mistake_of_ours_is_not_forgiven(valkey: Valkey) -> None:
    cache = ForgivingRedisCache(f"unix://{valkey.layout.valkey_socket}?db=2", {})
    with pytest.raises(ValueError, match="not found"):
        cache.incr("never-set")
