"""Entries: people, teams, bots, the waiting list, names; what the database refuses when the service
doesn't look.
"""

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Player
from games.queries.rulesets import preset_ruleset
from tests.factories import make_club, make_player, make_user
from tests.tournaments.evenings import an_event, director_of, enter, entrant, paper_round
from tournaments.enums import EntrantKind, EntrantStatus, TournamentStatus
from tournaments.errors import (
    AlreadyEntered,
    BadName,
    EntriesClosed,
    FormatError,
    NotAllowed,
    WrongEntrant,
)
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.services.entrants import enter_bot, enter_player, enter_team, promote, rename
from tournaments.services.presence import withdraw
from tournaments.services.setup import change_settings

pytestmark = pytest.mark.django_db


def test_a_director_enters_people_who_become_players_of_the_club():
    tournament = an_event()
    found = enter_player(
        tournament=tournament,
        actor=director_of(tournament),
        name=" Ada  Byron ",
        strength=3,
        group="Riverside",
    )
    assert (found.number, found.name, found.kind, found.status) == (1, "Ada Byron", "person", "entered")
    assert [member.player.club for member in found.members.all()] == [tournament.club]


@pytest.mark.parametrize("name", ["Ada", "ADA", "  ada "])
def test_nobody_is_entered_twice_whatever_the_case(name):
    tournament = an_event(1)
    with pytest.raises(AlreadyEntered):
        enter_player(tournament=tournament, actor=None, name=name)
    assert tournament.entrants.count() == 1


def test_one_player_is_entered_once_even_under_another_name():
    tournament = an_event(1)
    rename(entrant=entrant(tournament, "Ada"), name="Countess", actor=None)
    with pytest.raises(AlreadyEntered):
        enter_player(tournament=tournament, actor=None, name="Ada")


def test_the_database_keeps_it_so_where_the_service_would_not():
    """With the service's check off, names and players are still unique in an event."""
    tournament = an_event(1)
    first = entrant(tournament, "Ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        Entrant.objects.create(
            tournament=tournament, number=9, name="ADA", name_key=first.name_key, sort_key="x"
        )
    other = Entrant.objects.create(tournament=tournament, number=9, name="X", name_key="x", sort_key="x")
    member = first.members.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        EntrantMember.objects.create(entrant=other, tournament=tournament, player=member.player)


def test_people_enter_themselves_while_the_event_is_open():
    tournament, user = an_event(), make_user("Ada")
    found = enter_player(tournament=tournament, actor=user, user=user, note="private", autopilot=True)
    assert (found.name, found.note, found.autopilot) == ("Ada", "", False)
    assert found.members.get().player.user == user
    with pytest.raises(AlreadyEntered):
        enter_player(tournament=tournament, actor=user, user=user)
    Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.RUNNING)
    other = make_user("Bo")
    with pytest.raises(EntriesClosed):
        enter_player(tournament=tournament, actor=other, user=other)


def test_nobody_enters_others_or_takes_over_a_known_player():
    tournament, user = an_event(), make_user("Ada")
    with pytest.raises(NotAllowed):
        enter_player(tournament=tournament, actor=user, name="Bo")
    with pytest.raises(NotAllowed):
        enter_player(tournament=tournament, actor=user, user=make_user())
    make_player("ada", tournament.club)
    with pytest.raises(AlreadyEntered):
        enter_player(tournament=tournament, actor=user, user=user)
    assert Player.objects.get(club=tournament.club).user is None


def test_a_private_event_of_another_club_is_closed_to_outsiders():
    tournament, user = an_event(), make_user()
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    with pytest.raises(NotAllowed):
        enter_player(tournament=tournament, actor=user, user=user)


