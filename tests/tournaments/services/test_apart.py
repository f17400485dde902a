"""Pairs and families aren't seated together: at one event, or at every event of a club."""

import pytest

from accounts.models import Player
from tests.factories import make_club, make_user
from tests.tournaments.evenings import a_paper_event, director_of, entrant, paper_round
from tournaments.errors import BadReport, CannotSeatRound, NotAllowed
from tournaments.models import AuditRow, KeepApart, Tournament
from tournaments.queries.apart import apart_groups, apart_lines
from tournaments.queries.history import past_rounds
from tournaments.services.apart import keep_apart_always, keep_apart_here, seat_freely_again
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def player(tournament: Tournament, name: str) -> Player:
    found = entrant(tournament, name).members.get().player
    assert isinstance(found, Player)
    return found


def tables_of(tournament: Tournament) -> list[set[str]]:
    names = {each.pk: each.name for each in tournament.entrants.all()}
    return [
        {names[int(seat.entrant)] for seat in table.seats if seat.entrant is not None}
        for round_ in past_rounds(tournament)
        for table in round_.tables
    ]


@pytest.mark.parametrize("always", [True, False])
def test_a_pair_never_sits_together(always: bool):
    """Eight in fours over three rounds meet nearly everybody: without the list Ada and Bo meet."""
    tournament = a_paper_event(8, rounds=3)
    pair = [player(tournament, "Ada"), player(tournament, "Bo")]
    if always:
        keep_apart_always(club=tournament.club, players=pair, actor=director_of(tournament), name="Married")
    else:
        keep_apart_here(tournament=tournament, players=pair, actor=director_of(tournament))
    for _round in range(3):
        paper_round(tournament)
    assert [table for table in tables_of(tournament) if {"Ada", "Bo"} <= table] == []


def test_without_a_list_they_do_meet():
    tournament = a_paper_event(8, rounds=3)
    for _round in range(3):
        paper_round(tournament)
    assert [table for table in tables_of(tournament) if {"Ada", "Bo"} <= table] != []


def test_a_list_of_another_event_doesnt_count():
    tournament = a_paper_event(4)
    keep_apart_here(
        tournament=tournament,
        players=[player(tournament, "Ada"), player(tournament, "Bo")],
        actor=None,
    )
    other = Tournament.objects.create(
        club=tournament.club,
        name="Another",
        preset=tournament.preset,
        ruleset_json=tournament.ruleset_json,
        format_json=tournament.format_json,
        starts_on=tournament.starts_on,
        starts_time=tournament.starts_time,
        rng_seed=1,
    )
    ids = list(tournament.entrants.values_list("pk", flat=True))
    assert apart_groups(other, ids) == ()
    assert [len(group) for group in apart_groups(tournament, ids)] == [2]


def test_a_family_too_large_for_the_tables_is_said():
    tournament = a_paper_event(8)
    family = [player(tournament, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    keep_apart_here(tournament=tournament, players=family, actor=None, name="Family")
    with pytest.raises(CannotSeatRound):
        generate_round(tournament=tournament, actor=None)


def test_who_may_keep_whom_apart():
    tournament = a_paper_event(3)
    pair = [player(tournament, "Ada"), player(tournament, "Bo")]
    stranger = Player.objects.make(name="Zoe", club=make_club("Elsewhere"))
    with pytest.raises(NotAllowed):
        keep_apart_here(tournament=tournament, players=pair, actor=make_user("Mia"))
    with pytest.raises(NotAllowed):
        keep_apart_always(club=tournament.club, players=pair, actor=make_user("Noa"))
    for wrong in ([pair[0]], [pair[0], pair[0]], [pair[0], stranger]):
        with pytest.raises(BadReport):
            keep_apart_here(tournament=tournament, players=wrong, actor=None)
    assert KeepApart.objects.count() == 0


def test_a_list_is_shown_and_taken_away():
    tournament = a_paper_event(3)
    pair = [player(tournament, "Bo"), player(tournament, "Ada")]
    made = keep_apart_always(club=tournament.club, players=pair, actor=None, name="Married")
    here = keep_apart_here(tournament=tournament, players=pair, actor=None)
    assert {(line.name, line.people, line.is_club) for line in apart_lines(tournament.club, tournament)} == {
        ("Married", ("Ada", "Bo"), True),
        ("", ("Ada", "Bo"), False),
    }
    with pytest.raises(NotAllowed):
        seat_freely_again(kept_apart=made, actor=make_user("Mia"))
    seat_freely_again(kept_apart=made, actor=None)
    seat_freely_again(kept_apart=here, actor=None)
    assert apart_lines(tournament.club, tournament) == ()
    acts = AuditRow.objects.filter(tournament=tournament).order_by("-number").values_list("action", flat=True)
    assert list(acts[:2]) == ["seat_freely", "keep_apart"]
