"""Drafts of the coming round: pressing twice, other seeds, who is seated, what is refused; swaps and
moves.
"""

import pytest

from tests.factories import make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    director_of,
    enter,
    entrant,
    paper_round,
    start_next,
)
from tournaments.enums import RoundKind
from tournaments.errors import BadMove, CannotSeatRound, DraftOutdated, NotAllowed, WrongStatus
from tournaments.models import SeatingDraft
from tournaments.queries.history import past_rounds
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.standings import standings_page
from tournaments.services.drafts import discard_draft, move_entrant, swap_entrants
from tournaments.services.penalties import give_penalty
from tournaments.services.presence import check_in, withdraw
from tournaments.services.rounds import publish_round
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def plan_of(draft: SeatingDraft) -> SeatingPlan:
    return SeatingPlan.from_json(draft.plan_json)


def test_pressing_twice_makes_one_draft():
    tournament = an_event(8)
    director = director_of(tournament)
    first, again = (generate_round(tournament=tournament, actor=director) for _unused in range(2))
    assert (first.pk, first.round_number, first.kind) == (again.pk, 1, RoundKind.MAIN)
    assert tournament.audit_rows.filter(action="generate_round").count() == 1
    assert sorted(seat for table in plan_of(first).tables for seat in table.seats if seat) == sorted(
        tournament.entrants.values_list("pk", flat=True)
    )


def test_another_draft_has_another_seed_and_both_stay_to_be_compared():
    tournament = an_event(16)
    first = generate_round(tournament=tournament, actor=None)
    other = generate_round(tournament=tournament, actor=None, another=True)
    chosen = generate_round(tournament=tournament, actor=None, rng_seed=5)
    assert len({first.rng_seed, other.rng_seed, chosen.rng_seed}) == 3
    assert chosen.rng_seed == 5
    assert plan_of(first).tables != plan_of(other).tables
    assert generate_round(tournament=tournament, actor=None).pk == chosen.pk


def test_a_draft_that_was_thrown_away_doesnt_come_back():
    """Three drafts are drawn; when the first or the last is gone, the next one is a fourth, not one there was."""
    tournament = an_event(8)
    drawn = [generate_round(tournament=tournament, actor=None, another=True) for _unused in range(3)]
    seeds = [draft.rng_seed for draft in drawn]
    discard_draft(draft=drawn[2], actor=None)
    fourth = generate_round(tournament=tournament, actor=None, another=True)
    discard_draft(draft=drawn[0], actor=None)
    fifth = generate_round(tournament=tournament, actor=None, another=True)
    assert len({*seeds, fourth.rng_seed, fifth.rng_seed}) == 5


def test_the_same_seed_gives_the_same_seating():
    numbers = []
    for _unused in range(2):
        tournament = an_event(16)
        draft = generate_round(tournament=tournament, actor=None, rng_seed=11)
        of = dict(tournament.entrants.values_list("pk", "number"))
        numbers.append([[of[seat] for seat in table.seats] for table in plan_of(draft).tables])
    assert numbers[0] == numbers[1]


def test_a_draft_no_longer_fits_when_people_come_or_go():
    tournament = an_event(8)
    draft = generate_round(tournament=tournament, actor=None)
    enter(tournament, ["Late"])
    with pytest.raises(DraftOutdated):
        publish_round(draft=draft, actor=None)
    fresh = generate_round(tournament=tournament, actor=None)
    assert fresh.pk != draft.pk
    withdraw(entrant=entrant(tournament, "Late"), actor=None)
    assert generate_round(tournament=tournament, actor=None).pk == draft.pk


def test_nobody_else_seats_and_nothing_is_seated_at_the_wrong_time():
    draft_event = an_event(4, open_=False)
    with pytest.raises(WrongStatus):
        generate_round(tournament=draft_event, actor=None)
    tournament = an_event(4)
    with pytest.raises(NotAllowed):
        generate_round(tournament=tournament, actor=make_user())
    start_next(tournament)
    with pytest.raises(WrongStatus):
        generate_round(tournament=tournament, actor=None)


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_entrants_are_refused_with_a_sentence(count):
    with pytest.raises(CannotSeatRound) as caught:
        generate_round(tournament=an_event(count), actor=None)
    assert (caught.value.reason, str(caught.value)) == (
        "too_few_entrants",
        "At least two entrants are needed for a round.",
    )


def test_bots_fill_empty_seats_and_byes_are_given_as_the_event_says():
    with_bots = generate_round(tournament=an_event(7, empty_seats="bots", table_sizes=(4,)), actor=None)
    assert sorted(table.seats.count(None) for table in plan_of(with_bots).tables) == [0, 1]
    with_byes = generate_round(tournament=an_event(9, empty_seats="byes", table_sizes=(4,)), actor=None)
    assert ([len(table.seats) for table in plan_of(with_byes).tables], len(plan_of(with_byes).byes)) == (
        [4, 4],
        1,
    )


