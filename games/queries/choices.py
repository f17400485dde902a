"""What people chose in games that are over, read from the log: the facts for the statistics of fair play.

Games that are still played are never read, not even their finished deals. Moves that a bot made for an absent person
and moves of the clock are nobody's choice. It judges nobody and writes nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from games.engine.choices import DealChoices, OfferedCard, TurnEnd, game_choices
from games.engine.errors import IllegalMove, MoveError, SetupError
from games.engine.replay import RecordedDeal
from games.enums import ActorKind, GameStatus
from games.errors import BrokenRecord
from games.models import Deal, Game, GameSeat, MoveRecord

OWN_CHOICE: Final = (ActorKind.HUMAN, ActorKind.AUTOPILOT, ActorKind.BOT)
STOOD_IN: Final = ActorKind.BOT_FOR_PLAYER
LENGTHS: Final = frozenset({"deals", "rotations", "max_deals", "tie_deals"})
"""Options that say how long is played: nobody plays a deal otherwise for them."""

_Move = tuple[int, int, str, str]
"""Ply, seat, code, who made it."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Whose seat it is: a player's id, or the level of a bot that plays in its own right."""

    player_id: int | None
    bot_level: str


@dataclass(frozen=True, slots=True)
class GameHead:
    """A finished game before its moves are read: who sat there, and how many deals were played."""

    game_id: int
    deals: int
    seats: tuple[SeatFacts, ...]


@dataclass(frozen=True, slots=True)
class StoredChoices:
    """A deal with a score: what `seats` of the game (in its order) chose. `kind` is the game and how many played.

    `stood_in` are seats that a bot played for an absent person in this deal, at least in part.
    """

    game_id: int
    number: int
    kind: str
    seats: tuple[int, ...]
    net: tuple[int, ...]
    stood_in: frozenset[int]
    offers: tuple[OfferedCard, ...]
    ends: tuple[TurnEnd, ...]


def game_heads(games: "QuerySet[Game]", most_deals: int) -> tuple[GameHead, ...]:
    """The newest finished ones of these games, as many as have `most_deals` deals together. Two queries."""
    rows = (
        games.filter(status=GameStatus.FINISHED, deal_number__gt=0)
        .order_by("-pk")
        .values_list("pk", "deal_number")[:most_deals]
    )
    chosen: dict[int, int] = {}
    left = most_deals
    for pk, deals in rows:
        left -= deals
        if left < 0:
            break
        chosen[pk] = deals
    seats: dict[int, list[SeatFacts]] = defaultdict(list)
    found = GameSeat.objects.filter(game__in=list(chosen)).order_by("game", "seat")
    for game, player, level in found.values_list("game", "player", "bot_level"):
        seats[game].append(SeatFacts(player, level))
    return tuple(GameHead(pk, deals, tuple(seats[pk])) for pk, deals in chosen.items())


def stored_choices(heads: Iterable[GameHead]) -> Iterator[StoredChoices]:
    """The choices in all deals of these games. Three queries; every game is replayed through the rules.

    Raises BrokenRecord for a log that is no game.
    """
    ids = [head.game_id for head in heads]
    games = Game.objects.filter(pk__in=ids, status=GameStatus.FINISHED).only(
        "preset", "ruleset_json", "seat_count"
    )
    deals: dict[int, list[tuple[int, bytes]]] = defaultdict(list)
    sealed = Deal.objects.filter(game__in=games.values("pk"), revealed_seed__isnull=False)
    for game_id, deal, seed in sealed.order_by("game", "number").values_list("game", "pk", "revealed_seed"):
        deals[game_id].append((deal, bytes(seed or b"")))
    log: dict[int, list[_Move]] = defaultdict(list)
    rows = MoveRecord.objects.filter(game__in=games.values("pk")).order_by("game", "ply")
    for deal, ply, seat, code, actor in rows.values_list("deal", "ply", "seat", "code", "actor_kind"):
        log[deal].append((ply, seat, code, actor))
    for game in games:
        try:
            yield from _of_game(game, deals[game.pk], log)
        except (IllegalMove, MoveError, SetupError) as error:
            raise BrokenRecord(reason=str(error)) from error


def _of_game(
    game: Game, deals: list[tuple[int, bytes]], log: dict[int, list[_Move]]
) -> Iterator[StoredChoices]:
    recorded = [
        RecordedDeal.of(seed, [code for _, _, code, _ in log[deal]], [seat for _, seat, _, _ in log[deal]])
        for deal, seed in deals
    ]
    for choices in game_choices(game.ruleset, game.seat_count, recorded):
        yield _stored(game, choices, log[deals[choices.deal_number - 1][0]])


def _stored(game: Game, choices: DealChoices, moves: list[_Move]) -> StoredChoices:
    own = {ply for ply, _, _, actor in moves if actor in OWN_CHOICE}
    stood_in = frozenset(seat for _, seat, _, actor in moves if actor == STOOD_IN)
    seats = choices.result.seats
    return StoredChoices(
        game_id=game.pk,
        number=choices.deal_number,
        kind=_kind(game, len(seats)),
        seats=seats,
        net=tuple(choices.result.net[seat] for seat in seats),
        stood_in=stood_in,
        offers=tuple(offer for offer in choices.offers if offer.ply in own and offer.giver not in stood_in),
        ends=tuple(end for end in choices.ends if end.ply in own),
    )


def _kind(game: Game, players: int) -> str:
    options = game.ruleset_json.get("options", {}).items()
    changed = sorted(f"{name}={value}" for name, value in options if name not in LENGTHS)
    return " ".join([game.preset, *changed, f"/{players}"])
