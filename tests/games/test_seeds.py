"""Where chance comes from: real secrets, or one phrase from which everything follows."""

import pytest

from games.seeds import bot_rng, deal_seed, draw_seed

GOLDEN_SEED = "660e99a63ed95eae6ab91754be5bce170ad8ff3380eff3313308fe8ed71da550"
GOLDEN_DRAW = 5488719278496679061


def draws(label):
    return deal_seed(label, 1), deal_seed(label, 2), draw_seed(label), bot_rng(label, 7).random()


def test_secrets_never_repeat(settings):
    settings.DEADWOOD_SEED_SOURCE = "secrets"
    first, second = draws("r1t1"), draws("r1t1")
    assert all(one != other for one, other in zip(first, second, strict=True))
    assert len(first[0]) == 32


def test_with_a_phrase_everything_follows_from_the_label(settings):
    settings.DEADWOOD_SEED_SOURCE = "fixed:a club night"
    assert draws("r1t1") == draws("r1t1")
    assert len({*draws("r1t1"), *draws("r1t2")}) == 8
    first = draws("r1t1")
    settings.DEADWOOD_SEED_SOURCE = "fixed:another"
    assert set(first) & set(draws("r1t1")) == set()


def test_known_values_of_a_phrase_stay(settings):
    """Golden: the demo's deals hang on them."""
    settings.DEADWOOD_SEED_SOURCE = "fixed:golden"
    assert deal_seed("r2t3g1", 1).hex() == GOLDEN_SEED
    assert draw_seed("r2") == GOLDEN_DRAW


def test_a_seed_for_a_draw_fits_the_column(settings):
    for source in ("secrets", "fixed:x"):
        settings.DEADWOOD_SEED_SOURCE = source
        assert all(0 <= draw_seed(str(number)) < 2**63 for number in range(200))


def test_a_source_that_is_neither_is_refused(settings):
    settings.DEADWOOD_SEED_SOURCE = "clock"
    with pytest.raises(ValueError, match="neither"):
        deal_seed("x", 1)
