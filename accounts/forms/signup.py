"""What sign-up asks besides address and password: the name that others see."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import MAX_NAME_LENGTH, clean_name, validate_name


class SignupForm(forms.Form):
    """Base of the library's sign-up form (ACCOUNT_SIGNUP_FORM_CLASS)."""

    display_name = forms.CharField(
        label=_("Your name"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("As others at the table know you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def clean_display_name(self) -> str:
        name = clean_name(self.cleaned_data["display_name"])
        validate_name(name)
        return name

    def signup(self, request: HttpRequest, user: User) -> None:  # noqa: ARG002 - the library's signature
        user.display_name = self.cleaned_data["display_name"]
        user.save(update_fields=["display_name"])
