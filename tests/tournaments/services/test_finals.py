"""Semifinals and finals: who passes the cut, ties at it, who sits where, what the places are afterwards.

Tables are on paper; `[30, 10, -15, -25]` are a table's totals in seat order.
"""

import pytest

from tests.tournaments.evenings import a_paper_event, director_of, enter_totals, names_at, start_next
from tournaments.engine.cuts import StageSeeding, TieAtCut
from tournaments.enums import EntrantStatus, RoundKind
from tournaments.errors import BadMove, EntriesClosed
from tournaments.models import Round, Table, TableSeat
from tournaments.queries.audit import audit_event
from tournaments.queries.chairs import table_people
from tournaments.queries.coming import coming_round
from tournaments.queries.standings import standings_page
from tournaments.services.completion import advance, complete_round
from tournaments.services.corrections import correct_result
from tournaments.services.entrants import enter_player
from tournaments.services.entrants_import import import_entrants
from tournaments.services.presence import withdraw
from tournaments.services.reports import report_totals
from tournaments.services.reseating import give_up_seat, take_seat
from tournaments.services.rounds import cancel_round
from tournaments.services.substitution import substitute
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db


def an_event(count, *cuts, **changed):
    return a_paper_event(
        count, **({"rounds": 1, "tiebreaks": (), "table_sizes": (4, 3, 5, 2), "cuts": cuts} | changed)
    )


def play(tournament, *totals):
    """The coming round, its tables ended with these totals in seat order."""
    round_ = start_next(tournament)
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    for table, wanted in zip(tables, totals, strict=True):
        report_totals(table=table, totals=wanted, actor=director_of(tournament))
    done = complete_round(round_id=round_.pk)
    assert done is not None
    return done


def seat(round_, table, number):
    return TableSeat.objects.get(round=round_, table__number=table, seat=number)


def seated(round_):
    return {frozenset(names_at(table)) for table in Table.objects.filter(round=round_)}


def places(tournament):
    return [(line.place, line.name) for line in standings_page(tournament).lines]


def problems(tournament):
    return [line.problems for line in audit_event(tournament).lines if line.problems]


def test_the_best_four_play_a_final_and_the_places_follow():
    """Table 1 ends 30, 10, -15, -25 and table 2 ends 40, 5, -20, -25: the best four are 2a, 1a, 1b, 2b."""
    tournament = an_event(8, StageOptions(size=4))
    first = play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    best = [seat(first, *at).name for at in ((2, 0), (1, 0), (1, 1), (2, 1))]
    coming = coming_round(tournament)
    assert (coming.kind, [tournament.entrants.get(pk=pk).name for pk in coming.stage.order]) == (
        RoundKind.FINAL,
        best,
    )
    final = play(tournament, [-30, 10, 40, -20])
    assert (final.kind, seated(final)) == (RoundKind.FINAL, {frozenset(best)})
    ended = [seat(final, 1, number).name for number in (2, 1, 3, 0)]
    missed = [seat(first, *at).name for at in ((1, 2), (2, 2))]
    assert places(tournament)[:6] == list(enumerate([*ended, *missed], 1))
    assert (coming_round(tournament).is_all_played, problems(tournament)) == (True, [])
    note = "The first 4 passed the cut: for them only the rounds after it count."
    assert standings_page(tournament).stage_note == note


@pytest.mark.parametrize("carried", [False, True])
def test_points_are_fresh_or_carried(carried):
    """Before the final 40 and 30; the final ends -5 to 5: fresh the second wins, carried 35 to 35 is a tie."""
    tournament = an_event(8, StageOptions(size=2, table_size=2, carried=carried), boundaries=())
    first = play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    leader, second = seat(first, 2, 0).name, seat(first, 1, 0).name
    round_ = start_next(tournament)
    table = Table.objects.get(round=round_)
    totals = [-5 if name == leader else 5 for name in names_at(table)]
    report_totals(table=table, totals=totals, actor=director_of(tournament))
    complete_round(round_id=round_.pk)
    top = sorted(places(tournament)[:2])
    assert top == (sorted([(1, leader), (1, second)]) if carried else [(1, second), (2, leader)])


def tied_at_the_cut(**cut):
    """Table 1 ends 30, 10, -20, -20 and table 2 ends 40, 10, -20, -30: 1b and 2b tie for the third place."""
    tournament = an_event(8, StageOptions(size=3, table_size=3, **cut))
    first = play(tournament, [30, 10, -20, -20], [40, 10, -20, -30])
    sure = [seat(first, 2, 0).name, seat(first, 1, 0).name]
    return tournament, sure, [seat(first, 1, 1).name, seat(first, 2, 1).name]


