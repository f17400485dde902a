"""What entrants are told of an event, put into words and into the outbox, in the transaction of what happened.

Only people with an account are told; bots and people on autopilot never are, nor anybody of a draft or a rehearsal.
Keys name what happened (`round:<id of the round>`), so that a second call tells nobody twice. Nothing is sent here.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from accounts.enums import NoticeKind
from accounts.models import Notice, User
from accounts.services.notices import News, Words, tell
from games.enums import GameStatus, Occupant
from games.models import GameSeat
from games.services.clock import database_now
from tournaments.enums import EntrantStatus, TournamentStatus
from tournaments.models import (
    Bye,
    Entrant,
    EntrantMember,
    Round,
    Table,
    TableGame,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.round_words import round_title
from tournaments.queries.seasons import SeasonPage, SeasonTableLine, season_page

TURN_WAITS: Final = timedelta(minutes=1)
TURN_REMINDS: Final = timedelta(hours=1)
MOST_TURNS: Final = 500


def tell_entries(tournament: Tournament, kind: NoticeKind, entrants: Iterable[int] | None = None) -> None:
    """Entries are confirmed, or moved up from the waiting list (`kind`); all entries of the event without ids."""
    if _is_silent(tournament):
        return
    members = EntrantMember.objects.filter(
        tournament=tournament, entrant__autopilot=False, player__user__isnull=False
    ).exclude(entrant__status__in=[EntrantStatus.WITHDRAWN, EntrantStatus.DISQUALIFIED])
    if entrants is not None:
        members = members.filter(entrant__in=list(entrants))
    path = reverse("tournaments:overview", kwargs={"public_id": tournament.public_id})
    news = [
        News(
            _user(member.player.user),
            f"{kind}:{member.entrant_id}:{member.entrant.joined_round}",
            path,
            partial(_entry_words, tournament, member.entrant, kind),
        )
        for member in members.select_related("player__user", "entrant")
    ]
    tell(kind, news, club=tournament.club, event=tournament.public_id)


def _is_silent(tournament: Tournament) -> bool:
    return tournament.is_rehearsal or tournament.status == TournamentStatus.DRAFT


def _user(user: User | None) -> User:
    assert user is not None  # the queries ask for players with an account
    return user


def _entry_words(tournament: Tournament, entrant: Entrant, kind: NoticeKind) -> Words:
    words = {"event": tournament.name, "name": entrant.name, "when": _when(tournament)}
    if kind == NoticeKind.PROMOTED:
        return Words(
            _("%(event)s: you have a place now") % words,
            _("%(name)s has moved up from the waiting list and is in. It begins %(when)s.") % words,
        )
    if entrant.status == EntrantStatus.WAITING:
        return Words(
            _("%(event)s: you are on the waiting list") % words,
            _("All places are taken. You are told when %(name)s moves up. It begins %(when)s.") % words,
        )
    return Words(
        _("%(event)s: your entry is confirmed") % words,
        _("%(name)s is in. It begins %(when)s.") % words,
    )


def _when(tournament: Tournament) -> str:
    """ "14 March 2026, 19:30 (Europe/Lisbon)": by the venue's clock, whatever the reader's is."""
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": formats.date_format(tournament.starts_at, "DATE_FORMAT"),
        "time": formats.time_format(tournament.starts_at, "TIME_FORMAT"),
        "zone": tournament.time_zone,
    }


def tell_round(tournament: Tournament, round_: Round) -> None:
    """A round is published: everybody's own table, chair and company, or that they sit out."""
    if _is_silent(tournament):
        return
    seats = TableSeat.objects.filter(round=round_).select_related("table", "player__user", "entrant")
    company: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in seats.order_by("table__number", "seat"):
        company[seat.table_id].append(seat)
    path = reverse("tournaments:round", kwargs={"public_id": tournament.public_id, "number": round_.number})
    news = [
        News(
            _user(seat.player.user),
            f"round:{round_.pk}",
            path,
            partial(_seat_words, tournament, round_, seat, found),
        )
        for found in company.values()
        for seat in found
        if seat.player is not None
        and seat.player.user is not None
        and not (seat.entrant and seat.entrant.autopilot)
    ]
    resting = EntrantMember.objects.filter(
        entrant__in=Bye.objects.filter(round=round_).values("entrant"),
        entrant__autopilot=False,
        player__user__isnull=False,
    )
    news += [
        News(_user(member.player.user), f"round:{round_.pk}", path, partial(_rest_words, tournament, round_))
        for member in resting.select_related("player__user")
    ]
    tell(NoticeKind.ROUND, news, club=tournament.club, event=tournament.public_id)


def _seat_words(tournament: Tournament, round_: Round, seat: TableSeat, table: list[TableSeat]) -> Words:
    words = {
        "event": tournament.name,
        "round": round_title(round_),
        "table": seat.table.number,
        "seat": seat.seat + 1,
        "names": ", ".join(other.name for other in table if other.pk != seat.pk),
    }
    return Words(
        _("%(event)s, %(round)s: table %(table)d") % words,
        _("Your place is table %(table)d, seat %(seat)d, together with %(names)s.") % words,
    )


