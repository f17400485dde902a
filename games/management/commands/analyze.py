"""What the expert would have done in a finished deal, printed: of a record's text, or of a game that is stored.

    manage.py analyze deal-1.txt
    manage.py analyze --game 7k2m9q4x --deal 3 --seat 0

A record's text is what "As text" gives on the page of a finished deal; `-` reads it from the input. It needs
no database. Of a stored game only deals that are over are looked at. Points are those of the deal.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from games.bots.analysis import Decision, decisions, decisions_of_deal
from games.engine.cards import Hand, format_cards
from games.engine.deal import DealState
from games.engine.errors import RecordError
from games.engine.moves import parse_move
from games.engine.notation import parse_record
from games.engine.replay import DealRecord
from games.models import Deal, Game, MoveRecord
from games.queries.records import deal_record
from games.queries.states import state_before

FILE_WIDTH: Final = 132  # of a table that isn't written to a terminal
Found = Iterator[tuple[Decision, Hand]]


class Command(BaseCommand):
    help = "What the expert would have done at each decision of a finished deal, and what that was worth."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", nargs="?", help="a file with the text of one deal; - reads the input")
        parser.add_argument("--game", help="instead of a file: the id of a stored game, as in its address")
        parser.add_argument("--deal", type=int, default=1, help="with --game: the number of the deal")
        parser.add_argument("--seat", type=int, help="this seat only, counted from 0")
        parser.add_argument("--costly", action="store_true", help="only what gave points away")

    def handle(self, *_: Any, **options: Any) -> None:
        if (options["record"] is None) == (options["game"] is None):
            raise CommandError("Name a file with the text of a deal, or a --game.")
        found = (
            _of_game(options["game"], options["deal"])
            if options["game"]
            else _of_text(_text(options["record"]))
        )
        _print(
            [
                (decision, hand)
                for decision, hand in found
                if options["seat"] in (None, decision.seat) and (decision.cost > 0 or not options["costly"])
            ]
        )


def _text(path: str) -> str:
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text()
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror}.") from None


def _of_text(text: str) -> Found:
    """The decisions of a deal's text with the hands they were made with. Raises `CommandError`."""
    try:
        record = parse_record(text)
    except RecordError as error:
        raise CommandError(f"This is no record of a deal: {error}.") from None
    if not isinstance(record, DealRecord):
        raise CommandError("This is the record of a whole game: give the text of one deal.")
    deal = DealState.new(record.ruleset, record.players, record.dealer, record.deck, record.reshuffle_seed)
    luck = Random(format_cards(record.deck))
    for move, found in zip(record.moves, decisions_of_deal(deal, record.moves, luck), strict=True):
        if found is not None:
            yield found, deal.hands[found.seat]
        deal = deal.apply(move)


def _of_game(public_id: str, number: int) -> Found:
    """The decisions of a stored deal. Raises `CommandError` for one that isn't over."""
    game = Game.objects.filter(public_id=public_id).first()
    record = deal_record(game, number) if game is not None else None
    if game is None or record is None:
        raise CommandError("There is no such game, or that deal isn't over.")
    deal = Deal.objects.get(game=game, number=number)
    rows = MoveRecord.objects.filter(deal=deal).order_by("ply").values_list("seat", "code")
    moves = [(seat, parse_move(code)) for seat, code in rows]
    for found in decisions(state_before(game, deal), moves, Random(deal.commitment)):
        if found is not None:
            yield found, record.moves[found.at - 1].hands[found.seat]


def _print(found: list[tuple[Decision, Hand]]) -> None:
    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else FILE_WIDTH)
    table = Table()
    for heading in ("move", "seat", "hand", "played", "points", "expert", "points", "given away"):
        table.add_column(heading, justify="right" if heading in ("points", "given away") else "left")
    for decision, hand in found:
        played = next(option for option in decision.options if option.move == decision.played)
        table.add_row(
            str(decision.at),
            str(decision.seat),
            format_cards(hand),
            played.move.code,
            f"{played.value:+.1f}",
            decision.best.move.code,
            f"{decision.best.value:+.1f}",
            f"{decision.cost:.1f}" if decision.cost > 0 else "",
        )
    console.print(table)
    for seat in sorted({decision.seat for decision, _hand in found}):
        own = [decision for decision, _hand in found if decision.seat == seat]
        cost = sum(decision.cost for decision in own)
        console.print(f"seat {seat}: {len(own)} decisions, {cost:.1f} points given away")
