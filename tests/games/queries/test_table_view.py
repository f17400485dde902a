"""The table's page as a value: every preset at every moment, whose turn it is, what may be played and why
not, clocks.
"""

import random
import re
from hashlib import sha256

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from games.bots.registry import bot_named
from games.engine.game import GameState
from games.engine.moves import parse_move
from games.engine.observation import observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from games.queries.table import view_of
from games.queries.table_view import TableView
from tests.games.queries.scenes import NOW, scene

MOST_MOVES = 240


def seed(number: int) -> bytes:
    return sha256(str(number).encode()).digest()


def dealt(preset: str = "knock-rummy", players: int = 4, number: int = 1, first_dealer: int = 3) -> GameState:
    """After the cut; with dealer 3 it is seat 0's turn."""
    state = GameState.new(PRESETS[preset], players, first_dealer=first_dealer % players)
    return state.start_deal(seed(number)).apply(parse_move("cut-0"))


def view(state: GameState, me: int | None = 0, **options: float) -> TableView:
    return view_of(scene(state, me, **options))


def html_of(shown: TableView) -> str:
    request = RequestFactory().get("/")
    return render_to_string("games/_table.html", {"table": shown}, request=request)


def faces(html: str) -> set[str]:
    return set(re.findall(r"/cards/\d/\w+/(\w\w)(?:\.\w+)?\.svg", html))


def may_be_seen(state: GameState, me: int | None) -> set[str]:
    """Codes of the own hand and of what has lain open, from the full state."""
    seen = {card.code for card in observe(state, me).hand}
    for board in state.boards:
        seen |= {card.code for card in board.deal.discards}
        seen |= {card.code for meld in observe(state, me).table for card in meld}
        seen |= {play.card.code for play in board.deal.log if play.card is not None}
        if board.deal.setup.upcard is not None:
            seen.add(board.deal.setup.upcard.code)
    return seen


