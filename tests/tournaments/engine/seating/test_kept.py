"""Tables that stand while the others of a round are drawn again."""

import pytest

from tournaments.engine.seating import (
    BOT_SEAT,
    CannotSeat,
    Constraints,
    EmptySeats,
    FixedTable,
    Occupant,
    RoundSeating,
    Seat,
    SeatingEntrant,
    SeatingMode,
    SeatingReason,
    SeatingTable,
    next_round,
)


def table(number, *people):
    return SeatingTable(
        number, tuple(BOT_SEAT if who is None else Seat(Occupant.PLAYER, who) for who in people)
    )


def draw(people, kept, seed=1, history=(), **more):
    entrants = [SeatingEntrant(who) for who in people]
    return next_round(entrants, history, mode=SeatingMode.RANDOM, seed=seed, kept=kept, **more)


def test_kept_tables_stay_with_seats_and_number_while_the_others_change():
    kept = (table(2, 7, 3, 11, 1), table(4, 2, 5, 8, 16))
    drawn = [draw(range(1, 17), kept, seed).seating for seed in (1, 2, 3)]
    for seating in drawn:
        assert [found.number for found in seating.tables] == [1, 2, 3, 4]
        assert (seating.tables[1], seating.tables[3]) == kept
        assert sorted(seating.entrants) == list(range(1, 17))
    assert len({frozenset(seating.tables[0].entrants) for seating in drawn}) == 3


def test_a_kept_table_keeps_its_bot():
    kept = (table(1, 4, 2, None, 6),)
    drawn = draw(range(1, 8), kept, empty=EmptySeats.BOTS, sizes=(4,))
    assert drawn.seating.tables[0] == kept[0]
    assert sorted(drawn.seating.tables[1].entrants) == [1, 3, 5, 7]
    assert drawn.seating.tables[1].bots == 0


def test_the_rest_still_avoids_those_it_has_met():
    before = RoundSeating.of([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]])
    kept = (table(1, 1, 5, 9, 13),)
    drawn = draw(range(1, 17), kept, history=[before])
    assert (drawn.certificate.repeats.new, drawn.seating.number) == (0, 2)


def test_with_every_table_kept_nothing_is_drawn():
    kept = (table(1, 1, 2, 3), table(2, 4, 5, 6))
    assert draw(range(1, 7), kept).seating.tables == kept


def test_somebody_who_must_sit_at_a_kept_table_is_named_with_those_who_are_there():
    rules = Constraints(fixed_tables=(FixedTable(9, 1),))
    with pytest.raises(CannotSeat) as refused:
        draw(range(1, 13), (table(1, 1, 2, 3, 4),), constraints=rules)
    assert refused.value.reason is SeatingReason.CONSTRAINTS_CONFLICT
    assert refused.value.conflicting == (9, 1, 2, 3, 4)


def test_a_kept_table_with_somebody_who_does_not_play_is_refused():
    with pytest.raises(CannotSeat) as refused:
        draw(range(1, 9), (table(1, 1, 2, 99, 4),))
    assert (refused.value.reason, refused.value.conflicting) == (SeatingReason.UNKNOWN_ENTRANT, (99,))
