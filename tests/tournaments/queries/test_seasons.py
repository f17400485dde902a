"""Seasons from real events: what counts, what is dropped, what can still be reached, and who may see and change it.

Four evenings of one round on paper, points 10-6-4-2, best two count, at least two evenings:

    evening   1   2   3   4    best two
    Ada      10   6   -  10    10 10    = 20   (6 dropped)
    Bo        6  10   5   6    10 6     = 16   (5 and the earlier 6 dropped)
    Cy        4   4  10   4    10 4     = 14   (the earlier 4s dropped)
    Dee       2   2   5   2    5 2      =  7   (the earlier 2s dropped)
    Eve       -   -   2   -    2, came once: no place
"""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.enums import ClubRole
from accounts.models import Membership
from tests.factories import A_DAY, make_club, make_user
from tests.tournaments.evenings import an_event, enter, paper_round
from tournaments.engine.league import SeasonPoints
from tournaments.errors import AlreadyEntered, FormatError, NotAllowed, WrongStatus
from tournaments.models import Season, Tournament
from tournaments.queries.seasons import find_season, season_choices, season_list, season_page
from tournaments.season_format import Counting, SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.entrants import enter_bot
from tournaments.services.seasons import assign_event, change_season, create_season

pytestmark = pytest.mark.django_db
FORMAT = SeasonFormat(by_place=(10, 6, 4, 2), keep_best=2, minimum_attendance=2, planned_events=5)


def owner_of(club):
    return Membership.objects.filter(club=club, role=ClubRole.OWNER).earliest("pk").user


def a_season(club, format_=FORMAT):
    return create_season(
        club=club,
        league_name="Premier",
        name="2026",
        starts_on=A_DAY,
        ends_on=A_DAY,
        format_=format_,
        actor=owner_of(club),
    )


def evening(season, points, *, rounds=1, size=5, bots=0):
    """An evening of the season with these totals at its one table, finished; with totals of each round."""
    club = season.league.club
    tournament = an_event(
        director=owner_of(club),
        club=club,
        table_mode="paper",
        rounds=rounds,
        extra_round_cap=0,
        table_sizes=(size,),
    )
    totals = points if isinstance(points, list) else [points] * rounds
    enter(tournament, list(totals[0]))
    for _unused in range(bots):
        enter_bot(tournament=tournament, actor=None, level="club", name="Robbie")
    for wanted in totals:
        paper_round(tournament, wanted if bots else dict(list(wanted.items())[:-1]))
    assign_event(season=season, tournament=tournament, actor=owner_of(club))
    begin_review(tournament=tournament, actor=None)
    return finish_tournament(tournament=tournament, actor=None)


@pytest.fixture
def season(db):
    """The season of the worked example."""
    season = a_season(make_club("Riverside"))
    evening(season, {"Ada": 30, "Bo": 10, "Cy": -10, "Dee": -30}, size=4)
    evening(season, {"Bo": 30, "Ada": 10, "Cy": -10, "Dee": -30}, size=4)
    evening(season, {"Cy": 30, "Bo": 0, "Dee": 0, "Eve": -30}, size=4)
    evening(season, {"Ada": 30, "Bo": 10, "Cy": -10, "Dee": -30}, size=4)
    return season


def shown(page):
    """Each line: place, name, points, the evenings with the dropped in brackets."""
    return [
        " ".join(
            [
                line.place_text,
                line.name,
                line.points_text,
                *(cell.text if cell.counts or not cell.text else f"({cell.text})" for cell in line.cells),
            ]
        )
        for line in page.lines
    ]


def test_the_table_is_the_one_on_paper(season):
    assert shown(season_page(season)) == [
        "1 Ada 20 10 (6)  10",
        "2 Bo 16 (6) 10 (5) 6",
        "3 Cy 14 (4) (4) 10 4",
        "4 Dee 7 (2) (2) 5 2",
        "– Eve 2   2 ",
    ]


def test_what_can_still_be_reached(season):
    """One evening is to come, of 10 points at most. Ada 20 can't gain with two tens already; Bo reaches 20, Cy 20,
    Dee 15 (behind Ada's 20 and Bo's 16 whatever comes), Eve 12 with a second evening (behind Cy's 14 too).
    """
    page = season_page(season)
    assert page.events_left == 1
    assert {line.name: line.reach for line in page.lines} == {
        "Ada": "up to 20, places 1 to 3",
        "Bo": "up to 20, places 1 to 3",
        "Cy": "up to 20, places 1 to 4",
        "Dee": "up to 15, places 3 to 5",
        "Eve": "up to 12, places 4 to 5",
    }