def test_teams_in_a_game_of_teams():
    tournament = an_event(table_sizes=(4,))
    change_settings(tournament=tournament, actor=None, ruleset=preset_ruleset("partnership"))
    club = tournament.club
    players = (make_player("Ada", club), make_player("Bo", club))
    team = enter_team(tournament=tournament, actor=None, name="The Sharps", players=players)
    assert [(member.position, member.player.name) for member in team.members.all()] == [(0, "Ada"), (1, "Bo")]
    with pytest.raises(AlreadyEntered):
        enter_team(
            tournament=tournament, actor=None, name="Others", players=(players[0], make_player("Cy", club))
        )


def test_bots_in_their_own_right_have_a_level_that_exists():
    tournament = an_event()
    bot = enter_bot(tournament=tournament, actor=None, level="club", name="Robbie")
    assert (bot.kind, bot.bot_level, bot.members.count()) == (EntrantKind.BOT, "club", 0)
    with pytest.raises(FormatError):
        enter_bot(tournament=tournament, actor=None, level="genius", name="Other")


def test_a_game_of_teams_is_entered_by_teams_of_its_size_and_no_other_game_is():
    tournament = change_settings(
        tournament=an_event(table_sizes=(4,)), actor=None, ruleset=preset_ruleset("partnership")
    )
    players = tuple(make_player(name, tournament.club) for name in ("Ada", "Bo", "Cy"))
    for wrong in (players, players[:1]):
        with pytest.raises(WrongEntrant) as caught:
            enter_team(tournament=tournament, actor=None, name="Sharps", players=wrong)
        assert str(caught.value) == "This game is played by teams of 2: enter a name and its players."
    with pytest.raises(WrongEntrant):
        enter_player(tournament=tournament, actor=None, name="Dee")
    with pytest.raises(WrongEntrant) as caught:
        enter_team(tournament=an_event(), actor=None, name="Sharps", players=players[:2])
    assert str(caught.value) == "This game is played by persons, not by teams."
    assert tournament.entrants.count() == 0


def test_bad_names_are_refused_with_a_sentence():
    with pytest.raises(BadName) as caught:
        enter_player(tournament=an_event(), actor=None, name="a\u200bb")
    assert (caught.value.details["reason"], "200B" in str(caught.value)) == ("characters", True)


def test_the_waiting_list_moves_up_by_itself_when_somebody_leaves():
    tournament = an_event(capacity=2)
    enter(tournament, ["Ada", "Bo", "Cy", "Dee"])
    statuses = dict(tournament.entrants.values_list("name", "status"))
    assert [statuses[name] for name in ("Ada", "Bo", "Cy", "Dee")] == [
        "entered",
        "entered",
        "waiting",
        "waiting",
    ]
    withdraw(entrant=entrant(tournament, "Ada"), actor=None)
    assert entrant(tournament, "Cy").status == EntrantStatus.ENTERED
    assert entrant(tournament, "Dee").status == EntrantStatus.WAITING
    promote(entrant=entrant(tournament, "Dee"), actor=director_of(tournament))
    assert entrant(tournament, "Dee").status == EntrantStatus.ENTERED


def test_a_late_entry_plays_from_the_coming_round():
    tournament = an_event(4, table_mode="paper", rounds=2)
    paper_round(tournament)
    late = enter_player(tournament=tournament, actor=None, name="Late")
    assert late.joined_round == 2


def test_a_new_name_must_be_free_and_is_written_down():
    tournament = an_event(2)
    with pytest.raises(AlreadyEntered):
        rename(entrant=entrant(tournament, "Ada"), name="BO", actor=None)
    rename(entrant=entrant(tournament, "Ada"), name="Ada Byron", actor=None)
    act = tournament.audit_rows.get(action="rename")
    assert (act.payload_json["before"], act.payload_json["after"]) == ("Ada", "Ada Byron")


def test_players_of_other_clubs_keep_their_own_names():
    make_player("Ada", make_club())
    tournament = an_event(1)
    assert Player.objects.filter(name="Ada").count() == 2
    assert tournament.entrants.count() == 1
