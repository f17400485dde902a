"""The forms of a club: founding it and changing it. They check shape; the services decide."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.enums import ClubColour
from accounts.names import MAX_NAME_LENGTH


@cache
def zone_choices() -> list[tuple[str, str]]:
    """All time zones by name; they are files, which are listed once."""
    return [(name, name.replace("_", " ")) for name in sorted(available_timezones())]


class LongSelect(forms.Select):
    """A select of hundreds of choices, written at once: a template for each of them takes a tenth of a second."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:  # noqa: ARG002
        chosen = "" if value is None else str(value)
        given = self.build_attrs(self.attrs, attrs)
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            ((key, " selected" if str(key) == chosen else "", label) for key, label in self.choices),
        )
        extra = format_html_join(
            "",
            " {}{}",
            (
                (key, "" if found is True else format_html('="{}"', found))
                for key, found in given.items()
                if found is not False
            ),
        )
        return format_html('<select name="{}"{}>{}</select>', name, extra, options)


class FoundClubForm(forms.Form):
    """What a new club needs to be found and to tell the right time."""

    name = forms.CharField(label=_("Name of the club"), max_length=MAX_NAME_LENGTH)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("By which the club's evenings begin."),
        choices=zone_choices,
        widget=LongSelect,
    )
    language = forms.ChoiceField(label=_("Language of the club's mail"), choices=())
    is_public = forms.BooleanField(
        label=_("Anyone may find the club and see its public evenings"), required=False, initial=True
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        languages = self.fields["language"]
        assert isinstance(languages, forms.ChoiceField)
        languages.choices = list(settings.LANGUAGES)


class ClubForm(FoundClubForm):
    """The same for a club that exists, with its lines about itself."""

    about = forms.CharField(
        label=_("About the club"),
        help_text=_("Where and when you play; everybody who sees the club reads it."),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    colour = forms.ChoiceField(label=_("Colour"), choices=ClubColour.choices)

    field_order = ["name", "about", "colour", "time_zone", "language", "is_public"]


class LogoForm(forms.Form):
    """A picture for the club."""

    logo = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG, WebP or GIF up to a megabyte. It is drawn anew, at most 256 pixels wide."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )
