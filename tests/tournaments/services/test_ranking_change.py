"""The reckoning is frozen when play starts: refused, done when it is meant, written down, shown, no damage."""

import pytest

from tests.tournaments.evenings import a_paper_event, director_of, paper_round, start_next
from tests.tournaments.services.test_finals import play
from tests.tournaments.views.test_setup import filled
from tournaments.errors import RankingFrozen, WrongStatus
from tournaments.formats import FormatOptions
from tournaments.models import AuditRow
from tournaments.queries.audit import audit_event
from tournaments.queries.standings import standings_page
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.setup import change_settings
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db


def changed(tournament, **changes):
    return FormatOptions.from_json(tournament.format.to_json() | changes)


def change(tournament, *, ranking_too=False, **changes):
    return change_settings(
        tournament=tournament,
        actor=director_of(tournament),
        format_options=changed(tournament, **changes),
        ranking_too=ranking_too,
    )


def test_before_play_anything_may_change():
    tournament = change(a_paper_event(4, rounds=2), tiebreaks=["deals_won"])
    assert tournament.format.tiebreaks == ("deals_won",)
    assert not AuditRow.objects.filter(action="change_ranking").exists()


def test_after_the_start_another_chain_is_refused_and_nothing_changes():
    tournament = a_paper_event(4, rounds=2)
    start_next(tournament)
    tournament.refresh_from_db()
    before = tournament.format
    with pytest.raises(RankingFrozen):
        change(tournament, tiebreaks=["deals_won"], rounds=3)
    tournament.refresh_from_db()
    assert tournament.format == before


def test_what_doesnt_touch_the_standings_may_change_during_play():
    tournament = a_paper_event(4, rounds=2)
    start_next(tournament)
    tournament.refresh_from_db()
    assert change(tournament, rounds=3, extra_round_cap=1).format.rounds == 3


def test_a_change_that_is_meant_is_written_down_and_gives_a_new_version():
    """30, 10, -15, -25 as points for places is 60, 48, 24, 12: the order stays, the numbers change."""
    tournament = a_paper_event(4, rounds=2)
    play(tournament, [30, 10, -15, -25])
    tournament.refresh_from_db()
    before = standings_page(tournament)
    change(tournament, ranking_too=True, scheme="placement")
    after = standings_page(tournament)
    assert (before.version, after.version) == (1, 2)
    assert [line.points for line in after.lines] == [60, 48, 24, 12]
    act = AuditRow.objects.get(action="change_ranking")
    assert (act.payload_json["before"], act.payload_json["after"], act.payload_json["standings_changed"]) == (
        {"scheme": "net"},
        {"scheme": "placement"},
        [1],
    )
    tournament.refresh_from_db()
    assert [line.problems for line in audit_event(tournament).lines if line.problems] == []


def test_who_reached_the_final_stays():
    tournament = a_paper_event(8, rounds=1, tiebreaks=(), cuts=(StageOptions(size=4),))
    play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    start_next(tournament)
    tournament.refresh_from_db()
    with pytest.raises(RankingFrozen) as refused:
        change(tournament, ranking_too=True, cuts=[])
    assert refused.value.has_begun


def test_final_standings_cant_be_reckoned_otherwise():
    tournament = a_paper_event(4, rounds=1, boundaries=())
    paper_round(tournament)
    finish_tournament(tournament=begin_review(tournament=tournament, actor=None), actor=None)
    tournament.refresh_from_db()
    with pytest.raises(WrongStatus):
        change(tournament, ranking_too=True, scheme="placement")


def test_the_page_asks_twice_and_the_standings_say_what_was_changed(client):
    tournament = a_paper_event(4, rounds=2)
    play(tournament, [30, 10, -15, -25])
    client.force_login(director_of(tournament))
    address = f"/t/{tournament.public_id}/tonight/settings/"
    wanted = filled(client, address) | {"scheme": "placement"}
    refused = client.post(address, wanted)
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["ranking_too"])
    assert "Points for places, before it was Net points" in refused.content.decode()
    assert client.post(address, wanted | {"ranking_too": "on"}).status_code == 302
    page = client.get(f"/t/{tournament.public_id}/standings/").content.decode()
    assert "Points of a table: Points for places, before it was Net points." in page
