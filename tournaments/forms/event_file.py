"""The form of an event file: which file, into which club. What is in the file is read by services.event_import."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from tournaments.event_file import MOST_BYTES


class EventFileForm(forms.Form):
    """`file` after validation are the bytes; `club` is one of those given."""

    file = forms.FileField(label=_("Event file"), help_text=_("JSON, as written by “Event as a file”."))
    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)

    def __init__(self, *args: Any, clubs: Sequence[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = Club.objects.filter(pk__in=[club.pk for club in clubs])  # type: ignore[attr-defined]

    def clean_file(self) -> bytes:
        """The file's content, unless it is larger than any event file."""
        upload: UploadedFile[Any] = self.cleaned_data["file"]
        if upload.size is not None and upload.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 64 MB."), code="too_large")
        content: bytes = upload.read()
        return content
