"""What if: imagined ends of open tables, and who would play off what. Tables are on paper."""

import pytest

from tests.tournaments.evenings import a_paper_event, names_at, start_next
from tests.tournaments.services.test_finals import play
from tournaments.models import Table
from tournaments.queries.standings import standings_page
from tournaments.services.reports import report_totals
from tournaments.stage_format import StageOptions

pytestmark = pytest.mark.django_db


def page_of(client, tournament, **given):
    answer = client.get(f"/t/{tournament.public_id}/standings/what-if/", given)
    assert answer.status_code == 200
    return answer.context["page"]


def test_if_table_two_ends_like_this_three_play_off_for_first(client):
    """Table 1 ended 30, -5, -10, -15. If two of table 2 get 30 as well, three are first."""
    tournament = a_paper_event(8, rounds=1, tiebreaks=())
    round_ = start_next(tournament)
    first, second = Table.objects.filter(round=round_).order_by("number")
    report_totals(table=first, totals=[30, -5, -10, -15], actor=tournament.created_by)
    page = page_of(client, tournament, **{"t2-1": "30", "t2-2": "30", "t2-3": "-20", "t2-4": ""})
    names = sorted([names_at(first)[0], *names_at(second)[:2]])
    assert page.ties == (f"3 play off for the first place: {', '.join(sorted(names))}.",)
    assert [(table.number, table.seats[3].value, table.error) for table in page.tables] == [(2, "-40", "")]
    assert [line.place_text for line in page.lines[:4]] == ["=1", "=1", "=1", "4"]
    assert standings_page(tournament) is None


def test_before_the_last_round_nothing_is_played_off(client):
    tournament = a_paper_event(4, rounds=2, tiebreaks=())
    start_next(tournament)
    page = page_of(client, tournament, **{"t1-1": "5", "t1-2": "5", "t1-3": "-5", "t1-4": "-5"})
    assert (page.ties, page.is_last, len(page.lines)) == ((), False, 4)


def test_who_would_be_in_the_final_and_who_would_play_off_the_cut(client):
    tournament = a_paper_event(4, rounds=1, tiebreaks=(), cuts=(StageOptions(size=2, table_size=2),))
    names = names_at(Table.objects.get(round=start_next(tournament)))
    clear = page_of(client, tournament, **{"t1-1": "9", "t1-2": "1", "t1-3": "-4", "t1-4": "-6"})
    assert (clear.through, clear.ties) == (tuple(names[:2]), ())
    level = page_of(client, tournament, **{"t1-1": "9", "t1-2": "-3", "t1-3": "-3", "t1-4": "-3"})
    tied = [line.name for line in level.lines[1:]]
    assert (level.through, level.ties) == (
        (),
        (f"3 play off for a place in the next stage: {', '.join(tied)}.",),
    )


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (("x", "", "", ""), "Whole numbers, please."),
        (("9" * 5000, "", "", ""), "Whole numbers, please."),
        (("-+5", "", "", ""), "Whole numbers, please."),
        (("5", "", "", ""), "A number for everybody at the table, or for all but one."),
        (
            ("5", "5", "5", "5"),
            "What some win the others lose: the numbers must sum to zero.",
        ),
        (("9" * 400, "1", "1", "1"), "Whole numbers, please."),
    ],
)
def test_what_cant_be_is_said_at_the_table(client, given, error):
    tournament = a_paper_event(4, rounds=1)
    start_next(tournament)
    page = page_of(client, tournament, **{f"t1-{seat}": text for seat, text in enumerate(given, 1)})
    assert [(table.error, table.is_counted) for table in page.tables] == [(error, False)]
    assert page.left_out == 1


def test_without_a_round_in_play_there_is_nothing_to_imagine(client):
    tournament = a_paper_event(4, rounds=1, boundaries=())
    play(tournament, [3, 1, -1, -3])
    assert page_of(client, tournament) is None
