"""Every form that a page offers, filled in as its visitor finds it: requests as browsers send them, for any test that
needs one of each kind. A form on a new page is found by being there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urljoin, urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from tests.secrecy.routes import Route

Attributes = dict[str, str]
# What is typed where a page asks for something and stands empty.
TYPED: Final = {
    "text": "Some words", "search": "Some words", "number": "1", "email": "somebody@club.example", "date": "2026-12-01",
    "time": "19:30", "datetime-local": "2026-12-01T19:30", "url": "https://club.example/", "tel": "1", "password": "x",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sent:
    """A form ready to be sent: by whom, where to, its fields in their order. `name` is the full name of the address,
    `offered` all fields that the page has, also those that a browser wouldn't send now.
    """

    role: str
    name: str
    path: str
    fields: tuple[tuple[str, str], ...]
    offered: frozenset[str]

    @property
    def kind(self) -> tuple[str, ...]:
        """Forms of one kind go to the same view with fields of the same names; of buttons the value counts, too."""
        told = {f"{name}={value}" if name in ("act", "action") else name for name, value in self.fields}
        return (self.name, *sorted(told))

    def again(self, client: Client, *more: tuple[str, str]) -> HttpResponse:
        """Send it, with `more` fields behind its own."""
        data: dict[str, list[str]] = {}
        for name, value in (*self.fields, *more):
            data.setdefault(name, []).append(value)
        answer: HttpResponse = client.post(self.path, data)
        return answer


@dataclass(slots=True)
class _Form:
    action: str
    is_post: bool
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    offered: set[str] = field(default_factory=set)


class _Forms(HTMLParser):
    """Reads one page."""

    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path, self.found, self.by_id = path, [], {}
        self.open: _Form | None = None
        self.choice: tuple[_Form, str, list[str], str | None] | None = None
        self.area: tuple[_Form, str, list[str]] | None = None
        self.found: list[_Form]
        self.by_id: dict[str, _Form]

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        its = {name: value or "" for name, value in pairs}
        if tag == "form":
            self.open = self._form(its)
            return
        target = self.by_id.get(its.get("form", "")) or self.open
        if target is not None and tag in ("input", "button", "select", "textarea"):
            target.offered.add(its.get("name", ""))
        if target is None or "disabled" in its:
            return
        if tag == "input":
            self._input(target, its)
        elif tag == "button" and its.get("type", "submit") == "submit":
            target.buttons.append((its.get("name", ""), its.get("value", ""), its.get("formaction", "")))
        elif tag == "select" and "name" in its:
            self.choice = (target, its["name"], [], None)
        elif tag == "option" and self.choice is not None:
            chosen = its.get("value", "") if "selected" in its else self.choice[3]
            self.choice = (*self.choice[:2], [*self.choice[2], its.get("value", "")], chosen)
        elif tag == "textarea" and "name" in its:
            self.area = (target, its["name"], [])

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area[2].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select" and self.choice is not None:
            form, name, values, chosen = self.choice
            if values:
                form.fields.append((name, values[0] if chosen is None else chosen))
            self.choice = None
        elif tag == "textarea" and self.area is not None:
            form, name, words = self.area
            form.fields.append((name, "".join(words).lstrip("\n") or "Some words"))
            self.area = None

    def _form(self, its: Attributes) -> _Form:
        action = its.get("action") or its.get("hx-post") or self.path
        form = _Form(action, its.get("method", "").lower() == "post" or "hx-post" in its)
        self.found.append(form)
        if "id" in its:
            self.by_id[its["id"]] = form
        return form

    def _input(self, form: _Form, its: Attributes) -> None:
        kind, name = its.get("type", "text"), its.get("name", "")
        if kind == "submit":
            form.buttons.append((name, its.get("value", ""), its.get("formaction", "")))
        elif name and (kind not in ("checkbox", "radio") or "checked" in its) and kind != "file":
            value = its.get("value", "on" if kind in ("checkbox", "radio") else "")
            form.fields.append((name, value or TYPED.get(kind, "")))


def forms_of_page(role: str, path: str, page: str) -> Iterator[Sent]:
    """Every form of a page that changes something, once for each of its buttons."""
    reader = _Forms(path)
    reader.feed(page)
    for form in reader.found:
        for name, value, action in form.buttons or [("", "", "")]:
            target = urlsplit(urljoin(path, action or form.action))
            if form.is_post and not target.netloc:
                where = target.path + (f"?{target.query}" if target.query else "")
                fields = (*form.fields, (name, value)) if name else tuple(form.fields)
                yield Sent(role, resolve(target.path).view_name, where, fields, frozenset(form.offered))


def forms_of(role: str, client: Client, routes: list[Route], path_of: dict[str, str]) -> list[Sent]:
    """One form of each kind that the pages at these addresses offer to `role`."""
    kinds: dict[tuple[str, ...], Sent] = {}
    for route in routes:
        answer = client.get(path_of[route.pattern])
        if answer.headers.get("Content-Type", "").startswith("text/html") and answer.status_code == 200:
            for form in forms_of_page(role, path_of[route.pattern], answer.content.decode()):
                kinds.setdefault(form.kind, form)
    return list(kinds.values())
