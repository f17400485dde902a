"""How a player plays: knocks, undercuts, favourite opponents and best deals, from tables that the reader may see.

Knocks are counted over deals played online, whose ends are stored; the newest MOST_DEALS of them are looked at, so
that a page costs the same however long somebody has played. Who hides is nobody's favourite on another one's page.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.permissions import can_organise
from games.models import Deal, GameSeat
from tournaments.enums import EntrantKind, ResultStatus
from tournaments.models import SeatScore, TableGame, Tournament
from tournaments.queries.criteria import number_text

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

MOST_DEALS: Final = 1000
MOST_TABLES: Final = 400
OPPONENTS: Final = 5
BEST: Final = 5


@dataclass(frozen=True, slots=True)
class KnockFigures:
    """Of `deals` deals played to an end. `success` is the whole percentage of own knocks that won, and
    `average_deadwood` what was left when knocking; both None without a knock.
    """

    deals: int
    knocks: int
    success: int | None
    average_deadwood: float | None
    gins: int
    undercut_by_others: int
    undercuts_made: int


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """Somebody met at `tables` tables, placed before this player `behind` times and after `ahead` times."""

    player_id: int
    name: str
    tables: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class BestDeal:
    """A deal that brought much; its record can be replayed."""

    game: str
    number: int
    points_text: str
    event: str
    played_on: date


@dataclass(frozen=True, slots=True)
class PlayerStyle:
    knocks: KnockFigures
    opponents: tuple[OpponentLine, ...]
    best: tuple[BestDeal, ...]


@dataclass(frozen=True, slots=True)
class _End:
    """The end of one board at the player's own seat."""

    game_id: int
    number: int
    seat: int
    result: dict[str, Any]

    @property
    def net(self) -> int:
        return int(self.result["net"][self.seat])


def player_style(player: Player, events: "QuerySet[Tournament]", user: "User | AnonymousUser") -> PlayerStyle:
    """Everything of it, in a constant number of queries. `events` are those that the reader may see."""
    tables = TableGame.objects.filter(
        game__seats__player=player, table__round__tournament__in=events.values("pk")
    )
    ends = _ends(player, tables.order_by().values("game"))
    return PlayerStyle(_knocks(ends), _opponents(player, events, user), _best(ends))


def _ends(player: Player, games: "QuerySet[TableGame, Any]") -> list[_End]:
    seat_of = dict(GameSeat.objects.filter(player=player, game__in=games).values_list("game", "seat"))
    rows = (
        Deal.objects.filter(game__in=games, ended_at__isnull=False)
        .order_by("-pk")
        .values_list("game", "number", "result_json__results")[:MOST_DEALS]
    )
    return [
        _End(game, number, seat_of[game], result)
        for game, number, results in rows
        for result in results or ()
        if seat_of[game] in result["seats"]
    ]


def _knocks(ends: Iterable[_End]) -> KnockFigures:
    scored = [end for end in ends if end.result["winners"]]
    own = [end for end in scored if end.result["knocker"] == end.seat]
    won = [end for end in own if not end.result["undercut"]]
    left = [int(end.result["deadwoods"][end.seat] or 0) for end in own]
    return KnockFigures(
        deals=len(scored),
        knocks=len(own),
        success=round(100 * len(won) / len(own)) if own else None,
        average_deadwood=sum(left) / len(left) if left else None,
        gins=sum(
            end.result["kind"] in ("gin", "big_gin", "rummy") and end.seat in end.result["winners"]
            for end in scored
        ),
        undercut_by_others=len(own) - len(won),
        undercuts_made=sum(
            bool(end.result["undercut"])
            and end.result["knocker"] != end.seat
            and end.seat in end.result["winners"]
            for end in scored
        ),
    )


def _opponents(
    player: Player, events: "QuerySet[Tournament]", user: "User | AnonymousUser"
) -> tuple[OpponentLine, ...]:
    scores = SeatScore.objects.filter(
        result__status=ResultStatus.CONFIRMED, result__table__round__tournament__in=events.values("pk")
    )
    own = dict(
        scores.filter(entrant__members__player=player, entrant__kind=EntrantKind.PERSON)
        .order_by("-pk")
        .values_list("result", "place")[:MOST_TABLES]
    )
    others = (
        SeatScore.objects.filter(result__in=own, entrant__kind=EntrantKind.PERSON)
        .exclude(entrant__members__player=player)
        .values_list("result", "place", "entrant__members__player")
    )
    met: Counter[int] = Counter()
    ahead: dict[int, int] = defaultdict(int)
    behind: dict[int, int] = defaultdict(int)
    for result, place, other in others:
        if other is not None:
            met[other] += 1
            ahead[other] += own[result] < place
            behind[other] += own[result] > place
    shown = _names(met, player, user)
    ranked = sorted((-count, shown[other], other) for other, count in met.items() if other in shown)
    return tuple(
        OpponentLine(other, name, -count, ahead[other], behind[other])
        for count, name, other in ranked[:OPPONENTS]
    )


def _names(players: Iterable[int], player: Player, user: "User | AnonymousUser") -> dict[int, str]:
    """Those whose pages the reader may see."""
    rows = Player.objects.filter(pk__in=list(players), merged_into=None)
    if player.club is None or not can_organise(user, player.club):
        rows = rows.filter(is_private=False)
    return dict(rows.values_list("pk", "name"))


def _best(ends: Iterable[_End]) -> tuple[BestDeal, ...]:
    chosen = sorted(
        (end for end in ends if end.net > 0), key=lambda end: (-end.net, -end.game_id, end.number)
    )[:BEST]
    rows = TableGame.objects.filter(game__in=[end.game_id for end in chosen]).select_related(
        "game", "table__round__tournament"
    )
    found = {row.game_id: row for row in rows}
    return tuple(
        BestDeal(
            found[end.game_id].game.public_id,
            end.number,
            _("%(points)s points") % {"points": number_text(end.net, signed=True)},
            found[end.game_id].table.round.tournament.name,
            found[end.game_id].table.round.tournament.starts_on,
        )
        for end in chosen
    )
