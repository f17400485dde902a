"""What happens when a person ends sign-ins on other devices: their sessions go, and their live streams end at once.

allauth lists the sign-ins; it knows no streams, which is why it is told here (USERSESSIONS_ADAPTER).
"""

from collections.abc import Iterable

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession

from games.services.live import close_streams


class SignIns(DefaultUserSessionsAdapter):
    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        for sign_in in sessions:
            close_streams(sign_in.session_key)
            sign_in.end()
