"""The folder into which a site without a mail server writes its mail, as a page for whoever runs the site.

Such mail may hold codes that let somebody in, so that nobody but a superuser reads it; with a mail server there is no
such page.
"""

from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

MOST_FILES: Final = 50
MOST_BYTES: Final = 200_000
BETWEEN: Final = b"-" * 79
FILE_BACKEND: Final = "django.core.mail.backends.filebased.EmailBackend"


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as it was written. `sent_at` is None where it says no date."""

    to: str
    subject: str
    sent_at: datetime | None
    text: str


@require_GET
def mailbox(request: HttpRequest) -> HttpResponse:
    """The newest mails in the folder."""
    user = request.user
    if not (user.is_authenticated and user.is_superuser and settings.EMAIL_BACKEND == FILE_BACKEND):
        raise Http404
    folder = Path(str(getattr(settings, "EMAIL_FILE_PATH", "")))
    return render(request, "accounts/mailbox.html", {"letters": letters_in(folder), "folder": folder})


def letters_in(folder: Path, most: int = MOST_FILES) -> list[Letter]:
    """The mails of the newest files of the folder, the newest first."""
    files = sorted(folder.glob("*.log"), reverse=True) if folder.is_dir() else []
    found: list[Letter] = []
    for file in files[:most]:
        with file.open("rb") as open_file:
            parts = open_file.read(MOST_BYTES).split(BETWEEN)
        found += reversed([_letter(part.lstrip()) for part in parts if part.strip()])
    return found[:most]


def _letter(data: bytes) -> Letter:
    message = message_from_bytes(data, _class=EmailMessage, policy=policy.default)
    body = message.get_body(preferencelist=("plain",))
    date = message.get("Date")
    return Letter(
        to=str(message.get("To", "")),
        subject=str(message.get("Subject", "")),
        sent_at=parsedate_to_datetime(str(date)) if date else None,
        text=body.get_content() if body is not None else "",
    )
