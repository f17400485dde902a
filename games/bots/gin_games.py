"""Games of gin to 100 in plain numbers, and notes of what each decision led to.

Used by `gin_training` alone (see `gin_kernel`). Here, and in no bot, the true hands are looked at: to settle, and to
note what was held.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from games.bots.gin_board import (
    KNOCKING,
    LIMIT,
    TRAITS,
    WAITING,
    Board,
    around,
    deal,
    draw,
    knocking,
    read,
    settled,
    take,
    throw,
    traits,
    unseen_by,
    waiting,
)
from games.bots.gin_kernel import Floats, Ints, best_allowed, compiled, count
from games.bots.gin_players import (
    BELIEF,
    EVEN,
    EXPERT,
    OUTCOMES,
    Mind,
    belief_features,
    believed,
    ending,
    outcome_of,
    wants,
)

TARGET: Final = 100
MOST_DEALS: Final = 60
SEEDS: Final = 2147483647
REFUSED, NORMAL = 2, 3  # stages of a deal; before: the upcard is offered to seat 0, to seat 1
CHOICES: Final = 64  # of a deal that are noted at most: who takes every discard might go on for long
LOOKED_INTO: Final = 0.1  # the share of positions from which the true hands are read


class Notes(NamedTuple):
    """Rows of features with outcomes, by kind: 0 waiting, 1 drawing, 2 knocking, 3 belief; held cards; counts."""

    rows: Floats
    outcomes: Ints
    held: Floats
    counts: Ints


class Seats(NamedTuple):
    """By seat: who plays, what it is told, its score sheet, the worth of the outcomes to it.

    `told` is the chance that the opponent is quick, below 0 what the seat believes; a row of `sheets` is
    [own points, their points, own boxes, their boxes].
    """

    players: Ints
    told: Floats
    sheets: Floats
    utility: Floats


class Study(NamedTuple):
    """What is noted: the `kind` of the opponent, whether at all, and how often and by how much is tried otherwise."""

    notes: Notes
    kind: int
    keep: bool
    explore: float
    slack: float


@compiled
def note(notes: Notes, kind: int, x: Floats, outcome: int) -> int:
    """Keep a row; its place, or -1 when the notes are full."""
    at: int = notes.counts[kind]
    if at >= notes.rows.shape[1]:
        return -1
    notes.rows[kind, at, : x.size] = x
    notes.outcomes[kind, at] = outcome
    notes.counts[kind] += 1
    return at


@compiled
def note_held(notes: Notes, board: Board, seat: int) -> None:
    """The traits of every unseen card, unseen and hidden cards, and whether it is held."""
    unseen, x = unseen_by(board, seat), np.zeros(TRAITS)
    hidden, cards = 10 - count(board.known[1 - seat]), count(unseen)
    for card in range(52):
        at = notes.counts[4]
        if unseen >> card & 1 and at < notes.held.shape[0]:
            traits(card, board, 1 - seat, x)
            notes.held[at, :TRAITS] = x
            notes.held[at, TRAITS] = cards
            notes.held[at, TRAITS + 1] = hidden
            notes.held[at, TRAITS + 2] = board.hands[1 - seat] >> card & 1
            notes.counts[4] += 1


@compiled
def note_knock(notes: Notes, mind: Mind, kind: int, board: Board, seat: int, banned: int) -> None:
    """What a knock would bring now, where it is allowed."""
    card, left = best_allowed(board.hands[seat], banned)
    if left > LIMIT:
        return
    hand, x = board.hands[seat] ^ (1 << card), np.zeros(KNOCKING)
    reading = read(board, seat, mind.quick.held if kind == 0 else mind.patient.held)
    knocking(hand, left, reading, x)
    around(board, seat, reading, x, 5)
    note(notes, 2, x, outcome_of(settled(hand, board.hands[1 - seat])))


@compiled
def note_choice(notes: Notes, mind: Mind, kind: int, board: Board, seat: int, hand: int, thrown: int) -> int:
    """Keep the features of playing on with *hand* (its outcome comes later); where, -1 for nowhere."""
    reading, x = read(board, seat, mind.quick.held if kind == 0 else mind.patient.held), np.zeros(WAITING)
    waiting(hand, reading, thrown, x)
    around(board, seat, reading, x, 14)
    return note(notes, 1 if thrown < 0 else 0, x, EVEN)


@compiled
def note_turn(study: Study, mind: Mind, board: Board, seat: int, banned: int, sheet: Floats) -> None:
    """What can be noted at once before a turn ends: a knock, now and then the held cards, the kind of opponent."""
    note_knock(study.notes, mind, study.kind, board, seat, banned)
    if np.random.random() < LOOKED_INTO:
        note_held(study.notes, board, seat)
    x = np.zeros(BELIEF)
    belief_features(board, seat, sheet, x)
    note(study.notes, 3, x, study.kind)


@compiled
def draws(seats: Seats, mind: Mind, board: Board, seat: int, stage: int, quick: float, noisy: float) -> bool:
    """Whether the seat takes the pile's card; where both refused the upcard it can't."""
    if stage == REFUSED:
        return False
    return wants(seats.players[seat], mind, board, seat, quick, seats.utility[seat], noisy)


@compiled
def play_deal(seats: Seats, minds: tuple[Mind, Mind], deck: Ints, study: Study, noting: int) -> int:
    """One deal; the net points of seat 0, which plays first. The seat *noting* (-1: none) keeps notes and explores."""
    board, net, stage, seat = deal(deck), 0, 0, 0
    places, made = np.zeros((2, CHOICES), np.int64), np.zeros(2, np.int64)
    while board.at[1] < 50:
        mind = minds[0] if seat == 0 else minds[1]
        quick, noisy, hand = seats.told[seat], 0.0, board.hands[seat]
        if seats.players[seat] == EXPERT and quick < 0.0:
            quick = believed(mind, board, seat, seats.sheets[seat])
        if seat == noting and np.random.random() < study.explore:
            noisy = study.slack
        taken = draws(seats, mind, board, seat, stage, quick, noisy)
        if seat == noting and not taken and stage != REFUSED and made[1] < CHOICES:
            places[1, made[1]] = note_choice(study.notes, mind, study.kind, board, seat, hand, -1)
            made[1] += 1
        if stage < REFUSED and not taken:
            board.refused[seat] |= 1 << board.pile[0]
            stage, seat = stage + 1, 1 - seat
            continue
        stage, banned = NORMAL, -1
        if taken:
            banned = take(board, seat)
        else:
            draw(board, seat)
        if seat == noting:
            note_turn(study, mind, board, seat, banned, seats.sheets[seat])
        card, knocks = ending(
            seats.players[seat], mind, board, seat, banned, quick, seats.utility[seat], noisy
        )
        hand = board.hands[seat] ^ (1 << card)
        if knocks:
            gained = settled(hand, board.hands[1 - seat])
            net = gained if seat == 0 else -gained
            break
        if seat == noting and made[0] < CHOICES:
            places[0, made[0]] = note_choice(study.notes, mind, study.kind, board, seat, hand, card)
            made[0] += 1
        throw(board, seat, card)
        seat = 1 - seat
    _note_end(study.notes, places, made, net if noting == 0 else -net)
    return net


@compiled
def _note_end(notes: Notes, places: Ints, made: Ints, net: int) -> None:
    """The outcome of the deal for every choice that was noted in it."""
    for kind in range(2):
        for at in range(made[kind]):
            if places[kind, at] >= 0:
                notes.outcomes[kind, places[kind, at]] = outcome_of(net)


@compiled
def utilities(chance: Floats, own: int, other: int, points: Floats, found: Floats) -> None:
    """The worth of the outcomes at a score, in points: by the chance to win the game (*chance* by points needed)."""
    mine, theirs = TARGET - own, TARGET - other
    now = chance[mine, theirs]
    slope = (chance[max(mine - 10, 0), theirs] - chance[mine, max(theirs - 10, 0)]) / 20
    for place in range(OUTCOMES):
        by = round(points[place])
        after = chance[max(mine - max(by, 0), 0), max(theirs - max(-by, 0), 0)]
        found[place] = (after - now) / slope


@compiled
def seated(
    players: Ints,
    told: Floats,
    scored: Ints,
    starter: int,
    score: Ints,
    boxes: Ints,
    points: Floats,
    chance: Floats,
    seats: Seats,
) -> None:
    """Fill *seats* for a deal in which the player *starter* plays first."""
    for seat in range(2):
        player = (seat + starter) % 2
        other = 1 - player
        seats.players[seat], seats.told[seat] = players[player], told[player]
        seats.sheets[seat, 0], seats.sheets[seat, 1] = score[player], score[other]
        seats.sheets[seat, 2], seats.sheets[seat, 3] = boxes[player], boxes[other]
        seats.utility[seat] = points
        if scored[player]:
            utilities(chance, score[player], score[other], points, seats.utility[seat])


@compiled
def shuffled(deck: Ints, seed: int) -> None:
    """The deck of a deal; from here the luck of both players follows from the seed, too."""
    np.random.seed(seed % SEEDS)
    for place in range(52):
        deck[place] = place
    np.random.shuffle(deck)


@compiled
def play_game(
    players: Ints,
    minds: tuple[Mind, Mind],
    chance: Floats,
    scored: Ints,
    told: Floats,
    starter: int,
    seed: int,
    study: Study,
    tally: Floats,
) -> float:
    """One game to 100, *starter* playing first in its first deal: 1 if player 0 won it, 0 or a half."""
    deck, score, boxes = np.arange(52), np.zeros(2, np.int64), np.zeros(2, np.int64)
    seats = Seats(np.zeros(2, np.int64), np.zeros(2), np.zeros((2, 4)), np.zeros((2, OUTCOMES)))
    for number in range(MOST_DEALS):
        shuffled(deck, seed + number)
        seated(players, told, scored, starter, score, boxes, minds[0].points, chance, seats)
        both = (minds[0], minds[1]) if starter == 0 else (minds[1], minds[0])
        net = play_deal(seats, both, deck, study, starter if study.keep else -1)
        mine = net if starter == 0 else -net
        tally[2] += 1
        tally[3] += mine
        if mine != 0:  # a dead deal is dealt again; else the loser deals the next
            winner = 0 if mine > 0 else 1
            score[winner] += abs(mine)
            boxes[winner] += 1
            starter = winner
        if score.max() >= TARGET:
            break
    return 1.0 if score[0] > score[1] else 0.5 if score[0] == score[1] else 0.0


@compiled
def play_games(
    players: Ints,
    minds: tuple[Mind, Mind],
    chance: Floats,
    scored: Ints,
    told: Floats,
    first: int,
    games: int,
    seed: int,
    study: Study,
    tally: Floats,
) -> None:
    """Games between two *players*, numbered from *first*; each is played twice, the other playing first.

    *scored* says who goes by the score, *chance* is its chance to win by points needed. *tally* is added to: games,
    won by player 0, deals, net points of player 0, squares of its share of a pair, pairs.
    """
    for game in range(first, first + games):
        pair = 0.0
        for starter in range(2):
            won = play_game(
                players, minds, chance, scored, told, starter, seed * 1000003 + game * 97, study, tally
            )
            tally[0] += 1
            tally[1] += won
            pair += won / 2
        tally[4] += pair * pair
        tally[5] += 1
