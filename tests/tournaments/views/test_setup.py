"""Making an event: presets, copies, options of the game, what can't be, and the summary in plain words."""

import pytest
from django.utils.html import escape

from games.engine.ruleset import PRESETS, TOURNAMENT_PRESETS
from games.queries.presets import preset_lines
from tests.factories import make_club, make_user
from tests.games.presets import EVERY_PRESET
from tests.tournaments.evenings import a_paper_event, director_of, start_next
from tournaments.formats import EmptySeats, FormatOptions
from tournaments.forms.presets import PRESETS as EVENINGS
from tournaments.models import Tournament
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.setup_summary import setup_summary

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


@pytest.mark.parametrize("kind", [preset.key for preset in EVENINGS])
def test_every_preset_makes_an_event_as_it_is(client, director, kind):
    answer = client.post("/new/", filled(client, f"/new/?kind={kind}"))
    tournament = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/t/{tournament.public_id}/tonight/")
    preset = next(preset for preset in EVENINGS if preset.key == kind)
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
        ({"boundaries": "1, " + "9" * 5000}, "boundaries"),
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
    assert "12.9 points a deal more than who plays last" in summary.first_seat
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
    sent = filled(client, "/new/") | {"preset": "gin", "scheme": "win_loss"}
    form = client.post("/new/", sent | {"look": "1"}).context["form"]
    assert "opt-gin_bonus" in form.fields
    assert "opt-rotations" not in form.fields
    assert client.post("/new/", sent).status_code == 302
    event = Tournament.objects.get()
    assert ruleset_of(event).changed() == {}
    assert (event.format.table_sizes, event.format.empty_seats) == ((2,), EmptySeats.BYES)


def test_an_option_of_the_game_is_kept(client, director):
    client.post("/new/", filled(client, "/new/") | {"opt-rummy_bonus": "40", "opt-full_turn_first": "on"})
    assert ruleset_of(Tournament.objects.get()).changed() == {
        "rotations": 2,
        "rummy_bonus": 40,
        "full_turn_first": True,
    }


def looked(client, **changes):
    """The form after a look at it with these changes, as the page fetches it, and what it would send."""
    form = client.post("/new/", filled(client, "/new/") | changes | {"look": "1"}).context["form"]
    return form, {field.html_name: field.value() for field in form}


def sent(values):
    """What a browser sends of these: no unchecked box, no empty field."""
    return {name: value for name, value in values.items() if value not in (None, "") and value is not False}


@pytest.mark.parametrize("key", EVERY_PRESET)
def test_every_game_can_be_chosen_and_becomes_an_event_as_its_page_shows_it(client, director, key):
    """Names and lines of all games stand on the page; the chosen one shows its options and the tables it has."""
    form, values = looked(client, preset=key)
    assert [line.key for line in form.presets()] == list(TOURNAMENT_PRESETS)
    assert {line.name for line in form.game.lines} == {
        option.name for option in ruleset_shown(key).options() if option.name not in NOT_SHOWN
    } - ({"scoring"} if PRESETS[key].family == "gin" else set())
    answer = client.post("/new/", sent(values))
    assert (answer.status_code, answer.context) == (302, None)
    event = Tournament.objects.get()
    assert ruleset_of(event) == ruleset_shown(key)
    least, most = PRESETS[key].min_players, PRESETS[key].max_players
    assert event.format.table_sizes == tuple(size for size in (4, 3, 5, 2) if least <= size <= most)


NOT_SHOWN = {
    "min_players", "max_players", "max_turns", "max_void_deals", "max_reshuffles", "max_deals", "tie_deals",
}  # fmt: skip


def ruleset_shown(key):
    """Where the number of deals ends a game, events play whole rotations (docs/rules.md, A)."""
    ruleset = PRESETS[key]
    return ruleset.replace(rotations=2) if ruleset.scoring == "cumulative" else ruleset


def test_the_page_has_a_line_for_every_game(client, director):
    page = client.get("/new/").content.decode()
    for line in preset_lines(for_events=True):
        assert f'name="preset" value="{line.key}"' in page
        assert escape(line.line) in page


