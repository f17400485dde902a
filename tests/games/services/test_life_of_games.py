"""Whole games of every preset, from the first deal to the result, through the services and PostgreSQL."""

import pytest

from games.engine.options import Family
from games.engine.ruleset import PRESETS
from games.enums import GameStatus
from games.models import Deal
from games.queries.audit import audit_game
from games.queries.outcomes import outcome_of
from tests.games.tables import make_game, play_what_is_due

pytestmark = pytest.mark.django_db


def short(key: str):
    """The preset with a short game; what makes it special stays."""
    ruleset = PRESETS[key]
    options = {"deals": 3, "target": 40, "max_deals": 4, "stake": 30, "best_of": 1, "tie_deals": 1}
    known = {option.name for option in ruleset.options()}
    return ruleset.replace(**{name: value for name, value in options.items() if name in known})


@pytest.mark.parametrize("key", list(PRESETS))
def test_a_table_of_bots_plays_any_game_to_its_end(key):
    ruleset = short(key)
    game = make_game(
        bots=min(3, ruleset.max_players) if ruleset.min_players < 3 else ruleset.min_players, ruleset=ruleset
    )
    play_what_is_due(game)
    assert game.status == GameStatus.FINISHED
    assert (game.due_at, game.due_kind, game.turn_seat) == (None, "", None)
    outcome = outcome_of(game)
    assert outcome.result.totals == tuple(game.result_json["totals"])
    assert [share.bot_moves for share in outcome.shares] == [0] * game.seat_count
    assert sum(share.moves for share in outcome.shares) == game.ply
    assert all(deal.is_over and deal.revealed_seed for deal in Deal.objects.filter(game=game))
    assert list(audit_game(game)) == []
    if ruleset.family is Family.KNOCK:
        assert sum(outcome.result.totals) == 0
