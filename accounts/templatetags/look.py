"""Template tags that every page uses: icons, numbers and times as people read them. They never query
anything.
"""

from datetime import timedelta
from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.simple_tag
@lru_cache(maxsize=512)
def icon(name: str, css_class: str = "") -> SafeString:
    """An icon of the sprite (templates/components/sprite.html), hidden from screen readers: words stand
    beside it.
    """
    return format_html(
        '<svg class="i {}" aria-hidden="true"><use href="#i-{}"/></svg>',
        css_class,
        name,
    )


@register.simple_tag(takes_context=True)
def deck_attribute(context: dict[str, Any]) -> SafeString:
    """`data-deck="2"` of the `<html>` element for readers who chose two suit colours (cookie dw_deck)."""
    request = context.get("request")
    two = request is not None and request.COOKIES.get("dw_deck") == "2"
    return format_html(' data-deck="2"') if two else SafeString("")


@register.filter
def number(value: int | float | None) -> str:
    """A number with a true minus sign; an en dash for none."""
    if value is None:
        return "–"
    return f"{MINUS}{-value}" if value < 0 else str(value)


@register.filter
def signed(value: int | float | None) -> str:
    """A payment: always with its sign, 0 without one."""
    if value is None:
        return "–"
    return f"+{value}" if value > 0 else number(value)


@register.filter
def distance(value: int) -> int:
    """A number without its sign: how far, where an arrow says which way."""
    return abs(value)


@register.filter
def numbered(address: str, number: int) -> str:
    """The address of another number, from that of number 0 at its end: reversing one for every row of a long list is
    most of what the row costs.
    """
    return f"{address.removesuffix('0/')}{number}/"


@register.filter
def clock(value: float | timedelta | None) -> str:
    """Seconds as m:ss, rounded up, so that 0:00 is only shown when time is up."""
    if value is None:
        return "–"
    seconds = value.total_seconds() if isinstance(value, timedelta) else float(value)
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02d}"


@register.filter
def tenths(value: float) -> str:
    """Seconds for scripts, as every language of programs writes them."""
    return f"{value:.1f}"


@register.filter
def seconds(value: float) -> str:
    """Whole seconds inside the ring of a clock."""
    return f"{value:.0f}"


@register.filter
def initial(name: str) -> str:
    """The first letter of a name, for the round mark on a seat plate."""
    return name.strip()[:1].upper() or "?"


@register.filter
def ordinal(value: int) -> str:
    """A place as people say it: 1st in English, 1. in German, 1º in Portuguese and Spanish, 1e in Dutch."""
    language = (get_language() or "en").split("-")[0]
    if language == "en":
        ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
        return f"{value}{ending}"
    return f"{value}{ {'de': '.', 'nl': 'e', 'pt': 'º', 'es': 'º'}.get(language, '.') }"


@register.filter
def next_number(value: int) -> int:
    """The number after this one (seat 0 is shown as seat 1)."""
    return value + 1
