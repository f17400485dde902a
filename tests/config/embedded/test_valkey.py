"""The embedded broker: what it was told survives a restart."""

from collections.abc import Callable
from pathlib import Path

import redis

from config.embedded.layout import Layout
from config.embedded.valkey import Valkey


def test_what_was_written_survives_a_kill(data_folders: Callable[[str], Path]) -> None:
    server = Valkey(Layout(data_folders("valkey")))
    server.start()
    try:
        client = redis.Redis(unix_socket_path=str(server.layout.valkey_socket))
        client.set("kept", "7")
        client.close()
        assert server.process is not None
        assert server.layout.valkey_socket.stat().st_mode & 0o077 == 0
        server.process.terminate()
        server.process.wait()
        assert server.answers() is False
        server.start()
        client = redis.Redis(unix_socket_path=str(server.layout.valkey_socket))
        assert client.get("kept") == b"7"
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        client.close()
    finally:
        server.stop()
    assert server.answers() is False
