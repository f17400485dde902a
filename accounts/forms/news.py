"""How a person wants to be told: two boxes for each kind of news, and the language of the mail."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.enums import NoticeKind
from accounts.queries.notices import Choice


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A kind of news with its two boxes, for the template."""

    label: str
    mail: forms.BoundField
    calendar: forms.BoundField


class NewsForm(forms.Form):
    """After `is_valid`, `choices` has one Choice for each kind."""

    language = forms.ChoiceField(label=_("Language of your mail"), required=False)

    def __init__(self, *args: Any, choices: Iterable[Choice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = self.fields["language"]
        assert isinstance(languages, forms.ChoiceField)
        languages.choices = [("", _("The club's")), *settings.LANGUAGES]
        for choice in choices:
            for way, on in (("mail", choice.by_mail), ("calendar", choice.by_calendar)):
                self.fields[f"{way}_{choice.kind}"] = forms.BooleanField(
                    required=False, initial=on, label=choice.kind.label
                )

    @property
    def lines(self) -> list[NewsLine]:
        return [
            NewsLine(str(kind.label), self[f"mail_{kind}"], self[f"calendar_{kind}"]) for kind in NoticeKind
        ]

    @property
    def choices(self) -> list[Choice]:
        data = self.cleaned_data
        return [Choice(kind, data[f"mail_{kind}"], data[f"calendar_{kind}"]) for kind in NoticeKind]
