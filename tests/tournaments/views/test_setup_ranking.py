"""Choosing how the standings are reckoned: chains, drops, bonuses, boundaries, finals, and what can't be."""

import pytest

from tests.factories import make_club, make_user
from tests.tournaments.views.test_setup import filled
from tournaments.engine.cuts import StageSeeding, TieAtCut
from tournaments.engine.metrics import SharedWin
from tournaments.engine.records import DropKind, DropUnit
from tournaments.engine.results import MissedRule
from tournaments.formats import ExtraStart
from tournaments.models import Tournament
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client):
    user = make_user("Dora Director")
    make_club("Riverside", owner=user)
    client.force_login(user)
    return user


def made(client, **changes):
    answer = client.post("/new/", filled(client, "/new/") | changes)
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.get().format


def test_a_chain_of_ones_own(client, director):
    chain = {"tiebreaks": "own", **{f"chain_{n}": "" for n in range(1, 11)}}
    options = made(client, **(chain | {"chain_1": "games_won", "chain_3": "points", "chain_10": "lot"}))
    assert options.tiebreaks == ("games_won", "points", "lot")


def test_a_chain_that_was_changed_is_meant_without_saying_so(client, director):
    before = filled(client, "/new/")["chain_1"]
    options = made(client, chain_1="countback", chain_2=before)
    assert options.tiebreaks[:2] == ("countback", before)


def test_a_preset_counts_whatever_stands_in_the_places_below(client, director):
    options = made(client, tiebreaks="head_to_head,opponents,spread_best,deals_won", chain_1="lot")
    assert options.tiebreaks == ("head_to_head", "opponents", "spread_best", "deals_won")


def test_drops_bonus_cap_and_missed_rounds(client, director):
    options = made(
        client, scheme="net", drop_kind="best", drop_count="3", drop_unit="game", win_bonus="25",
        loss_cap="100", missed="lowest", shared_win="zero", extra_start="director",
    )  # fmt: skip
    assert (options.drop_kind, options.drop_count, options.drop_unit) == (DropKind.BEST, 3, DropUnit.GAME)
    assert (options.win_bonus, options.loss_cap, options.missed) == (25, 100, MissedRule.LOWEST)
    assert (options.shared_win, options.extra_start) == (SharedWin.ZERO, ExtraStart.DIRECTOR)


def test_boundaries_that_matter(client, director):
    options = made(client, play_podium="on", prize_lines="on", promoted="4", boundaries="8")
    assert (options.boundaries, options.prize_lines, options.promoted) == ((1, 2, 3, 8), True, 4)
    tournament = Tournament.objects.get()
    form = client.get(f"/t/{tournament.public_id}/tonight/settings/").context["form"]
    assert (form["play_title"].value(), form["play_podium"].value(), form["boundaries"].value()) == (
        True,
        True,
        "8",
    )


def test_semifinals_and_a_final(client, director):
    options = made(
        client, cut="semi", semi_size="12", semi_table_size="4", semi_rounds="2", semi_points="carried",
        semi_tie="all", semi_seeding="blocks", final_size="4", final_points="by_place", final_tie="lot",
    )  # fmt: skip
    assert options.cuts == (
        StageOptions(12, 4, 2, StageSeeding.BLOCKS, True, TieAtCut.ALL),
        StageOptions(4, 4, 1, StageSeeding.SNAKE, False, TieAtCut.LOT, True),
    )
    tournament = Tournament.objects.get()
    address = f"/t/{tournament.public_id}/tonight/settings/"
    assert client.post(address, filled(client, address)).status_code == 302
    assert Tournament.objects.get().format == options


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"tiebreaks": "own", "chain_1": "lot", "chain_2": "deals_won"}, "tiebreaks"),
        ({"tiebreaks": "own", "chain_1": "deals_won", "chain_2": "deals_won"}, "tiebreaks"),
        ({"tiebreaks": "own", "chain_1": "table_share", "scheme": "deadwood"}, "tiebreaks"),
        ({"scheme": "deadwood", "win_bonus": "5"}, "win_bonus"),
        ({"scheme": "placement", "loss_cap": "5"}, "loss_cap"),
        ({"drop_count": "4"}, "drop_count"),
        ({"cut": "final", "final_size": ""}, "final_size"),
        ({"cut": "semi", "semi_size": "6", "final_size": "6"}, "final_size"),
        ({"promoted": "0"}, "promoted"),
    ],
)
def test_what_cant_be_is_said_at_its_field(client, director, changes, field):
    answer = client.post("/new/", filled(client, "/new/") | changes)
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, [field])
    assert sum(group.has_errors for group in form.ranking_groups()) == 1
    assert Tournament.objects.count() == 0


def test_everybody_can_read_what_points_and_criteria_mean(client):
    page = client.get("/points-and-ties/")
    assert page.status_code == 200
    words = page.context["words"]
    heads = [line.words.head for line in words.criteria]
    assert len(heads) == len(set(heads)) == 19
    # 10 from each opponent in 8 deals, at tables of 2, 3, 4, 5
    assert [line.examples for line in words.schemes][:2] == [
        ("80", "160", "240", "320"),
        ("240", "240", "240", "240"),
    ]
