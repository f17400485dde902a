"""Tokens of programs. Knox looks at all tokens of the user with each request, to throw away those that have expired;
here only the one that was sent is looked at, by a statement that is made once: a move needs one query less.
"""

from typing import Any, Final

from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed

from accounts.kept_query import KeptQuery

_BEGINNING_SO: Final[KeptQuery[AuthToken]] = KeptQuery(
    lambda beginning: AuthToken.objects.select_related("user").filter(token_key=beginning), str
)


class OneToken(TokenAuthentication):
    """An expired token is refused and deleted when it is sent, not before."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """(user, token). Raises AuthenticationFailed for an unknown or expired token and for a user who may no more."""
        text = token.decode("utf-8", "replace")
        digest = hash_token(text)
        for found in _BEGINNING_SO.rows(text[: CONSTANTS.TOKEN_KEY_LENGTH]):
            if constant_time_compare(digest, found.digest) and not self._cleanup_token(found):
                return self.validate_user(found)
        raise AuthenticationFailed(_("Invalid token."))

    def _cleanup_token(self, auth_token: AuthToken) -> bool:
        if auth_token.expiry is None or auth_token.expiry >= timezone.now():
            return False
        auth_token.delete()
        return True


class TokenScheme(KnoxTokenScheme):
    """How the API's schema describes these tokens: as knox's own."""

    target_class = "config.api.tokens.OneToken"
