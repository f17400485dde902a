"""Where the embedded servers are: computed from the data folder alone, read-only."""

from pathlib import Path

from config.embedded.layout import Layout
from config.settings.env import cache_beside, database


def test_sockets_stay_short_however_deep_the_data_folder() -> None:
    layout = Layout(Path("/") / "/".join(["a-long-name"] * 30))
    longest = layout.sockets / ".s.PGSQL.5432.lock"
    assert len(str(longest)) < 104
    assert layout.sockets != Layout(Path("/data")).sockets


def test_the_database_address_becomes_djangos_settings(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    found = database(layout.database_address("a:b/c@d?"), pool_size=0)
    names = ("HOST", "PORT", "NAME", "USER", "PASSWORD")
    assert tuple(found[name] for name in names) == (
        str(layout.sockets),
        "",
        "deadwood",
        "deadwood",
        "a:b/c@d?",
    )
    assert found["OPTIONS"]["server_side_binding"] is True
    assert (found["CONN_MAX_AGE"], "pool" in found["OPTIONS"]) == (None, False)


def test_a_servers_address_becomes_djangos_settings() -> None:
    found = database("postgresql://club:p%40ss@db.example:6432/rummy?sslmode=require", pool_size=8)
    names = ("HOST", "PORT", "NAME", "USER", "PASSWORD")
    assert tuple(found[name] for name in names) == ("db.example", 6432, "rummy", "club", "p@ss")
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["pool"] == {"min_size": 1, "max_size": 8, "timeout": 2}
    assert found["CONN_MAX_AGE"] == 0
    for timeout in ("lock_timeout=2s", "statement_timeout=5s", "idle_in_transaction_session_timeout=15s"):
        assert f"-c {timeout}" in found["OPTIONS"]["options"]


def test_the_cache_is_database_2_of_the_brokers_server(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    assert cache_beside(layout.broker_url) == f"unix://{layout.valkey_socket}?db=2"
    assert cache_beside("rediss://:secret@cache.example:6380/0") == "rediss://:secret@cache.example:6380/2"


def test_a_missing_secret_is_empty(tmp_path: Path) -> None:
    assert Layout(tmp_path).read_secret("postgres") == ""
    assert Layout(tmp_path / "missing").read_secret("postgres") == ""
