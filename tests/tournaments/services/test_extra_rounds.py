"""Extra rounds through the app: which ties are played off, who starts them, what is printed for them."""

import pytest

from games.queries.rulesets import preset_ruleset
from games.queries.settlement import ReportedDeal
from tests.tournaments.evenings import a_paper_event, director_of, start_next
from tests.tournaments.services.test_finals import play, problems
from tournaments.enums import RoundKind
from tournaments.formats import ExtraStart
from tournaments.models import Table, Tournament
from tournaments.queries.coming import coming_round
from tournaments.queries.next_action import next_action
from tournaments.queries.table_desk import payments_of, table_desk
from tournaments.queries.tables import table_lines
from tournaments.services.completion import advance
from tournaments.services.money import PrizeSpec, set_prizes
from tournaments.services.telling import tell_deal

pytestmark = pytest.mark.django_db


def tied_for_second(**changed):
    """30, 10, 10, -50 in the only round."""
    tournament = a_paper_event(4, rounds=1, **({"tiebreaks": (), "boundaries": (1,)} | changed))
    play(tournament, [30, 10, 10, -50])
    return tournament


@pytest.mark.parametrize(("prizes", "played"), [((50, 30), True), ((50, 30, 30), False)])
def test_a_tie_is_played_off_where_the_prize_changes(prizes, played):
    tournament = a_paper_event(4, rounds=1, tiebreaks=(), boundaries=(), prize_lines=True)
    specs = [PrizeSpec(place, amount) for place, amount in enumerate(prizes, 1)]
    set_prizes(tournament=tournament, prizes=specs, actor=None)
    play(tournament, [30, 10, 10, -50])
    coming = coming_round(tournament)
    assert (coming.kind == RoundKind.EXTRA, coming.is_all_played) == (played, not played)


@pytest.mark.parametrize(("promoted", "played"), [(None, False), (1, False), (2, True), (3, False)])
def test_a_tie_is_played_off_for_the_last_of_those_who_go_up(promoted, played):
    tournament = tied_for_second(promoted=promoted)
    assert (coming_round(tournament).kind == RoundKind.EXTRA) == played


@pytest.mark.parametrize(
    ("automatic", "start", "step"),
    [
        (False, ExtraStart.AS_ROUNDS, ""),
        (True, ExtraStart.AS_ROUNDS, "start"),
        (True, ExtraStart.DIRECTOR, ""),
        (False, ExtraStart.BY_ITSELF, "start"),
    ],
)
def test_who_starts_an_extra_round(automatic, start, step):
    tournament = tied_for_second(boundaries=(2,), automatic=automatic, extra_start=start)
    assert advance(tournament_id=tournament.pk) == step
    assert tournament.rounds.filter(kind=RoundKind.EXTRA).exists() == bool(step)


def test_main_rounds_dont_start_by_themselves_because_extra_rounds_do():
    tournament = a_paper_event(4, rounds=2, extra_start=ExtraStart.BY_ITSELF)
    play(tournament, [30, 10, 10, -50])
    assert advance(tournament_id=tournament.pk) == ""


def test_the_next_step_names_who_plays_off_what():
    tournament = tied_for_second(boundaries=(2,))
    tournament.refresh_from_db()
    coming = coming_round(tournament)
    names = ", ".join(tournament.entrants.get(pk=pk).name for pk in coming.extra.tables[0].tie.members)
    found = next_action(tournament, coming, None)
    assert (found.label, found.sentence) == ("Seat the extra round", f"2 play off for place 2: {names}.")


def test_slips_of_an_extra_round_have_its_deals_and_say_what_it_is_for(client):
    """Two play a whole rotation: two deals."""
    tournament = tied_for_second(boundaries=(2,))
    start_next(tournament)
    client.force_login(director_of(tournament))
    page = client.get(f"/t/{tournament.public_id}/print/slips/")
    assert list(page.context["deals"]) == [1, 2]
    assert "for place 2" in page.content.decode()
    assert problems(tournament) == []


@pytest.mark.parametrize("game", ["knock-rummy", "knock-pool", "knock-match"])
def test_a_table_of_an_extra_round_on_real_cards_is_told_and_shown_by_its_short_rules(client, game):
    """Two are level for second: one whole rotation of two deals, whatever the event's game is."""
    rules = preset_ruleset(game, {"rotations": 3} if game == "knock-rummy" else {})
    tournament = tied_for_second(boundaries=(2,))
    Tournament.objects.filter(pk=tournament.pk).update(ruleset_json=rules.to_json())
    tournament.refresh_from_db()
    extra = start_next(tournament)
    table = Table.objects.select_related("round__tournament").get(round=extra)
    desk = table_desk(table)
    assert (desk.planned, desk.rows, desk.by_deal, desk.pool) == (2, 2, True, None)
    deal = ReportedDeal(0, (5, 20))
    tell_deal(table=table, number=1, deal=deal, key="a", actor=director_of(tournament))
    (line,) = table_lines([table])
    assert (line.deals_finished, line.deals_planned, line.progress) == (1, 2, "Deal 2 of 2")
    (paid,) = payments_of(table, [(1, deal)])
    assert paid.found is not None
    assert (paid.found.total, paid.found.is_over) == (("+15", "−15"), False)
