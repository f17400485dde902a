"""The embedded broker and cache: Valkey on a private socket, with an append-only file so that a restart loses
nothing.

The package's own Python layer is not used: it ends the server with SIGKILL.
"""

import contextlib
import signal
import socket
import subprocess

from config.embedded.binaries import find_valkey
from config.embedded.errors import StartError
from config.embedded.layout import Layout
from config.embedded.postgres import place_for
from config.embedded.system import end, make_folder, make_private_folder, servers_account, spawn, wait_until


class Valkey:
    """One server on one data folder."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.log = layout.logs / "valkey.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait for its answer. Raises StartError."""
        for folder in (self.layout.data, self.layout.logs):
            make_folder(folder)
        account = servers_account()
        home = place_for(self.layout, "valkey", account)
        make_private_folder(home, account)
        make_private_folder(self.layout.sockets, account)
        self.process = spawn(
            [
                find_valkey(account), "--port", "0", "--unixsocket", self.layout.valkey_socket,
                "--unixsocketperm", "700", "--appendonly", "yes", "--appendfsync", "everysec", "--save", "",
                "--maxmemory-policy", "noeviction", "--dir", home, "--daemonize", "no",
            ],
            log=self.log,
            dies_by=signal.SIGTERM,
            account=account,
        )  # fmt: skip
        if not wait_until(self._answers_or_ended, seconds=30) or not self.answers():
            self.stop()
            raise StartError(f"Valkey doesn't start. The whole story is in {self.log}.")

    def stop(self) -> None:
        if self.process is not None:
            end(self.process, (signal.SIGTERM, 10.0))
            self.process = None

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(1)
            connection.connect(str(self.layout.valkey_socket))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        return False

    def _answers_or_ended(self) -> bool:
        return self.answers() or (self.process is not None and self.process.poll() is not None)
