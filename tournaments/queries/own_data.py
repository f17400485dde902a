"""Everything the site knows of a person, for a file of their own. Plain values, nobody else's data but the names of
those they played with as everybody at the table saw them.
"""

from typing import Any

from accounts.models import JoinRequest, Membership, Notice, Player, User
from accounts.queries.notices import own_choices
from games.models import GameSeat, MoveRecord
from tournaments.models import AuditRow, EntrantMember, RatingChange, SeasonMember, SeatScore, TournamentRole

MOST_ACTS = 10_000


def own_data(user: User) -> dict[str, Any]:
    """The person's data by kind. A constant number of queries."""
    return {
        "account": {
            "email": user.email,
            "name": user.display_name,
            "language": user.language,
            "joined": user.date_joined.isoformat(),
            "last_sign_in": user.last_login.isoformat() if user.last_login else None,
        },
        "clubs": _clubs(user),
        "players": [
            {
                "club": player.club.name if player.club else None,
                "name": player.name,
                "hidden": player.is_private,
            }
            for player in Player.objects.filter(user=user).select_related("club").order_by("pk")
        ],
        "roles_in_events": [
            {"event": row.tournament.name, "role": row.role}
            for row in TournamentRole.objects.filter(user=user).select_related("tournament").order_by("pk")
        ],
        "divisions": [
            {"season": str(row.season), "came": row.came}
            for row in SeasonMember.objects.filter(player__user=user)
            .select_related("season__league")
            .order_by("pk")
        ],
        "entries": _entries(user),
        "results": _results(user),
        "games": _games(user),
        "ratings": _ratings(user),
        "news": _news(user),
        "acts_as_director": list(
            AuditRow.objects.filter(actor=user)
            .order_by("pk")
            .values("tournament__name", "number", "action", "payload_json")[:MOST_ACTS]
        ),
    }


def _clubs(user: User) -> list[dict[str, Any]]:
    """Memberships, and where the person asked for one (role "")."""
    members = Membership.objects.filter(user=user).select_related("club").order_by("pk")
    asked = JoinRequest.objects.filter(user=user).select_related("club").order_by("pk")
    return [
        *({"club": row.club.name, "role": row.role, "since": row.created_at.isoformat()} for row in members),
        *({"club": row.club.name, "role": "", "since": row.created_at.isoformat()} for row in asked),
    ]


def _ratings(user: User) -> list[dict[str, Any]]:
    rows = RatingChange.objects.filter(player__user=user).select_related("rated__tournament").order_by("pk")
    return [
        {
            "games": row.family,
            "mu": row.mu,
            "sigma": row.sigma,
            "tables": row.games,
            "event": row.rated.tournament.name,
        }
        for row in rows
    ]


def _news(user: User) -> dict[str, Any]:
    messages = Notice.objects.filter(user=user).order_by("pk")
    return {
        "choices": [
            {"kind": choice.kind.value, "by_mail": choice.by_mail, "by_calendar": choice.by_calendar}
            for choice in own_choices(user)
        ],
        "messages": list(messages.values("kind", "subject", "body", "status")),
    }


def _entries(user: User) -> list[dict[str, Any]]:
    rows = EntrantMember.objects.filter(player__user=user).select_related("entrant", "tournament")
    return [
        {
            "event": row.tournament.name,
            "event_id": row.tournament.public_id,
            "date": row.tournament.starts_on.isoformat(),
            "entered_as": row.entrant.name,
            "status": row.entrant.status,
            "entered": row.entrant.created_at.isoformat(),
            "note": row.entrant.note,
        }
        for row in rows.order_by("pk")
    ]


def _results(user: User) -> list[dict[str, Any]]:
    rows = SeatScore.objects.filter(entrant__members__player__user=user).order_by("pk")
    found = rows.values(
        "result__table__round__tournament__public_id",
        "result__table__round__number",
        "result__table__number",
        "result__version",
        "seat",
        "net",
        "place",
        "deals_played",
        "deals_won",
        "undercuts",
    )
    return [dict(row) for row in found]


def _games(user: User) -> list[dict[str, Any]]:
    """Each game the person sat in, with the moves made at that seat."""
    seats = list(GameSeat.objects.filter(player__user=user).select_related("game").order_by("pk"))
    seat_of = {seat.game_id: seat.seat for seat in seats}
    moves: dict[int, list[list[object]]] = {seat.game_id: [] for seat in seats}
    records = MoveRecord.objects.filter(deal__game__in=seat_of).order_by("deal__game", "ply")
    for game, ply, seat, code in records.values_list("deal__game", "ply", "seat", "code"):
        if seat == seat_of[game]:
            moves[game].append([ply, code])
    return [
        {
            "game_id": seat.game.public_id,
            "rules": seat.game.preset,
            "seat": seat.seat,
            "name": seat.name,
            "started": seat.game.started_at.isoformat() if seat.game.started_at else None,
            "moves": moves[seat.game_id],
        }
        for seat in seats
    ]
