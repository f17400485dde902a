"""The two addresses below /live/: `stream?t=TICKET` (Server-Sent Events) and `version?t=TICKET` (for pages
that poll).

Stream: messages `{"topic", "version"}`; event `resync` = look at everything again; event `bye` = the session
was ended, don't come back. Version: `{"epoch", "topics": {topic: version or null}}` with an ETag; a changed
answer means the same as a message. Refusals: 403 ticket or origin not good, 429 too many streams of this
user, 503 too many in all.
"""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings

from config.live.hub import END, Full, Hub, Stream
from config.live.listener import listen
from games.services.live import Ticket, TicketError, read_ticket, session_mark

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

KEEP_ALIVE_SECONDS = 15.0
OPENING = b"retry: 2000\n\n"
COMMENT = b": still here\n\n"
COMMON_HEADERS = [
    (b"cache-control", b"no-store, private"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]


class LiveApp:
    """Bare ASGI. One hub and one listener for the process, from the first lifespan event to the last."""

    def __init__(self) -> None:
        self.hub = Hub()

    async def lifespan(self, receive: Receive, send: Send) -> None:
        listener: asyncio.Task[None] | None = None
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                listener = asyncio.create_task(listen(self.hub))
                await send({"type": "lifespan.startup.complete"})
            else:
                if listener is not None:
                    listener.cancel()
                    await asyncio.wait([listener])
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        if scope["method"] not in ("GET", "HEAD"):
            await self._refuse(send, 405)
        elif scope["path"] not in ("/live/stream", "/live/version"):
            await self._refuse(send, 404)
        elif (ticket := self._admit(scope, headers)) is None:
            await self._refuse(send, 403)
        elif scope["path"] == "/live/version":
            await self._version(ticket, headers, send)
        else:
            try:
                stream = self.hub.join(ticket)
            except Full as full:
                await self._refuse(send, 429 if full.of_user else 503)
                return
            await self._stream(stream, receive, send)

    def _admit(self, scope: Mapping[str, Any], headers: Mapping[str, str]) -> Ticket | None:
        """The ticket, if it is good, asked for by our own pages and, where it was made in a session, from
        that session.
        """
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != headers.get("host"):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("t", [""])[0]
        try:
            ticket = read_ticket(given)
        except TicketError:
            return None
        if ticket.session and (
            self.hub.is_closed(ticket.session) or ticket.session != session_mark(_session_key(headers))
        ):
            return None
        return ticket

    async def _stream(self, stream: Stream, receive: Receive, send: Send) -> None:
        watch = asyncio.create_task(_close_when_gone(receive, stream))
        try:
            await send(_start(200, b"text/event-stream"))
            await send({"type": "http.response.body", "body": OPENING, "more_body": True})
            while True:
                try:
                    message = await asyncio.wait_for(stream.queue.get(), KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    message = COMMENT
                if message == END:
                    break
                await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.hub.leave(stream)
            watch.cancel()

    async def _version(self, ticket: Ticket, headers: Mapping[str, str], send: Send) -> None:
        epoch, topics = self.hub.versions(ticket.topics)
        body = json.dumps({"epoch": epoch, "topics": topics}, sort_keys=True).encode()
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if headers.get("if-none-match") == tag:
            await send(_start(304, b"application/json", (b"etag", tag.encode())))
            body = b""
        else:
            await send(_start(200, b"application/json", (b"etag", tag.encode())))
        await send({"type": "http.response.body", "body": body})

    async def _refuse(self, send: Send, status: int) -> None:
        extra = [(b"retry-after", b"5")] if status in (429, 503) else []
        await send(_start(status, b"text/plain", *extra))
        await send({"type": "http.response.body", "body": b""})


def _start(status: int, kind: bytes, *extra: tuple[bytes, bytes]) -> dict[str, Any]:
    headers = [(b"content-type", kind + b"; charset=utf-8"), *COMMON_HEADERS, *extra]
    if settings.SECURE_HSTS_SECONDS:  # as the pages have it
        lasting = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
        headers.append((b"strict-transport-security", lasting.encode()))
    return {"type": "http.response.start", "status": status, "headers": headers}


def _session_key(headers: Mapping[str, str]) -> str:
    with contextlib.suppress(CookieError):
        cookie = SimpleCookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
        return cookie.value if cookie else ""
    return ""


async def _close_when_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
    stream.close()
