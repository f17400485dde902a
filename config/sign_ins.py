"""What happens when sign-ins end: on other devices their sessions go, and their live streams end at once.

allauth lists the sign-ins; it knows no streams, which is why it is told here (USERSESSIONS_ADAPTER). A new password
ends sign-ins by being another one: Django notices with their next request, a stream must be told.
"""

from collections.abc import Iterable

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession

from accounts.models import User
from games.services.live import close_streams


class SignIns(DefaultUserSessionsAdapter):
    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        for sign_in in sessions:
            close_streams(sign_in.session_key)
            sign_in.end()


def end_streams_elsewhere(user: User, own_session: str) -> None:
    """Close the streams of all sign-ins of the user but the one that has this session key."""
    elsewhere = UserSession.objects.filter(user=user).exclude(session_key=own_session)
    for key in elsewhere.values_list("session_key", flat=True):
        close_streams(key)
