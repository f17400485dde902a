"""Makes `config` an installed app, so that its management commands are found. It has no models."""

from typing import Any

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Deadwood"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out  # noqa: PLC0415 - not before the app registry

        user_logged_out.connect(_close_streams, dispatch_uid="config.live.sign-out")


def _close_streams(request: Any, **_: Any) -> None:
    """Signing out ends the live streams of that session; it is sent before the session is emptied."""
    from games.services.live import close_streams  # noqa: PLC0415 - imports Django's database layer

    close_streams(getattr(request.session, "session_key", None) or "")
