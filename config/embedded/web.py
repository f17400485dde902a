"""The web process: uvicorn on a socket that the supervisor holds, so that a restart loses neither port nor
callers.

Started as `python -m config.embedded.web FD`. Open streams must not hold up a stop, hence the two seconds.
"""

import asyncio
import os
import socket
import sys

import uvicorn

# How long a stop waits for the request of somebody who has been let in and hasn't been heard yet.
HEARING_SECONDS = 1.0


class Server(uvicorn.Server):
    """uvicorn closes connections without a request when it stops, and cuts off whoever had just come in. This one lets
    nobody in any more, hears those who are in, and stops then; the others wait at the supervisor's socket.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        give_up_at = asyncio.get_running_loop().time() + HEARING_SECONDS
        while self._unheard() and asyncio.get_running_loop().time() < give_up_at:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)

    def _unheard(self) -> bool:
        """Whether a connection has never had a request; its protocol's `cycle` is the request at work or the last."""
        return any(getattr(each, "cycle", None) is None for each in self.server_state.connections)


def main() -> None:
    listener = socket.socket(fileno=int(sys.argv[1]))
    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="on",
        timeout_graceful_shutdown=2,
        server_header=False,
        log_config=None,
        access_log=False,
        backlog=2048,
        proxy_headers=True,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
    )
    Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
