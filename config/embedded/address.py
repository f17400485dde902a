"""The address that the web server listens on, and the names it may be called by."""

import errno
import socket
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address

from config.embedded.errors import StartError

USUAL_PORT = 8000
LOOPBACK = ("127.0.0.1", "localhost", "::1")
# What stands for "all addresses of this machine" when listening, and where such a server is reached from here.
REACHED_AT = {str(IPv4Address(0)): "127.0.0.1", str(IPv6Address(0)): "::1"}


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket. Without a port: the usual one, or any free one where that is taken. Raises
    StartError.
    """
    if port is not None:
        return _bind(host, port)
    try:
        return _bind(host, USUAL_PORT)
    except StartError:
        return _bind(host, 0)


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise StartError(
            f"{host!r} isn't an address of this machine ({error.strerror}). Choose --host."
        ) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise _bind_error(host, port, error) from error
    listener.set_inheritable(True)
    return listener


def _bind_error(host: str, port: int, error: OSError) -> StartError:
    if error.errno == errno.EADDRINUSE:
        return StartError(
            f"Port {port} on {host} is taken by another program. "
            "Choose another with --port, or leave --port away to get a free one."
        )
    if error.errno == errno.EACCES:
        return StartError(f"This user may not open port {port}. Choose one above 1023 with --port.")
    return StartError(f"Can't listen on {host}, port {port} ({error.strerror}). Choose --host and --port.")


def is_healthy(netloc: str) -> bool:
    """Whether the web server at `host:port` says that it lives."""
    connection = HTTPConnection(netloc, timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def own_names(host: str) -> list[str]:
    """The names by which a browser may call: loopback ones, and this machine's where others can reach it.

    A list, not a wildcard, so that a foreign page can't pass for this site by a name of its own.
    """
    names = ["localhost", "127.0.0.1", "[::1]"]
    if host in LOOPBACK:
        return names
    machine = socket.gethostname()
    found = {machine, f"{machine.split('.')[0]}.local", host}
    try:
        found |= {str(entry[4][0]) for entry in socket.getaddrinfo(machine, None)}
    except OSError:
        found.add(machine)
    found |= {_outward_address()}
    return names + sorted(f"[{name}]" if ":" in name else name for name in found - {"", *REACHED_AT})


def _outward_address() -> str:
    """This machine's address in its own network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
