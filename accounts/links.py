"""Links that let people in. It never writes.

The link of a club is signed, so that nobody can make one up, and numbered, so that counting the club's number on
revokes every link given out before; nothing secret is stored. The link with which a person claims a player who was
entered without an account is a random text of 128 bits, of which only the hash is stored.
"""

import hashlib

from django.core import signing

from accounts.models import Club, Player, User

SALT = "deadwood.join"
CALENDAR_SALT = "deadwood.calendar"


def join_token(club: Club) -> str:
    """What stands in the address of the link in force."""
    return _signer(SALT).sign_object([club.pk, club.join_number])


def club_of_token(token: str) -> Club | None:
    """The club that the link leads to, None for a token that is made up, broken or revoked."""
    try:
        club_id, number = _signer(SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    return Club.objects.filter(pk=club_id, join_number=number).first()


def claim_hash(token: str) -> str:
    """What is stored of a claim link's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def player_of_token(token: str) -> Player | None:
    """The player that the link claims, None for a token that is made up, used, or replaced by a newer one."""
    found = Player.objects.filter(claim_hash=claim_hash(token), user=None)
    return found.select_related("club").first()


def calendar_key(user: User) -> str:
    """What stands in the address of the user's own feed; another password makes another key."""
    return _signer(CALENDAR_SALT).sign_object([user.pk, user.get_session_auth_hash()[:16]])


def user_of_key(key: str) -> User | None:
    """Whose feed that is, None for a key that is made up or out of date."""
    try:
        pk, proof = _signer(CALENDAR_SALT).unsign_object(key)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user is not None and user.get_session_auth_hash()[:16] == proof else None


def _signer(salt: str) -> signing.Signer:
    """No time is signed: the same link has the same text whenever a page shows it."""
    return signing.Signer(salt=salt)
