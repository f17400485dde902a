"""Numbers, times and icons as templates write them."""

from datetime import timedelta

import pytest
from django.utils import translation

from accounts.templatetags.look import clock, icon, initial, number, numbered, ordinal, signed


@pytest.mark.parametrize(
    ("value", "plain", "payment"),
    [(12, "12", "+12"), (0, "0", "0"), (-7, "−7", "−7"), (None, "–", "–"), (-2.5, "−2.5", "−2.5")],
)
def test_numbers_have_a_true_minus_and_payments_their_sign(
    value: float | None, plain: str, payment: str
) -> None:
    assert number(value) == plain
    assert signed(value) == payment


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0:00"),
        (0.2, "0:01"),
        (59.1, "1:00"),
        (872, "14:32"),
        (-3, "0:00"),
        (timedelta(seconds=61), "1:01"),
    ],
)
def test_zero_is_shown_only_when_time_is_up(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]),
        ("de", ["1.", "2.", "3.", "4.", "11.", "12.", "13.", "21.", "112."]),
        ("nl", ["1e", "2e", "3e", "4e", "11e", "12e", "13e", "21e", "112e"]),
        ("pt-br", ["1º", "2º", "3º", "4º", "11º", "12º", "13º", "21º", "112º"]),
        ("es", ["1º", "2º", "3º", "4º", "11º", "12º", "13º", "21º", "112º"]),
    ],
)
def test_places_in_five_languages(language: str, shown: list[str]) -> None:
    with translation.override(language):
        assert [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == shown


def test_initials_and_icons() -> None:
    assert [initial("ruth"), initial(" Élodie"), initial("")] == ["R", "É", "?"]
    assert icon("x<") == '<svg class="i " aria-hidden="true"><use href="#i-x&lt;"/></svg>'


def test_an_address_of_number_0_becomes_that_of_another() -> None:
    assert [numbered("/t/e1/people/0/", one) for one in (7, 10)] == ["/t/e1/people/7/", "/t/e1/people/10/"]
