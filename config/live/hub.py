"""The open streams of one process and who listens to which topic. Runs in the event loop only; does no
I/O.
"""

import asyncio
import json
import secrets
from collections import OrderedDict, defaultdict

from games.services.live import SESSION_PREFIX, Ticket

QUEUE_LENGTH = 8
MOST_STREAMS = 3000
MOST_STREAMS_OF_USER = 6  # as many as a browser opens to one site over HTTP/1.1
MOST_VERSIONS = 20_000

RESYNC = b"event: resync\ndata: {}\n\n"
BYE = b"event: bye\ndata: {}\n\n"
END = b""


class Full(Exception):
    """No more streams: `of_user` tells whether it is this user's own limit."""

    def __init__(self, *, of_user: bool) -> None:
        self.of_user = of_user
        super().__init__("too many streams")


class Stream:
    """One listener's waiting messages. One that can't keep up is told to look at everything again."""

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE_LENGTH)

    def push(self, message: bytes) -> None:
        if self.queue.full():
            self._clear()
            message = RESYNC if message not in (BYE, END) else message
        self.queue.put_nowait(message)

    def close(self, last: bytes = END) -> None:
        """End the stream, after the message `last`; what else was waiting is of no use any more."""
        self._clear()
        if last != END:
            self.queue.put_nowait(last)
        self.queue.put_nowait(END)

    def _clear(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()


def _message(topic: str, version: int) -> bytes:
    return b"data: " + json.dumps({"topic": topic, "version": version}).encode() + b"\n\n"


class Hub:
    """Hands each notification to the streams of its topic, and remembers the last version for pages that
    poll.
    """

    def __init__(self) -> None:
        self._streams: dict[str, set[Stream]] = defaultdict(set)
        self._all: set[Stream] = set()
        self._versions: OrderedDict[str, int] = OrderedDict()
        self._closed_sessions: OrderedDict[str, None] = OrderedDict()
        self._epoch = secrets.token_hex(4)

    def join(self, ticket: Ticket) -> Stream:
        """Open a stream. It begins with what is known already, since a page may be older than its stream. Raises
        Full at the limit of the process or of the user.
        """
        if len(self._all) >= MOST_STREAMS:
            raise Full(of_user=False)
        mine = sum(stream.ticket.user_id == ticket.user_id for stream in self._all)
        if ticket.user_id is not None and mine >= MOST_STREAMS_OF_USER:
            raise Full(of_user=True)
        stream = Stream(ticket)
        self._all.add(stream)
        for topic in ticket.topics:
            self._streams[topic].add(stream)
            if topic in self._versions:
                stream.push(_message(topic, self._versions[topic]))
        return stream

    def leave(self, stream: Stream) -> None:
        self._all.discard(stream)
        for topic in stream.ticket.topics:
            self._streams[topic].discard(stream)
            if not self._streams[topic]:
                del self._streams[topic]

    def is_closed(self, session: str) -> bool:
        """Whether the session was ended while this process ran."""
        return session in self._closed_sessions

    def receive(self, payload: str) -> None:
        """One notification: `{"topic": ..., "version": ...}`."""
        note = json.loads(payload)
        topic, version = str(note["topic"]), int(note["version"])
        if topic.startswith(SESSION_PREFIX):
            self._close_session(topic.removeprefix(SESSION_PREFIX))
            return
        self._versions[topic] = version
        self._versions.move_to_end(topic)
        if len(self._versions) > MOST_VERSIONS:
            self._versions.popitem(last=False)
        message = _message(topic, version)
        for stream in self._streams.get(topic, ()):
            stream.push(message)

    def resync(self) -> None:
        """Notifications may have been missed: everybody looks again, and remembered versions count for
        nothing.
        """
        self._versions.clear()
        self._epoch = secrets.token_hex(4)
        for stream in self._all:
            stream.push(RESYNC)

    def close_all(self) -> None:
        for stream in self._all:
            stream.close()

    def versions(self, topics: tuple[str, ...]) -> tuple[str, dict[str, int | None]]:
        """(epoch, last version of each topic heard in it). A changed epoch means that anything may have
        changed.
        """
        return self._epoch, {topic: self._versions.get(topic) for topic in topics}

    def _close_session(self, session: str) -> None:
        self._closed_sessions[session] = None
        if len(self._closed_sessions) > MOST_VERSIONS:
            self._closed_sessions.popitem(last=False)
        for stream in self._all:
            if stream.ticket.session == session:
                stream.close(BYE)
