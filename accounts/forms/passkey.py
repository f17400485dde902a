"""Adding a passkey: as the library asks for it, but it signs in by itself unless that is unticked."""

from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class AddPasskeyForm(AddWebAuthnForm):
    """The library's form (MFA_FORMS) with words for what is called a passkey everywhere else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = self.fields["passwordless"]
        asked.initial = True
        asked.label = _("Passkey: sign in with it instead of the password")
        asked.help_text = _("Unticked, it is a second factor beside the password.")
