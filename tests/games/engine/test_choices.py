"""What is read out of a finished game: offers, turns' ends, and whose they were."""

from itertools import pairwise
from random import Random

import pytest

from games.bots.registry import bot_named
from games.engine.cards import Hand
from games.engine.choices import OfferedCard, TurnEnd, game_choices
from games.engine.errors import IllegalMove
from games.engine.game import GameState
from games.engine.melds import best_discard, deadwood
from games.engine.moves import CUTS, DISCARDS, DRAW_STOCK, KNOCKS, PASS, TAKE_PILE, Discard, Knock
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.replay import RecordedDeal
from games.engine.ruleset import PRESETS

SEED = bytes(range(32))


class Table:
    """A game played move by move, and its record."""

    def __init__(self, preset, players, **options):
        self.ruleset = PRESETS[preset].replace(**options)
        self.state, self.moves, self.deals = GameState.new(self.ruleset, players), [], []
        self.deal(SEED)

    def deal(self, seed):
        self.state, self.moves = self.state.start_deal(seed), []
        self.deals.append((seed, self.moves))

    def play(self, move):
        self.moves.append((move, self.state.turn))
        self.state = self.state.apply(move)

    def hand(self):
        """Of the seat to move."""
        return self.state.deal.hands[self.state.deal.turn]

    def choices(self):
        records = [
            RecordedDeal(seed, tuple(move for move, _ in moves), tuple(seat for _, seat in moves))
            for seed, moves in self.deals
        ]
        return list(game_choices(self.ruleset, self.state.players, records))


def test_a_card_taken_a_card_left_and_a_knock():
    """Seat 1 draws and throws its best; seat 0 takes that and throws its worst; seat 1 leaves it and knocks."""
    table = Table("knock-rummy", 2, deals=1)
    table.play(CUTS[0])
    table.play(DRAW_STOCK)
    first, left_by_first = best_discard(table.hand())
    table.play(DISCARDS[first.index])
    table.play(TAKE_PILE)
    held = table.hand()
    _best, possible = best_discard(held, first)
    thrown = max((card for card in held if card is not first), key=lambda card: deadwood(held - card))
    table.play(DISCARDS[thrown.index])
    table.play(DRAW_STOCK)
    last, left_at_last = best_discard(table.hand())
    table.play(KNOCKS[last.index])
    (found,) = table.choices()
    assert found.offers == (OfferedCard(4, 1, 0, True), OfferedCard(6, 0, 1, False))
    assert found.ends == (
        TurnEnd(3, 1, 1, left_by_first, left_by_first, may_knock=True, knocked=False),
        TurnEnd(5, 0, 1, possible, deadwood(held - thrown), may_knock=True, knocked=False),
        TurnEnd(7, 1, 2, left_at_last, left_at_last, may_knock=True, knocked=True),
    )
    assert deadwood(held - thrown) > possible
    assert (found.deal_number, found.result.knocker) == (1, 1)


def test_the_upcard_is_nobodys_discard():
    """At gin the upcard is offered to both, and the first discard is the first card that somebody gave."""
    table = Table("gin", 2)
    for move in (CUTS[0], PASS, PASS, DRAW_STOCK):
        table.play(move)
    giver = table.state.turn
    table.play(DISCARDS[next(iter(table.hand())).index])
    table.play(TAKE_PILE)
    records = [RecordedDeal(SEED, *map(tuple, zip(*table.moves, strict=True)))]
    assert list(game_choices(table.ruleset, 2, records)) == []  # not over: nothing is told
    watched = played_on(table)
    assert watched.offers[0] == OfferedCard(6, giver, 1 - giver, True)
    # with more than 10 points of deadwood there is no chance to knock
    assert all(end.may_knock == (end.best <= 10) for end in watched.ends)


def played_on(table):
    """The deal played to its end by a bot that knows how."""
    bot, chance = bot_named("club"), Random(1)
    while table.state.phase is Phase.PLAY:
        table.play(bot.choose(observe(table.state, table.state.turn), chance))
    return table.choices()[0]


@pytest.mark.parametrize(
    ("preset", "players"),
    [("knock-rummy", 3), ("knock-pool", 4), ("cutthroat", 3), ("partnership", 4), ("tonk", 3)],
)
def test_every_discard_and_knock_is_a_turns_end_and_every_draw_after_a_discard_an_offer(preset, players):
    """Against the log as the table saw it, deal by deal and board by board."""
    table, bot, chance = Table(preset, players), bot_named("club"), Random(preset)
    logs = []
    while not table.state.is_over and len(table.deals) < 12:
        while table.state.phase not in (Phase.NEEDS_DEAL, Phase.OVER):
            seat = table.state.turn
            table.play(bot.choose(observe(table.state, seat), chance))
        logs += [board for board in table.state.boards if board.deal.result.is_scored]
        if not table.state.is_over:
            table.deal(bytes([len(table.deals)] * 32))
    found = table.choices()[: len(logs)]
    assert len(found) == len(logs)
    for choices, board in zip(found, logs, strict=True):
        seats, log = board.plan.seats, board.deal.log
        ended = [
            (seats[play.seat], isinstance(play.move, Knock))
            for play in log
            if isinstance(play.move, Discard | Knock)
        ]
        assert [(end.seat, end.knocked) for end in choices.ends] == ended
        drawn = [
            (seats[before.seat], seats[after.seat], after.move is TAKE_PILE)
            for before, after in pairwise(log)
            if isinstance(before.move, Discard) and after.move in (TAKE_PILE, DRAW_STOCK)
        ]
        assert [(offer.giver, offer.taker, offer.taken) for offer in choices.offers] == drawn
        assert choices.result == board.deal.result.in_game(seats, players)
        assert all(end.left >= end.best for end in choices.ends)


def test_what_is_no_game_is_refused():
    with pytest.raises(IllegalMove):
        list(game_choices(PRESETS["knock-rummy"], 2, [RecordedDeal(SEED, (CUTS[0], TAKE_PILE), (0, 0))]))


def test_hands_are_looked_at_after_the_draw():
    """Eleven cards at the turn's end: a card drawn may be the one that is thrown, at no cost."""
    table = Table("knock-rummy", 2, deals=1)
    table.play(CUTS[0])
    before = table.hand()
    table.play(DRAW_STOCK)
    assert len(table.hand()) == len(before) + 1
    (drawn,) = Hand.from_bits(table.hand().bits & ~before.bits)
    table.play(DISCARDS[drawn.index])
    table.play(DRAW_STOCK)
    table.play(KNOCKS[best_discard(table.hand())[0].index])
    (found,) = table.choices()
    assert found.ends[0].left == deadwood(before)