def test_a_tie_at_the_cut_is_played_off_first():
    tournament, sure, tied = tied_at_the_cut()
    assert coming_round(tournament).kind == RoundKind.EXTRA
    extra = play(tournament, [12, -12])
    winner = seat(extra, 1, 0).name
    assert (extra.kind, seated(extra)) == (RoundKind.EXTRA, {frozenset(tied)})
    assert seated(play(tournament, [10, 0, -10])) == {frozenset([*sure, winner])}
    loser = next(name for name in tied if name != winner)
    assert places(tournament)[3] == (4, loser)
    assert problems(tournament) == []


def test_a_tie_at_the_cut_that_stays_level_is_drawn_after_the_last_extra_round():
    """A place in the final can't be shared: after one extra round, level again, a lot decides."""
    tournament, sure, tied = tied_at_the_cut()
    tournament.format_json |= {"extra_round_cap": 1}
    tournament.save()
    play(tournament, [0, 0])
    coming = coming_round(tournament)
    through = {tournament.entrants.get(pk=pk).name for pk in coming.field}
    assert (coming.kind, len(through), through > set(sure), through < {*sure, *tied}) == (
        RoundKind.FINAL,
        3,
        True,
        True,
    )


@pytest.mark.parametrize(("rule", "count"), [(TieAtCut.ALL, 4), (TieAtCut.NONE, 2), (TieAtCut.LOT, 3)])
def test_all_none_or_a_lot(rule, count):
    tournament, sure, _tied = tied_at_the_cut(tie=rule)
    coming = coming_round(tournament)
    names = [tournament.entrants.get(pk=pk).name for pk in coming.stage.order]
    assert (coming.kind, len(names), names[:2], len(coming.stage.drawn)) == (
        RoundKind.FINAL,
        count,
        sure,
        int(rule is TieAtCut.LOT),
    )


def test_who_left_after_the_cut_was_clear_makes_room_for_the_next():
    tournament = an_event(8, StageOptions(size=4))
    first = play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    withdraw(entrant=seat(first, 1, 0).entrant, actor=None)
    names = {tournament.entrants.get(pk=pk).name for pk in coming_round(tournament).field}
    assert names == {seat(first, *at).name for at in ((2, 0), (1, 1), (2, 1), (1, 2))}


def test_semifinals_in_a_snake_then_a_final():
    """The best six at two tables of three, 1 4 5 and 2 3 6; the best two of them all play the final."""
    semi = StageOptions(size=6, table_size=3, seeding=StageSeeding.SNAKE)
    tournament = an_event(8, semi, StageOptions(size=2, table_size=2))
    first = play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    order = [seat(first, *at).name for at in ((2, 0), (1, 0), (1, 1), (2, 1), (1, 2), (2, 2))]
    semis = play(tournament, [20, -5, -15], [9, 1, -10])
    assert (semis.kind, seated(semis)) == (
        RoundKind.SEMI,
        {frozenset(order[i] for i in (0, 3, 4)), frozenset(order[i] for i in (1, 2, 5))},
    )
    final = play(tournament, [3, -3])
    finalists = {seat(semis, 1, 0).name, seat(semis, 2, 0).name}
    assert (final.kind, seated(final)) == (RoundKind.FINAL, {frozenset(finalists)})
    expected = [
        seat(final, 1, 0).name,
        seat(final, 1, 1).name,
        seat(semis, 2, 1).name,
        seat(semis, 1, 1).name,
    ]
    assert [name for _place, name in places(tournament)[:4]] == expected
    assert problems(tournament) == []


def test_a_tie_in_the_final_is_played_off_or_ranked_by_the_place_before():
    for by_place in (False, True):
        tournament = an_event(8, StageOptions(size=4, level_by_place=by_place))
        play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
        play(tournament, [20, 20, -10, -30])
        coming = coming_round(tournament)
        assert (coming.kind, len(coming.field)) == ((None, 0) if by_place else (RoundKind.EXTRA, 2))


def test_two_rounds_of_a_final_are_played_by_the_same():
    tournament = an_event(8, StageOptions(size=4, table_size=2, rounds=2), boundaries=())
    play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    one = play(tournament, [5, -5], [7, -7])
    two = play(tournament, [5, -5], [7, -7])
    assert {one.kind, two.kind} == {RoundKind.FINAL}
    assert frozenset().union(*seated(one)) == frozenset().union(*seated(two))
    assert not seated(one) & seated(two)


