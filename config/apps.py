"""Makes `config` an installed app, so that its management commands are found. It has no models."""

from typing import Any

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Deadwood"

    def ready(self) -> None:
        # not before the app registry
        from allauth.account.signals import password_changed, password_reset, password_set  # noqa: PLC0415
        from django.contrib.auth.signals import user_logged_out  # noqa: PLC0415

        user_logged_out.connect(_close_streams, dispatch_uid="config.live.sign-out")
        for signal in (password_changed, password_reset, password_set):
            signal.connect(_close_streams_elsewhere, dispatch_uid="config.live.new-password")


def _close_streams(request: Any, **_: Any) -> None:
    """Signing out ends the live streams of that session; it is sent before the session is emptied."""
    from games.services.live import close_streams  # noqa: PLC0415 - imports Django's database layer

    close_streams(getattr(request.session, "session_key", None) or "")


def _close_streams_elsewhere(request: Any, user: Any, **_: Any) -> None:
    """A new password ends the user's other sign-ins, and so their streams."""
    from config.sign_ins import end_streams_elsewhere  # noqa: PLC0415 - imports models

    end_streams_elsewhere(user, request.session.session_key or "")
