"""Playing cards in templates: faces, chips and names. They draw what they are given and never look a card
up.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language

from games.engine.cards import Card, Rank
from games.queries.table_view import LogLine
from games.queries.words import card_name, index_letter

register = template.Library()

_COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)
_CHOICES = ("big", "classic")


def reader_faces(context: dict[str, Any], size: str) -> tuple[str, str]:
    """(deck, face) of this reader: deck "4" or "2", face "auto", "big" or "classic"."""
    if "faces" not in context:  # a `kept` template has them from the one around it
        request = context.get("request")
        cookies = request.COOKIES if request is not None else {}
        deck, chosen = "2" if cookies.get("dw_deck") == "2" else "4", cookies.get("dw_faces", "")
    else:
        deck, chosen = context["faces"]
    return deck, chosen if size == "auto" and chosen in _CHOICES else size


def face_url(card: Card, deck: str, face: str) -> str:
    """The picture of a card. Spades, hearts and jokers look the same in both decks."""
    folder = "2" if deck == "2" and card.code[1] in "CD" else "4"
    return static(f"cards/{folder}/{face}/{card.code}.svg")


def _letter(card: Card) -> SafeString:
    """The two index letters of a court card: the pictures come without, since J is B, V or J elsewhere."""
    if card.rank not in _COURTS:
        return SafeString("")
    rows = ((css, index_letter(card)) for css in ("ix", "ix br"))
    return format_html_join("", '<svg class="{}" aria-hidden="true"><use href="#ix-{}"/></svg>', rows)


@register.simple_tag(takes_context=True)
def face(context: dict[str, Any], card: Card, size: str = "auto") -> SafeString:
    """What is inside a `.card` element: picture and index letters. `size`: auto (big on phones), big,
    classic.
    """
    deck, kind = reader_faces(context, size)
    return face_html(card.code, deck, kind, get_language() or "")


@lru_cache(maxsize=2048)
def face_html(code: str, deck: str, kind: str, _language: str) -> SafeString:
    """Kept for the process: a table draws dozens of cards for each of its views, always the same ones."""
    card = Card.from_code(code)
    if kind != "auto":
        picture = format_html('<img src="{}" alt="" draggable="false">', face_url(card, deck, kind))
    else:
        picture = format_html(
            '<picture><source media="(max-width: 767px)" srcset="{}">'
            '<img src="{}" alt="" draggable="false"></picture>',
            face_url(card, deck, "big"),
            face_url(card, deck, "classic"),
        )
    return picture + _letter(card)


@register.simple_tag(takes_context=True)
def kept(context: dict[str, Any], template_name: str, **values: Any) -> str:
    """A template that shows nothing but `values` (frozen ones), drawn once for all readers who see them alike."""
    return _kept_html(template_name, get_language(), reader_faces(context, "auto"), tuple(values.items()))


@lru_cache(maxsize=4096)
def _kept_html(
    template_name: str, _language: str | None, faces: tuple[str, str], values: tuple[tuple[str, Any], ...]
) -> str:
    """Kept for the process by everything that it depends on: of a table most is as it was a move ago."""
    return get_template(template_name).render({"faces": faces, **dict(values)})


@register.simple_tag
def card_data(card: Card) -> SafeString:
    """What the scripts know a card of the hand by: its id and data attributes."""
    return _card_data(card, get_language())


@lru_cache(maxsize=512)
def _card_data(card: Card, _language: str | None) -> SafeString:
    """Kept for the process like the faces."""
    return format_html(
        'id="c-{0}" data-code="{0}" data-suit="{1}" data-index="{2}" data-letter="{3}" data-name="{4}"',
        card.code,
        card.code[1],
        card.index,
        index_letter(card),
        capfirst(card_name(card)),
    )


@register.simple_tag
@lru_cache(maxsize=4096)
def game_url(name: str, public_id: str, number: int | None = None) -> str:
    """The address of one of a game's own pages ("games:move") or of one of its deals' pages: each view of a table has
    half a dozen of them.
    """
    kwargs: dict[str, Any] = {"public_id": public_id} | ({} if number is None else {"number": number})
    return reverse(name, kwargs=kwargs)


@register.simple_tag(takes_context=True)
def card(context: dict[str, Any], card: Card, css_class: str = "", size: str = "auto") -> SafeString:
    """A card that can't be pressed; its name is told by the text around it."""
    return format_html(
        '<span class="card {} {}" data-suit="{}">{}</span>',
        face_class(context, size),
        css_class,
        card.code[1],
        face(context, card, size),
    )


@register.simple_tag(takes_context=True)
def face_class(context: dict[str, Any], size: str = "auto") -> str:
    """The class that places the index letters: auto, big or classic."""
    return reader_faces(context, size)[1]


@register.simple_tag
@lru_cache(maxsize=64)
def card_back(css_class: str = "") -> SafeString:
    """A card face down."""
    return format_html(
        '<span class="card {}"><img src="{}" alt="" draggable="false"></span>',
        css_class,
        static("cards/back.svg"),
    )


@register.simple_tag
@lru_cache(maxsize=64)
def card_backs(count: int) -> SafeString:
    """So many cards face down, side by side."""
    return format_html_join("", "{}", ((card_back(),) for _unused in range(count)))


@register.simple_tag
def chip(card: Card) -> SafeString:
    """A card in running text: letters and suit in its colour, its name for screen readers."""
    return _chip_html(card, get_language())


@register.simple_tag
def log_text(line: LogLine) -> str:
    """What one seat did in one turn (templates/games/_log.html), after the name of who did it."""
    return _log_html(_nameless(line), get_language())


def _nameless(line: LogLine) -> LogLine:
    """What was done, whoever did it: the same words at all tables."""
    return replace(line, who="", is_me=False)


@register.simple_tag
def log_items(lines: tuple[LogLine, ...]) -> SafeString:
    """The whole log as items of a list."""
    language = get_language()
    return format_html_join("", "{}", ((_log_item(line, language),) for line in lines))


@lru_cache(maxsize=4096)
def _log_item(line: LogLine, language: str | None) -> SafeString:
    """Kept for the process: the whole log is drawn after every move, and only its first line is new."""
    return format_html("<li><b>{}</b><span>{}</span></li>", line.who, _log_html(_nameless(line), language))


@lru_cache(maxsize=4096)
def _log_html(line: LogLine, _language: str | None) -> str:
    """Kept for the process like the item around it."""
    return get_template("games/_log.html").render({"line": line})


@lru_cache(maxsize=512)
def _chip_html(card: Card, _language: str | None) -> SafeString:
    suit = "j" if card.is_joker else card.code[1].lower()
    return format_html(
        '<span class="chip dw-suit-{}"><span class="sr">{}</span><span aria-hidden="true">{}'
        '<svg class="suit"><use href="#i-suit-{}"/></svg></span></span>',
        suit,
        card_name(card),
        "" if card.is_joker else index_letter(card),
        suit,
    )


@register.simple_tag
def suit_icon(letter: str) -> SafeString:
    """A suit's own symbol (letter C, D, H or S), beside its name."""
    return format_html(
        '<svg class="suit" aria-hidden="true"><use href="#i-suit-{}"/></svg>',
        letter.lower(),
    )


@register.filter
def name_of(card: Card) -> str:
    """A card's name: "seven of clubs"."""
    return card_name(card)


@register.filter
def letter_of(card: Card) -> str:
    """What is printed in a card's corner: "10", "B"."""
    return index_letter(card)
