"""A whole evening at the level of services: sixteen people, a withdrawal, extra rounds, the right end."""

import pytest

from tests.tournaments.services.evenings import QUICK, an_event_of, play_round
from tournaments.enums import TournamentStatus
from tournaments.formats import FormatOptions
from tournaments.queries.coming import coming_round
from tournaments.services.completion import begin_review, finish_tournament
from tournaments.services.presence import withdraw

pytestmark = pytest.mark.django_db


def test_an_evening_of_sixteen(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:evening"
    tournament = an_event_of(16, options=FormatOptions(rounds=3, game=QUICK, bot_level="random"))
    play_round(tournament)
    withdraw(entrant=tournament.entrants.get(name="Dee"), actor=None)
    play_round(tournament)
    play_round(tournament)
    tournament.refresh_from_db()
    while coming_round(tournament).kind is not None:
        play_round(tournament)
    begin_review(tournament=tournament, actor=None)
    finish_tournament(tournament=tournament, actor=None)
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    from tournaments.queries.audit import audit_event

    report = audit_event(tournament)
    assert [line.problems for line in report.lines if line.problems] == []
    from tournaments.queries.standings import standings_page

    page = standings_page(tournament)
    for line in page.lines:
        print(line.place_text, line.name, line.points_text, line.values, line.reason)
    print([r.title for r in page.rounds])
