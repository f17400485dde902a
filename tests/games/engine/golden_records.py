"""Makes what the golden tests compare with: one deal and one game of each preset as text, and perft counts.

`python -m tests.games.engine.golden_records` writes them anew; the difference is then
a change of the rules and belongs into the review. The players here follow a seed and
nothing of the bots, so that a better bot changes no golden record.
"""

import json
import random
from pathlib import Path

from games.engine.deal import DealState
from games.engine.notation import format_record
from games.engine.observation import observe
from games.engine.options import PLAYERS, Scoring
from games.engine.replay import DealRecord
from games.engine.ruleset import Ruleset
from games.engine.shuffling import shuffled_deck
from tests.games.engine.playing import ALL_PRESETS, choose_greedily, play_game

FOLDER = Path(__file__).parent / "golden"
PERFT = FOLDER / "perft.json"
DEPTH = 5
OPENING_TURNS = 14


def deal_sizes(ruleset: Ruleset) -> range:
    return range(2, min(PLAYERS[ruleset.family][1], ruleset.max_players) + 1)


def golden_deal(key: str) -> str:
    rng = random.Random(f"deal {key}")
    seed = rng.randbytes(32)
    ruleset = ALL_PRESETS[key]
    players = deal_sizes(ruleset)[len(key) % len(deal_sizes(ruleset))]
    state = DealState.new(ruleset, players, players - 1, shuffled_deck(seed, ruleset.jokers), seed)
    while not state.is_over:
        state = state.apply(choose_greedily(observe(state, state.turn), rng, 0.2))
    return format_record(DealRecord.from_state(state))


def golden_game(key: str) -> str:
    """A whole game of the preset, shortened where the option for it exists."""
    rng = random.Random(f"game {key}")
    ruleset = ALL_PRESETS[key]
    if ruleset.scoring is Scoring.CUMULATIVE:
        ruleset = ruleset.replace(deals=3)
    elif ruleset.scoring is Scoring.POOL:
        ruleset = ruleset.replace(stake=40, re_entries=1)
    else:
        ruleset = ruleset.replace(target=50, max_deals=6)
    _, record = play_game(ruleset, ruleset.max_players, rng, 0.3, greedy=True)
    return format_record(record)


def perft_start(key: str, players: int) -> DealState:
    """Some turns into a deal, when hands hold melds and knocks begin to be legal."""
    ruleset = ALL_PRESETS[key]
    seed = random.Random(f"perft {key} {players}").randbytes(32)
    rng = random.Random(seed)
    state = DealState.new(ruleset, players, 0, shuffled_deck(seed, ruleset.jokers), seed)
    while state.turns < OPENING_TURNS:
        after = state.apply(choose_greedily(observe(state, state.turn), rng, 0.0))
        if after.is_over:
            break
        state = after
    return state


def perft(state: DealState, depth: int) -> list[int]:
    """Number of different sequences of 1, 2, ... *depth* legal moves."""
    counts = [0] * depth
    moves = state.legal_moves()
    counts[0] = len(moves)
    if depth > 1:
        for move in moves:
            for below, count in enumerate(perft(state.apply(move), depth - 1), start=1):
                counts[below] += count
    return counts


def perft_counts() -> dict[str, list[int]]:
    return {
        f"{key} {players}": perft(perft_start(key, players), DEPTH)
        for key, ruleset in ALL_PRESETS.items()
        for players in deal_sizes(ruleset)
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for preset in ALL_PRESETS:
        (FOLDER / f"{preset}.deal.txt").write_text(golden_deal(preset))
        (FOLDER / f"{preset}.game.txt").write_text(golden_game(preset))
    lines = [f"{json.dumps(table)}: {json.dumps(counts)}" for table, counts in perft_counts().items()]
    PERFT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
