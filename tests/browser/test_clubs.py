"""Pages of clubs in a real browser: nothing for axe to find, nothing wider than the phone."""

import pytest
from django.urls import reverse

from accounts.links import join_token
from accounts.models import Membership
from accounts.services import ask_to_join, set_logo
from games.services.clock import database_now
from tests.accounts.test_pictures import a_picture
from tests.factories import make_club, make_user
from tests.tournaments.evenings import a_paper_event, paper_round
from tests.tournaments.services.test_divisions import a_division
from tournaments.season_format import SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.divisions import set_division_above
from tournaments.services.entrants import enter_player
from tournaments.services.fixtures import make_fixtures
from tournaments.services.race import reckon_event, reckon_season
from tournaments.services.ratings import rate_event
from tournaments.services.seasons import assign_event, create_season

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((390, 844), (1440, 900))


@pytest.fixture
def club_pages():
    """A club with an evening behind it and one to come, its owner, and the pages to look at."""
    owner = make_user("Olga Owner")
    club = make_club("Riverside", owner=owner)
    Membership.objects.create(club=club, user=make_user("Max Member"))
    ask_to_join(club=club, user=make_user("Gus Guest"))
    tournament = a_paper_event(8, director=owner, club=club, rounds=6, extra_round_cap=0)
    for _unused in range(6):
        paper_round(tournament, {"Ada": 30, "Bo": -10})
    begin_review(tournament=tournament, actor=None)
    finish_tournament(tournament=tournament, actor=None)
    day = tournament.starts_on
    season = create_season(
        club=club,
        league_name="Premier",
        name="2026",
        starts_on=day,
        ends_on=day,
        format_=SeasonFormat(keep_best=1, planned_events=3, promoted=1, relegated=1),
        actor=owner,
    )
    rate_event(tournament_id=tournament.pk)
    assign_event(season=season, tournament=tournament, actor=owner)
    reckon_season(season_id=season.pk)
    make_fixtures(
        season=season,
        players=list(club.players.order_by("pk")[:4]),
        first_day=database_now().date(),
        days=7,
        legs=2,
        preset="gin",
        actor=owner,
    )
    running = a_paper_event(4, director=owner, club=club, rounds=3, scheme="win_loss")
    enter_player(tournament=running, actor=None, name="Olga", user=owner)
    paper_round(running, {"Ada": 30, "Bo": -10})
    reckon_event(tournament_id=running.pk)
    set_logo(club=club, data=a_picture(), actor=owner)
    names = ("club", "settings", "outbox", "players", "ratings", "seasons", "new_season")
    paths = [reverse(f"clubs:{name}", kwargs={"slug": club.slug}) for name in names]
    ada = {"slug": club.slug, "player": club.players.get(name="Ada").pk}
    paths.append(reverse("clubs:player", kwargs=ada))
    own = {"slug": club.slug, "season": season.pk}
    paths += [reverse(f"clubs:{name}", kwargs=own) for name in ("season", "season_settings", "fixtures")]
    long = ("Eli Marchetti", "Colette van der Meer-Featherstonehaugh", "Gil Nunes", "Hay Brown")
    tied = a_division(club, "Second", long, {long[0]: 20, long[1]: 20, long[2]: -10}, promoted=1)
    set_division_above(season=tied, above=season, actor=owner)
    paths.append(reverse("clubs:next_season", kwargs={"slug": club.slug, "season": tied.pk}))
    of_event = {"public_id": running.public_id}
    paths += [reverse(f"tournaments:{name}", kwargs=of_event) for name in ("race", "outbox")]
    paths.append(reverse("account:news"))
    return owner, [*paths, reverse("clubs:list"), reverse("clubs:found"), f"/c/join/{join_token(club)}/"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pages_of_clubs_are_clean(club_pages, visit, violations, width, height):
    owner, paths = club_pages
    visitor = visit(owner, width=width, height=height)
    found = {}
    for path in paths:
        page = visitor.open(path)
        wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        found[path] = (violations(page), wide)
        page.close()
    assert {path: what for path, what in found.items() if what != ([], False)} == {}
