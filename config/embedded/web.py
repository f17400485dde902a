"""The web process: uvicorn on a socket that the supervisor holds, so that a restart loses neither port nor
callers.

Started as `python -m config.embedded.web FD`. Open streams must not hold up a stop, hence the two seconds.
"""

import os
import socket
import sys

import uvicorn


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
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
