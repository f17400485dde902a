"""One row that the sweep touches every second, so that an outage can be told from a player's slowness."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """`beat_at` is the last sweep by the database's clock; `version` counts the shifts after outages."""

    name = models.CharField(max_length=20, primary_key=True)
    beat_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name
