"""Who plays for whom is kept with each table; who isn't there for extra rounds is last of the tied."""

import pytest

from accounts.models import Player
from tests.factories import make_user
from tests.tournaments.evenings import a_paper_event, director_of, entrant, start_next
from tests.tournaments.services.test_finals import play, problems
from tests.tournaments.services.test_finals import seat as chair
from tournaments.enums import RoundKind
from tournaments.errors import AlreadyEntered, NotAllowed, WrongEntrant, WrongStatus
from tournaments.models import TableSeat
from tournaments.queries.coming import coming_round
from tournaments.queries.rated_tables import rated_tables
from tournaments.queries.standings import standings_page
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.entrants import enter_bot
from tournaments.services.presence import set_plays_off
from tournaments.services.substitution import end_substitution, substitute

pytestmark = pytest.mark.django_db


def sat(tournament, number, name):
    found = TableSeat.objects.get(round__tournament=tournament, round__number=number, entrant__name=name)
    return found.player.name, found.name


def test_case_25_substitution_is_kept_with_each_table():
    """Sam plays for Ada in round 2: round 1 stays Ada's, the points are the entrant's, the ratings are Sam's."""
    tournament = a_paper_event(4, rounds=3)
    play(tournament, [30, 10, -15, -25])
    substitute(entrant=entrant(tournament, "Ada"), name="Sam", actor=None)
    play(tournament, [30, 10, -15, -25])
    end_substitution(entrant=entrant(tournament, "Ada"), actor=None)
    play(tournament, [30, 10, -15, -25])
    assert [sat(tournament, number, "Ada") for number in (1, 2, 3)] == [
        ("Ada", "Ada"),
        ("Sam", "Sam (Ada)"),
        ("Ada", "Ada"),
    ]
    assert sorted(line.name for line in standings_page(tournament).lines) == ["Ada", "Bo", "Cy", "Dee"]
    sam, ada = Player.objects.get(name="Sam").pk, Player.objects.get(name="Ada").pk
    tables = rated_tables(tournament)
    assert [(sam in table.players, ada in table.players) for table in tables] == [
        (False, True),
        (True, False),
        (False, True),
    ]
    assert problems(tournament) == []


def test_a_table_that_isnt_decided_yet_gets_the_substitute_at_once():
    tournament = a_paper_event(4, rounds=1)
    start_next(tournament)
    substitute(entrant=entrant(tournament, "Bo"), name="Sam", actor=director_of(tournament))
    assert sat(tournament, 1, "Bo") == ("Sam", "Sam (Bo)")


def test_who_plays_already_cant_be_a_substitute():
    tournament = a_paper_event(4)
    with pytest.raises(AlreadyEntered):
        substitute(entrant=entrant(tournament, "Ada"), name="bo", actor=None)
    substitute(entrant=entrant(tournament, "Ada"), name="Sam", actor=None)
    with pytest.raises(AlreadyEntered):
        substitute(entrant=entrant(tournament, "Cy"), name="Sam", actor=None)
    with pytest.raises(NotAllowed):
        substitute(entrant=entrant(tournament, "Cy"), name="Kim", actor=make_user("Nobody"))
    bot = enter_bot(tournament=tournament, actor=None, level="random", name="Robot")
    with pytest.raises(WrongEntrant):
        substitute(entrant=bot, name="Kim", actor=None)


def test_who_isnt_there_is_last_of_a_tie_that_is_played_off():
    """30, 30, 30, -90: three tie for the first place, one of them isn't there, two play."""
    tournament = a_paper_event(4, rounds=1, tiebreaks=())
    first = play(tournament, [30, 30, 30, -90])
    away = chair(first, 1, 2).entrant
    set_plays_off(entrant=away, plays=False, actor=None)
    extra = play(tournament, [5, -5])
    assert (extra.kind, extra.tables.get().seats.count()) == (RoundKind.EXTRA, 2)
    assert [(line.place, line.name) for line in standings_page(tournament).lines][2] == (3, away.name)
    assert problems(tournament) == []


def test_one_who_is_alone_in_coming_wins_without_playing():
    tournament = a_paper_event(4, rounds=1, tiebreaks=())
    first = play(tournament, [30, 30, -30, -30])
    set_plays_off(entrant=chair(first, 1, 1).entrant, plays=False, actor=None)
    assert coming_round(tournament).is_all_played
    lines = standings_page(tournament).lines
    assert [(line.place, line.name) for line in lines][:2] == [
        (1, chair(first, 1, 0).name),
        (2, chair(first, 1, 1).name),
    ]


def test_coming_after_all_undoes_it():
    tournament = a_paper_event(4, rounds=1, tiebreaks=())
    first = play(tournament, [30, 30, -30, -30])
    for plays in (False, True):
        set_plays_off(entrant=chair(first, 1, 1).entrant, plays=plays, actor=None)
    assert coming_round(tournament).kind == RoundKind.EXTRA


def test_the_desk_does_both(client):
    tournament = a_paper_event(4, rounds=2)
    client.force_login(director_of(tournament))
    ada = entrant(tournament, "Ada")
    address = f"/t/{tournament.public_id}/tonight/people/{ada.pk}/"
    assert client.post(address, {"what": "substitute", "name": "Sam"}).status_code == 302
    assert "Sam plays for Ada." in client.get(address).content.decode()
    client.post(f"{address}themself/", {"from": "person"})
    assert not ada.members.exclude(substitute=None).exists()
    client.post(f"{address}no-extra/", {"from": "person"})
    ada.refresh_from_db()
    assert not ada.plays_off
    refused = client.post(address, {"what": "substitute", "name": "Bo"})
    assert (refused.status_code, "plays in this event already" in refused.content.decode()) == (422, True)


def test_when_it_is_over_nobody_takes_a_seat():
    tournament = a_paper_event(4, rounds=1, boundaries=())
    play(tournament, [30, 10, -15, -25])
    finish_tournament(tournament=begin_review(tournament=tournament, actor=None), actor=None)
    with pytest.raises(WrongStatus):
        substitute(entrant=entrant(tournament, "Ada"), name="Sam", actor=None)
