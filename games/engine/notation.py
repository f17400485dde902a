"""Text for moves, deals and games: what PGN is to chess.

A record starts with lines `Key: value`; then come the moves, one line for each
stretch of moves by one seat: `2: stock (7H) discard-KS`. What stands in parentheses
is for the reader and ignored when read back, as are blank lines and lines that
begin with `#`. Reading plays every move through the rules and compares deck and
result with what the text says, so a record that can be read is a game that
was played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from games.engine.cards import CardError, format_cards, parse_cards
from games.engine.deal import DealState
from games.engine.errors import IllegalMove, MoveError, RecordError, RecordReason, RulesetError, SetupError
from games.engine.formats import PlayedDeal
from games.engine.game import GameState
from games.engine.moves import DrawStock, Move, TakePile, format_move, parse_move
from games.engine.replay import DealRecord, GameRecord, RecordedDeal, replay_steps
from games.engine.results import DealResult
from games.engine.ruleset import Ruleset

__all__ = ["format_move", "format_record", "parse_move", "parse_record", "result_text"]

VERSION: Final = "1"
_DEAL: Final = "Deadwood-Deal"
_GAME: Final = "Deadwood-Game"
_CLOCK: Final = "clock"
_KEY_LINE: Final = re.compile(r"([A-Z][A-Za-z-]*): ?(.*)")
_MOVE_LINE: Final = re.compile(r"(\d): (.+)")
_REMARK: Final = re.compile(r"\([^()]*\)")


def format_record(record: DealRecord | GameRecord) -> str:
    """The text of a deal or of a game, read back by `parse_record`.

    A record read back equals the one written, with `RecordedDeal.seats` spelled out.
    Raises what replaying raises when the record isn't a legal game.
    """
    lines = _deal_lines(record) if isinstance(record, DealRecord) else _game_lines(record)
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> DealRecord | GameRecord:
    """The record written in *text*, replayed and compared. Raises `RecordError` with the line at fault."""
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise RecordError(RecordReason.BAD_HEADER)
    key, _, version = lines[0][1].partition(": ")
    if version != VERSION or key not in (_DEAL, _GAME):
        raise RecordError(RecordReason.BAD_HEADER, lines[0][0])
    sections = _sections(lines[1:])
    try:
        return _parse_deal(sections[0]) if key == _DEAL else _parse_game(sections)
    except (KeyError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(RecordReason.BAD_HEADER) from error


def result_text(result: DealResult) -> str:
    """One line for a result: `knock by 1; deadwood 20 4 31; points -16 +43 -27`."""
    points = " ".join(f"{value:+d}" if value else "0" for value in result.points)
    if not result.is_scored:
        return f"{result.kind.value}; points {points}"
    deadwood = " ".join("-" if value is None else str(value) for value in result.deadwoods)
    by = "" if result.knocker is None else f" by {result.knocker}"
    return f"{result.kind.value}{by}; deadwood {deadwood}; points {points}"


@dataclass(slots=True)
class _Section:
    """The keys and moves up to the next deal, with the line each stands on."""

    keys: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    moves: list[tuple[int, int, Move]] = field(default_factory=list)


def _sections(lines: list[tuple[int, str]]) -> list[_Section]:
    sections = [_Section()]
    for number, line in lines:
        if match := _MOVE_LINE.fullmatch(line):
            for code in _REMARK.sub(" ", match[2]).split():
                sections[-1].moves.append((number, int(match[1]), _parsed_move(number, code)))
        elif match := _KEY_LINE.fullmatch(line):
            if match[1] == "Deal":
                sections.append(_Section())
            if match[1] in sections[-1].keys:
                raise RecordError(RecordReason.BAD_LINE, number)
            sections[-1].keys[match[1]] = match[2]
            sections[-1].lines[match[1]] = number
        else:
            raise RecordError(RecordReason.BAD_LINE, number)
    return sections


def _parsed_move(number: int, code: str) -> Move:
    try:
        return parse_move(code)
    except MoveError:
        raise RecordError(RecordReason.BAD_MOVE, number) from None


def _head(record: DealRecord | GameRecord) -> Iterator[str]:
    yield f"Rules: {record.ruleset.key}"
    if record.ruleset.changed():
        yield f"Options: {json.dumps(record.ruleset.to_json()['options'], sort_keys=True)}"
    yield f"Players: {record.players}"


def _parse_head(section: _Section) -> tuple[Ruleset, int]:
    options = json.loads(section.keys.get("Options", "{}"))
    try:
        ruleset = Ruleset.from_json({"preset": section.keys["Rules"], "options": options})
    except RulesetError:
        raise RecordError(RecordReason.BAD_HEADER, section.lines["Rules"]) from None
    return ruleset, int(section.keys["Players"])


def _deal_lines(record: DealRecord) -> Iterator[str]:
    state = DealState.new(record.ruleset, record.players, record.dealer, record.deck, record.reshuffle_seed)
    yield f"{_DEAL}: {VERSION}"
    yield from _head(record)
    yield f"Dealer: {record.dealer}"
    yield f"Seed: {record.reshuffle_seed.hex()}"
    yield f"Deck: {format_cards(record.deck)}"
    yield f"# Hands: {' | '.join(format_cards(hand) for hand in state.hands)}"
    yield ""
    words = []
    for move in record.moves:
        seat = state.turn
        before, state = state, state.apply(move)
        words.append((seat or 0, _word(move, before)))
    yield from _move_lines(words)
    if state.result is not None:
        yield f"Result: {result_text(state.result)}"


def _parse_deal(section: _Section) -> DealRecord:
    ruleset, players = _parse_head(section)
    try:
        deck = parse_cards(section.keys["Deck"])
    except CardError:
        raise RecordError(RecordReason.DECK_DIFFERS, section.lines["Deck"]) from None
    seed = bytes.fromhex(section.keys["Seed"])
    dealer = int(section.keys["Dealer"])
    moves = tuple(move for _, _, move in section.moves)
    try:
        state = DealState.new(ruleset, players, dealer, deck, seed)
    except SetupError:
        raise RecordError(RecordReason.DECK_DIFFERS, section.lines["Deck"]) from None
    for number, seat, move in section.moves:
        if seat != state.turn:
            raise RecordError(RecordReason.ILLEGAL_MOVE, number)
        try:
            state = state.apply(move)
        except IllegalMove:
            raise RecordError(RecordReason.ILLEGAL_MOVE, number) from None
    if section.keys.get("Result") != (result_text(state.result) if state.result else None):
        raise RecordError(RecordReason.RESULT_DIFFERS, section.lines.get("Result", 0))
    return DealRecord(ruleset, players, dealer, deck, seed, moves)


def _game_lines(record: GameRecord) -> Iterator[str]:
    final = record.replay()
    yield f"{_GAME}: {VERSION}"
    yield from _head(record)
    yield f"First-Dealer: {record.first_dealer}"
    if record.ended_early:
        yield f"Ended: {_CLOCK}"
    if final.result is not None:
        yield f"Totals: {' '.join(map(str, final.result.totals))}"
        yield f"Places: {' '.join(map(str, final.result.places))}"
    steps = replay_steps(record.ruleset, record.players, record.deals, record.first_dealer)
    for number, deal in enumerate(record.deals, start=1):
        state = next(steps)
        yield ""
        yield f"Deal: {number}"
        yield f"Dealer: {state.dealer}"
        yield f"Seed: {deal.seed.hex()}"
        words = []
        for at, move in enumerate(deal.moves):
            seat = deal.seats[at] if deal.seats else state.turn
            assert seat is not None
            board = state.board_of(seat)
            words.append((seat, _word(move, board.deal if board is not None else None)))
            state = next(steps)
        yield from _move_lines(words)
        if len(state.played) == number:
            yield f"Result: {_results_text(state.played[-1])}"


def _parse_game(sections: list[_Section]) -> GameRecord:
    head, *deal_sections = sections
    ruleset, players = _parse_head(head)
    first_dealer = int(head.keys["First-Dealer"])
    deals = []
    try:
        state = GameState.new(ruleset, players, first_dealer)
        for section in deal_sections:
            seed = bytes.fromhex(section.keys["Seed"])
            state = _replayed(state.start_deal(seed), section)
            seats = tuple(seat for _, seat, _ in section.moves)
            deals.append(RecordedDeal(seed, tuple(move for _, _, move in section.moves), seats))
    except SetupError as error:
        raise RecordError(RecordReason.BAD_HEADER) from error
    early = head.keys.get("Ended") == _CLOCK
    result = (state.finish_now() if early else state).result
    places = " ".join(map(str, result.places)) if result is not None else None
    totals = " ".join(map(str, result.totals)) if result is not None else None
    if head.keys.get("Places") != places or head.keys.get("Totals") != totals:
        raise RecordError(RecordReason.RESULT_DIFFERS, head.lines.get("Totals", 0))
    return GameRecord(ruleset, players, first_dealer, tuple(deals), early)


def _replayed(state: GameState, section: _Section) -> GameState:
    number_of_deals = len(state.played)
    for number, seat, move in section.moves:
        try:
            state = state.apply(move, seat)
        except IllegalMove:
            raise RecordError(RecordReason.ILLEGAL_MOVE, number) from None
    over = len(state.played) > number_of_deals
    if section.keys.get("Result") != (_results_text(state.played[-1]) if over else None):
        raise RecordError(RecordReason.RESULT_DIFFERS, section.lines.get("Result", 0))
    return state


def _results_text(deal: PlayedDeal) -> str:
    return " / ".join(result_text(result) for result in deal.results)


def _word(move: Move, before: DealState | None) -> str:
    """The code of a move, with the card that came into the hand as a remark."""
    if before is not None and isinstance(move, DrawStock):
        return f"{move.code} ({before.stock[0].code})"
    if before is not None and isinstance(move, TakePile):
        return f"{move.code} ({before.discards[-1].code})"
    return move.code


def _move_lines(words: list[tuple[int, str]]) -> Iterator[str]:
    """One line for each stretch of moves by one seat."""
    line: list[str] = []
    for at, (seat, word) in enumerate(words):
        line.append(word)
        if at + 1 == len(words) or words[at + 1][0] != seat:
            yield f"{seat}: {' '.join(line)}"
            line = []