def test_another_way_to_win_brings_its_options_and_keeps_the_common_ones(client, director):
    changes = {"opt-scoring": "pool", "opt-jokers": "2", "opt-full_turn_first": "on"}
    form, values = looked(client, **changes)
    assert {"opt-stake", "opt-re_entries", "re_entry_fee"} <= set(form.fields)
    assert "opt-rotations" not in form.fields
    values |= {"opt-stake": "150", "opt-re_entries": "2", "re_entry_fee": "2.50"}
    assert client.post("/new/", sent(values)).status_code == 302
    event = Tournament.objects.get()
    assert ruleset_of(event).changed() == {
        "scoring": "pool",
        "jokers": 2,
        "full_turn_first": True,
        "stake": 150,
        "re_entries": 2,
    }
    assert event.format.re_entry_fee == 250
    assert "a re-entry costs 2.50" in setup_summary(event.format, ruleset_of(event)).facts[0].text


def test_a_fee_is_kept_by_a_copy_and_goes_with_the_pool(client, director):
    _form, values = looked(client, preset="knock-pool")
    client.post("/new/", sent(values) | {"opt-re_entries": "1", "re_entry_fee": "5"})
    address = f"/new/?copy={Tournament.objects.get().public_id}"
    copied = filled(client, address)
    assert (copied["opt-re_entries"], str(copied["re_entry_fee"])) == (1, "5")
    client.post(address, copied)
    client.post(address, copied | {"preset": "rum-knock"})
    fees = [event.format.re_entry_fee for event in Tournament.objects.order_by("pk")]
    assert fees == [500, 500, 0]


@pytest.mark.parametrize(
    ("preset", "changes", "field", "reason"),
    [
        (
            "knock-pool",
            {"re_entry_fee": "5"},
            "re_entry_fee",
            "Nobody can re-enter: allow at least one re-entry, or take no fee.",
        ),
        (
            "gin",
            {"opt-spade_upcard_doubles": "on"},
            "opt-spade_upcard_doubles",
            "A spade as the upcard doubles only where the upcard sets the limit.",
        ),
        (
            "oklahoma",
            {"opt-knock_limit": "7"},
            "opt-knock_limit",
            "Where the upcard says with how much one may knock, the limit here stays 10.",
        ),
        (
            "gin",
            {"opt-shutout_bonus": "50"},
            "opt-shutout_bonus",
            "The bonus for a shutout is at least the game bonus.",
        ),
        (
            "seven-for-all",
            {"opt-cards_each": "9"},
            "opt-cards_each",
            "Either seven for all, or a number of cards: not both.",
        ),
        (
            "knock-rummy",
            {"opt-cards_each": "12"},
            "opt-cards_each",
            "There aren't enough cards for so many each at a full table.",
        ),
        (
            "gin",
            {"table_sizes": "4"},
            "table_sizes",
            "Select a valid choice. 4 is not one of the available choices.",
        ),
    ],
)
def test_what_doesnt_go_together_is_refused_with_the_reason_at_the_field(
    client, director, preset, changes, field, reason
):
    _form, values = looked(client, preset=preset)
    answer = client.post("/new/", sent(values) | changes)
    assert (answer.status_code, Tournament.objects.count()) == (422, 0)
    assert answer.context["form"].errors == {field: [reason]}
    page = answer.content.decode()
    assert f'id="id_{field}_error"' in page


def test_table_sizes_and_empty_seats_follow_the_game_unless_changed_by_hand(client, director):
    tables = {"table_sizes": "4", "empty_seats": "bots"}
    for changes, expected in (
        ({"preset": "tonk"}, ("4,3,5,2", "mixed")),
        ({"preset": "tonk"} | tables, ("4", "bots")),
        ({"preset": "cutthroat"} | tables, ("3", "bots")),
        ({"preset": "partnership"}, ("4", "byes")),
    ):
        _form, values = looked(client, **changes)
        assert (values["table_sizes"], values["empty_seats"]) == expected


def test_the_summary_of_a_partnership_counts_teams(client, director):
    form_page = client.post("/new/", filled(client, "/new/") | {"preset": "partnership", "look": "1"})
    assert [(line.players, line.tables, line.byes) for line in form_page.context["summary"].fields] == [
        (10, "2 × 4", 1),
        (16, "4 × 4", 0),
        (24, "6 × 4", 0),
    ]


def test_once_play_has_begun_the_game_stands(client):
    tournament = a_paper_event(4, rounds=3)
    start_next(tournament)
    client.force_login(director_of(tournament))
    address = f"/t/{tournament.public_id}/tonight/settings/"
    rules = ruleset_of(tournament)
    assert client.post(address, filled(client, address) | {"preset": "gin", "rounds": "6"}).status_code == 302
    tournament.refresh_from_db()
    assert (ruleset_of(tournament), tournament.format.rounds) == (rules, 6)
