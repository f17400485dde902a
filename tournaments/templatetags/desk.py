"""Small look-ups for the pages of desk, tables and standings, on values that the page has already."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.queries.table_desk import TableDesk, ToldDeal

register = template.Library()


@register.simple_tag
def told(desk: TableDesk, number: int) -> ToldDeal | None:
    """What was told of the deal of that number, None where nothing was."""
    return desk.told_by_number.get(number)


@register.simple_tag
def moved(places: int | None) -> str:
    """Places won or lost since the round before, "" where that can't be said. Rendered once for each number, since a
    long table shows the same few again and again.
    """
    return "" if places is None else _moved(places, get_language() or "")


@lru_cache(maxsize=4096)
def _moved(places: int, _language: str) -> SafeString:
    return render_to_string("tournaments/_moved.html", {"moved": places})
