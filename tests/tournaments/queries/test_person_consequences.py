"""Before a penalty, a disqualification or leaving is done, the page says what it changes; looking does nothing."""

import pytest

from tests.tournaments.evenings import a_paper_event, director_of, entrant, paper_round, start_next
from tests.tournaments.services.test_finals import play
from tournaments.enums import EntrantStatus
from tournaments.models import Tournament
from tournaments.queries.person_consequences import preview_leaving, preview_penalty, preview_penalty_back
from tournaments.queries.standings import standings_page
from tournaments.services.entrants_import import import_entrants
from tournaments.services.money import PrizeSpec, set_prizes
from tournaments.services.penalties import cancel_penalty, give_penalty
from tournaments.services.presence import disqualify
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db


def an_evening(**changed) -> Tournament:
    """After one of two rounds: 30, 10, 0, -40."""
    tournament = a_paper_event(4, **({"rounds": 2, "tiebreaks": (), "boundaries": (1,)} | changed))
    play(tournament, [30, 10, 0, -40])
    return tournament


def names(tournament: Tournament) -> list[str]:
    page = standings_page(tournament)
    assert page is not None
    return [line.name for line in page.lines]


def lines(preview) -> list[tuple[str, str, str, str, str]]:
    return [
        (line.name, line.place_before, line.place_after, line.points_before, line.points_after)
        for line in preview.changes
    ]


def test_a_penalty_shows_places_and_prizes_as_they_come_to_be():
    tournament = an_evening()
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 2000)], actor=None)
    first, second = names(tournament)[:2]
    preview = preview_penalty(entrant(tournament, first), -25)
    assert lines(preview) == [(second, "2", "1", "+10", "+10"), (first, "1", "2", "+30", "+5")]
    assert [(line.prize_before, line.prize_after) for line in preview.changes] == [(0, 2000), (2000, 0)]
    assert tournament.penalties.count() == 0
    give_penalty(entrant=entrant(tournament, first), points=-25, reason="Late.", actor=None)
    assert names(tournament)[:2] == [second, first]


def test_a_tie_that_appears_is_named():
    tournament = an_evening()
    first, second = names(tournament)[:2]
    preview = preview_penalty(entrant(tournament, first), -20)
    assert preview.warnings == (f"A new tie for place 1: {first}, {second}.",)


def test_a_penalty_during_a_round_counts_from_that_round_on():
    tournament = an_evening()
    start_next(tournament)
    preview = preview_penalty(entrant(tournament, names(tournament)[0]), 5)
    assert preview.warnings == (
        "It counts from Round 2 on; standings that are out already stay as they are.",
    )


def test_what_is_taken_back_shows_places_too():
    tournament = an_evening()
    first, second, third, _last = names(tournament)
    given = [
        give_penalty(entrant=entrant(tournament, first), points=-25, reason=why, actor=None)
        for why in ("Late.", "Late again.")
    ]
    assert lines(preview_penalty_back(given[1])) == [
        (first, "3", "2", "−20", "+5"),
        (third, "2", "3", "0", "0"),
    ]
    cancel_penalty(penalty=given[1], actor=None)
    assert lines(preview_penalty_back(given[0])) == [
        (first, "2", "1", "+5", "+30"),
        (second, "1", "2", "+10", "+10"),
    ]


def test_what_no_standings_hold_yet_changes_none():
    tournament = an_evening()
    start_next(tournament)
    given = give_penalty(
        entrant=entrant(tournament, names(tournament)[0]), points=-25, reason="Late.", actor=None
    )
    preview = preview_penalty_back(given)
    assert (preview.changes, preview.warnings) == ((), ("No standings hold it yet.",))


def test_who_is_disqualified_has_no_place_and_the_others_move_up():
    tournament = an_evening()
    first, second, third, last = names(tournament)
    preview = preview_leaving(entrant(tournament, first), disqualified=True)
    moved = [(name, before, after) for name, before, after, *_points in lines(preview)]
    assert moved == [(second, "2", "1"), (third, "3", "2"), (last, "4", "3"), (first, "1", "–")]
    disqualify(entrant=entrant(tournament, first), reason="Unfair.", actor=None)
    assert names(tournament) == [second, third, last, first]


def test_who_leaves_keeps_the_place_and_makes_room_for_who_waits():
    tournament = an_evening(capacity=4)
    import_entrants(tournament=tournament, data=b"Name\nWanda\n", actor=None)
    first = names(tournament)[0]
    start_next(tournament)
    preview = preview_leaving(entrant(tournament, first), disqualified=False)
    assert preview.changes == ()
    assert preview.warnings == (
        f"{first} sits at table 1 now, which is played to its end.",
        "Wanda moves up from the waiting list.",
    )
    assert entrant(tournament, "Wanda").status == EntrantStatus.WAITING


def test_who_goes_on_to_the_final_instead_is_named():
    tournament = an_evening(rounds=1, cuts=(StageOptions(size=2, table_size=2),), boundaries=())
    first, _second, third, _last = names(tournament)
    preview = preview_leaving(entrant(tournament, first), disqualified=False)
    assert preview.warnings == (f"{third} goes on in that place.",)
    assert not preview.is_harmless


def test_who_was_to_play_off_a_tie_plays_no_more():
    tournament = a_paper_event(4, rounds=1, tiebreaks=(), boundaries=(1,))
    play(tournament, [30, 30, 0, -60])
    first, _second = names(tournament)[:2]
    preview = preview_leaving(entrant(tournament, first), disqualified=False)
    assert preview.warnings[:2] == (
        f"{first} plays no extra round any more.",
        "No extra round is left to play.",
    )


def test_before_any_standings_nothing_changes():
    tournament = a_paper_event(4)
    preview = preview_leaving(entrant(tournament, "Ada"), disqualified=True)
    assert (preview.changes, preview.warnings, preview.is_harmless) == ((), (), True)
    assert preview_penalty(entrant(tournament, "Ada"), 5).is_harmless


def test_the_page_asks_once_more_and_then_does_it(client):
    tournament = a_paper_event(4, rounds=2)
    paper_round(tournament, {"Ada": 40})
    client.force_login(director_of(tournament))
    ada = entrant(tournament, "Ada")
    address = f"/t/{tournament.public_id}/tonight/people/{ada.pk}/"
    for what, said, status in (
        ("withdraw", "Ada leaves the event?", EntrantStatus.WITHDRAWN),
        ("disqualify", "Disqualify Ada?", EntrantStatus.DISQUALIFIED),
    ):
        sent = {"what": what, "reason": "Unfair."}
        page = client.post(address, sent)
        assert (page.status_code, said in page.content.decode()) == (200, True)
        ada.refresh_from_db()
        assert ada.status != status
        assert client.post(address, sent | {"really": "1"}).status_code == 302
        ada.refresh_from_db()
        assert ada.status == status
