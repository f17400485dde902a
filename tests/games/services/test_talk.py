"""Table talk: fixed phrases, seen for some seconds by everybody at the table, never a word of one's own."""

import pytest
from django.core.cache import cache

from games.enums import Phrase
from games.errors import NotYourSeat, TooMuchTalk, UnknownPhrase
from games.queries.table import table_view
from games.queries.talk import around, talk_key
from games.services.talk import say
from tests.games.tables import make_game, make_people, picture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def silence():
    cache.clear()


def test_a_phrase_is_seen_by_everybody_at_the_table():
    people = make_people(2)
    game = make_game(people)
    version = game.version
    say(game=game, actor=people[1], phrase="well_played")
    game.refresh_from_db()
    assert game.version == version + 1
    shown = table_view(game=game, user=people[0])
    assert [plate.speech for plate in shown.plates] == ["Well played"]
    own = table_view(game=game, user=people[1])
    assert own.my_speech == "Well played"
    assert [code for code, _words in own.phrases] == list(Phrase.values)


def test_only_the_fixed_phrases_and_only_by_players():
    people = make_people(2)
    game = make_game(people)
    before = picture(game)
    with pytest.raises(UnknownPhrase):
        say(game=game, actor=people[0], phrase="<b>hi</b>")
    with pytest.raises(NotYourSeat):
        say(game=game, actor=make_people(1)[0], phrase="hello")
    assert picture(game) == before
    assert around(game.pk, 2).talk == {}


def test_one_thing_at_a_time():
    people = make_people(2)
    game = make_game(people)
    say(game=game, actor=people[0], phrase="hello")
    with pytest.raises(TooMuchTalk):
        say(game=game, actor=people[0], phrase="thanks")
    say(game=game, actor=people[1], phrase="thanks")
    assert around(game.pk, 2).talk == {0: "Hello", 1: "Thanks"}


def test_what_is_no_phrase_in_the_cache_is_never_shown():
    cache.set(talk_key(17, 0), "<script>", 5)
    assert around(17, 2).talk == {}


def test_bots_alone_are_not_talked_to():
    people = make_people(1)
    game = make_game(people, bots=2)
    assert table_view(game=game, user=people[0]).phrases == ()
