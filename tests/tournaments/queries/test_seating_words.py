"""Seating in sentences: refusals that name people, rematches beside what can't be avoided, advice at set-up."""

import pytest

from tests.tournaments.evenings import an_event, start_next
from tournaments.engine.seating import CannotSeat, RoundSeating, SeatingReason, certify
from tournaments.errors import CannotSeatRound
from tournaments.formats import FormatOptions
from tournaments.models import Entrant
from tournaments.queries.scoring import ruleset_of
from tournaments.queries.seating_advice import advice_for, seating_advice
from tournaments.queries.seating_words import certificate_notes, change_note, refusal_sentence
from tournaments.queries.setup_summary import setup_summary
from tournaments.services.seating import generate_round


@pytest.mark.parametrize("reason", list(SeatingReason))
def test_every_refusal_has_a_sentence_that_ends_and_has_no_gap(reason):
    sentence = refusal_sentence(CannotSeat(reason, (1, 2)), ["Anna", "Ben"])
    assert sentence.endswith(".")
    assert "%" not in sentence


def test_the_smallest_conflicting_set_is_named():
    sentence = refusal_sentence(CannotSeat(SeatingReason.KEEP_APART, (1, 2, 3)), ["Anna", "Ben", "Cleo"])
    assert sentence == (
        "Too many are to be kept apart for the number of tables. These can't all sit apart: Anna, Ben, Cleo."
    )


@pytest.mark.django_db
def test_a_round_that_cannot_be_seated_says_who_is_in_the_way():
    tournament = an_event(8, keep_groups_apart=True)
    family = Entrant.objects.filter(tournament=tournament, number__lte=3)
    family.update(group="Smith")
    with pytest.raises(CannotSeatRound) as refused:
        generate_round(tournament=tournament, actor=None)
    names = [entrant.name for entrant in family.order_by("number")]
    told = refused.value.details["conflicting"]
    assert sorted(told) == sorted(names)
    assert str(refused.value).endswith(f"apart: {', '.join(told)}.")


def test_rematches_beside_what_cannot_be_avoided():
    once = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    twice = [RoundSeating.of(once), RoundSeating.of(once, number=2)]
    notes = certificate_notes(certify(twice).to_json())
    assert notes[0].text == "18 rematches for 12 players in 2 rounds; 3 can't be avoided."
    assert notes[0].is_warning


def test_rematches_where_counting_proves_nothing():
    once = [[n, n + 1, n + 2, n + 3] for n in range(1, 17, 4)]
    twice = [RoundSeating.of(once), RoundSeating.of(once, number=2)]
    notes = certificate_notes(certify(twice).to_json())
    assert notes[0].text == "24 rematches for 16 players in 2 rounds; a seating with fewer may exist."


def test_advice_where_the_rounds_exceed_the_field():
    assert advice_for(12, FormatOptions(rounds=5)) == (
        "Some meet again: without that only 1 round is possible.",
    )
    assert advice_for(16, FormatOptions(rounds=5)) == ()
    assert advice_for(20, FormatOptions(rounds=6)) == (
        "Some will probably meet again: seatings without that are known for up to 5 rounds.",
    )
    assert advice_for(1, FormatOptions(rounds=5)) == ()


@pytest.mark.django_db
def test_advice_until_the_first_round_is_published():
    tournament = an_event(12, rounds=5)
    advice = seating_advice(tournament)
    assert (advice.players, advice.sentences) == (12, advice_for(12, tournament.format))
    start_next(tournament)
    tournament.refresh_from_db()
    assert seating_advice(tournament) is None


@pytest.mark.django_db
def test_the_set_up_speaks_of_those_who_are_in_already():
    tournament = an_event(10, rounds=4)
    summary = setup_summary(tournament.format, ruleset_of(tournament), 10)
    assert (summary.fields[0].players, bool(summary.fields[0].notes)) == (10, True)
    assert [line.players for line in summary.fields] == [10, 11, 16, 24]


def certificate(*rounds, places=None):
    history = [RoundSeating.of(tables, number=number) for number, tables in enumerate(rounds, start=1)]
    return certify(history, places=places).to_json()


FIRST = [[1, 2, 3, 4], [5, 6, 7]]


def test_a_change_that_costs_nothing_says_so():
    before = certificate([[1, 2, 3, 4], [5, 6, 7, 8]])
    note = change_note(before, certificate([[1, 2, 3, 5], [4, 6, 7, 8]]))
    assert note.text == "Changed. It costs nothing: nobody meets anybody more often than before."
    assert not note.is_warning


def test_a_change_says_how_many_meet_again():
    apart, together = [[1, 2, 5, 6], [3, 4, 7]], [[1, 2, 3, 5], [4, 6, 7]]
    worse = change_note(certificate(FIRST, apart), certificate(FIRST, together))
    assert worse.text.startswith("Changed. 1 repeated meeting more.")
    assert worse.is_warning
    better = change_note(certificate(FIRST, together), certificate(FIRST, apart))
    assert better.text.startswith("Changed. 1 repeated meeting fewer.")


def test_a_change_that_gives_somebody_the_small_table_twice_is_no_bargain():
    """8 and 9 change places: as many meet again as before, but 9 has sat at both tables of three."""
    first = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]
    even, uneven = [[2, 6, 9, 3], [4, 7, 10, 11], [1, 5, 8]], [[2, 6, 8, 3], [4, 7, 10, 11], [1, 5, 9]]
    note = change_note(certificate(first, even), certificate(first, uneven))
    assert note.text == (
        "Changed. Nobody meets anybody more often than before. "
        "Some sit at small tables more often than others (0 to 2 times)."
    )
    assert note.is_warning


def test_a_change_says_which_wish_it_broke_and_never_that_it_costs_nothing():
    same = certificate([[1, 2, 3, 4], [5, 6, 7, 8]])
    note = change_note(same, same, ["To be kept apart, but together at table 1: Anna, Ben."])
    assert note.text == (
        "Changed. Nobody meets anybody more often than before. "
        "To be kept apart, but together at table 1: Anna, Ben."
    )
    assert note.is_warning


def test_a_change_says_how_far_apart_people_at_a_table_are_then():
    places = {who: who for who in range(1, 9)}
    before = certificate([[1, 2, 3, 4], [5, 6, 7, 8]], places=places)
    note = change_note(before, certificate([[8, 2, 3, 4], [5, 6, 7, 1]], places=places))
    assert note.text.endswith("At a table, first and last are 6.0 places apart on average.")
