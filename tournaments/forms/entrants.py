"""The form of an entrants' file: its size and encoding. What is in the file is read by
services.entrants_file.
"""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.services.entrants_file import MOST_BYTES, OTHER_ENCODING

ENCODINGS = [("utf-8", _("UTF-8")), (OTHER_ENCODING, _("Windows-1252"))]


class EntrantsFileForm(forms.Form):
    """A CSV or XLSX file and how to read it; `data` after validation are the file's bytes."""

    file = forms.FileField(label=_("File"), help_text=_("CSV or XLSX, the first line names the columns."))
    encoding = forms.ChoiceField(
        label=_("Encoding of CSV"), choices=ENCODINGS, initial="utf-8", required=False
    )

    def clean_file(self) -> bytes:
        """The file's content, read whole: it is at most 2 MB."""
        upload: UploadedFile[Any] = self.cleaned_data["file"]
        if upload.size is not None and upload.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 2 MB."), code="too_large")
        content: bytes = upload.read()
        return content

    def clean_encoding(self) -> str:
        return self.cleaned_data["encoding"] or "utf-8"