def test_a_season_that_is_over_says_who_is_first_for_certain(season):
    page = season_page(change_season(season=season, format_=replaced(planned_events=4), actor=None))
    assert (page.events_left, page.lines[0].reach) == (0, "first for certain")


def test_where_nothing_bounds_what_an_evening_brings_the_page_says_so(season, client):
    address = f"/c/{season.league.club.slug}/seasons/{season.pk}/"
    said = []
    for changed in ({}, {"points": "by_points"}, {"points": "by_points", "planned_events": 4}):
        season = change_season(season=season, format_=replaced(**{"planned_events": 5} | changed), actor=None)
        text = client.get(address).content.decode()
        said.append(("Can still reach" in text, "Nothing bounds" in text))
    assert said == [(True, False), (False, True), (False, False)]


def replaced(**changed):
    return SeasonFormat.from_json(FORMAT.to_json() | changed)


def test_rounds_can_count_instead_of_evenings():
    """Best three of four rounds by points: Ada 30 + 20 + 5 (user-demands 42)."""
    counted = SeasonFormat(points=SeasonPoints.BY_POINTS, counting=Counting.ROUNDS, keep_best=3)
    season = a_season(make_club(), counted)
    evening(season, [{"Ada": 30, "Bo": -30}, {"Ada": 5, "Bo": -5}], rounds=2, size=2)
    evening(season, [{"Ada": 20, "Bo": -20}, {"Ada": -7, "Bo": 7}], rounds=2, size=2)
    page = season_page(season)
    assert [(line.name, line.points_text, line.reach) for line in page.lines] == [
        ("Ada", "55", ""),
        ("Bo", "−18", ""),
    ]


def test_dropping_comes_before_ranking():
    """A ten that is dropped ranks nobody (user-demands 41): one best evening each, Ada 10, Bo 6."""
    season = a_season(make_club(), SeasonFormat(by_place=(10, 6), keep_best=1))
    evening(season, {"Ada": 9, "Bo": -9}, size=2)
    evening(season, {"Ada": 9, "Bo": -9}, size=2)
    assert shown(season_page(season)) == ["1 Ada 10 (10) 10", "2 Bo 6 (6) 6"]


def test_bots_are_in_no_season_and_take_no_place():
    season = a_season(make_club(), SeasonFormat(by_place=(10, 6)))
    evening(season, {"Ada": -5, "Bo": -9}, bots=1, size=3)
    assert shown(season_page(season)) == ["1 Ada 10 10", "2 Bo 6 6"]


