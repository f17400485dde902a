"""Fitting by numpy: nets of outcomes by Adam, the weights of held cards by Newton's method. For `gin_training`."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.gin_board import TRAITS, Net

UNITS, EPOCHS, BATCH, RATE = 32, 4, 1024, 4e-3
KEPT: Final = 1e-6  # of a weight is taken off in each step
Numbers = NDArray[np.float64]


def fit_net(rows: Numbers, outcomes: NDArray[np.int64], kinds: int, seed: int = 0) -> Net:
    """A net for the chances of *kinds* outcomes: the likeliest, features brought to mean 0 and spread 1 on the way."""
    middle, spread = rows.mean(0), rows.std(0) + 1e-6
    scaled, width, rng = (rows - middle) / spread, rows.shape[1], np.random.default_rng(seed)
    values = [
        rng.normal(0.0, width**-0.5, (width, UNITS)),
        np.zeros(UNITS),
        rng.normal(0.0, 0.05, (UNITS, kinds)),
        np.log(np.bincount(outcomes, minlength=kinds) / len(outcomes) + 1e-4),
    ]
    means, squares = [np.zeros_like(value) for value in values], [np.zeros_like(value) for value in values]
    steps = max(1, EPOCHS * len(rows) // BATCH)
    for step in range(1, steps + 1):
        at = rng.integers(0, len(rows), BATCH)
        rate = RATE * (1.0 - step / steps) + 2e-5
        for place, slope in enumerate(_slopes(values, scaled[at], outcomes[at])):
            means[place] = 0.9 * means[place] + 0.1 * slope
            squares[place] = 0.999 * squares[place] + 0.001 * slope**2
            even = np.sqrt(squares[place] / (1.0 - 0.999**step)) + 1e-8
            values[place] = values[place] - rate * (means[place] / (1.0 - 0.9**step)) / even
    inputs, biases, outputs, base = values
    own = inputs / spread[:, None]
    return Net(np.ascontiguousarray(own.T), biases - middle @ own, np.ascontiguousarray(outputs.T), base)


def _slopes(values: list[Numbers], rows: Numbers, outcomes: NDArray[np.int64]) -> list[Numbers]:
    """The derivatives of the mean of -log(chance of what came) by inputs, biases, outputs, base."""
    inputs, biases, outputs, base = values
    bent = np.tanh(rows @ inputs + biases)
    sums = bent @ outputs + base
    error = np.exp(sums - sums.max(1, keepdims=True))
    error /= error.sum(1, keepdims=True)
    error[np.arange(len(rows)), outcomes] -= 1.0
    error /= len(rows)
    back = (error @ outputs.T) * (1.0 - bent**2)
    return [rows.T @ back + KEPT * inputs, back.sum(0), bent.T @ error + KEPT * outputs, error.sum(0)]


def fit_held(rows: Numbers, rounds: int = 12) -> Numbers:
    """The weights of the traits by which held cards are told from others; *rows* as `gin_games.Notes.held`."""
    found = np.column_stack([rows[:, :TRAITS], np.ones(len(rows))])
    unseen, hidden, held = rows[:, TRAITS], rows[:, TRAITS + 1], rows[:, TRAITS + 2]
    start = np.log(np.maximum(hidden, 0.1) / np.maximum(unseen - hidden, 0.1))
    weights = np.zeros(found.shape[1])
    for _ in range(rounds):
        chance = 1.0 / (1.0 + np.exp(-(found @ weights + start)))
        slope = found.T @ (held - chance)
        bend = (found * (chance * (1.0 - chance))[:, None]).T @ found + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights[:-1].copy()
