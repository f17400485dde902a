"""How the gin expert learned, in two steps, since what it learned fills several modules:

    python -m games.bots.gin_training learn GAMES ROUNDS > learned.txt
    python -m games.bots.gin_training write MODULE < learned.txt > games/bots/MODULE.py
    python -m games.bots.gin_training measure simple PAIRS SEED        (or lever: a quick look at what was learned)

Policy iteration by simulation. In each round it plays GAMES games against the simple player and as many against the
lever and itself, with some moves at random; what it knew at each decision and how the deal, or a knock
at that moment, ended are kept. Nets are fitted to that, and the next round plays by them. The chances of held
cards are fitted to the true hands. It goes on from what was learned before (`learn-anew`: from the lever's games).
With numba (extra `fast`) it is some hundred times as fast as without. A tool, not a bot: it looks at hidden cards.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots import gin_features, nets
from games.bots.arena import Sum
from games.bots.gin_board import KNOCKING, TRAITS, WAITING, Net
from games.bots.gin_fitting import UNITS, Numbers, fit_held, fit_net
from games.bots.gin_games import TARGET, Notes, Study, play_games
from games.bots.gin_players import BELIEF, EXPERT, LEVER, OUTCOMES, SIMPLE, Mind, Sense
from games.bots.gin_score import chances_to_win
from games.bots.learned_gin import LEARNED

ITSELF: Final = 0.35  # the share of patient opponents that are the expert itself
TOLD: Final = 0.7  # the share of games in which it is told what kind of opponent it has
EXPLORE: Final = 0.15  # of turns that are played otherwise than it would
SLACK: Final = 3.0  # points by which such a move may seem worse, as a spread
RATHER_QUICK: Final = 0.8  # log odds: as long as little is known an opponent rather counts as quick
KEPT_ROUNDS: Final = 3  # whose games the nets are fitted to
HELD_ROWS: Final = 400_000
ROWS_A_GAME: Final = 126
WIDTHS: Final = (WAITING, WAITING, KNOCKING, BELIEF)
POINTS: Final = (-62.0, -49.0, -39.0, -29.0, -19.0, -11.0, -4.0, 0.0, 4.0, 11.0, 19.0, 29.0, 39.0, 49.0, 62.0)
Outcomes = NDArray[np.int64]
Plan = list[tuple[tuple[int, int], int, int]]


@dataclass(frozen=True, slots=True)
class Rows:
    """Features and outcomes by kind (`gin_games.Notes`), and the traits of held cards."""

    features: tuple[Numbers, ...]
    outcomes: tuple[Outcomes, ...]
    held: Numbers


def anew() -> Mind:
    """A mind that knows nothing."""

    def blank(width: int, outcomes: int) -> Net:
        return Net(np.zeros((UNITS, width)), np.zeros(UNITS), np.zeros((outcomes, UNITS)), np.zeros(outcomes))

    sense = Sense(
        np.zeros(TRAITS), blank(WAITING, OUTCOMES), blank(WAITING, OUTCOMES), blank(KNOCKING, OUTCOMES)
    )
    return Mind(sense, sense, blank(BELIEF, 2), np.array(POINTS))


def as_arrays(mind: gin_features.GinMind) -> Mind:
    """What the bots know, for the kernel."""

    def net(known: nets.Net) -> Net:
        return Net(*map(np.array, (known.inputs, known.biases, known.outputs, known.base)))

    def sense(known: gin_features.GinSense) -> Sense:
        return Sense(np.array(known.held), net(known.waiting), net(known.drawing), net(known.knocking))

    return Mind(sense(mind.quick), sense(mind.patient), net(mind.believing), np.array(mind.points))


def collect(players: tuple[int, int], mind: Mind, kind: int, games: int, seed: int) -> list[Rows]:
    """Games of player 0, who keeps notes, against player 1, of whose *kind* it is told in most of them."""
    found = []
    for told, share in ((1.0 - kind, TOLD), (-1.0, 1.0 - TOLD)):
        number = round(games * share)
        found.append(played(players, mind, told, number, seed + (told < 0)))
    return found


def no_notes(many: int = 1) -> Notes:
    """Room for so many rows of each kind."""
    return Notes(
        np.zeros((4, many, max(WIDTHS))),
        np.zeros((4, many), np.int64),
        np.zeros((min(many, HELD_ROWS), TRAITS + 3)),
        np.zeros(5, np.int64),
    )


def played(players: tuple[int, int], mind: Mind, told: float, games: int, seed: int) -> Rows:
    """The notes of so many games, each of them played twice with the seats exchanged."""
    notes = no_notes((games + 1) * ROWS_A_GAME)
    even, scored = np.full((TARGET + 1, TARGET + 1), 0.5), np.zeros(2, np.int64)
    study = Study(notes, int(players[1] != SIMPLE), True, EXPLORE, SLACK)
    told_of = np.array([told, -1.0])
    play_games(np.array(players), (mind, mind), even, scored, told_of, 0, games, seed, study, np.zeros(6))
    counts = notes.counts
    return Rows(
        tuple(notes.rows[kind, : counts[kind], :width].copy() for kind, width in enumerate(WIDTHS)),
        tuple(notes.outcomes[kind, : counts[kind]].copy() for kind in range(4)),
        notes.held[: counts[4]].copy(),
    )


def sense_of(rows: Sequence[Rows], newest: Sequence[Rows]) -> Sense:
    """What these notes teach about one kind of opponent."""
    fitted = [
        fit_net(
            np.concatenate([each.features[kind] for each in rows]),
            np.concatenate([each.outcomes[kind] for each in rows]),
            OUTCOMES,
        )
        for kind in range(3)
    ]
    return Sense(fit_held(np.concatenate([each.held for each in newest])[:HELD_ROWS]), *fitted)


def learn(mind: Mind, games: int, rounds: int, from_lever: bool) -> tuple[Mind, Numbers]:
    """The mind after so many rounds, and how often each outcome came against the patient."""
    kept: list[tuple[list[Rows], list[Rows]]] = []
    usual = np.zeros(OUTCOMES)
    for number in range(rounds):
        me = LEVER if from_lever and number == 0 else EXPERT
        seed = 1000 + 7 * number
        quick = collect((me, SIMPLE), mind, 0, games, seed)
        patient = collect((me, LEVER), mind, 1, round(games * (1 - ITSELF)), seed)
        patient += collect((me, me), mind, 1, round(games * ITSELF), seed)
        kept = [*kept, (quick, patient)][-KEPT_ROUNDS:]
        senses = [
            sense_of([rows for pair in kept for rows in pair[kind]], newest)
            for kind, newest in enumerate((quick, patient))
        ]
        believing = fit_net(
            np.concatenate([rows.features[3] for rows in quick + patient]),
            np.concatenate([rows.outcomes[3] for rows in quick + patient]),
            2,
        )
        believing.base[0] += RATHER_QUICK
        mind = Mind(senses[0], senses[1], believing, mind.points)
        counted = np.bincount(np.concatenate([rows.outcomes[0] for rows in patient]), minlength=OUTCOMES)
        usual = counted.astype(float) / counted.sum()
        sys.stderr.write(f"gin round {number + 1}\n")
    return mind, usual


SENSE_HEADER: Final = '''"""What the gin expert learned against {kind} opponents; made by `gin_training`.

