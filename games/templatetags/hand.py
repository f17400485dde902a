"""The cards of the own hand, each a button with what may be done with it. Drawn in Python, not by a template: a view
has ten of them, and after a move most have changed.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.queries.table_view import HandCard, HandGroup
from games.queries.words import card_name
from games.templatetags.cards import card_data, face_html, reader_faces

register = template.Library()


@register.simple_tag(takes_context=True)
def hand_cards(context: dict[str, Any], group: HandGroup, count: int) -> SafeString:
    """A group's cards in a hand of `count`; what may be done with each is in its data attributes, for hand.js."""
    faces, language = reader_faces(context, "auto"), get_language() or ""
    buttons = ((_button(item, group.is_meld, count, faces, language),) for item in group.cards)
    return format_html_join("", "{}", buttons)


@lru_cache(maxsize=4096)
def _button(item: HandCard, in_meld: bool, count: int, faces: tuple[str, str], language: str) -> SafeString:
    """Kept for the process by everything that it depends on: half of a hand is as it was a move ago."""
    card = item.card
    told = (
        ("discard", item.discard_code),
        ("discard-why", item.discard_why),
        ("knock", item.knock_code),
        ("knock-label", item.knock_label if item.knock_code else ""),
        ("knock-why", item.knock_why),
    )
    return format_html(
        '<button type="button" class="card {}{}" {}{}{} aria-pressed="false" aria-label="{}">{}</button>',
        faces[1],
        " new" if item.is_new else "",
        card_data(card),
        " data-meld" if in_meld else "",
        format_html_join("", ' data-{}="{}"', (pair for pair in told if pair[1])),
        _label(card, item.position, count, language),
        face_html(card.code, *faces, language),
    )


@lru_cache(maxsize=8192)
def _label(card: Card, position: int, count: int, _language: str) -> str:
    """A card's name and place, kept like the button."""
    return _("%(name)s, position %(position)s of %(count)s") % {
        "name": capfirst(card_name(card)),
        "position": position,
        "count": count,
    }
