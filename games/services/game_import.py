"""Finished games from a file as records of this installation, under ids of its own. It plays nothing and announces
nothing; that what it writes is a game is for the audit to say (`games.queries.audit`), in the same transaction.
"""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import Player
from games.engine.cards import format_cards
from games.engine.ruleset import Ruleset
from games.engine.shuffling import ShuffleError, shuffled_deck, source_commitment
from games.enums import GamePurpose, GameStatus, Occupant
from games.errors import OptionError
from games.game_file import GamePart, SourcePart
from games.models import (
    Deal,
    DealSource,
    Game,
    GameSeat,
    HiddenDeal,
    HiddenSource,
    MoveRecord,
    SeatOccupancy,
)
from games.options import GameOptions
from games.plain import PlainError
from games.queries.outcomes import GameOutcome
from games.queries.rulesets import read_ruleset

Players = Mapping[int, Player]
_UNREADABLE = (OptionError, KeyError, TypeError, ValueError, AttributeError)


@transaction.atomic
def import_sources(*, sources: tuple[SourcePart, ...], path: str = "sources") -> dict[str, DealSource]:
    """The seals of the file by name: those that are here already, and the others made with their keys.

    Raises PlainError where the key isn't the one that was committed to, or a seal of that name is here and differs.
    """
    found = {row.name: row for row in DealSource.objects.filter(name__in=[part.name for part in sources])}
    for at, part in enumerate(sources):
        if part.key is None or source_commitment(part.name, part.key) != part.commitment:
            raise PlainError(f"{path}[{at}].key", "not_the_seal")
        known = found.get(part.name)
        if known is None:
            known = DealSource.objects.create(
                name=part.name, commitment=part.commitment, revealed_key=part.key
            )
            HiddenSource.objects.create(source=known, key=part.key)
            DealSource.objects.filter(pk=known.pk).update(created_at=part.made_at)
            found[part.name] = known
        elif known.commitment != part.commitment:
            raise PlainError(f"{path}[{at}].commitment", "another_seal_here")
    return found


@transaction.atomic
def import_game(
    *, part: GamePart, players: Players, sources: Mapping[str, DealSource], is_public: bool, path: str
) -> Game:
    """The game with its seats, deals and moves. Raises PlainError with the path below `path` of what can't be."""
    ruleset, options = _rules(part, path)
    game = Game.objects.create(
        label=part.label,
        purpose=GamePurpose.TOURNAMENT,
        is_public=is_public,
        source=sources.get(part.source),
        preset=ruleset.key,
        ruleset_json=ruleset.to_json(),
        options_json=options.to_json(),
        seat_count=_seat_count(part, path),
        status=GameStatus.FINISHED,
        ply=len(part.moves),
        version=1,
        deal_number=len(part.deals),
        sealed_as=part.sealed_as,
        closed_ply=part.closed_ply,
        engine_version=part.engine_version,
        result_json=_outcome(part, path).to_json(),
        started_at=part.started_at,
        ended_at=part.ended_at,
    )
    Game.objects.filter(pk=game.pk).update(created_at=part.started_at or part.ended_at or game.created_at)
    _write_seats(game, part, players, path)
    _write_deals(game, part, ruleset, path)
    return game


def _rules(part: GamePart, path: str) -> tuple[Ruleset, GameOptions]:
    try:
        ruleset = read_ruleset(part.ruleset)
    except _UNREADABLE as error:
        raise PlainError(f"{path}.ruleset", "not_these_rules") from error
    try:
        return ruleset, GameOptions.from_json(part.options)
    except _UNREADABLE as error:
        raise PlainError(f"{path}.options", "not_these_options") from error


def _outcome(part: GamePart, path: str) -> GameOutcome:
    try:
        return GameOutcome.from_json(part.result)
    except _UNREADABLE as error:
        raise PlainError(f"{path}.result", "not_a_result") from error


def _seat_count(part: GamePart, path: str) -> int:
    if [seat.seat for seat in part.seats] != list(range(len(part.seats))) or len(part.seats) < 2:
        raise PlainError(f"{path}.seats", "not_in_order")
    return len(part.seats)


def _write_seats(game: Game, part: GamePart, players: Players, path: str) -> None:
    for at, seat in enumerate(part.seats):
        if (seat.occupant == Occupant.BOT) != (seat.player is None):
            raise PlainError(f"{path}.seats[{at}].player", "nobody_or_a_bot")
        if seat.player is not None and seat.player not in players:
            raise PlainError(f"{path}.seats[{at}].player", "not_in_the_file")
    rows = GameSeat.objects.bulk_create(
        GameSeat(
            game=game,
            seat=seat.seat,
            player=players[seat.player] if seat.player is not None else None,
            name=seat.name,
            occupant=seat.occupant,
            bot_level=seat.bot_level,
            appeared_at=part.started_at,
        )
        for seat in part.seats
    )
    for at, occupancy in enumerate(part.occupancies):
        if occupancy.seat >= len(rows):
            raise PlainError(f"{path}.occupancies[{at}].seat", "no_such_seat")
    SeatOccupancy.objects.bulk_create(
        SeatOccupancy(
            game_seat=rows[occupancy.seat],
            from_ply=occupancy.from_ply,
            occupant=occupancy.occupant,
            bot_level=occupancy.bot_level,
        )
        for occupancy in part.occupancies
    )


def _write_deals(game: Game, part: GamePart, ruleset: Ruleset, path: str) -> None:
    if [deal.number for deal in part.deals] != list(range(1, len(part.deals) + 1)):
        raise PlainError(f"{path}.deals", "not_in_order")
    deals = Deal.objects.bulk_create(
        Deal(
            game=game,
            number=deal.number,
            kind=deal.kind,
            dealer=deal.dealer,
            first_ply=deal.first_ply,
            commitment=deal.commitment,
            cut=deal.cut,
            result_json=deal.result,
            revealed_seed=deal.seed,
            ended_at=deal.ended_at,
        )
        for deal in part.deals
    )
    hidden = []
    for at, (row, deal) in enumerate(zip(deals, part.deals, strict=True)):
        try:
            deck = format_cards(shuffled_deck(deal.seed, jokers=ruleset.jokers))
        except ShuffleError as error:
            raise PlainError(f"{path}.deals[{at}].seed", "not_a_seed") from error
        hidden.append(HiddenDeal(deal=row, seed=deal.seed, deck=deck))
        row.created_at = deal.dealt_at
    HiddenDeal.objects.bulk_create(hidden)
    Deal.objects.bulk_update(deals, ["created_at"])
    _write_moves(game, part, deals, path)


def _write_moves(game: Game, part: GamePart, deals: list[Deal], path: str) -> None:
    starts = [deal.first_ply for deal in deals]
    if starts != sorted(set(starts)) or (part.moves and starts[:1] != [1]):
        raise PlainError(f"{path}.deals", "not_in_order")
    rows, at_deal = [], 0
    for ply, move in enumerate(part.moves, start=1):
        while at_deal + 1 < len(deals) and deals[at_deal + 1].first_ply <= ply:
            at_deal += 1
        rows.append(
            MoveRecord(
                game=game,
                deal=deals[at_deal],
                ply=ply,
                seat=move.seat,
                code=move.code,
                actor_kind=move.actor,
                created_at=move.at,
            )
        )
    MoveRecord.objects.bulk_create(rows)
