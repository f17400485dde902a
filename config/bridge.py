"""Django behind an ASGI server: each request is one visit to a pool of threads, with its body in hand, and comes back
with its whole answer.

Threads and the loop that serves the sockets share one interpreter, and each handing over between them may wait for
whatever computes just now. So a small body is read before a thread is asked for (a slow sender occupies none), and an
answer that is there as a whole is sent by the loop. Only large bodies and files that are streamed go back and forth.
Nothing here knows what is asked for.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from a2wsgi.wsgi import Body, build_environ

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
SendFromThread = Callable[[Message], None]

# Bodies up to here are read ahead; every move is smaller, and as many waiting requests take little memory.
READ_AHEAD: Final = 64 * 1024


class ThreadedPages:
    """The WSGI application `app`, served by so many `threads`. Errors of the application are the server's to answer.

    Each thread has one context for all its requests, as with other WSGI servers: Django keeps its connections to the
    cache there, and a context for each request would open new ones for each.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], threads: int) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        body = await _body(scope, receive, loop)
        if body is None:
            return
        environ: dict[str, Any] = dict(build_environ(scope, body))  # type: ignore[arg-type]

        def send_from_thread(message: Message) -> None:
            asyncio.run_coroutine_threadsafe(_sent(send, message), loop).result()

        for message in await loop.run_in_executor(self._threads, self._answer, environ, send_from_thread):
            await send(message)

    def _answer(self, environ: dict[str, Any], send: SendFromThread) -> list[Message]:
        """In a thread: what is left to be sent. A streamed answer has been sent but for its end."""
        start: Message = {"type": "http.response.start"}

        def start_response(status: str, headers: list[tuple[str, str]], _exc_info: object = None) -> None:
            start["status"] = int(status.split(" ", 1)[0])
            start["headers"] = [
                (name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers
            ]

        answer: Any = self._app(environ, start_response)
        try:
            if not getattr(answer, "streaming", False):
                return [start, {"type": "http.response.body", "body": b"".join(answer)}]
            send(start)
            for chunk in answer:
                send({"type": "http.response.body", "body": chunk, "more_body": True})
            return [{"type": "http.response.body", "body": b""}]
        finally:
            answer.close()


async def _sent(send: Send, message: Message) -> None:
    await send(message)


async def _body(scope: Message, receive: Receive, loop: asyncio.AbstractEventLoop) -> Any:
    """The request's body as a file: a small one read ahead, any other one while the application reads it. None where
    the sender went away in the middle: half a body must not be taken for a whole one.
    """
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    if (length.isdigit() and int(length) > READ_AHEAD) or b"transfer-encoding" in headers:
        return Body(loop, receive)  # type: ignore[arg-type]
    read = bytearray()
    while len(read) < int(length or 0):
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        read += message.get("body", b"")
    return io.BytesIO(read)
