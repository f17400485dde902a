"""Numbers as they are sent: up to so many ASCII digits, anything else is none, and nothing is an error."""

import pytest

from accounts.numbers import whole_number, whole_numbers

NONE = ("", " 7", "-7", "+7", "1.0", "1_000", "²", "٣", "7\0", "9" * 19, "9" * 5000)


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_number_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_numbers_up_to_their_digits() -> None:
    assert [whole_number(text) for text in ("0", "007", "9" * 18)] == [0, 7, 10**18 - 1]
    assert (whole_number("99", digits=2), whole_number("100", digits=2)) == (99, None)
    assert whole_numbers(["3", "x", "1", "3"]) == [3, 1, 3]