def test_later_rounds_know_who_met():
    tournament = a_paper_event(16, rounds=3)
    for _unused in range(3):
        paper_round(tournament)
    met = [
        frozenset(pair)
        for round_ in past_rounds(tournament)
        for table in round_.tables
        for pair in ((a, b) for a in table.entrants for b in table.entrants if a < b)
    ]
    assert len(met) == len(set(met)) == 3 * 4 * 6


def test_a_full_plan_is_followed_while_the_field_is_the_same():
    tournament = a_paper_event(12, rounds=3, seating="full", table_sizes=(4, 3))
    for number in (1, 2, 3):
        draft = generate_round(tournament=tournament, actor=None)
        assert draft.round_number == number
        paper_round(tournament)
    assert [len(round_.tables) for round_ in past_rounds(tournament)] == [3, 3, 3]


def test_two_entrants_change_places():
    tournament = an_event(8)
    draft = generate_round(tournament=tournament, actor=None)
    one, other = plan_of(draft).tables[0].seats[0], plan_of(draft).tables[1].seats[2]
    changed = swap_entrants(draft=draft, first=one, second=other, actor=director_of(tournament))
    assert (plan_of(changed).tables[0].seats[0], plan_of(changed).tables[1].seats[2]) == (other, one)
    back = swap_entrants(draft=changed, first=one, second=other, actor=None)
    assert plan_of(back) == plan_of(draft)
    with pytest.raises(BadMove):
        swap_entrants(draft=draft, first=one, second=one, actor=None)
    with pytest.raises(BadMove):
        swap_entrants(draft=draft, first=one, second=0, actor=None)


def test_an_entrant_moves_to_a_bots_seat_or_a_free_chair():
    tournament = an_event(7, empty_seats="bots", table_sizes=(4,))
    draft = generate_round(tournament=tournament, actor=None)
    with_bot = next(table for table in plan_of(draft).tables if None in table.seats)
    without = next(table for table in plan_of(draft).tables if None not in table.seats)
    mover = without.seats[1]
    moved = plan_of(move_entrant(draft=draft, entrant=mover, table=with_bot.number, actor=None))
    after = {table.number: table.seats for table in moved.tables}
    assert after[with_bot.number] == tuple(mover if seat is None else seat for seat in with_bot.seats)
    assert after[without.number] == tuple(seat for seat in without.seats if seat != mover)


def test_a_table_keeps_at_least_two_and_at_most_five():
    tournament = an_event(7)
    draft = generate_round(tournament=tournament, actor=None)
    small, large = sorted(plan_of(draft).tables, key=lambda table: len(table.seats))
    draft = move_entrant(draft=draft, entrant=small.seats[0], table=large.number, actor=None)
    with pytest.raises(BadMove) as caught:
        move_entrant(draft=draft, entrant=small.seats[1], table=large.number, actor=None)
    assert caught.value.reason == "full"
    for seat in large.seats[:1]:
        draft = move_entrant(draft=draft, entrant=seat, table=small.number, actor=None)
    sizes = sorted(len(table.seats) for table in plan_of(draft).tables)
    assert sizes == [3, 4]


def test_a_published_draft_can_neither_be_changed_nor_thrown_away():
    tournament = an_event(8)
    draft, spare = (generate_round(tournament=tournament, actor=None, another=True) for _unused in range(2))
    publish_round(draft=draft, actor=None)
    discard_draft(draft=spare, actor=None)
    with pytest.raises(WrongStatus):
        discard_draft(draft=draft, actor=None)
    seats = plan_of(draft).tables[0].seats
    with pytest.raises(DraftOutdated):
        swap_entrants(draft=draft, first=seats[0], second=seats[1], actor=None)
    assert list(SeatingDraft.objects.values_list("pk", flat=True)) == [draft.pk]


def test_seating_uses_the_standings_that_the_public_sees_penalties_included():
    """User-demands 4: with a penalty Ada is last, and so she sits at the last table."""
    tournament = a_paper_event(8, rounds=2, seating="standings", table_sizes=(4,))
    paper_round(tournament, {"Ada": 90})
    give_penalty(entrant=entrant(tournament, "Ada"), points=-500, reason="late", actor=None)
    page = standings_page(tournament)
    assert page is not None
    assert page.lines[-1].name == "Ada"
    draft = generate_round(tournament=tournament, actor=None)
    last = {line.entrant_id for line in page.lines[-4:]}
    assert {frozenset(table.seats) for table in plan_of(draft).tables} >= {frozenset(last)}


def test_who_isnt_here_doesnt_keep_the_others_from_being_seated():
    """User-demands 5: readiness is judged on those who play this round."""
    tournament = an_event(8, check_in=True)
    for name in ("Ada", "Bo", "Cy"):
        check_in(entrant=entrant(tournament, name), actor=None)
    draft = generate_round(tournament=tournament, actor=None)
    assert [len(table.seats) for table in plan_of(draft).tables] == [3]
