"""The game of a private table: every preset with its line and options, as on the page of games against bots."""

import pytest
from django.test import Client
from django.utils.html import escape

from games.engine.ruleset import PRESETS
from games.models import Game, Invitation
from games.queries.presets import preset_lines
from tests.factories import make_user
from tests.games.presets import EVERY_PRESET

pytestmark = pytest.mark.django_db


@pytest.fixture
def host():
    client = Client()
    client.force_login(make_user("Ruth"))
    return client


def shown(host, **asked):
    """What the page of this game would send untouched."""
    form = host.get("/invite/", asked).context["form"]
    values = {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, "") and value is not False}


def test_the_page_lists_every_game_with_its_line(host):
    page = host.get("/invite/").content.decode()
    for line in preset_lines():
        assert f'value="{line.key}"' in page
        assert escape(line.line) in page


@pytest.mark.parametrize("key", EVERY_PRESET)
def test_a_table_of_every_game_is_made_and_dealt_as_its_page_shows_it(host, key):
    answer = host.post("/invite/", shown(host, preset=key))
    table = Invitation.objects.get()
    assert answer.url == f"/invite/{table.public_id}/"
    assert host.post(f"/invite/{table.public_id}/start").status_code == 302
    game = Game.objects.get()
    assert game.ruleset == PRESETS[key]
    assert PRESETS[key].min_players <= game.seat_count <= PRESETS[key].max_players


def test_options_of_the_table_are_those_that_were_chosen(host):
    asked = {"preset": "rum-knock", "options_of": "rum-knock/cumulative", "option_scoring": "pool"}
    values = shown(host, **asked) | {"option_stake": "150", "option_re_entries": "2", "option_jokers": "1"}
    host.post("/invite/", values)
    host.post(f"/invite/{Invitation.objects.get().public_id}/start")
    assert Game.objects.get().ruleset.changed() == {
        "scoring": "pool",
        "stake": 150,
        "re_entries": 2,
        "jokers": 1,
    }


@pytest.mark.parametrize(
    ("preset", "changes", "field", "reason"),
    [
        (
            "oklahoma",
            {"option_knock_limit": "5"},
            "option_knock_limit",
            "Where the upcard says with how much one may knock, the limit here stays 10.",
        ),
        (
            "seven-for-all",
            {"option_cards_each": "9"},
            "option_cards_each",
            "Either seven for all, or a number of cards: not both.",
        ),
        ("gin", {"option_best_of": "2"}, "option_best_of", "2"),
        ("partnership", {"bots": "1"}, "bots", "This game is played with 3 bots."),
    ],
)
def test_what_doesnt_go_together_is_refused_at_the_field(host, preset, changes, field, reason):
    answer = host.post("/invite/", shown(host, preset=preset) | changes)
    assert (answer.status_code, Invitation.objects.count()) == (422, 0)
    (said,) = answer.context["form"].errors[field]
    assert reason in said
    assert f'id="id_{field}_error"' in answer.content.decode()
