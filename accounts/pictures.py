"""Pictures that people upload, drawn anew: what is kept and served is this site's own PNG, never the file that came.

What a file is, is read from its content; its name and what the browser says of it count for nothing. Size in bytes and
in pixels is checked before anything is unpacked.
"""

import io
from typing import Final

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from accounts.errors import BadSetting

MOST_BYTES: Final = 1_000_000
MOST_PIXELS: Final = 16_000_000
KINDS: Final = ("PNG", "JPEG", "WEBP", "GIF")
SIDE: Final = 256


def drawn_anew(data: bytes) -> bytes:
    """The picture as a PNG of at most SIDE x SIDE pixels, without anything that the file carried along.

    Raises BadSetting (`logo`) for what is too large or no picture of these kinds.
    """
    if len(data) > MOST_BYTES:
        raise BadSetting(_("The picture has more than a megabyte."), "logo")
    try:
        with Image.open(io.BytesIO(data), formats=KINDS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise BadSetting(_("The picture has too many pixels."), "logo")
            small = ImageOps.exif_transpose(picture).convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise BadSetting(_("That is no picture in PNG, JPEG, WebP or GIF."), "logo") from None
    small.thumbnail((SIDE, SIDE))
    out = io.BytesIO()
    clean = Image.new("RGBA", small.size)
    clean.paste(small)
    clean.save(out, "PNG", optimize=True)
    return out.getvalue()
