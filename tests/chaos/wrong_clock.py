"""A sweep whose clock is an hour fast, beside all others: `python -m tests.chaos.wrong_clock`. It must do no harm."""

import os
from datetime import UTC, datetime, timedelta

import django
import time_machine
from django.core.management import call_command

HOUR = timedelta(hours=1)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    django.setup()
    with time_machine.travel(datetime.now(UTC) + HOUR, tick=True):
        call_command("sweep", loop=True, always=True)


if __name__ == "__main__":
    main()
