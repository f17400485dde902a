"""The stand-alone verifier derives the same deals as the engine, and notices what doesn't fit."""

from __future__ import annotations

import ast
import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from games.engine.cards import DECK, format_cards, parse_cards
from games.engine.game import GameState
from games.engine.moves import Cut
from games.engine.ruleset import PRESETS
from games.engine.shuffling import (
    commitment,
    reshuffled,
    seed_from_source,
    shuffled_deck,
    source_commitment,
)

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_deal.py"


@pytest.fixture(scope="module")
def verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_deal", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_imports_the_standard_library_only() -> None:
    imported = {
        name.name.partition(".")[0]
        for node in ast.walk(ast.parse(SCRIPT.read_text()))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    assert not [node for node in ast.walk(ast.parse(SCRIPT.read_text())) if isinstance(node, ast.ImportFrom)]


def test_it_derives_the_same_decks_reshuffles_and_commitments(verifier: ModuleType) -> None:
    derive(verifier, random.Random(1), 100)


@pytest.mark.proof
def test_it_derives_ten_thousand_deals_and_finds_every_changed_bit(verifier: ModuleType) -> None:
    derive(verifier, random.Random(2), 10_000)


def derive(verifier: ModuleType, rng: random.Random, count: int) -> None:
    """So many deals, each once more with one bit of its seed changed."""
    for _ in range(count):
        seed, jokers = rng.randbytes(rng.choice((32, 64))), rng.randrange(3)
        cut, k = rng.randrange(52 + jokers), rng.randint(1, 3)
        assert " ".join(verifier.deck_of(seed, jokers, cut)) == format_cards(shuffled_deck(seed, jokers, cut))
        discards = rng.sample(DECK, rng.randint(1, 40))
        again = verifier.reshuffle_of(format_cards(discards).split(), seed, k)
        assert " ".join(again) == format_cards(reshuffled(discards, seed, k))
        game, deal = str(rng.randrange(10**6)), rng.randint(1, 60)
        assert verifier.commitment(game, deal, seed) == commitment(game, deal, seed)
        bit = rng.randrange(8 * len(seed))
        changed = (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(len(seed), "big")
        assert verifier.commitment(game, deal, changed) != commitment(game, deal, seed)
        assert verifier.deck_of(changed, jokers, cut) != verifier.deck_of(seed, jokers, cut)


def test_it_derives_the_second_boards_deck_of_a_partnership(verifier: ModuleType) -> None:
    seed = bytes(range(32))
    state = GameState.new(PRESETS["partnership"], 4).start_deal(seed).apply(Cut(17))
    for number, board in enumerate(state.boards, 1):
        hands, upcard, stock = verifier.dealt(verifier.deck_of_board(seed, 0, 17, number), 2, 10)
        deal = board.deal
        assert [upcard] == [card.code for card in deal.discards]
        assert stock == [card.code for card in deal.stock]
        first = (deal.dealer + 1) % 2
        assert {frozenset(hands[0])} == {frozenset(card.code for card in deal.hands[first])}
    one, two = (board.deal.stock for board in state.boards)
    assert one != two


def arguments(seed: bytes, *more: str) -> list[str]:
    return ["--game", "4711", "--deal", "3", "--players", "4", "--cut", "17", "--seed", seed.hex(), *more]


def test_a_deal_that_fits_is_shown_and_ends_well(
    verifier: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = bytes(range(32))
    assert verifier.main(arguments(seed, "--commitment", commitment("4711", 3, seed))) == 0
    lines = capsys.readouterr().out.splitlines()
    deck = shuffled_deck(seed, cut=17)
    assert lines == [
        f"commitment {commitment('4711', 3, seed)}",
        f"deck       {format_cards(deck)}",
        f"hand 1     {format_cards(deck[0:28:4])}",
        f"hand 2     {format_cards(deck[1:28:4])}",
        f"hand 3     {format_cards(deck[2:28:4])}",
        f"hand 4     {format_cards(deck[3:28:4])}",
        f"upcard     {deck[28].code}",
        f"stock      {format_cards(deck[29:])}",
    ]


@pytest.mark.parametrize("changed", ["seed", "game", "deal"])
def test_a_seed_that_does_not_fit_its_commitment_is_noticed(verifier: ModuleType, changed: str) -> None:
    seed = bytes(range(32))
    published = {
        "seed": commitment("4711", 3, seed[::-1]),
        "game": commitment("4712", 3, seed),
        "deal": commitment("4711", 4, seed),
    }[changed]
    assert verifier.main(arguments(seed, "--commitment", published)) == 1


def test_a_reshuffle_is_shown(verifier: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    seed, discards = bytes(range(32)), "5S 6S 7S KH QC"
    assert verifier.main(arguments(seed, "--reshuffle", "2", *discards.split())) == 0
    stock = format_cards(reshuffled(parse_cards(discards), seed, 2))
    assert capsys.readouterr().out.splitlines()[-1] == f"reshuffle 2 {stock}"


@pytest.mark.parametrize(
    "wrong", [["--cut", "52"], ["--seed", "00ff"], ["--cards", "13"], ["--seed", "no hex"]]
)
def test_wrong_input_is_told_from_a_wrong_deal(verifier: ModuleType, wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        verifier.main(arguments(bytes(range(32)), *wrong))
    assert exit_.value.code == 2


def test_it_knows_the_seal_of_a_round(verifier: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    key = bytes(range(32, 64))
    seed = seed_from_source(key, "r2t3g1", 4)
    words = ["--seed", seed.hex(), "--game", "x", "--deal", "4", "--players", "4"]
    words += ["--round", "event/2", "--key", key.hex(), "--label"]
    assert verifier.main([*words, "r2t3g1"]) == 0
    assert source_commitment("event/2", key) in capsys.readouterr().out
    assert verifier.main([*words, "r2t4g1"]) == 1
    assert "DIFFERS" in capsys.readouterr().out
