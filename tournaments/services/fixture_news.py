"""What the two of a league game are told: a time asked for, agreed on, a result to confirm, a deadline that nears."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from accounts.enums import NoticeKind
from accounts.models import Player
from accounts.services.notices import News, Words, tell
from games.services.clock import database_now
from tournaments.enums import FixtureStatus
from tournaments.models import Fixture

DUE_WITHIN: Final = timedelta(days=2)


def tell_proposed(fixture: Fixture, to: Player) -> None:
    """The other one asks for a time."""
    text = partial(_words, fixture, _proposed)
    _tell(NoticeKind.FIXTURE, fixture, [to], f"proposed:{_stamp(fixture.proposed_at)}", text)


def tell_agreed(fixture: Fixture) -> None:
    """Both said yes to a time."""
    both = [fixture.home, fixture.away]
    _tell(
        NoticeKind.FIXTURE,
        fixture,
        both,
        f"agreed:{_stamp(fixture.agreed_at)}",
        partial(_words, fixture, _agreed),
    )


def tell_reported(fixture: Fixture, to: Player) -> None:
    """The other one reported a result."""
    points = f"{fixture.home_points}:{fixture.away_points}"
    _tell(NoticeKind.RESULT, fixture, [to], f"reported:{points}", partial(_words, fixture, _reported))


@transaction.atomic
def tell_due() -> int:
    """Two days before the deadline of a game that isn't agreed on yet, once; how many games were looked at."""
    now = database_now()
    soon = Fixture.objects.filter(
        status=FixtureStatus.OPEN, deadline__gt=now, deadline__lte=now + DUE_WITHIN
    ).select_related("home__user", "away__user", "fixtures__season__league__club")
    found = list(soon)
    for fixture in found:
        _tell(
            NoticeKind.FIXTURE, fixture, [fixture.home, fixture.away], "due", partial(_words, fixture, _due)
        )
    return len(found)


def _tell(
    kind: NoticeKind, fixture: Fixture, to: Iterable[Player], what: str, words: Callable[[], Words]
) -> None:
    season = fixture.fixtures.season
    path = reverse("clubs:fixtures", kwargs={"slug": season.league.club.slug, "season": season.pk})
    news = [
        News(player.user, f"fixture:{fixture.pk}:{what}", path, words)
        for player in to
        if player.user is not None
    ]
    tell(kind, news, club=season.league.club)


def _stamp(moment: datetime | None) -> str:
    return str(int(moment.timestamp())) if moment else ""


def _words(fixture: Fixture, sentence: Callable[[Fixture], str]) -> Words:
    names = {"home": fixture.home.name, "away": fixture.away.name}
    return Words(_("%(home)s – %(away)s") % names, sentence(fixture))


def _proposed(fixture: Fixture) -> str:
    name = fixture.proposed_by.name if fixture.proposed_by else ""
    return _("%(name)s would like to play on %(when)s. Agree, or propose another time.") % {
        "name": name,
        "when": _when(fixture, fixture.proposed_at),
    }


def _agreed(fixture: Fixture) -> str:
    return _("You play on %(when)s. The cards can be dealt from a quarter of an hour before on.") % {
        "when": _when(fixture, fixture.agreed_at)
    }


def _reported(fixture: Fixture) -> str:
    return _("The result %(home)d : %(away)d is reported. It counts once you agree.") % {
        "home": fixture.home_points,
        "away": fixture.away_points,
    }


def _due(fixture: Fixture) -> str:
    return _("No time is agreed on yet, and the game must be played before %(when)s.") % {
        "when": _when(fixture, fixture.deadline)
    }


def _when(fixture: Fixture, moment: datetime | None) -> str:
    """By the clock of the club."""
    if moment is None:
        return ""
    zone = fixture.fixtures.season.league.club.time_zone
    local = moment.astimezone(ZoneInfo(zone))
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": formats.date_format(local, "DATE_FORMAT"),
        "time": formats.time_format(local, "TIME_FORMAT"),
        "zone": zone,
    }
