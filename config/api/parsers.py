"""The one way a body enters the API: strict JSON (reliability 8.7).

UTF-8 without byte order mark, at most 16 KiB, nesting at most 16, no duplicate keys, no NaN or Infinity, no
numbers of more than 40 digits, no lone surrogates, no control characters in texts or keys. Anything else is a
400 and never reaches a serializer.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

MAX_BYTES = 16 * 1024
MAX_DEPTH = 16
MAX_DIGITS = 40
# Tab, line feed and carriage return are allowed in texts; other control characters and surrogates never are.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class BodyTooLarge(APIException):
    status_code = 413
    default_detail = gettext_lazy("The body is larger than 16 KiB.")
    default_code = "too_large"


class _Refused(ValueError):
    """A body that JSON allows and this API doesn't; the text is for the client."""


class StrictJSONParser(JSONParser):
    """Parses `application/json` bodies by the rules above; other content types are refused with 415 by
    DRF.
    """

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002 - DRF hands it over
    ) -> Any:
        # the whole body is kept by the request, which may have to be handled again (config.middleware)
        raw = stream.body if isinstance(stream, HttpRequest) else stream.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise BodyTooLarge
        charset = _charset(media_type)
        if charset not in ("utf-8", "utf8"):
            raise ParseError(_("The body must be UTF-8."))
        try:
            return parse_strict(raw)
        except _Refused as error:
            raise ParseError(str(error)) from error


def parse_strict(raw: bytes) -> Any:
    """Decode and check `raw`. Raises ValueError (with a sentence for the client) for anything not allowed."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _Refused(_("The body must be UTF-8.")) from error
    if _depth(text) > MAX_DEPTH:
        raise _Refused(_("The body is nested too deeply."))
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_int, parse_float=_float
        )
    except json.JSONDecodeError as error:
        raise _Refused(_("The body isn't valid JSON.")) from error
    _check_texts(value)
    return value


def _charset(media_type: str | None) -> str:
    found = re.search(r"charset\s*=\s*\"?([^\s;\"]+)", media_type or "", re.IGNORECASE)
    return found.group(1).lower() if found else "utf-8"


def _depth(text: str) -> int:
    """Deepest nesting, counted before parsing, since the parser itself recurses. Brackets in strings
    don't count.
    """
    depth = deepest = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text):
        if token.group() in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token.group() in "]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Refused(_("A key occurs twice in one object."))
    return found


def _no_constant(_name: str) -> NoReturn:
    raise _Refused(_("NaN and Infinity aren't JSON."))


def _int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _Refused(_("A number is too long."))
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits) if len(digits) <= MAX_DIGITS else float("inf")
    if value in (float("inf"), float("-inf")):
        raise _Refused(_("A number is too long."))
    return value


def _check_texts(value: Any) -> None:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if FORBIDDEN.search(item):
                raise _Refused(_("A text contains a character that isn't allowed."))
        elif isinstance(item, dict):
            waiting.extend(item.keys())
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
