"""The picture that a shared link to the results shows: the event, and who leads or won. Drawn once for each state of
the standings, then kept in the cache. It shows what the results page shows everybody, never more.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache as store
from django.http import HttpRequest, HttpResponse
from django.utils import formats
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_GET
from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from tournaments.models import Tournament
from tournaments.queries.shown_names import shown_names
from tournaments.queries.standings import standings_page
from tournaments.views.access import visible_tournament

SIZE: Final = (1200, 630)
FELT, DEEP, PAPER, BRASS, MUTED = "#2b6150", "#214d3f", "#fffdf9", "#f0cd80", "#cfe0d8"
EDGE: Final = 72
PLACES: Final = 3
KEPT_SECONDS: Final = 86_400
FRESH_SECONDS: Final = 600
# Fonts with all the letters that names have, where a system has them; Pillow's own is the last resort.
FONTS: Final = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf",
    "/usr/share/fonts/truetype/noto/NotoSerif-Bold.ttf",
    "/Library/Fonts/Georgia Bold.ttf",
)


@dataclass(frozen=True, slots=True)
class Picture:
    """What is written: the event's name, a line about it, the title of the standings ("" before there are any), and
    (place, name, points) of who is in front.
    """

    name: str
    about: str
    title: str = ""
    leaders: tuple[tuple[str, str, str], ...] = ()


@require_GET
def preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """The picture as PNG, 1200 x 630."""
    tournament = visible_tournament(request, public_id)
    written = _written(tournament)
    mark = hashlib.sha256(repr((written, get_language())).encode()).hexdigest()
    key = f"preview/{tournament.public_id}/{mark}"
    picture = store.get(key)
    if picture is None:
        picture = draw(written)
        store.set(key, picture, KEPT_SECONDS)
    response = HttpResponse(picture, content_type="image/png")
    response["ETag"] = f'"{mark[:32]}"'
    patch_cache_control(response, public=tournament.is_public, max_age=FRESH_SECONDS)
    return response


def _written(tournament: Tournament) -> Picture:
    """As a stranger may read it: the picture travels with the link."""
    day = formats.date_format(tournament.starts_on, "DATE_FORMAT")
    page = standings_page(tournament, names=shown_names(tournament, AnonymousUser()))
    about = f"{tournament.club.name} · {day}"
    if page is None:
        return Picture(tournament.name, about)
    leaders = [line for line in page.lines if not line.is_bot][:PLACES]
    places = tuple((line.place_text, line.name, line.points_text) for line in leaders)
    return Picture(tournament.name, about, page.title, places)


def draw(written: Picture) -> bytes:
    """A PNG."""
    image = Image.new("RGB", SIZE, FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, SIZE[1] - 16, SIZE[0], SIZE[1]), fill=BRASS)
    _fitted(pen, (EDGE, 56), written.name, 68, PAPER, SIZE[0] - 2 * EDGE)
    _fitted(pen, (EDGE, 150), written.about, 34, MUTED, SIZE[0] - 2 * EDGE)
    if written.leaders:
        _fitted(pen, (EDGE, 214), written.title, 34, BRASS, SIZE[0] - 2 * EDGE)
    for row, (place, who, points) in enumerate(written.leaders):
        top = 280 + row * 100
        pen.rounded_rectangle((EDGE, top, SIZE[0] - EDGE, top + 84), 14, fill=DEEP)
        _fitted(pen, (EDGE + 28, top + 16), place, 44, BRASS, 90)
        _fitted(pen, (EDGE + 130, top + 16), who, 44, PAPER, 700)
        wide = pen.textlength(points, font=font(44))
        pen.text((SIZE[0] - EDGE - 28 - wide, top + 16), points, font=font(44), fill=PAPER)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _fitted(
    pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, colour: str, width: int
) -> None:
    """Write the text on one line, as large as it fits, down to half the size; then it is cut off."""
    text = " ".join(text.split())
    for smaller in range(size, size // 2, -4):
        if pen.textlength(text, font=font(smaller)) <= width:
            break
    while len(text) > 1 and pen.textlength(text, font=font(smaller)) > width:
        text = text[:-2].rstrip() + "…"
    pen.text((at[0], at[1] + (size - smaller) / 2), text, font=font(smaller), fill=colour)


@cache
def font(size: int) -> FreeTypeFont | ImageFont.ImageFont:
    """The first of the known fonts that is there."""
    for path in FONTS:
        if Path(path).exists():
            return ImageFont.truetype(path, size)
    return ImageFont.load_default(size)
