"""The link with which people join a club: signed, so that nobody can make one up, and numbered, so that counting
the club's number on revokes every link given out before. Nothing secret is stored. It never writes.
"""

from django.core import signing

from accounts.models import Club

SALT = "deadwood.join"


def join_token(club: Club) -> str:
    """What stands in the address of the link in force."""
    return signing.dumps([club.pk, club.join_number], salt=SALT)


def club_of_token(token: str) -> Club | None:
    """The club that the link leads to, None for a token that is made up, broken or revoked."""
    try:
        club_id, number = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return Club.objects.filter(pk=club_id, join_number=number).first()