def test_a_cancelled_final_is_seated_again():
    tournament = an_event(8, StageOptions(size=4))
    play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    cancel_round(round_=start_next(tournament), reason="wrong room", actor=None)
    coming = coming_round(tournament)
    assert (coming.number, coming.kind, len(coming.field)) == (3, RoundKind.FINAL, 4)


def test_a_correction_after_the_final_began_changes_nobodys_seat():
    """With 35 instead of 5 the fourth would stay in, with -100 they would have missed the cut: they play on."""
    tournament = an_event(8, StageOptions(size=4))
    first = play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    final = start_next(tournament)
    before = seated(final)
    table = Table.objects.get(round=first, number=2)
    correct_result(table=table, reason="misread", actor=None, totals=[70, -25, -20, -25])
    assert seated(final) == before
    report_totals(
        table=Table.objects.get(round=final), totals=[40, 20, -20, -40], actor=director_of(tournament)
    )
    complete_round(round_id=final.pk)
    assert {name for place, name in places(tournament) if place <= 4} == next(iter(before))
    assert problems(tournament) == []


def test_an_automatic_event_goes_on_to_its_final_by_itself():
    tournament = an_event(8, StageOptions(size=4), automatic=True)
    play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    assert advance(tournament_id=tournament.pk) == "start"
    final = Round.objects.get(tournament=tournament, number=2)
    assert (final.kind, final.status) == (RoundKind.FINAL, "playing")


def test_an_odd_number_at_tables_of_two_gives_the_best_a_rest():
    tournament = an_event(8, StageOptions(size=3, table_size=2), boundaries=())
    first = play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    final = start_next(tournament)
    assert [bye.entrant.name for bye in final.byes.all()] == [seat(first, 2, 0).name]
    assert tournament.entrants.filter(status=EntrantStatus.ENTERED).count() == 8


def in_the_final(rounds: int = 2):
    """The best four of eight play a final of two rounds; who missed it by one place, and the first round."""
    tournament = an_event(8, StageOptions(size=4, rounds=rounds))
    first = play(tournament, [30, 10, -15, -25], [40, 5, -20, -25])
    return tournament, seat(first, 1, 2).entrant


def give_way(tournament, round_, entrant):
    """Somebody of the final leaves, and `entrant` would take the chair."""
    chair = seat(round_, 1, 0)
    gone = chair.entrant
    give_up_seat(chair=chair, actor=None)
    withdraw(entrant=gone, actor=None)
    take_seat(entrant=entrant, table=Table.objects.get(round=round_), actor=None)


def test_a_chair_of_the_final_is_for_who_played_before_it():
    """Who missed the cut takes the chair of who doesn't come, and is in the next round of the final, too."""
    tournament, next_one = in_the_final()
    give_way(tournament, start_next(tournament), next_one)
    enter_totals(tournament.rounds.last(), {})
    assert complete_round(round_id=tournament.rounds.last().pk) is not None
    assert next_one.pk in coming_round(tournament).field
    assert problems(tournament) == []


def test_nobody_sits_down_in_a_final_that_has_begun_without_them():
    tournament, next_one = in_the_final()
    play(tournament, [-30, 10, 40, -20])
    with pytest.raises(BadMove) as caught:
        give_way(tournament, start_next(tournament), next_one)
    assert str(caught.value).startswith(f"{next_one.name} didn't reach this round.")
    table = Table.objects.get(round=tournament.rounds.last())
    assert table_people(table).free == ()
    assert problems(tournament) == []


def test_a_substitute_in_a_final_sits_for_who_reached_it():
    tournament, _next_one = in_the_final()
    first = play(tournament, [-30, 10, 40, -20])
    reached = seat(first, 1, 0).entrant
    substitute(entrant=reached, name="Sub Stitute", actor=None)
    second = play(tournament, [5, -5, 0, 0])
    assert TableSeat.objects.get(round=second, entrant=reached).player.name == "Sub Stitute"
    assert problems(tournament) == []


def test_nobody_is_entered_once_only_a_final_is_left():
    tournament, _next_one = in_the_final()
    with pytest.raises(EntriesClosed) as caught:
        enter_player(tournament=tournament, name="Late Comer", actor=None)
    assert (
        str(caught.value)
        == "No round is left for somebody new: only extra rounds, semifinals and a final follow."
    )
    with pytest.raises(EntriesClosed):
        import_entrants(tournament=tournament, data=b"Name\nLate Comer\n", actor=None)
