"""Who is there: the club, its director, and an account for everybody in the entrants' file.

Called again it finds what it made before. Passwords are derived from the installation's own key, so that they can be
printed again and are different on every machine.
"""

import base64
import hashlib
import hmac
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils.text import slugify

from accounts.enums import ClubRole
from accounts.models import Club, Membership, User
from accounts.services import add_member, create_account, create_club, find_or_make_player

CLUB = "Riverside Card Club"
DIRECTOR = "Vera Holm"


@dataclass(frozen=True, slots=True)
class Account:
    """How somebody signs in."""

    name: str
    email: str
    password: str


def account_of(name: str) -> Account:
    """The demo account for a name: an address that leads nowhere, a password of 12 letters and digits."""
    email = f"{slugify(name).replace('-', '.') or 'player'}@club.example"
    digest = hmac.new(settings.SECRET_KEY.encode(), f"demo|{email}".encode(), hashlib.sha256).digest()
    return Account(name, email, base64.b32encode(digest).decode()[:12].lower())


def club_with_director() -> tuple[Club, User, Account]:
    """The club and who runs it."""
    account = account_of(DIRECTOR)
    director = User.objects.filter(email=account.email).first() or create_account(
        email=account.email, display_name=account.name, password=account.password
    )
    club = Club.objects.filter(name=CLUB).first() or create_club(name=CLUB, owner=director)
    return club, director, account


def make_players(club: Club, director: User, names: list[str]) -> list[Account]:
    """An account and a player of the club for each name; the slow part (hashing passwords) runs side by side."""
    accounts = [account_of(name) for name in names]
    known = set(User.objects.filter(email__in=[a.email for a in accounts]).values_list("email", flat=True))
    new = [account for account in accounts if account.email not in known]
    with ThreadPoolExecutor() as threads:
        hashes = list(threads.map(make_password, [account.password for account in new]))
    for account, password in zip(new, hashes, strict=True):
        user = create_account(email=account.email, display_name=account.name)
        User.objects.filter(pk=user.pk).update(password=password)
        if not Membership.objects.filter(club=club, user=user).exists():
            add_member(club=club, user=user, role=ClubRole.MEMBER, actor=director)
        find_or_make_player(club=club, name=account.name, user=user)
    return accounts