@pytest.mark.parametrize("preset", PRESETS)
def test_every_moment_of_every_preset_has_a_page_without_hidden_cards(preset: str) -> None:
    rules, rng = PRESETS[preset], random.Random(7)
    players = rules.max_players
    state = GameState.new(rules, players).start_deal(seed(3))
    bot = bot_named("club")
    deals = 1
    for step in range(MOST_MOVES):
        if state.phase is Phase.NEEDS_DEAL and deals < 2:
            deals += 1
            state = state.start_deal(seed(deals))
        me = (0, players - 1, None)[step // 3 % 3]
        html = html_of(view(state, me)) if step % 3 == 0 else ""
        if state.phase is Phase.PLAY and not any(board.deal.is_over for board in state.boards):
            assert faces(html) - may_be_seen(state, me) == set()
        if state.turn is None:
            break
        state = state.apply(bot.choose(observe(state, state.turn), rng))
    assert deals == 2 or state.is_over or step == MOST_MOVES - 1
    assert len(faces(html_of(view(state, 0)))) > 5, "the end lays hands open"


def test_draw_first() -> None:
    shown = view(dealt())
    assert (shown.headline, shown.headline_short, shown.allowed) == (
        "Your turn: draw a card",
        "Your turn",
        "Draw a card.",
    )
    assert shown.piles is not None
    assert (shown.piles.stock_code, shown.piles.pile_code) == ("stock", "pile")
    assert [choice.code for choice in shown.choices] == ["pile", "stock"]
    assert shown.hand is not None
    cards = [item for group in shown.hand.groups for item in group.cards]
    assert [item.position for item in cards] == list(range(1, 8))
    assert {item.discard_code for item in cards} == {""}
    assert {item.discard_why for item in cards} == {"Draw a card first."}


def test_then_discard_or_knock_with_what_would_be_left() -> None:
    state = dealt().apply(parse_move("pile"))
    shown = view(state)
    taken = observe(state, 0).drawn
    assert taken is not None
    assert shown.headline == "Your turn: discard, or knock"
    assert shown.piles is not None
    assert shown.piles.stock_why == "You have drawn already. Discard, or knock."
    assert shown.hand is not None
    cards = {item.card: item for group in shown.hand.groups for item in group.cards}
    assert cards[taken].is_new
    assert "can't be discarded this turn" in cards[taken].discard_why
    others = [item for card, item in cards.items() if card != taken]
    assert [item.discard_code for item in others] == [f"discard-{item.card.code}" for item in others]
    assert all(item.knock_label.startswith(("Knock with ", "Go rummy")) for item in others)


def test_a_knock_that_is_too_dear_says_so() -> None:
    shown = view(dealt("rum-knock").apply(parse_move("stock")))
    assert shown.hand is not None
    whys = [item.knock_why for group in shown.hand.groups for item in group.cards]
    assert whys != []
    assert all(re.fullmatch(r"Knocking takes 10 or less; this would leave \d+\.", why) for why in whys)


@pytest.mark.parametrize(
    ("me", "why"),
    [(1, "It isn't your turn: Ines plays."), (None, "You are watching; only the players play.")],
)
def test_others_wait_and_know_for_whom(me: int | None, why: str) -> None:
    shown = view(dealt(), me)
    assert shown.headline == "Waiting for Ines"
    assert not shown.is_my_turn
    assert shown.piles is not None
    assert (shown.piles.stock_code, shown.piles.stock_why) == ("", why)
    assert shown.choices == ()


@pytest.mark.parametrize(
    ("me", "places"),
    [
        (0, [(1, "w"), (2, "n"), (3, "e")]),
        (2, [(3, "w"), (0, "n"), (1, "e")]),
        (None, [(0, "b"), (1, "w"), (2, "n"), (3, "e")]),
    ],
)
def test_seats_stand_in_turn_order_around_the_viewer(me: int | None, places: list[tuple[int, str]]) -> None:
    shown = view(dealt(), me)
    assert [(plate.seat, plate.at) for plate in shown.plates] == places
    assert {plate.seat for plate in shown.plates if plate.is_dealer} == {3}
    assert {plate.seat for plate in shown.plates if plate.is_bot} == {3} & {
        plate.seat for plate in shown.plates
    }
    assert shown.opponents == 3


@pytest.mark.parametrize(
    ("age", "left", "reserve"),
    [(0, 30.0, 100.0), (12, 18.0, 100.0), (30, 0.0, 100.0), (45, 0.0, 85.0), (500, 0.0, 0.0)],
)
def test_the_turn_runs_first_and_then_the_reserve(age: float, left: float, reserve: float) -> None:
    clock = view(dealt(), turn_seconds=age).clock
    assert clock is not None
    assert (clock.turn_left, clock.reserve_left, clock.total, clock.is_mine) == (left, reserve, 30.0, True)


def test_no_clock_runs_while_the_game_is_paused() -> None:
    shown = view_of(scene(dealt(), 0, paused_at=NOW))
    assert shown.clock is None
    assert shown.headline == "The game is paused"
    assert (shown.is_my_turn, shown.choices) == (False, ())


def test_names_are_short_where_that_is_clear() -> None:
    shown = view(dealt())
    assert [plate.short for plate in shown.plates] == ["Marek", "Ruth", "Bot Elm"]
    assert shown.sheet.heads == ("You", "Marek", "Ruth", "Elm")


def test_partners_win_together_and_a_deal_says_what_it_came_to_for_the_teams() -> None:
    rules = PRESETS["partnership"].replace(target=30)
    state, bot, rng, number = GameState.new(rules, 4), bot_named("club"), random.Random(2), 0
    end = None
    while not state.is_over:
        if state.phase is Phase.NEEDS_DEAL:
            if state.played and any(state.played[-1].points):
                end = view(state).deal_end
            number += 1
            state = state.start_deal(seed(number))
        state = state.apply(bot.choose(observe(state, state.turn), rng), state.turn)
    me, partner = state.result.winners
    title = view(state, me).game_end.title
    assert title == f"You and {('Ines', 'Marek', 'Ruth', 'Bot Elm')[partner]} win the game"
    assert "win the game" in view(state, None).game_end.title
    end = end or view(state).deal_end
    ahead = ("you and Ruth", "Marek and Bot Elm")
    assert end.title.split(" for ")[1] in ahead
    assert [len(board.rows) for board in end.boards] == [2, 2]
    assert end.boards[0].title != end.boards[1].title


def test_who_has_lost_the_stake_is_named_at_the_end_of_the_deal() -> None:
    rules = PRESETS["knock-pool"].replace(stake=30)
    state, bot, rng = GameState.new(rules, 3), bot_named("club"), random.Random(5)
    while not state.sheet.out:
        if state.phase is Phase.NEEDS_DEAL:
            state = state.start_deal(seed(state.deal_number + 1))
        state = state.apply(bot.choose(observe(state, state.turn), rng), state.turn)
    out = state.sheet.out
    names = [("You", "Marek", "Ruth")[seat] for seat in sorted(out)]
    told = f"{' and '.join(names)} {'is' if len(names) == 1 and names != ['You'] else 'are'} out of the pool."
    assert view(state).deal_end.text.endswith(told)


def test_who_may_pay_for_a_fresh_stake_is_asked_at_the_end_of_the_deal() -> None:
    rules = PRESETS["knock-pool"].replace(stake=30, re_entries=1)
    state, bot, rng = GameState.new(rules, 3), bot_named("club"), random.Random(5)
    while state.phase is not Phase.RE_ENTRY:
        if state.phase is Phase.NEEDS_DEAL:
            state = state.start_deal(seed(state.deal_number + 1))
        state = state.apply(bot.choose(observe(state, state.turn), rng), state.turn)
    asked = view(state, state.turn)
    assert asked.deal_end.next_text == "You are out of the pool: pay for a fresh stake?"
    assert [choice.code for choice in asked.choices] == ["decline", "reenter"]
    others = view(state, (state.turn + 1) % 3)
    assert others.deal_end.next_text.endswith("decides whether to stay in the pool")
    assert others.choices == ()


@pytest.mark.parametrize(
    ("preset", "fact"),
    [
        ("gin", "Knock with 10 or less"),
        ("straight-gin", "No knocking, only going out"),
        ("rum-knock", "Knock with 10 or less"),
        ("knock-rummy", None),
        ("tonk", None),
    ],
)
def test_the_sheet_says_with_how_much_one_may_knock(preset: str, fact: str | None) -> None:
    rules = PRESETS[preset]
    state = GameState.new(rules, rules.min_players).start_deal(seed(1))
    state = state.apply(parse_move("cut-0"), state.turn)
    facts = view(state).sheet.facts
    assert [each for each in facts if "nock" in each] == ([fact] if fact else [])


def test_in_oklahoma_the_upcard_says_with_how_much_one_may_knock() -> None:
    told = {}
    for number in range(40):
        state = GameState.new(PRESETS["oklahoma"], 2).start_deal(seed(number))
        state = state.apply(parse_move("cut-0"), state.turn)
        told[state.deal.discards[-1].rank.letter] = view(state).detail.split(" was turned up")[1]
    assert told["A"] == ": only gin ends this deal."
    assert told["5"] == ": knock with 5 or less."
    assert told["K"] == ": knock with 10 or less."


def test_a_deal_without_a_score_comes_on_top_of_those_planned() -> None:
    rules = PRESETS["no-knock"].replace(max_reshuffles=0, deals=3)
    state = GameState.new(rules, 2).start_deal(seed(1))
    assert view(state).deal_label == "1 / 3"
    rng = random.Random(1)
    while state.phase is not Phase.NEEDS_DEAL:
        state = state.apply(bot_named("random").choose(observe(state, state.turn), rng), state.turn)
    assert not state.played[-1].results[0].is_scored
    assert view(state.start_deal(seed(2))).deal_label == "2 / 4"


def test_who_plays_at_the_other_board_is_shown_there() -> None:
    """Ines and Marek at the first board, Ruth and the bot at the second; each board has its own dealer and turn."""
    state = GameState.new(PRESETS["partnership"], 4).start_deal(seed(1))
    state = state.apply(parse_move("cut-0"), state.turn)
    shown = view(state, 1)
    notes = {plate.name: (plate.note, plate.cards, plate.is_turn, plate.is_dealer) for plate in shown.plates}
    assert notes == {
        "Ines Keller": ("", 10, False, True),
        "Ruth Okafor": ("at the other board", 0, False, True),
        "Bot Elm": ("at the other board", 0, True, False),
    }
