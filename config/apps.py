"""Makes `config` an installed app, so that its management commands are found. It has no models."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Deadwood"
