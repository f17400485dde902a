"""`manage.py analyze`: a deal's text or a stored deal, decision by decision; refuses in words."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.bots.registry import bot_named
from games.engine.deal import DealState
from games.engine.notation import format_record
from games.engine.observation import observe
from games.engine.replay import DealRecord
from games.engine.ruleset import PRESETS
from games.engine.shuffling import shuffled_deck
from tests.games.tables import make_game, make_people, play_what_is_due


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A deal of two club players as a file."""
    deck = shuffled_deck(bytes(32), 0, 0)
    state, luck = DealState.new(PRESETS["knock-rummy"], 2, 1, deck, bytes(32)), random.Random(1)
    while state.turn is not None:
        state = state.apply(bot_named("club").choose(observe(state, state.turn), luck))
    path = tmp_path / "deal.txt"
    path.write_text(format_record(DealRecord.from_state(state)))
    return path


def test_every_decision_of_a_text_is_listed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("analyze", str(record))
    out = capsys.readouterr().out
    lines = [line for line in out.splitlines() if line.startswith("│")]
    assert len(lines) == sum(int(line.split()[2]) for line in out.splitlines() if line.startswith("seat "))
    assert "knock-" in out


def test_one_seat_and_only_what_cost(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("analyze", str(record), "--seat", "1", "--costly")
    lines = [line.split("│") for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    assert {line[2].strip() for line in lines} <= {"1"}
    assert all(float(line[8]) > 0 for line in lines)


@pytest.mark.django_db
def test_a_stored_deal_must_be_over(settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.DEADWOOD_SEED_SOURCE = "fixed:analyze"
    game = play_what_is_due(make_game(bots=2))
    call_command("analyze", "--game", game.public_id)
    assert "given away" in capsys.readouterr().out
    open_game = play_what_is_due(make_game(make_people(2)))
    with pytest.raises(CommandError, match="isn't over"):
        call_command("analyze", "--game", open_game.public_id)


@pytest.mark.parametrize("text", ["", "What is this?"])
def test_what_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "no.txt"
    path.write_text(text)
    with pytest.raises(CommandError, match="no record"):
        call_command("analyze", str(path))


def test_a_file_or_a_game_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Name a file"):
        call_command("analyze")
    with pytest.raises(CommandError, match="can't be read"):
        call_command("analyze", str(tmp_path / "none.txt"))
