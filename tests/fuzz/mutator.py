"""Bad requests by the thousand: each follows from its number alone, so that a finding can be repeated.

A request begins as something sensible for one of the site's addresses and is then damaged in one to three ways:
types, numbers, texts, nesting, keys, encodings, content types, ids, headers, methods (reliability 8.7).
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlencode

METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND")
NUMBERS: Final = (
    "0", "-1", "1", "2147483647", "2147483648", "9223372036854775808", "1" + "0" * 30, "9" * 5000, "1e400", "NaN",
    "-0", "0x10", "1_000", "٣", "１２", "1.5", " 1", "1 ", "+1", "",
)  # fmt: skip
TEXTS: Final = (
    "", " ", "\u0000", "a\u0000b", "\ud800", "\udfff\ud800", "\u202e\u2066", "\ufeff", "\u200b", "é" * 5000,
    "A" * 20_000,
    "' OR 1=1 --", "$(id)", "%00", "%s%n", "../../etc/passwd", "<script>alert(1)</script>", "{{7*7}}", "=1+1",
    "\r\nSet-Cookie: a=b", "😀" * 300, "null", "discard-7H", "knock-7H:" + "AS2S3S:" * 800, "cut-99999999999999999999",
    "cut--1", "discard-ZZ", "discard-7h", "knock-", "stock\n", "STOCK", "ｓｔｏｃｋ",
)  # fmt: skip
TYPES: Final = (
    "application/json", "application/json; charset=utf-16", "application/json; charset=nonsense",
    "application/json; charset=utf-7", "text/plain", "application/xml", "multipart/form-data",
    "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "", "application/json;;;", "\u00e4/\u00f6",
    "application/x-yaml", "text/html", "application/octet-stream",
)  # fmt: skip
HEADERS: Final = (
    "Idempotency-Key", "If-Match", "Accept", "Accept-Language", "Authorization", "Cookie", "X-Forwarded-For",
    "X-Forwarded-Host", "X-HTTP-Method-Override", "HX-Request", "HX-Current-URL", "HX-Boosted", "Range",
    "Transfer-Encoding", "Content-Encoding", "Referer", "Origin", "If-None-Match", "If-Modified-Since",
)  # fmt: skip


@dataclass(slots=True)
class BadRequest:
    """What is sent. `fields` become a form or JSON unless `body` is given."""

    method: str
    path: str
    fields: dict[str, Any] = field(default_factory=dict)
    body: bytes | None = None
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""

    def content(self) -> bytes:
        if self.body is not None:
            return self.body
        if self.content_type == "application/x-www-form-urlencoded":
            return urlencode(self.fields, doseq=True, errors="surrogatepass").encode()
        return json.dumps(self.fields).encode()


def bad_request(number: int, paths: Sequence[str], ids: Sequence[str], ply: int) -> BadRequest:
    """The request with this number for one of `paths`; `ids` are real ids that may be put in wrong places."""
    rng = random.Random(f"bad request {number}")
    path = rng.choice(paths)
    form = not path.startswith("/api/")
    request = BadRequest(
        method=rng.choice(("POST", "POST", "POST", "GET", rng.choice(METHODS))),
        path=path,
        fields={
            "code": rng.choice(("stock", "pile", "pass", "discard-7H", rng.choice(TEXTS))),
            "expected_ply": rng.choice((ply, ply, ply - 1, ply + 1)),
            "key": f"key-{number}",
        },
        content_type="application/x-www-form-urlencoded" if form else "application/json",
        headers={"Idempotency-Key": f"k{number}"} if rng.random() < 0.7 else {},
    )
    for _unused in range(rng.randint(1, 3)):
        rng.choice(DAMAGES)(request, rng, ids)
    return request


def _value(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    kinds: tuple[Any, ...] = (
        None, True, False, [], {}, [[]], {"a": {"b": 1}}, 1.5, -1, 10**30, "1", rng.choice(TEXTS), rng.choice(NUMBERS),
        ["stock", "stock"],
    )  # fmt: skip
    request.fields[rng.choice(("code", "expected_ply", "key", "seat", "act", "is_staff", "name"))] = (
        rng.choice(kinds)
    )


def _missing(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    for name in list(request.fields):
        if rng.random() < 0.5:
            del request.fields[name]


def _more(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    for name in rng.sample(
        ("id", "pk", "seat", "player", "score", "status", "user", "bot", "is_superuser", "__proto__", "reason",
         "minutes", "draft", "round", "table", "phrase", "csrfmiddlewaretoken", "preset", "level"), 5,
    ):  # fmt: skip
        request.fields[name] = rng.choice((*NUMBERS, *TEXTS))


def _depth(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    depth = rng.choice((10, 1_000, 8_000, 100_000))
    opening, closing = rng.choice((("[", "]"), ('{"a":', "}")))
    request.body = (opening * depth + "1" + closing * depth).encode()


def _broken_json(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    whole = json.dumps(request.fields)
    request.body = rng.choice(
        (
            whole[: rng.randrange(len(whole))].encode(),
            whole.encode("utf-16"),
            b"\xef\xbb\xbf" + whole.encode(),
            whole.encode().replace(b'"', b"'"),
            b'{"code": "stock", "code": "pile", "expected_ply": 7}',
            b'{"expected_ply": ' + rng.choice(NUMBERS).encode() + b"}",
            b'{"code": "\\ud800", "expected_ply": 7}',
            b'{"\\ud800": 1}',
            b"\xff\xfe\x00" * 100,
            b"[" + b"1," * 9000 + b"1]",
            b"x" * 17_000,
            b"null",
            b'"stock"',
            b"",
        )
    )


def _huge(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    request.body = b'{"code": "' + b"a" * rng.choice((17_000, 200_000, 1_200_000)) + b'"}'


def _bytes(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    content = bytearray(request.content())
    for _unused in range(rng.randint(1, 12)):
        if content:
            content[rng.randrange(len(content))] = rng.randrange(256)
    request.body = bytes(content)


def _content_type(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    request.content_type = rng.choice(TYPES)


def _id(rng: random.Random, request: BadRequest, ids: Sequence[str]) -> None:
    parts = request.path.split("/")
    places = [at for at, part in enumerate(parts) if part]
    if places:
        parts[rng.choice(places)] = quote(
            rng.choice((*ids, *NUMBERS, *TEXTS))[:300], safe="", errors="surrogatepass"
        )
        request.path = "/".join(parts)


def _header(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    value = rng.choice(
        (*TEXTS, *NUMBERS, "*/*;q=x", "bytes=0-1,5-", "Token x", "Bearer \u00e9", 'W/"', "zz-ZZ;q=9")
    )
    request.headers[rng.choice(HEADERS)] = value.encode("latin-1", "replace").decode("latin-1")[:9000]


def _query(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    names = (
        "after",
        "live",
        "page",
        "page_size",
        "at",
        "view",
        "next",
        "status",
        "name",
        "from_day",
        "version",
        "x[]",
        "",
    )
    pairs = [
        (rng.choice(names), rng.choice((*NUMBERS, *TEXTS))[:2000]) for _unused in range(rng.randint(1, 4))
    ]
    request.query = urlencode(pairs, errors="surrogatepass") + rng.choice(("", "&&&", "%zz", "&a", ";"))


def _method(rng: random.Random, request: BadRequest, _ids: Sequence[str]) -> None:
    request.method = rng.choice(METHODS)


DAMAGES: Final[tuple[Callable[[BadRequest, random.Random, Sequence[str]], None], ...]] = tuple(
    (lambda request, rng, ids, act=act: act(rng, request, ids))
    for act in (
        _value, _value, _missing, _more, _depth, _broken_json, _huge, _bytes, _content_type, _id, _id, _header, _query,
        _method,
    )
)  # fmt: skip
