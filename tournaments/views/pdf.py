"""Pages for paper as PDF: the same page that a browser prints, set by WeasyPrint.

The program's own pages stay printable without it: its fonts and layout come from Pango, a library of the system. Where
that is missing nothing else breaks; `missing_package` names what to install. It fetches nothing from anywhere.
"""

from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.text import slugify

PACKAGE = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
STYLE = "css/paper.css"


@cache
def missing_package() -> str:
    """What the system lacks to make PDFs, as the names of Debian's packages; empty where nothing is missing."""
    try:
        import weasyprint  # noqa: F401, PLC0415 - loads the system's library, which may not be there
        from PIL import ImageFile  # noqa: PLC0415
    except (ImportError, OSError):
        return PACKAGE
    # it makes the whole process take pictures that are cut off, also where people upload them
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    return ""


def pdf_of(template: str, context: dict[str, Any], request: HttpRequest) -> bytes:
    """The template as a PDF on A4. The caller has asked `missing_package`."""
    from weasyprint import CSS, HTML  # noqa: PLC0415
    from weasyprint.urls import URLFetcher  # noqa: PLC0415

    text = render_to_string(template, context, request=request)
    sheet = finders.find(STYLE)
    assert isinstance(sheet, str)
    # pictures stand in the page itself; nothing is fetched from anywhere
    document = HTML(string=text, url_fetcher=URLFetcher(allowed_protocols=("data",)))
    result: bytes = document.write_pdf(stylesheets=[CSS(string=Path(sheet).read_text(encoding="utf-8"))])
    return result


def pdf_name(event: str, what: str) -> str:
    """A file's name for a page of that event."""
    return f"{slugify(event) or 'event'}-{what}.pdf"
