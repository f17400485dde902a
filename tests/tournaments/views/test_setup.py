"""Making an event: presets, copies, options of the game, what can't be, and the summary in plain words."""

import pytest

from tests.factories import make_club, make_user
from tests.tournaments.evenings import a_paper_event, director_of
from tournaments.formats import FormatOptions
from tournaments.forms.presets import PRESETS
from tournaments.models import Tournament
from tournaments.queries.scoring import ruleset_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client):
    user = make_user("Dora Director")
    make_club("Riverside", owner=user, time_zone="Europe/Lisbon")
    client.force_login(user)
    return user


def filled(client, address):
    """The form as the page offers it."""
    form = client.get(address).context["form"]
    values = {}
    for field in form:
        value = field.value()
        if value is not None and value is not False and value != "":
            values[field.html_name] = value.isoformat() if hasattr(value, "isoformat") else value
    return values


@pytest.mark.parametrize("kind", [preset.key for preset in PRESETS])
def test_every_preset_makes_an_event_as_it_is(client, director, kind):
    answer = client.post("/new/", filled(client, f"/new/?kind={kind}"))
    tournament = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/t/{tournament.public_id}/tonight/")
    preset = next(preset for preset in PRESETS if preset.key == kind)
    assert (tournament.preset, tournament.time_zone) == (preset.game, "Europe/Lisbon")
    assert tournament.format.scheme == preset.options.scheme
    assert tournament.format.tiebreaks == preset.options.tiebreaks


def test_club_nights_are_whole_rotations(client, director):
    client.post("/new/", filled(client, "/new/"))
    assert [ruleset_of(Tournament.objects.get()).deals_planned(size) for size in (3, 4, 5)] == [6, 8, 10]


def test_a_copy_is_a_week_later_with_the_same_rules(client):
    source = a_paper_event(0, rounds=7, capacity=30)
    client.force_login(director_of(source))
    client.post(f"/new/?copy={source.public_id}", filled(client, f"/new/?copy={source.public_id}"))
    copy = Tournament.objects.exclude(pk=source.pk).get()
    assert (copy.starts_on - source.starts_on).days == 7
    assert (copy.ruleset_json, copy.format_json) == (source.ruleset_json, source.format_json)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rounds": "0"}, "rounds"),
        ({"name": ""}, "name"),
        ({"boundaries": "first"}, "boundaries"),
        ({"opt-rotations": "99"}, "opt-rotations"),
        ({"starts_on": "soon"}, "starts_on"),
    ],
)
def test_what_cant_be_is_said_at_its_field(client, director, changes, field):
    answer = client.post("/new/", filled(client, "/new/") | changes)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert Tournament.objects.count() == 0


def test_the_summary_says_what_it_needs(client, director):
    summary = client.get("/new/").context["summary"]
    assert [(line.players, line.tables, line.bots) for line in summary.fields] == [
        (11, "2 × 4 + 1 × 3", 0),
        (16, "4 × 4", 0),
        (24, "6 × 4", 0),
    ]
    assert "evens out" in summary.first_seat
    net = filled(client, "/new/") | {"scheme": "net", "look": "1"}
    sizes = client.post("/new/", net).context["summary"].sizes
    assert "Mixed table sizes matter" in sizes
    assert Tournament.objects.count() == 0


def test_only_who_organises_makes_events(client):
    client.force_login(make_user())
    assert client.get("/new/").context["clubs"] == []
    assert client.post("/new/", {"name": "X"}).status_code == 422
    assert Tournament.objects.count() == 0


def test_settings_change_what_they_say_and_keep_the_rest(client):
    tournament = a_paper_event(4, rounds=3)
    client.force_login(director_of(tournament))
    address = f"/t/{tournament.public_id}/tonight/settings/"
    before = tournament.format
    assert client.post(address, filled(client, address) | {"rounds": "5"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.format == FormatOptions.from_json(before.to_json() | {"rounds": 5})


def test_another_game_brings_its_own_options(client, director):
    """Options that stood on the page for the game before count for nothing."""
    sent = filled(client, "/new/") | {"preset": "gin", "table_sizes": "2", "scheme": "win_loss"}
    form = client.post("/new/", sent | {"look": "1"}).context["form"]
    assert "opt-gin_bonus" in form.fields
    assert "opt-rotations" not in form.fields
    assert client.post("/new/", sent).status_code == 302
    assert ruleset_of(Tournament.objects.get()).changed() == {}


def test_an_option_of_the_game_is_kept(client, director):
    client.post("/new/", filled(client, "/new/") | {"opt-rummy_bonus": "40", "opt-full_turn_first": "on"})
    assert ruleset_of(Tournament.objects.get()).changed() == {
        "rotations": 2,
        "rummy_bonus": 40,
        "full_turn_first": True,
    }
