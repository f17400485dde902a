"""What Tonight asks of a director when more is open than anybody goes through one by one."""

from dataclasses import replace

import pytest

from tests.tournaments.evenings import a_paper_event, start_next
from tournaments.queries.tonight import MOST_TO_DO, clock_of, tonight_page

pytestmark = pytest.mark.django_db


def test_the_list_of_what_is_to_do_ends_and_says_how_much_more_there_is():
    tournament = a_paper_event(4)
    start_next(tournament)
    page = tonight_page(tournament)
    (table,) = page.blocking
    assert (page.todo, page.more_to_do) == ((table,), 0)
    many = replace(page, blocking=(table,) * (MOST_TO_DO + 3))
    assert (many.todo, many.more_to_do) == ((table,) * MOST_TO_DO, 3)


def test_the_clock_alone_is_the_clock_of_the_page():
    tournament = a_paper_event(4, round_seconds=2400)
    assert clock_of(tournament).seconds_left is None
    start_next(tournament)
    alone, page = clock_of(tournament), tonight_page(tournament).clock
    assert (alone.ends_at, alone.total) == (page.ends_at, page.total)
    assert alone.total == 2400
