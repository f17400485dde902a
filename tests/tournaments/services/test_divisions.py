"""Two divisions from one season to the next, through services and pages: everybody is where they earned to be, an open
tie stops it until it is played off or decided, and it can be taken back until something happened.
"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Player
from tests.factories import A_DAY, make_club, make_player, make_user
from tests.tournaments.evenings import a_paper_event, an_event, paper_round
from tournaments.errors import NotAllowed, WrongStatus
from tournaments.models import FixtureList, Season, SeasonMember
from tournaments.queries.divisions import division_chain, division_page, following_name, next_season
from tournaments.season_format import SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.divisions import (
    enter_division,
    make_next_season,
    set_division_above,
    take_back_next_season,
)
from tournaments.services.fixtures import make_fixtures, report
from tournaments.services.merging import merge_players, undo_merge
from tournaments.services.seasons import assign_event, create_season

pytestmark = pytest.mark.django_db

NEXT = {"starts_on": A_DAY + timedelta(days=300), "ends_on": A_DAY + timedelta(days=400)}


def owner_of(season):
    return Membership.objects.filter(club=season.league.club).earliest("pk").user


def a_division(club, league, people, totals, **changed):
    """A season of one evening of these four people at one table, finished with these totals (the rest are 0)."""
    format_ = SeasonFormat(**({"by_place": (10, 6, 4, 2), "chain": "shared", "planned_events": 1} | changed))
    season = create_season(
        club=club,
        league_name=league,
        name="2026",
        starts_on=A_DAY,
        ends_on=A_DAY,
        format_=format_,
        actor=None,
    )
    event = a_paper_event(
        4, club=club, director=owner_of(season), rounds=1, extra_round_cap=0, tiebreaks=(), boundaries=()
    )
    for number, name in enumerate(people, 1):
        entrant = event.entrants.get(number=number)
        player = make_player(name, club)
        entrant.members.update(player=player)
        event.entrants.filter(pk=entrant.pk).update(name=name, name_key=name.lower(), sort_key=name)
    assign_event(season=season, tournament=event, actor=None)
    paper_round(event, totals)
    begin_review(tournament=event, actor=None)
    finish_tournament(tournament=event, actor=None)
    return season


def two_divisions(lower=None):
    """Premier: Ann 30, Ben 20, Col 10, Dot -60, one goes down. Second: Eli, Fay, Gil, Hay, one goes up."""
    club = make_club("Riverside")
    upper = a_division(
        club, "Premier", ("Ann", "Ben", "Col", "Dot"), {"Ann": 30, "Ben": 20, "Col": 10}, relegated=1
    )
    second = a_division(
        club, "Second", ("Eli", "Fay", "Gil", "Hay"), lower or {"Eli": 30, "Fay": 20, "Gil": 10}, promoted=1
    )
    set_division_above(season=second, above=upper, actor=owner_of(upper))
    return upper, second


def members(season):
    rows = SeasonMember.objects.filter(season=season).select_related("player").order_by("player__name")
    return [row.player.name if row.came == "stayed" else f"{row.player.name} {row.came}" for row in rows]


def names(*seasons):
    return {season.pk: "2027" for season in seasons}


def test_everybody_is_in_the_division_they_earned():
    upper, second = two_divisions()
    made = make_next_season(season=second, names=names(upper, second), actor=owner_of(upper), **NEXT)
    assert (made.league, made.name, made.follows, made.format) == (
        second.league,
        "2027",
        second,
        second.format,
    )
    assert members(made) == ["Dot down", "Fay", "Gil", "Hay"]
    assert members(made.above) == ["Ann", "Ben", "Col", "Eli up"]
    assert (made.above.league, made.above.follows, made.above.above) == (upper.league, upper, None)
    assert make_next_season(season=second, names={}, actor=owner_of(upper), **NEXT) == made
    assert Season.objects.count() == 4


def test_who_leaves_is_left_out():
    upper, second = two_divisions()
    hay = Player.objects.get(name="Hay")
    made = make_next_season(
        season=upper, names=names(upper, second), actor=owner_of(upper), leaving=[hay.pk], **NEXT
    )
    assert members(Season.objects.get(above=made)) == ["Dot down", "Fay", "Gil"]


def test_a_tie_across_the_line_stops_it_until_it_is_said_who_goes_up():
    """Eli and Fay share the first place of the second division."""
    upper, second = two_divisions({"Eli": 20, "Fay": 20, "Gil": -10})
    chosen = {"season": second, "names": names(upper, second), "actor": owner_of(upper), **NEXT}
    (tie,) = next_season(second).divisions[1].ties
    assert (tie.sentence, [person.name for person in tie.members]) == (
        "They share place 1. One of them goes up.",
        ["Eli", "Fay"],
    )
    with pytest.raises(WrongStatus):
        make_next_season(**chosen)
    fay = Player.objects.get(name="Fay")
    made = make_next_season(up=[fay.pk], **chosen)
    assert members(made.above) == ["Ann", "Ben", "Col", "Fay up"]


def test_it_waits_for_evenings_that_are_to_come():
    upper, second = two_divisions()
    an_event(4, club=upper.league.club, director=owner_of(upper))
    event = upper.league.club.tournaments.order_by("pk").last()
    assign_event(season=upper, tournament=event, actor=None)
    assert next_season(second).waits == ("Premier: 1 evening is still to come.",)
    with pytest.raises(WrongStatus):
        make_next_season(season=second, names=names(upper, second), actor=None, **NEXT)


def test_it_is_taken_back_until_something_happened():
    upper, second = two_divisions()
    director = owner_of(upper)
    made = make_next_season(season=second, names=names(upper, second), actor=director, **NEXT)
    assert take_back_next_season(season=made, actor=director) == second
    assert (Season.objects.count(), SeasonMember.objects.count()) == (2, 0)
    made = make_next_season(season=second, names=names(upper, second), actor=director, **NEXT)
    event = an_event(4, club=upper.league.club, director=director)
    assign_event(season=made.above, tournament=event, actor=None)
    for season in (made, made.above, second):
        with pytest.raises(WrongStatus):
            take_back_next_season(season=season, actor=director)


def test_league_games_decide_where_there_are_no_evenings():
    """Ann wins both games against Ben; one goes down, and Eli, alone in the division below, comes up."""
    club = make_club("Riverside")
    director = Membership.objects.filter(club=club).earliest("pk").user
    seasons = []
    for league, people, changed in (
        ("Premier", "Ann Ben", {"relegated": 1}),
        ("Second", "Eli Fay", {"promoted": 1}),
    ):
        season = create_season(
            club=club, league_name=league, name="2026", starts_on=A_DAY, ends_on=A_DAY,
            format_=SeasonFormat(**changed), actor=None,
        )  # fmt: skip
        make_fixtures(
            season=season, players=[make_player(name, club) for name in people.split()], first_day=A_DAY, days=7,
            legs=1, preset="gin", actor=None,
        )  # fmt: skip
        seasons.append(season)
    upper, second = seasons
    set_division_above(season=second, above=upper, actor=director)
    assert next_season(upper).waits == (
        "Premier: 1 league game isn't over.",
        "Second: 1 league game isn't over.",
    )
    for fixtures in FixtureList.objects.all():
        for game in fixtures.games.all():
            won = game.home.name in ("Ann", "Eli")
            report(fixture=game, home=100 if won else -100, away=-100 if won else 100, actor=director)
    made = make_next_season(season=upper, names=names(*seasons), actor=director, **NEXT)
    assert (members(made), members(made.below)) == (["Ann", "Eli up"], ["Ben down", "Fay"])


def test_divisions_stand_in_one_line():
    upper, second = two_divisions()
    director = owner_of(upper)
    assert division_chain(upper) == division_chain(second) == [upper, second]
    third = create_season(
        club=upper.league.club, league_name="Third", name="2026", starts_on=A_DAY, ends_on=A_DAY,
        format_=SeasonFormat(), actor=None,
    )  # fmt: skip
    for season, above in ((third, upper), (upper, second), (upper, upper)):
        with pytest.raises(WrongStatus):
            set_division_above(season=season, above=above, actor=director)
    set_division_above(season=third, above=second, actor=director)
    assert division_chain(second) == [upper, second, third]
    with pytest.raises(WrongStatus):
        set_division_above(season=upper, above=third, actor=director)
    set_division_above(season=second, above=None, actor=director)
    assert [division_chain(one) for one in (upper, third)] == [[upper], [second, third]]


def test_only_directors_of_the_club_do_any_of_it():
    upper, second = two_divisions()
    stranger = owner_of_another = make_user()
    make_club("Other", owner=owner_of_another)
    for act in (
        lambda: make_next_season(season=second, names=names(upper, second), actor=stranger, **NEXT),
        lambda: take_back_next_season(season=second, actor=stranger),
        lambda: set_division_above(season=second, above=None, actor=stranger),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_a_season_of_another_club_is_no_division_of_this_one():
    _upper, second = two_divisions()
    other = create_season(
        club=make_club("Other"), league_name="L", name="2026", starts_on=A_DAY, ends_on=A_DAY,
        format_=SeasonFormat(), actor=None,
    )  # fmt: skip
    with pytest.raises(NotAllowed):
        set_division_above(season=other, above=second, actor=owner_of(other))


def test_a_division_is_entered_in_an_evening_at_once():
    upper, second = two_divisions()
    director = owner_of(upper)
    made = make_next_season(season=upper, names=names(upper, second), actor=director, **NEXT)
    event = an_event(1, club=upper.league.club, director=director)
    assign_event(season=made, tournament=event, actor=None)
    assert enter_division(tournament=event, actor=director) == (4, ())
    assert sorted(event.entrants.values_list("name", flat=True))[1:] == ["Ann", "Ben", "Col", "Eli"]
    assert enter_division(tournament=event, actor=director) == (0, ())


def test_who_hides_is_hidden_in_the_list_of_the_division():
    upper, second = two_divisions()
    made = make_next_season(season=upper, names=names(upper, second), actor=None, **NEXT)
    user = make_user()
    Player.objects.filter(name="Ann").update(is_private=True, user=user)
    shown = [
        sorted(member.name for member in division_page(made, reader).members)[0]
        for reader in (AnonymousUser(), make_user(), user, owner_of(upper))
    ]
    assert shown == ["Ben", "Ben", "Ann", "Ann"]
    client = Client()
    text = client.get(f"/c/{upper.league.club.slug}/seasons/{made.pk}/").content.decode()
    assert ("Hidden player" in text, "Ann" in text) == (True, False)


def test_a_merge_takes_the_division_along_and_back():
    upper, second = two_divisions()
    made = make_next_season(season=upper, names=names(upper, second), actor=None, **NEXT)
    kept = make_player("Anna", upper.league.club)
    merge = merge_players(kept=kept, merged=Player.objects.get(name="Ann"), actor=owner_of(upper))
    assert "Anna" in members(made)
    undo_merge(merge=merge, actor=owner_of(upper))
    assert "Ann" in members(made)


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("2026", "2027"),
        ("Winter 2026/27", "Winter 2027/28"),
        ("2099/00", "2100/01"),
        ("Spring", ""),
        ("12026", ""),
    ],
)
def test_the_year_of_the_name_goes_on(name, following):
    assert following_name(name) == following


def test_a_director_looks_at_it_makes_it_and_takes_it_back_on_the_pages():
    upper, second = two_divisions({"Eli": 20, "Fay": 20, "Gil": -10})
    slug = upper.league.club.slug
    client = Client()
    client.force_login(owner_of(upper))
    address = reverse("clubs:next_season", args=[slug, upper.pk])
    season_page = client.get(reverse("clubs:season", args=[slug, upper.pk])).content.decode()
    assert address in season_page
    text = client.get(address).content.decode()
    assert ("They share place 1. One of them goes up." in text, 'value="2027"' in text) == (True, True)
    people = {one.name: one.pk for one in Player.objects.all()}
    plays = [pk for name, pk in people.items() if name != "Hay"]
    data = {
        "shown": 1, "plays": plays, f"name_{upper.pk}": "2027", f"name_{second.pk}": "2027",
        "starts_on": "2027-01-01", "ends_on": "2027-06-30",
    }  # fmt: skip
    refused = client.post(address, data)
    assert (refused.status_code, "Say who of the tied moves" in refused.content.decode()) == (422, True)
    looked = client.post(address, data | {"up": people["Fay"], "look": 1})
    assert (looked.status_code, Season.objects.count()) == (200, 2)
    assert ("They share" in looked.content.decode(), looked.context["settled"]) == (
        False,
        [("up", people["Fay"])],
    )
    made = client.post(address, data | {"up": people["Fay"]})
    season = Season.objects.get(follows=upper)
    assert made.url == reverse("clubs:season", args=[slug, season.pk])
    assert (members(season), members(season.below)) == (
        ["Ann", "Ben", "Col", "Fay up"],
        ["Dot down", "Eli", "Gil"],
    )
    assert client.get(address).url == made.url
    assert "Take this season back" in client.get(made.url).content.decode()
    assert client.post(reverse("clubs:take_back_season", args=[slug, season.pk])).url == reverse(
        "clubs:season", args=[slug, upper.pk]
    )
    assert Season.objects.count() == 2


@pytest.mark.parametrize(
    "data",
    [
        {"starts_on": "9999-12-31", "ends_on": "9999-12-31"},
        {"starts_on": "0001-01-01", "ends_on": "x"},
        {"up": ["9" * 18, "9" * 40, "-1", "²", "\x00"], "plays": ["a"], "shown": "1"},
    ],
)
def test_odd_input_is_refused_not_failed_on(data):
    upper, _second = two_divisions()
    client = Client(raise_request_exception=True)
    client.force_login(owner_of(upper))
    address = reverse("clubs:next_season", args=[upper.league.club.slug, upper.pk])
    assert client.post(address, data).status_code == 422
    assert client.post(address, data | {"look": "1"}).status_code == 200
    above = reverse("clubs:division_above", args=[upper.league.club.slug, upper.pk])
    assert client.post(above, {"above": data.get("up", ["x"])[0]}).status_code == 302
