"""Templates keep to htmx 4 and to the strict Content-Security-Policy, and never switch escaping off."""

import re

import pytest

from tests.architecture.source import files, read

FORBIDDEN = {
    "htmx 2: hx-sse/hx-ws extension attributes": re.compile(
        r"\b(sse-connect|sse-swap|ws-connect|ws-send|hx-ext)\b"
    ),
    "htmx 2: hx-disable is hx-ignore": re.compile(r"\bhx-disable\b(?!d)"),
    "htmx 2: hx-on with old event names": re.compile(
        r"\bhx-on(::?)(htmx:)?(before|after)-?(request|swap|settle)\b", re.I
    ),
    "htmx 2: camel-case events": re.compile(r"htmx:(after|before)[A-Z]\w+"),
    "htmx 2: hx-vars, hx-params, hx-disinherit, hx-inherit": re.compile(
        r"\bhx-(vars|params|disinherit|inherit)\b"
    ),
    "inline script": re.compile(
        r"<script(?![^>]*\bsrc=)(?![^>]*type=\"(application|text)/(ld\+)?json\")", re.I
    ),
    "inline style": re.compile(r"<style\b|\sstyle=[\"']", re.I),
    "inline handler": re.compile(
        r"\son(click|change|input|submit|load|error|keydown|keyup|focus|blur)=", re.I
    ),
    "escaping off": re.compile(r"\|\s*safe\b|\{%\s*autoescape\s+off"),
    "from elsewhere": re.compile(r"<(script|link|img|iframe)[^>]+(src|href)=[\"'](https?:)?//", re.I),
    "javascript address": re.compile(r"href=[\"']javascript:", re.I),
}
MAIL = "templates/emails/"


def found_in(text: str) -> list[str]:
    return [name for name, pattern in FORBIDDEN.items() if pattern.search(text)]


def test_templates_keep_the_rules() -> None:
    paths = [path for path in files(".html") if "templates/" in path and not path.startswith(MAIL)]
    assert len(paths) > 10
    found = {path: found_in(read(path)) for path in paths}
    assert {path: names for path, names in found.items() if names} == {}


def test_scripts_write_no_markup() -> None:
    pattern = re.compile(
        r"\binnerHTML\b|\bouterHTML\s*=|insertAdjacentHTML|\beval\(|new Function\(|document\.write"
    )
    paths = [path for path in files(".js") if path.startswith("static/")]
    assert {path for path in paths if pattern.search(read(path))} == set()


@pytest.mark.parametrize(
    "text",
    [
        '<div hx-ext="sse" sse-connect="/x">',
        "<form hx-disable>",
        '<b hx-on::after-swap="x()">',
        '<body hx-on:htmx:afterSwap="x()">',
        '<p hx-vars="a:1">',
        "<script>x()</script>",
        '<p style="color:red">',
        '<a onclick="x()">',
        "{{ name|safe }}",
        "{% autoescape off %}",
        '<script src="https://cdn.example/x.js">',
        '<a href="javascript:x()">',
    ],
)
def test_a_breach_is_found(text: str) -> None:
    assert found_in(text) != []


@pytest.mark.parametrize(
    "text",
    ['<script src="/static/x.js" type="module"></script>', '<button hx-disabled-elt="this">', "{{ safe }}"],
)
def test_what_is_allowed_is_not_found(text: str) -> None:
    assert found_in(text) == []