def _rest_words(tournament: Tournament, round_: Round) -> Words:
    words = {"event": tournament.name, "round": round_title(round_)}
    return Words(
        _("%(event)s, %(round)s: you sit out") % words,
        _("There is no table for you in this round; what it brings stands in the standings."),
    )


def tell_result(tournament: Tournament, table: Table, result: TableResult) -> None:
    """A result was reported: the others at the table may confirm it."""
    if _is_silent(tournament):
        return
    seats = table.seats.filter(player__user__isnull=False).select_related("player__user", "entrant")
    others = [
        seat
        for seat in seats
        if seat.player is not None
        and seat.player.user_id != result.entered_by_id
        and seat.seat != result.entered_seat
        and not (seat.entrant and seat.entrant.autopilot)
    ]
    path = reverse("tournaments:overview", kwargs={"public_id": tournament.public_id})
    words = partial(_result_words, tournament, table)
    tell(
        NoticeKind.RESULT,
        [News(_user(seat.player.user), f"result:{result.pk}", path, words) for seat in others if seat.player],
        club=tournament.club,
        event=tournament.public_id,
    )


def _result_words(tournament: Tournament, table: Table) -> Words:
    words = {"event": tournament.name, "round": round_title(table.round), "table": table.number}
    return Words(
        _("%(event)s: confirm the result of table %(table)d") % words,
        _("The result of table %(table)d in %(round)s is reported. It counts once a second person agrees.")
        % words,
    )


@transaction.atomic
def tell_turns() -> int:
    """Whose turn has waited a minute is told so, at most once an hour for a game; how many turns were looked at."""
    now = database_now()
    seats = (
        GameSeat.objects.filter(
            game__status=GameStatus.PLAYING,
            game__paused_at=None,
            game__turn_started_at__lte=now - TURN_WAITS,
            game__turn_seat=F("seat"),
            occupant=Occupant.PLAYER,
            player__user__isnull=False,
        )
        .exclude(
            Exists(
                Notice.objects.filter(
                    kind=NoticeKind.TURN,
                    event=OuterRef("game__public_id"),
                    user=OuterRef("player__user"),
                    created_at__gt=now - TURN_REMINDS,
                )
            )
        )
        .select_related("game", "player__user")
        .order_by("game__turn_started_at")
    )
    found = list(seats[:MOST_TURNS])
    events = _events_of([seat.game_id for seat in found])
    for seat in found:
        assert seat.player is not None
        event = events.get(seat.game_id)
        path = reverse("games:table", kwargs={"public_id": seat.game.public_id})
        words = partial(_turn_words, event.name if event else "")
        item = News(_user(seat.player.user), f"turn:{seat.game_id}:{seat.game.ply}", path, words)
        tell(NoticeKind.TURN, [item], club=event.club if event else None, event=seat.game.public_id)
    return len(found)


def _events_of(games: list[int]) -> dict[int, Tournament]:
    rows = TableGame.objects.filter(game__in=games).select_related("table__round__tournament__club")
    return {row.game_id: row.table.round.tournament for row in rows}


def _turn_words(event: str) -> Words:
    subject = _("%(event)s: it is your turn") % {"event": event} if event else _("It is your turn")
    return Words(subject, _("The others at your table wait for your move."))


@transaction.atomic
def tell_season(*, tournament_id: int) -> bool:
    """After a finished evening: everybody's place in the season's table; whether the evening counts in one."""
    tournament = Tournament.objects.select_related("club", "season__league__club").get(pk=tournament_id)
    season = tournament.season
    if season is None or _is_silent(tournament):
        return False
    page = season_page(season)
    path = reverse("clubs:season", kwargs={"slug": season.league.club.slug, "season": season.pk})
    members = EntrantMember.objects.filter(
        tournament=tournament, entrant__autopilot=False, player__user__isnull=False
    )
    by_player = {line.player_id: line for line in page.lines}
    one_of_user = {line.user_id: line for line in page.lines if line.user_id is not None}
    news = []
    for member in members.select_related("player__user"):
        line = by_player.get(member.player_id) or one_of_user.get(_user(member.player.user).pk)
        if line is not None:
            words = partial(_season_words, tournament, page, line)
            news.append(News(_user(member.player.user), f"season:{season.pk}:{tournament.pk}", path, words))
    tell(NoticeKind.SEASON, news, club=season.league.club, event=tournament.public_id)
    return True


def _season_words(tournament: Tournament, page: SeasonPage, line: SeasonTableLine) -> Words:
    words = {
        "season": f"{page.league}, {page.name}",
        "event": tournament.name,
        "place": line.place_text,
        "points": line.points_text,
    }
    if line.place is None:
        body = (
            _("After %(event)s you have %(points)s points, and no place yet: that needs more evenings.")
            % words
        )
    else:
        body = _("After %(event)s your place is %(place)s, with %(points)s points.") % words
    return Words(_("%(season)s: the table after %(event)s") % words, body)
