"""Cases of what users of comparable systems asked for that are decided around the seating engine, by their numbers
(docs/decisions/seating.md lists them all; those of the engine have their tests beside it).
"""

import pytest

from tests.tournaments.evenings import a_paper_event, an_event, director_of, entrant, paper_round, start_next
from tournaments.errors import WrongStatus
from tournaments.models import Bye, Penalty, SeatingDraft
from tournaments.services.drafts import discard_draft
from tournaments.services.penalties import give_penalty
from tournaments.services.presence import come_back, withdraw
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def test_case_06_a_seating_is_thrown_away_whole_and_penalties_stay():
    tournament = an_event(8)
    director = director_of(tournament)
    give_penalty(
        entrant=entrant(tournament, "Ada"), points=-5, reason="Late for the briefing.", actor=director
    )
    draft = generate_round(tournament=tournament, actor=director)
    discard_draft(draft=draft, actor=director)
    assert (SeatingDraft.objects.count(), tournament.rounds.count()) == (0, 0)
    assert list(Penalty.objects.values_list("entrant__name", "points")) == [("Ada", -5)]
    assert generate_round(tournament=tournament, actor=director).round_number == 1


def test_case_11_pressing_again_neither_seats_nor_publishes_twice():
    tournament = an_event(8)
    one, other = (generate_round(tournament=tournament, actor=None) for _unused in range(2))
    assert (one.pk, SeatingDraft.objects.count()) == (other.pk, 1)


def test_case_13_who_leaves_and_comes_back_has_had_no_bye():
    tournament = a_paper_event(9, rounds=3, table_sizes=(4, 3), empty_seats="byes")
    who = entrant(tournament, "Ada")
    withdraw(entrant=who, actor=None)
    paper_round(tournament)
    come_back(entrant=who, actor=director_of(tournament))
    paper_round(tournament)
    assert not Bye.objects.filter(entrant=who, round__number=1).exists()
    assert who.seats.filter(round__number=2).count() + Bye.objects.filter(entrant=who).count() == 1


def test_case_17_no_round_is_seated_while_one_is_open():
    tournament = a_paper_event(8, rounds=3)
    start_next(tournament)
    with pytest.raises(WrongStatus) as refused:
        generate_round(tournament=tournament, actor=None)
    assert str(refused.value) == "A round is still open."
