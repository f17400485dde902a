"""The strict reader of bodies: what JSON allows and the API doesn't is a 400 with a reason (reliability
8.7).
"""

import io
import json

import pytest
from rest_framework.exceptions import ParseError

from config.api.parsers import MAX_BYTES, MAX_DEPTH, BodyTooLarge, StrictJSONParser, parse_strict


def parse(raw: bytes, media_type: str = "application/json") -> object:
    return StrictJSONParser().parse(io.BytesIO(raw), media_type, {})


@pytest.mark.parametrize(
    "value",
    [
        {"move": "discard-7H", "expected_ply": 12, "key": None, "flags": [True, False]},
        {"name": "Łukasz Żółć ♠ 🂡", "lines": "a\nb\tc\r\n"},
        [],
        "text",
        12,
        -1.5e3,
        {"": {}},
    ],
)
def test_ordinary_bodies_are_read(value: object) -> None:
    assert parse(json.dumps(value).encode()) == value
    assert parse(json.dumps(value, ensure_ascii=False).encode(), "application/json; charset=UTF-8") == value


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"{'a': 1}",
        b'{"a": 1,}',
        b'{"a": 1} x',
        b"\xef\xbb\xbf{}",  # byte order mark
        '{"a": 1}'.encode("utf-16"),
        b'{"a": "\xff"}',
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1e400}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        rb'{"a": "\ud800"}',
        rb'{"\udc00": 1}',
        rb'{"a": "\u0000"}',
        b'{"a": "\x00"}',
        rb'{"a": ["\u001b[31m"]}',
        rb'{"a\u007f": 1}',
        b"[" * 100_000 + b"]" * 100_000,
    ],
    ids=lambda raw: raw[:20].decode("latin-1").encode("unicode_escape").decode(),
)
def test_anything_else_is_refused_with_a_reason(raw: bytes) -> None:
    if len(raw) > MAX_BYTES:
        with pytest.raises(ValueError, match="nested"):
            parse_strict(raw)
        return
    with pytest.raises(ParseError) as caught:
        parse(raw)
    assert str(caught.value.detail).endswith(".")


@pytest.mark.parametrize("extra", [0, 1])
def test_the_depth_has_a_limit(extra: int) -> None:
    depth = MAX_DEPTH + extra
    raw = b"[" * depth + b'"]]]] [[[["' + b"]" * depth
    if extra:
        with pytest.raises(ParseError):
            parse(raw)
    else:
        assert json.dumps(parse(raw)).encode() == raw


@pytest.mark.parametrize("extra", [0, 1])
def test_the_size_has_a_limit(extra: int) -> None:
    raw = b'"' + b"x" * (MAX_BYTES - 2 + extra) + b'"'
    if extra:
        with pytest.raises(BodyTooLarge):
            parse(raw)
    else:
        assert parse(raw) == "x" * (MAX_BYTES - 2)


def test_another_encoding_is_refused() -> None:
    with pytest.raises(ParseError):
        parse(b"{}", "application/json; charset=latin-1")
