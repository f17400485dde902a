"""Requests reach Django whole and answers leave it whole, whatever their size; half a request is none."""

import asyncio
import contextvars
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.bridge import READ_AHEAD, Message, ThreadedPages

seen: contextvars.ContextVar[int] = contextvars.ContextVar("seen", default=0)


class Answer:
    """As Django's responses are: iterable, closed in the end, `streaming` or not."""

    def __init__(self, chunks: Iterable[bytes], streaming: bool = False) -> None:
        self.chunks, self.streaming, self.is_closed = chunks, streaming, False

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.chunks)

    def close(self) -> None:
        self.is_closed = True


def ask(
    app: Callable[..., Any], parts: list[Message], headers: dict[str, str] | None = None, times: int = 1
) -> list[Message]:
    """What is sent for a request whose body comes in these parts."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def serve() -> None:
        pages = ThreadedPages(app, 1)
        for _each in range(times):
            left = list(parts)

            async def receive(left: list[Message] = left) -> Message:
                return left.pop(0)

            await pages(scope(headers or {}), receive, send)

    with ThreadPoolExecutor(1) as thread:  # a loop of its own: this thread's may be that of a browser test
        thread.submit(lambda: asyncio.run(serve())).result()
    return sent


def scope(headers: dict[str, str]) -> Message:
    return {
        "type": "http", "http_version": "1.1", "method": "POST", "path": "/x", "query_string": b"a=1",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip


def part(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> Answer:
    start_response("201 Created", [("X-Path", environ["PATH_INFO"])])
    return Answer([environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))])


def test_a_body_in_parts_and_its_answer_are_whole() -> None:
    sent = ask(echo, [part(b"ab", True), part(b"c", False)], {"content-length": "3"})
    assert sent == [
        {"type": "http.response.start", "status": 201, "headers": [(b"x-path", b"/x")]},
        {"type": "http.response.body", "body": b"abc"},
    ]


def test_a_large_body_is_read_by_who_wants_it() -> None:
    large = b"x" * (READ_AHEAD + 1)
    parts = [part(large[:9], True), part(large[9:], False)]
    assert ask(echo, parts, {"content-length": str(len(large))})[1]["body"] == large

    def refuses(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Answer:
        start_response("413 Content Too Large", [])
        return Answer([])

    assert ask(refuses, [], {"content-length": str(len(large))})[0]["status"] == 413


def test_half_a_body_is_no_request() -> None:
    parts = [part(b"ab", True), {"type": "http.disconnect"}]
    assert ask(echo, parts, {"content-length": "3"}) == []


def test_a_streamed_answer_leaves_piece_by_piece_and_is_closed() -> None:
    answer = Answer([b"one", b"two"], streaming=True)

    def file(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Answer:
        start_response("200 OK", [])
        return answer

    sent = ask(file, [])
    assert [message.get("body") for message in sent] == [None, b"one", b"two", b""]
    assert [message.get("more_body", False) for message in sent] == [False, True, True, False]
    assert answer.is_closed


def test_a_thread_has_one_context_for_all_its_requests() -> None:
    """Django's caches are kept there: with a context for each request each opened a connection of its own."""

    def counts(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Answer:
        seen.set(seen.get() + 1)
        start_response("200 OK", [])
        return Answer([str(seen.get()).encode()])

    assert [message.get("body") for message in ask(counts, [], times=2)] == [None, b"1", None, b"2"]
