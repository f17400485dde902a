"""The web server's port: asked for, usual or free; and one clear line when it can't be had."""

import socket
from collections.abc import Iterator

import pytest

from config.embedded import address
from config.embedded.address import listen, own_names
from config.embedded.errors import StartError


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_taken_port_that_was_asked_for_is_one_line(taken: int) -> None:
    with pytest.raises(StartError) as caught:
        listen("127.0.0.1", taken)
    assert str(caught.value) == (
        f"Port {taken} on 127.0.0.1 is taken by another program. "
        "Choose another with --port, or leave --port away to get a free one."
    )


def test_without_a_wish_a_free_port_replaces_the_usual_one(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "USUAL_PORT", taken)
    with listen("127.0.0.1", None) as listener:
        assert listener.getsockname()[1] not in (0, taken)
        assert listener.get_inheritable()


def test_a_foreign_address_is_one_line() -> None:
    with pytest.raises(
        StartError, match=r"^Can't listen on 192\.0\.2\.1, port 0 \(.+\)\. Choose --host and --port\.$"
    ):
        listen("192.0.2.1", 0)
    with pytest.raises(StartError, match=r"^'no such host' isn't an address of this machine"):
        listen("no such host", 0)


def test_names_are_a_list_and_never_a_wildcard() -> None:
    assert own_names("127.0.0.1") == ["localhost", "127.0.0.1", "[::1]"]
    names = own_names("0.0.0.0")  # noqa: S104
    assert names[:3] == ["localhost", "127.0.0.1", "[::1]"]
    assert len(names) > 3
    assert not {"*", "", "0.0.0.0"} & set(names)  # noqa: S104
