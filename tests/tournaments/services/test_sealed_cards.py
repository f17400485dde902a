"""The cards of a round are committed to before its seats are drawn, and the key is shown when the round is over."""

from datetime import date, time
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from accounts.models import User
from games.engine.shuffling import seed_from_source, source_commitment
from games.models import Deal, DealSource, Game, HiddenSource
from games.options import GameOptions
from games.queries.rulesets import changed_ruleset, preset_ruleset
from games.services.due import play_due
from tests.factories import make_club, make_user
from tournaments.formats import FormatOptions
from tournaments.models import SeatingDraft, Tournament
from tournaments.services import seating
from tournaments.services.entrants import enter_player
from tournaments.services.reconcile import reconcile
from tournaments.services.rehearsal import put_on_autopilot
from tournaments.services.rounds import cancel_round, publish_round, start_round
from tournaments.services.setup import create_tournament, open_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return make_user("Director")


@pytest.fixture
def event(director: User) -> Tournament:
    """Eight people on autopilot, two tables, one rotation."""
    tournament = create_tournament(
        club=make_club(owner=director),
        name="Sealed",
        actor=director,
        starts_on=date(2026, 11, 24),
        starts_time=time(19, 30),
        ruleset=changed_ruleset(preset_ruleset("knock-rummy"), rotations=1),
        format_options=FormatOptions(
            rounds=1, game=GameOptions(cut_seconds=0, deal_pause_seconds=0, bot_pace_seconds=0)
        ),
    )
    tournament = open_entries(tournament=tournament, actor=director)
    for number in range(8):
        enter_player(tournament=tournament, actor=director, name=f"Player {number}")
    put_on_autopilot(tournament=tournament, actor=director)
    return tournament


def play(tournament: Tournament) -> None:
    for game in Game.objects.filter(table_game__table__round__tournament=tournament):
        while not game.is_over:
            Game.objects.filter(pk=game.pk).update(due_at=game.started_at)
            play_due(game_id=game.pk, ply=game.ply)
            game.refresh_from_db()
    reconcile(tournament_id=tournament.pk)


def test_the_seal_is_there_before_any_seat_is_drawn(
    event: Tournament, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seals: list[int] = []
    propose = seating._propose

    def look(*arguments: Any) -> Any:
        seals.append(DealSource.objects.count() - SeatingDraft.objects.count())
        return propose(*arguments)

    monkeypatch.setattr(seating, "_propose", look)
    seating.generate_round(tournament=event, actor=director)
    assert seals == [1]


def test_all_drafts_of_a_round_share_its_seal(event: Tournament, director: User) -> None:
    seating.generate_round(tournament=event, actor=director)
    seating.generate_round(tournament=event, actor=director, another=True)
    assert (SeatingDraft.objects.count(), DealSource.objects.count()) == (2, 1)


def test_every_seed_follows_from_the_key_that_is_shown_when_the_round_is_over(
    event: Tournament, director: User
) -> None:
    draft = seating.generate_round(tournament=event, actor=director)
    source = DealSource.objects.get()
    start_round(round_=publish_round(draft=draft, actor=director), actor=director)
    assert source.revealed_key is None
    play(event)
    source.refresh_from_db()
    key = bytes(source.revealed_key or b"")
    assert source_commitment(source.name, key) == source.commitment
    deals = Deal.objects.select_related("game")
    assert deals.count() == 8
    assert {
        bytes(deal.revealed_seed or b"") == seed_from_source(key, deal.game.label, deal.number)
        for deal in deals
    } == {True}


def test_the_page_of_a_deal_shows_seal_and_key(event: Tournament, director: User, client: Client) -> None:
    draft = seating.generate_round(tournament=event, actor=director)
    start_round(round_=publish_round(draft=draft, actor=director), actor=director)
    page = f"/g/{Game.objects.order_by('pk')[0].public_id}/deal/1/proof"
    source = DealSource.objects.get()
    before = client.get(page).content.decode()
    assert source.commitment in before
    assert bytes(source.hidden.key).hex() not in before
    play(event)
    assert bytes(source.hidden.key).hex() in client.get(page).content.decode()


def test_a_cancelled_round_opens_its_seal_and_the_next_one_has_another(
    event: Tournament, director: User
) -> None:
    draft = seating.generate_round(tournament=event, actor=director)
    round_ = publish_round(draft=draft, actor=director)
    cancel_round(round_=round_, reason="Wrong list", actor=director)
    seating.generate_round(tournament=event, actor=director)
    keys = [bytes(found.key) for found in HiddenSource.objects.order_by("pk")]
    assert len(set(keys)) == 2
    assert [source.revealed_key is not None for source in DealSource.objects.order_by("pk")] == [True, False]


@pytest.mark.parametrize(
    "change", ["UPDATE games_hiddensource SET key = 'x'", "DELETE FROM games_hiddensource"]
)
def test_a_key_can_be_neither_changed_nor_deleted(event: Tournament, director: User, change: str) -> None:
    seating.generate_round(tournament=event, actor=director)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
