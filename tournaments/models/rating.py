"""What finished events did to ratings: one line for each player of an event, written once; the newest is in force."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.engine.ratings import Rating


class RatedEvent(models.Model):
    """An event whose results are in the ratings, so that no event is rated twice."""

    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="rated", verbose_name=_("tournament")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rated event")
        verbose_name_plural = _("rated events")

    def __str__(self) -> str:
        return str(self.tournament)


class RatingChange(models.Model):
    """A player's rating after an event, for one family of games. `games` counts rated tables so far."""

    rated = models.ForeignKey(RatedEvent, on_delete=models.CASCADE, related_name="changes")
    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="rating_changes")
    family = models.CharField(_("games"), max_length=20)
    mu = models.FloatField(_("strength"))
    sigma = models.FloatField(_("uncertainty"))
    games = models.PositiveIntegerField(_("rated tables"))

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["rated", "player"], name="tournaments_rating_change_once"),
            models.CheckConstraint(
                condition=models.Q(sigma__gt=0), name="tournaments_rating_change_sigma_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.rating.shown}"

    @property
    def rating(self) -> Rating:
        """The same as the engine's value."""
        return Rating(self.mu, self.sigma, self.games)