*held* weighs the traits of unseen cards (`gin_reading`); the nets (`nets`) give the chances of a deal's outcomes.
"""

from typing import Final

from games.bots.gin_features import GinSense
from games.bots.nets import read_net

'''
MIND_HEADER: Final = '''"""What the gin expert learned: made by `gin_training`, read by `gin_expert`.

The senses of the two kinds of opponents, and what tells these apart. *points* are what the outcomes of a deal bring,
*usual* is how often each comes.
"""

from typing import Final

from games.bots.gin_features import GinMind
from games.bots.learned_gin_patient import PATIENT
from games.bots.learned_gin_quick import QUICK
from games.bots.nets import read_net

'''
MARK: Final = "# module "


def as_known(net: Net) -> nets.Net:
    """A net of the kernel as the bots evaluate it."""

    def row(values: Numbers) -> tuple[float, ...]:
        return tuple(float(value) for value in values)

    return nets.Net(row(net.base), row(net.biases), tuple(map(row, net.inputs)), tuple(map(row, net.outputs)))


def _block(name: str, net: Net) -> str:
    return f'_{name.upper()}: Final = """\n{nets.write_net(as_known(net))}\n"""\n\n'


def _rounded(values: Numbers) -> str:
    return "(\n" + "".join(f"        {round(float(value), 3)},\n" for value in values) + "    )"


def sense_text(kind: str, sense: Sense) -> str:
    """The source of `learned_gin_quick` or `learned_gin_patient`."""
    names = ("waiting", "drawing", "knocking")
    blocks = "".join(_block(name, getattr(sense, name)) for name in names)
    read = "".join(f"    {name}=read_net(_{name.upper()}),\n" for name in names)
    held = f"    held={_rounded(sense.held)},\n"
    return f"{SENSE_HEADER.format(kind=kind)}{blocks}{kind.upper()}: Final = GinSense(\n{held}{read})\n"


def mind_text(mind: Mind, usual: Numbers) -> str:
    """The source of `learned_gin`."""
    return (
        f"{MIND_HEADER}{_block('believing', mind.believing)}LEARNED: Final = GinMind(\n"
        "    quick=QUICK,\n    patient=PATIENT,\n    believing=read_net(_BELIEVING),\n"
        f"    points={_rounded(mind.points)},\n    usual={_rounded(usual)},\n)\n"
    )


def modules(mind: Mind, usual: Numbers) -> dict[str, str]:
    """The sources of what was learned, by module."""
    return {
        "learned_gin_quick": sense_text("quick", mind.quick),
        "learned_gin_patient": sense_text("patient", mind.patient),
        "learned_gin": mind_text(mind, usual),
    }


def module_in(text: str, name: str) -> str:
    """One module of what `learn` printed."""
    parts = dict(part.split("\n", 1) for part in text.split(MARK) if part)
    return parts[name]


def measured(opponent: int, pairs: int, seed: int, by_score: bool = True) -> Sum:
    """The expert's share of games to 100 against SIMPLE or LEVER; each pair is one game played from both seats."""
    table, tally = np.array(chances_to_win(LEARNED.points, LEARNED.usual)), np.zeros(6)
    mind, study = as_arrays(LEARNED), Study(no_notes(), 0, False, 0.0, 0.0)
    players, scored, told = np.array([EXPERT, opponent]), np.array([int(by_score), 0]), np.array([-1.0, -1.0])
    play_games(players, (mind, mind), table, scored, told, 0, pairs, seed, study, tally)
    return Sum(pairs, tally[1] / 2, tally[4])


def main(arguments: list[str]) -> None:
    if arguments[0] == "write":
        sys.stdout.write(module_in(sys.stdin.read(), arguments[1]))
        return
    if arguments[0] == "measure":
        opponent, pairs, seed = {"simple": SIMPLE, "lever": LEVER}[arguments[1]], *map(int, arguments[2:4])
        for by_score in (True, False):
            won = measured(opponent, pairs, seed, by_score)
            how = "by the score" if by_score else "by points"
            share = f"{100 * won.mean:.1f} ± {100 * won.half_width:.1f} %"
            sys.stdout.write(f"{how}: {share} of {2 * pairs} games\n")
        return
    is_new = arguments[0] == "learn-anew"
    start = anew() if is_new else as_arrays(LEARNED)
    learned = modules(*learn(start, int(arguments[1]), int(arguments[2]), is_new))
    sys.stdout.write("".join(f"{MARK}{name}\n{text}" for name, text in learned.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
