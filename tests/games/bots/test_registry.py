"""Names of bots."""

from __future__ import annotations

import random

import pytest

from games.bots.registry import UnknownBot, bot_for_deal, bot_named, bot_names


def test_every_name_gives_the_bot_of_that_name() -> None:
    assert [bot_named(name).name for name in bot_names()] == list(bot_names())
    assert all(bot_for_deal(name, random.Random(1)) is bot_named(name) for name in bot_names())


@pytest.mark.parametrize("name", ["", "nobody", "simple-", "simple-x", "simple-²", "partners", "field-3"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot) as error:
        bot_for_deal(name, random.Random(1))
    assert error.value.name == name
    with pytest.raises(UnknownBot):
        bot_named(name)


def test_reference_players_are_for_measuring_only() -> None:
    assert bot_for_deal("simple-25", random.Random(1)).name == "simple-25"
    with pytest.raises(UnknownBot):
        bot_named("simple-25")


def test_the_field_draws_its_threshold_from_its_own_luck() -> None:
    names = {bot_for_deal("field", random.Random(seed)).name for seed in range(100)}
    assert names == {f"simple-{threshold}" for threshold in range(0, 41, 5)}
