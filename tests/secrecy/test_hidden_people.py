"""Who hides has no name for those who don't belong there: on no page, in no answer of the API, in no file.

A player of the running event, who won the one before, hides. Every address of the site is asked by outsiders, and the
name must be in none of the answers; who belongs to the club or plays in the event reads it as before.
"""

import pytest
from django.urls import reverse

from accounts.models import Player
from games.models import GameSeat
from tests.secrecy.routes import all_routes
from tests.secrecy.test_matrix import ask
from tests.tournaments.evenings import a_paper_event, paper_round
from tournaments.models import Entrant, TableSeat
from tournaments.queries.shown_names import ALL_NAMES, shown_names
from tournaments.services.completion import begin_review, finish_tournament

pytestmark = pytest.mark.django_db

NAME = "Wilhelmina Verborgen"
OUTSIDERS = ("anonymous", "onlooker", "superuser")
BELONG = ("player", "opponent", "director")
# The admin is the operators'; pages of accounts know no event.
NOT_ASKED = ("admin:", "account_", "mfa_", "set_language", "metrics")


@pytest.fixture
def hidden(world):
    """The player of the world's seat 1 under a name that stands nowhere else; not hidden yet."""
    seat = world.ours.game.seats.get(seat=1)
    player = seat.player
    entrants = Entrant.objects.filter(members__player=player)
    Player.objects.filter(pk=player.pk).update(name=NAME, name_key=NAME.casefold(), sort_key=NAME.casefold())
    entrants.update(name=NAME, name_key=NAME.casefold(), sort_key=NAME.casefold())
    TableSeat.objects.filter(player=player).update(name=NAME)
    GameSeat.objects.filter(player=player).update(name=NAME)
    return Player.objects.get(pk=player.pk)


def hide(player):
    Player.objects.filter(pk=player.pk).update(is_private=True)


def won_before(world, player):
    """An evening of the same club, on real cards, that the player has won; its public id."""
    names = [player.name, "Otto", "Nell", "Ivo"]
    event = a_paper_event(0, club=world.ours.club, director=world.people["director"], rounds=1)
    for name in names:
        entrant = event.entrants.create(
            number=names.index(name) + 1, name=name, name_key=name.casefold(), sort_key=name, status="entered"
        )
        whose = player if name == player.name else Player.objects.make(name=name, club=world.ours.club)
        entrant.members.create(tournament=event, player=whose)
    paper_round(event, {player.name: 40, "Otto": 5, "Nell": -20})
    begin_review(tournament=event, actor=None)
    finish_tournament(tournament=event, actor=None)
    return event.public_id


def where(client, world, *more):
    """The addresses whose answer holds the name."""
    asked = {
        route.path(world.ours, **given): route.name
        for route in all_routes()
        for given in ({}, *more)
        if not route.name.startswith(NOT_ASKED)
    }
    return {name for path, name in asked.items() if NAME.encode() in ask(client, "GET", path).content}


def test_outsiders_read_the_name_nowhere(world, hidden, client_of):
    past = {"public_id": won_before(world, hidden)}
    shown = where(client_of("anonymous"), world, past)
    hide(hidden)
    assert {role: where(client_of(role), world, past) for role in ("anonymous", "onlooker")} == {
        "anonymous": set(),
        "onlooker": set(),
    }
    assert {
        "tournaments:standings",
        "tournaments:seating",
        "tournaments:players",
        "tournaments:explain",
        "tournaments:screen",
        "tournaments:print",
        "tournaments:certificate_file",
        "tournaments:what_if",
        "games:table",
        "clubs:club",
        "api-entrants",
        "api-game",
        "api-round",
        "api-standings",
        "api-table",
    } - shown == set()


def test_who_belongs_there_reads_the_name(world, hidden, client_of):
    hide(hidden)
    for role in (*BELONG, *OUTSIDERS):
        client = client_of(role)
        pages = (
            reverse(f"tournaments:{name}", args=[world.ours.tournament.public_id])
            for name in ("standings", "seating", "players", "screen")
        )
        found = [NAME.encode() in client.get(page).content for page in pages]
        assert found == [role in BELONG] * 4, role


def test_others_read_the_number_of_the_entry(world, hidden, client_of):
    hide(hidden)
    entrant = Entrant.objects.get(members__player=hidden, tournament=world.ours.tournament)
    neutral = f"Hidden player {entrant.number}"
    page = reverse("tournaments:standings", args=[world.ours.tournament.public_id])
    answer = client_of("anonymous").get(page).content.decode()
    assert (neutral in answer, NAME in answer) == (True, False)
    lines = (
        client_of("onlooker").get(f"/api/v1/tournaments/{world.ours.tournament.public_id}/entrants/").json()
    )
    assert [line["name"] for line in lines if line["entrant_id"] == entrant.pk] == [neutral]


def test_an_onlooker_at_the_card_table_reads_hidden_player(world, hidden, client_of):
    hide(hidden)
    seats = f"/api/v1/games/{world.ours.game.public_id}/"
    names = {role: client_of(role).get(seats).json()["seats"][1]["name"] for role in (*OUTSIDERS, *BELONG)}
    assert names == {
        **dict.fromkeys(OUTSIDERS, "Hidden\u00a0player"),
        **dict.fromkeys(BELONG, NAME),
    }


def test_the_picture_of_a_shared_link_is_a_strangers(world, hidden, client_of):
    """It is drawn of what it shows; so its mark is the same for everybody, and another one once the winner hides."""
    path = reverse("tournaments:preview", args=[won_before(world, hidden)])
    before = client_of("director").get(path)["ETag"]
    hide(hidden)
    after = {client_of(role).get(path)["ETag"] for role in ("director", "anonymous")}
    assert (len(after), before in after) == (1, False)


def test_a_substitute_who_hides_and_one_for_somebody_who_hides(world, hidden):
    hide(hidden)
    tournament, stranger = world.ours.tournament, world.people["onlooker"]
    names = shown_names(tournament, stranger)
    entrant = Entrant.objects.get(members__player=hidden, tournament=tournament)
    other = Entrant.objects.filter(tournament=tournament).exclude(pk=entrant.pk).first()
    number = f"Hidden player {entrant.number}"
    assert names.seat(entrant.pk, None, "Somebody (for the one who hides)") == number
    assert names.seat(other.pk, Player.objects.get(pk=hidden.pk), NAME) == "Hidden player"
    assert names.seat(other.pk, None, "Bot A") == "Bot A"
    assert ALL_NAMES.seat(entrant.pk, hidden, NAME) == NAME
