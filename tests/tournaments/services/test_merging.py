"""Two names of one person become one player, and two again, with nothing lost on the way (user-demands 27)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, Player
from accounts.services import find_or_make_player
from games.models import GameSeat
from tests.factories import A_DAY, make_club, make_player, make_user
from tests.tournaments.evenings import a_paper_event, an_event, paper_round, play_round
from tournaments.errors import AlreadyEntered, NotAllowed, WrongStatus
from tournaments.models import EntrantMember, Fixture, TableSeat, Tournament
from tournaments.queries.players import player_page
from tournaments.queries.ratings import ratings_of
from tournaments.season_format import SeasonFormat
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.fixtures import make_fixtures
from tournaments.services.merging import merge_players, undo_merge
from tournaments.services.reconcile import reconcile
from tournaments.services.seasons import create_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user("Olga Owner")


@pytest.fixture
def club(owner):
    """Two evenings a week apart; in the second Ada plays under another name."""
    club = make_club("Riverside", owner=owner)
    for week, name in enumerate(("Ada", "Adele")):
        tournament = a_paper_event(4, director=owner, club=club, rounds=1, extra_round_cap=0)
        Tournament.objects.filter(pk=tournament.pk).update(starts_on=A_DAY + timedelta(days=7 * week))
        entrant = tournament.entrants.get(name="Ada")
        other, _made = find_or_make_player(club=club, name=name)
        EntrantMember.objects.filter(entrant=entrant).update(player=other)
        paper_round(tournament, {"Ada": 30, "Bo": -10})
        begin_review(tournament=tournament, actor=None)
        finish_tournament(tournament=tournament, actor=None)
    reconcile()
    return club


def rows(club):
    """Everything that says whose something is."""
    return [
        list(EntrantMember.objects.order_by("pk").values_list("pk", "player")),
        list(TableSeat.objects.order_by("pk").values_list("pk", "player")),
        list(GameSeat.objects.order_by("pk").values_list("pk", "player")),
        list(club.players.order_by("pk").values_list("pk", "name", "user", "merged_into")),
        ratings_of(club.players.values_list("pk", flat=True), "knock"),
    ]


def two(club):
    return club.players.get(name="Ada"), club.players.get(name="Adele")


def test_case_27_a_merge_moves_everything_and_taking_it_back_restores_every_row(club, owner):
    ada, adele = two(club)
    Player.objects.filter(pk=adele.pk).update(user=make_user())
    before = rows(club)
    merge = merge_players(kept=ada, merged=adele, actor=owner)
    reconcile()
    ada.refresh_from_db()
    page = player_page(ada, owner)
    assert ([line.place for line in page.evenings], page.games[0].tables) == ([1, 1], 2)
    found = ratings_of([ada.pk, adele.pk], "knock")
    assert ({key: rating.games for key, rating in found.items()}, ada.user is None) == ({ada.pk: 2}, False)
    undo_merge(merge=merge, actor=owner)
    undo_merge(merge=merge, actor=owner)
    reconcile()
    assert rows(club) == before


def test_a_merged_name_leads_to_the_person(club, owner):
    ada, adele = two(club)
    merge = merge_players(kept=ada, merged=adele, actor=owner)
    assert find_or_make_player(club=club, name="adele") == (ada, False)
    undo_merge(merge=merge, actor=owner)
    assert find_or_make_player(club=club, name="adele") == (adele, False)


def test_what_was_played_since_stays_with_the_kept_player(club, owner):
    ada, adele = two(club)
    merge = merge_players(kept=ada, merged=adele, actor=owner)
    since = an_event(1, director=owner, club=club)
    undo_merge(merge=merge, actor=owner)
    assert since.entrants.get().members.get().player == ada


def test_seats_of_online_games_move_too(owner):
    club = make_club(owner=owner)
    tournament = an_event(4, director=owner, club=club, rounds=1)
    play_round(tournament)
    ada, extra = club.players.get(name="Ada"), make_player("Adele", club)
    merge = merge_players(kept=extra, merged=ada, actor=owner)
    assert GameSeat.objects.filter(player=extra).count() == 1
    owner_sees = player_page(extra, owner)
    assert owner_sees.evenings == ()  # the evening isn't finished
    undo_merge(merge=merge, actor=owner)
    assert (GameSeat.objects.filter(player=extra).count(), GameSeat.objects.filter(player=ada).count()) == (
        0,
        1,
    )


def test_who_met_at_an_event_are_two_people(club, owner):
    ada, bo = club.players.get(name="Ada"), club.players.get(name="Bo")
    with pytest.raises(AlreadyEntered):
        merge_players(kept=ada, merged=bo, actor=owner)


def test_two_accounts_a_merged_player_and_oneself_are_refused(club, owner):
    ada, adele = two(club)
    third = make_player("Third", club)
    with pytest.raises(NotAllowed):
        merge_players(kept=ada, merged=make_player("Else", make_club()), actor=owner)
    merge_players(kept=ada, merged=adele, actor=owner)
    with pytest.raises(WrongStatus):
        merge_players(kept=third, merged=adele, actor=owner)
    Player.objects.filter(pk=ada.pk).update(user=make_user())
    Player.objects.filter(pk=third.pk).update(user=make_user())
    with pytest.raises(WrongStatus):
        merge_players(kept=ada, merged=third, actor=owner)


def test_only_directors_merge_and_on_the_page_it_can_be_taken_back(club, owner):
    ada, adele = two(club)
    member = make_user()
    Membership.objects.create(club=club, user=member)
    with pytest.raises(NotAllowed):
        merge_players(kept=ada, merged=adele, actor=member)
    clients = {user: Client() for user in (owner, member)}
    for user, client in clients.items():
        client.force_login(user)
    address, page = (
        reverse(f"clubs:{name}", kwargs={"slug": club.slug, "player": ada.pk}) for name in ("merge", "player")
    )
    assert clients[member].post(address, {"other": "Adele"}).status_code == 404
    make_player("Else", make_club())
    for nobody in ("Else", "", "Ada"):
        answer = clients[owner].post(address, {"other": nobody}, follow=True)
        assert "Nobody else in the club has exactly that name." in answer.content.decode()
    assert clients[owner].post(address, {"other": " adele"}).status_code == 302
    assert "Also played as Adele" in clients[owner].get(page).content.decode()
    assert "One person" not in clients[member].get(page).content.decode()
    assert clients[owner].get(page.replace(str(ada.pk), str(adele.pk))).status_code == 404
    merge = ada.merges.get()
    assert clients[owner].post(address, {"undo": merge.pk + 1}).status_code == 404
    assert clients[owner].post(address, {"undo": merge.pk}).status_code == 302
    assert "Also played as" not in clients[owner].get(page).content.decode()


def test_league_games_go_along_and_come_back(club, owner):
    """Adele meets Bo in a league: after the merge Ada does, and who already plays in that league stays two."""
    ada, adele = two(club)
    bo = club.players.get(name="Bo")
    season = create_season(
        club=club,
        league_name="Gin",
        name="2026",
        starts_on=A_DAY,
        ends_on=A_DAY,
        format_=SeasonFormat(),
        actor=owner,
    )
    make_fixtures(
        season=season, players=[adele, bo], first_day=A_DAY, days=7, legs=2, preset="gin", actor=owner
    )
    merge = merge_players(kept=ada, merged=adele, actor=owner)
    assert set(Fixture.objects.values_list("home__name", "away__name")) == {("Ada", "Bo"), ("Bo", "Ada")}
    with pytest.raises(AlreadyEntered):
        merge_players(kept=ada, merged=bo, actor=owner)
    undo_merge(merge=merge, actor=owner)
    assert set(Fixture.objects.values_list("home__name", "away__name")) == {("Adele", "Bo"), ("Bo", "Adele")}
