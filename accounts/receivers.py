"""Who signed in, who tried to, and whose ways in were changed, as lines of the log (OWASP ASVS 16.3.1).

A line names the account by its number and where the request came from; never an e-mail address, a password or a code:
people type the one where the other belongs.
"""

from typing import Any

import structlog
from allauth.account.signals import (
    email_changed,
    login_code_rejected,
    password_changed,
    password_reset,
    password_set,
)
from allauth.mfa.signals import (
    authentication_failed,
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
)
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db import DatabaseError
from django.dispatch import Signal
from django.http import HttpRequest

from accounts.models import User

log = structlog.get_logger(__name__)
CHANGES: dict[Signal, str] = {
    password_set: "password set",
    password_changed: "password changed",
    password_reset: "password reset",
    email_changed: "e-mail address changed",
    authenticator_added: "second factor added",
    authenticator_removed: "second factor removed",
    authenticator_reset: "second factor renewed",
    login_code_rejected: "code by mail refused",
    authentication_failed: "second factor refused",
}
TRIED = ("email", "username", "login")


def connect() -> None:
    """Listen; called once, when the apps are ready."""
    user_logged_in.connect(_signed_in, dispatch_uid="accounts.log.in")
    user_logged_out.connect(_signed_out, dispatch_uid="accounts.log.out")
    user_login_failed.connect(_refused, dispatch_uid="accounts.log.refused")
    for number, signal in enumerate(CHANGES):
        signal.connect(_changed, dispatch_uid=f"accounts.log.{number}")


def _signed_in(request: HttpRequest | None, user: User, **_: Any) -> None:
    log.info("signed in", user=user.pk, address=_address(request))


def _signed_out(request: HttpRequest | None, user: User | None, **_: Any) -> None:
    if user is not None:
        log.info("signed out", user=user.pk, address=_address(request))


def _refused(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    log.warning("sign-in refused", user=_account(credentials), address=_address(request))


def _changed(signal: Signal, request: HttpRequest | None, user: User, **_: Any) -> None:
    log.warning(CHANGES[signal], user=user.pk, address=_address(request))


def _address(request: HttpRequest | None) -> str:
    """Where it came from, as the web server found out (FORWARDED_ALLOW_IPS)."""
    return request.META.get("REMOTE_ADDR", "") if request is not None else ""


def _account(credentials: dict[str, Any]) -> int | None:
    """The account that was tried, if there is one."""
    tried = next((str(credentials[name]) for name in TRIED if credentials.get(name)), "")
    try:
        return User.objects.filter(email=tried.strip().lower()).values_list("pk", flat=True).first()
    except DatabaseError:  # the line is worth more than the number
        return None