def test_a_tie_across_the_line_moves_nobody():
    season = a_season(
        make_club(), SeasonFormat(by_place=(10, 6, 4, 2), chain="shared", promoted=1, relegated=1)
    )
    evening(season, {"Ada": 10, "Bo": 10, "Cy": 0, "Dee": -20}, size=4)
    assert [(line.name, line.movement) for line in season_page(season).lines] == [
        ("Ada", "open"),
        ("Bo", "open"),
        ("Cy", ""),
        ("Dee", "down"),
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_a_season_costs_the_same_however_many_evenings(count, django_assert_num_queries):
    season = a_season(make_club())
    for _unused in range(count):
        evening(season, {"Ada": 9, "Bo": -9}, size=2)
    with django_assert_num_queries(6):
        season_page(season)


def test_only_who_directs_both_clubs_assigns():
    club, other = make_club(), make_club()
    season = a_season(club)
    theirs = an_event(club=other, director=owner_of(other))
    for actor in (owner_of(club), owner_of(other), make_user()):
        with pytest.raises(NotAllowed):
            assign_event(season=season, tournament=theirs, actor=actor)
    Membership.objects.create(club=club, user=owner_of(other), role=ClubRole.DIRECTOR)
    assert assign_event(season=season, tournament=theirs, actor=owner_of(other)).season == season
    Tournament.objects.filter(pk=theirs.pk).update(is_rehearsal=True, season=None)
    with pytest.raises(WrongStatus):
        assign_event(season=season, tournament=theirs, actor=owner_of(other))


def test_a_season_with_a_private_evening_is_the_members_own():
    club = make_club()
    season = a_season(club)
    event = an_event(club=club, director=owner_of(club))
    assign_event(season=season, tournament=event, actor=None)
    assert len(season_list(club, AnonymousUser())) == 1
    Tournament.objects.filter(pk=event.pk).update(is_public=False)
    assert season_list(club, AnonymousUser()) == ()
    assert find_season(club, make_user(), season.pk) is None
    assert find_season(club, owner_of(club), season.pk) == season


def test_seasons_that_cant_be_are_refused():
    club = make_club()
    a_season(club)
    with pytest.raises(AlreadyEntered):
        a_season(club)
    with pytest.raises(NotAllowed):
        create_season(
            club=club,
            league_name="X",
            name="Y",
            starts_on=A_DAY,
            ends_on=A_DAY,
            format_=FORMAT,
            actor=make_user(),
        )
    for wrong in ({"by_place": (1, 2)}, {"keep_best": -1}, {"chain": "none"}, {"points": "x"}, {"what": 1}):
        with pytest.raises(FormatError):
            replaced(**wrong)


def test_the_pages_show_the_table_and_let_directors_change_it(season):
    club = season.league.club
    paths = {
        name: reverse(f"clubs:{name}", kwargs={"slug": club.slug, "season": season.pk})
        for name in ("season", "season_settings", "season_events")
    }
    visitor, client = Client(), Client()
    client.force_login(owner_of(club))
    text = visitor.get(paths["season"]).content.decode()
    assert [word in text for word in ("Ada", "came too seldom", "up to 20", "Change the season")] == [
        True
    ] * 3 + [False]
    assert visitor.get(paths["season_settings"]).status_code == 302
    event = season.tournaments.latest("pk")
    client.post(paths["season_events"], {"event": event.public_id, "do": "remove"})
    assert season.tournaments.count() == 3
    client.post(paths["season_events"], {"event": event.public_id, "do": "add"})
    assert season.tournaments.count() == 4
    form = {"points": "by_place", "by_place": "5 6", "counting": "events", "chain": "wins"}
    assert client.post(paths["season_settings"], form).status_code == 422
    assert client.post(paths["season_settings"], form | {"by_place": "6, 5"}).status_code == 302
    assert Season.objects.get(pk=season.pk).format.by_place == (6, 5)
    new = reverse("clubs:new_season", kwargs={"slug": club.slug})
    dates = {"league": "premier", "name": "2027", "starts_on": "2027-01-01", "ends_on": "2026-12-31"}
    assert client.post(new, form | {"by_place": "6"} | dates).status_code == 422
    assert client.post(new, form | {"by_place": "6"} | dates | {"ends_on": "2027-12-31"}).status_code == 302
    assert Season.objects.get(name="2027").league == season.league


def test_another_clubs_season_is_none(season):
    """The right id under another club's address, a club that may not be seen, and a director from elsewhere."""
    other = make_club()
    client = Client()
    client.force_login(owner_of(other))
    own = {"slug": other.slug, "season": season.pk}
    theirs = {"slug": season.league.club.slug, "season": season.pk}
    unknown = {"slug": other.slug, "season": season.pk + 99}
    get = [client.get(reverse("clubs:season", kwargs=kwargs)) for kwargs in (own, unknown)]
    assert get[0].status_code == get[1].status_code == 404
    for name in ("season_settings", "season_events"):
        answers = [client.post(reverse(f"clubs:{name}", kwargs=kwargs)) for kwargs in (own, theirs, unknown)]
        assert [answer.status_code for answer in answers] == [404] * 3


def test_a_director_of_two_clubs_chooses_the_evenings_of_both():
    """Evenings of a club that somebody else directs aren't offered."""
    owner = make_user("Olga")
    club, other = make_club("Riverside", owner=owner), make_club("Hillside", owner=owner)
    season = a_season(club)
    mine, theirs = an_event(director=owner, club=club), an_event(director=owner, club=other)
    an_event()
    assign_event(season=season, tournament=theirs, actor=owner)
    found = {line.public_id: (line.club, chosen) for line, chosen in season_choices(season, owner)}
    assert found == {mine.public_id: ("Riverside", False), theirs.public_id: ("Hillside", True)}
