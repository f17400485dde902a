"""A player's page for one reader: evenings, results by game, and the rating over time, from events that the reader
may see. Numbers come from confirmed results and final standings; the number of queries is constant.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Avg, Count, Exists, OuterRef, Q, QuerySet, Sum

from accounts.models import Club, Player
from accounts.permissions import can_organise, can_view_player, is_self
from accounts.queries import player_choices
from games.queries.words import game_name
from tournaments.enums import EntrantKind, ResultStatus, RoundKind, RoundStatus, TableStatus, TournamentStatus
from tournaments.models import PlayerMerge, RatingChange, SeatScore, Tournament
from tournaments.queries.clubs import final_standings
from tournaments.queries.criteria import place_text
from tournaments.queries.player_style import PlayerStyle, player_style
from tournaments.queries.ratings import IN_ORDER, RatingLine, family_name, rating_line

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

SHOWN = 30
WIDTH, HEIGHT, MARGIN = 320, 96, 8


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An event that the player finished with a place, or without one ("–")."""

    public_id: str
    name: str
    starts_on: date
    place_text: str
    place: int | None
    points_text: str


@dataclass(frozen=True, slots=True)
class GameResults:
    """What was played of one game, over all tables. Shares are in whole percent."""

    game: str
    tables: int
    won: int
    average_place: float
    deals: int
    deals_won: int
    deal_share: int | None
    undercuts: int


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """A rating over time as a drawing of WIDTH x HEIGHT: `points` for a polyline, oldest first, "" for less than
    two; `low` and `high` are its least and greatest number.
    """

    family: str
    now: RatingLine
    points: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class MergeLine:
    """Another name of the player, whose results were added and can be taken back."""

    merge_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """`may_merge` is whether the reader says who else this player is; `merges` and `others` (some names that could be
    chosen) are filled for those only.
    """

    player_id: int
    name: str
    is_private: bool
    is_self: bool
    has_account: bool
    evenings: tuple[EveningLine, ...]
    games: tuple[GameResults, ...]
    curves: tuple[RatingCurve, ...]
    style: PlayerStyle
    may_merge: bool
    merges: tuple[MergeLine, ...]
    others: tuple[str, ...]
    width: int = WIDTH
    height: int = HEIGHT


def find_player(club: Club, user: "User | AnonymousUser", player_id: int) -> Player | None:
    """The club's player, None where there is none whose page the user may see: answered as unknown."""
    found = Player.objects.filter(club=club, pk=player_id, merged_into=None)
    player = found.select_related("club").first()
    return player if player is not None and can_view_player(user, player) else None


def player_page(player: Player, user: "User | AnonymousUser") -> PlayerPage:
    """The page of a player found by `find_player`."""
    seen = Tournament.objects.visible_to(user).filter(
        is_rehearsal=False, entrants__members__player=player, status=TournamentStatus.FINISHED
    )
    # once, and not again inside each of the page's questions
    events = Tournament.objects.filter(pk__in=list(seen.values_list("pk", flat=True).distinct()))
    directs = player.club is not None and can_organise(user, player.club)
    return PlayerPage(
        player_id=player.pk,
        name=player.name,
        is_private=player.is_private,
        is_self=is_self(user, player),
        has_account=player.user_id is not None,
        evenings=_evenings(player, events),
        games=_games(player, events),
        curves=_curves(player, events),
        style=player_style(player, events, user),
        may_merge=directs,
        merges=_merges(player) if directs else (),
        others=_others(player) if directs else (),
    )


def _merges(player: Player) -> tuple[MergeLine, ...]:
    rows = PlayerMerge.objects.filter(kept=player, undone_at=None).select_related("merged")
    return tuple(MergeLine(row.pk, row.merged.name) for row in rows)


def _others(player: Player) -> tuple[str, ...]:
    assert player.club is not None
    return tuple(line.name for line in player_choices(player.club, ()) if line.player_id != player.pk)


def _evenings(player: Player, events: "QuerySet[Tournament]") -> tuple[EveningLine, ...]:
    rows = (
        final_standings(events)
        .filter(entrant__members__player=player)
        .select_related("round__tournament")
        .order_by("-round__tournament__starts_on", "-round__tournament__starts_time", "-round__tournament_id")
    )
    return tuple(
        EveningLine(
            row.round.tournament.public_id,
            row.round.tournament.name,
            row.round.tournament.starts_on,
            place_text(row.place),
            row.place,
            str(row.row_json["points"]).replace("-", "−"),
        )
        for row in rows[:SHOWN]
    )


def _games(player: Player, events: "QuerySet[Tournament]") -> tuple[GameResults, ...]:
    # totals that were entered without their deals say nothing of who won how many
    by_deal = Exists(SeatScore.objects.filter(result=OuterRef("result"), deals_won__gt=0))
    rows = (
        SeatScore.objects.filter(
            result__table__round__tournament__in=events.values("pk"),
            result__status=ResultStatus.CONFIRMED,
            entrant__kind=EntrantKind.PERSON,
            entrant__members__player=player,
        )
        .exclude(result__table__round__kind=RoundKind.EXTRA)
        .exclude(result__table__round__status=RoundStatus.CANCELLED)
        .exclude(result__table__status=TableStatus.CANCELLED)
        .order_by()
        .values("result__table__round__tournament__preset")
        .annotate(
            tables=Count("pk"),
            first=Count("pk", filter=Q(place=1)),
            average=Avg("place"),
            deals=Sum("deals_played", filter=by_deal),
            deals_taken=Sum("deals_won"),
            cut=Sum("undercuts"),
        )
        .order_by("-tables")
    )
    return tuple(
        GameResults(
            game=game_name(row["result__table__round__tournament__preset"]),
            tables=row["tables"],
            won=row["first"],
            average_place=row["average"],
            deals=row["deals"] or 0,
            deals_won=row["deals_taken"],
            deal_share=round(100 * row["deals_taken"] / row["deals"]) if row["deals"] else None,
            undercuts=row["cut"],
        )
        for row in rows
    )


def _curves(player: Player, events: "QuerySet[Tournament]") -> tuple[RatingCurve, ...]:
    order = [f"rated__{name}" for name in IN_ORDER]
    changes = RatingChange.objects.filter(player=player, rated__tournament__in=events.values("pk"))
    by_family: dict[str, list[RatingChange]] = {}
    for change in changes.order_by("family", *order):
        by_family.setdefault(change.family, []).append(change)
    return tuple(
        _curve(family_name(family), rating_line(found[-1].rating, player.pk, player.name), found)
        for family, found in by_family.items()
    )


def _curve(family: str, now: RatingLine, changes: Sequence[RatingChange]) -> RatingCurve:
    shown = [change.rating.shown for change in changes if change.rating.is_shown]
    low, high = min(shown, default=0), max(shown, default=0)
    return RatingCurve(family, now, _points(shown, low, high) if len(shown) > 1 else "", low, high)


def _points(values: Sequence[int], low: int, high: int) -> str:
    across = (WIDTH - 2 * MARGIN) / (len(values) - 1)
    up = (HEIGHT - 2 * MARGIN) / ((high - low) or 1)
    return " ".join(
        f"{MARGIN + at * across:.1f},{HEIGHT - MARGIN - (value - low) * up:.1f}"
        for at, value in enumerate(values)
    )
