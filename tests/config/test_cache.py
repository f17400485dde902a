"""A cache that is away costs speed, never an answer (F4)."""

from pathlib import Path

import pytest
from django.core.cache.backends.base import BaseCache

from config.cache import ForgivingRedisCache
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


def test_without_one_nothing_is_there_and_nothing_fails(tmp_path: Path) -> None:
    cache = ForgivingRedisCache(f"unix://{tmp_path / 'no.sock'}?db=2", {})
    assert use_all(cache) == [None, "away", True, False, 1, False, {}, [], None, False, 4, False]


def test_a_mistake_of_ours_is_not_forgiven(valkey: Valkey) -> None:
    cache = ForgivingRedisCache(f"unix://{valkey.layout.valkey_socket}?db=2", {})
    with pytest.raises(ValueError, match="not found"):
        cache.incr("never-set")
