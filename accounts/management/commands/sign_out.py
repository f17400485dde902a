"""`manage.py sign_out ADDRESS`: end everything that somebody is signed in with, browsers and programs alike."""

from typing import Any

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.core.management.base import BaseCommand, CommandError, CommandParser
from knox.models import AuthToken

from accounts.models import User


class Command(BaseCommand):
    help = "Sign somebody out on every device and take their programs' tokens back; --off: and let them in no more."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the account's e-mail address")
        parser.add_argument("--off", action="store_true", help="switch the account off, too")

    def handle(self, *_args: Any, address: str, off: bool, **_options: Any) -> None:
        user = User.objects.filter(email=address.strip().lower()).first()
        if user is None:
            raise CommandError("No account has this address.")
        if off:
            user.is_active = False
            user.save(update_fields=["is_active"])
        devices = list(UserSession.objects.filter(user=user))
        get_adapter().end_sessions(devices)
        tokens, _deleted = AuthToken.objects.filter(user=user).delete()
        self.stdout.write(f"Signed out: {len(devices)} devices, {tokens} programs.")
