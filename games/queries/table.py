"""The card table's page for one viewer: facts of the game's rows and one `Observation` become a `TableView`.

One query (the seats) beside the replay, which the process usually knows already. Nothing here decides what
may be played or seen.
"""

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from accounts.models import Player, User
from games.engine.formats import GameDealKind, PlayedDeal, Scoresheet
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from games.engine.results import DealResult
from games.enums import DueKind, GameStatus, Occupant, Phrase
from games.models import Game, GameSeat
from games.permissions import held_by
from games.queries.seats import seats_of
from games.queries.states import load_state
from games.queries.table_end import both_boards, end_boards
from games.queries.table_hand import hand_view, piles, table_melds
from games.queries.table_sheet import sheet_view
from games.queries.table_view import (
    DealEnd,
    EventFacts,
    GameEnd,
    LogLine,
    PlaceRow,
    Plate,
    TableView,
    TurnClock,
)
from games.queries.table_words import (
    Headline,
    Names,
    choices,
    deal_facts,
    headline,
    log_lines,
    what_happened,
    why_not_mine,
)
from games.queries.talk import Around, around
from games.queries.words import game_name

_PLACES: Final[dict[int, tuple[str, ...]]] = {
    0: (),
    1: ("n",),
    2: ("w", "e"),
    3: ("w", "n", "e"),
    4: ("w", "nw", "ne", "e"),
}
_LONGEST_COUNTDOWN: Final = 120.0
NO_EVENT: Final = EventFacts()


@dataclass(frozen=True, slots=True)
class Scene:
    """What the parts of the page are made of: rows, one observation, and the deals before, which are public.

    `clubs` are the names of the seats' clubs, "" for none.
    """

    game: Game
    seats: tuple[GameSeat, ...]
    seen: Observation
    played: tuple[PlayedDeal, ...]
    sheet: Scoresheet
    names: Names
    now: datetime
    around: Around = field(default_factory=lambda: Around({}, frozenset()))
    clubs: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in turn order, the viewer's (or the first) in front."""
        count = len(self.seats)
        first = self.names.me or 0
        return tuple((first + step) % count for step in range(count))

    @property
    def is_between_deals(self) -> bool:
        return self.seen.phase in (Phase.NEEDS_DEAL, Phase.RE_ENTRY, Phase.OVER)


def seat_of(game: Game, user: User | AnonymousUser | Player) -> int | None:
    """The seat that this user or guest has in the game; None for an onlooker."""
    return game.seats.filter(held_by(user)).values_list("seat", flat=True).first()


def table_view(*, game: Game, user: User | AnonymousUser | Player, event: EventFacts = NO_EVENT) -> TableView:
    """The table as `user` (a Player: a guest) may see it now, by the database's clock. Whether they may see
    the game at all is the caller's question (`Game.objects.visible_to`). `event` says where the table belongs.
    """
    return view_of(_scene(game, user), event)


def view_of(scene: Scene, event: EventFacts = NO_EVENT) -> TableView:
    """The page of a scene; what `table_view` gives once everything is read."""
    game, seen, names = scene.game, scene.seen, scene.names
    me = names.me
    stopped = _stopped(game)
    waiting = stopped or why_not_mine(seen, names)
    words = Headline(stopped, stopped) if stopped else headline(seen, names)
    totals = scene.sheet.totals or (0,) * len(scene.seats)
    first = LogLine("", "upcard", thrown=seen.upcard) if seen.upcard is not None else None
    over = scene.is_between_deals
    return TableView(
        public_id=game.public_id,
        topic=game.topic,
        version=game.version,
        ply=game.ply,
        seat=me,
        title=event.title or game.label or game_name(game.preset),
        game_name=game_name(game.preset),
        deal_number=max(seen.deal_number, 1),
        deals_planned=_planned(scene),
        event=event,
        plates=_plates(scene, totals),
        my_total=None if me is None else totals[me],
        i_deal=me is not None and me == seen.dealer and not over,
        headline=words.full,
        headline_short=words.short,
        allowed=words.allowed,
        detail=what_happened(seen, names),
        piles=None if over else piles(seen, waiting),
        hand=None if over else hand_view(seen, waiting),
        choices=() if stopped else choices(seen),
        clock=_clock(scene),
        sheet=sheet_view(
            seen.ruleset, scene.played, scene.sheet, scene.order, names, seen.reshuffles, deal_facts(seen)
        ),
        log=log_lines(seen.log, names, first, _results(scene)),
        key=secrets.token_urlsafe(18),
        phase=str(seen.phase),
        is_my_turn=seen.is_my_turn and not stopped,
        is_away=me is not None and scene.seats[me].occupant == Occupant.STAND_IN,
        is_paused=game.paused_at is not None,
        deal_end=_deal_end(scene) if over else None,
        game_end=_game_end(scene),
        phrases=_phrases(scene),
        melds=() if over else table_melds(seen),
        has_knock=not seen.ruleset.traits.melds_on_table,
        away=scene.around.away_text,
        my_speech="" if me is None else scene.around.talk.get(me, ""),
    )


def _scene(game: Game, user: User | AnonymousUser | Player) -> Scene:
    seats = seats_of(game, user)
    state = load_state(game)
    names = Names.of(seats.names, seats.me)
    seen, others = observe(state, seats.me), around(game.pk, len(seats.rows))
    return Scene(game, seats.rows, seen, state.played, state.sheet, names, seats.now, others, seats.clubs)


def _stopped(game: Game) -> str:
    """Why nothing can be played at this table now, whoever looks; empty while it is being played."""
    if game.status == GameStatus.WAITING:
        return _("The game hasn't started yet")
    if game.status == GameStatus.HALTED:
        return _("This game is halted until a director has looked at it")
    if game.status == GameStatus.CANCELLED:
        return _("This game was cancelled")
    if game.paused_at is not None:
        return _("The game is paused")
    return ""


def _plates(scene: Scene, totals: tuple[int, ...]) -> tuple[Plate, ...]:
    me, order = scene.names.me, scene.order
    around = order[1:]
    places = dict(zip(around, _PLACES[len(around)], strict=True))
    if me is None:
        places[order[0]] = "b"
    return tuple(_plate(scene, seat, places[seat], totals[seat]) for seat in order if seat in places)


def _plate(scene: Scene, seat: int, at: str, total: int) -> Plate:
    row, seen = scene.seats[seat], scene.seen
    is_out = seat in scene.sheet.out
    sits_out = not is_out and seat not in seen.deal_seats
    elsewhere = next((view for view in seen.others if view.hand_counts[seat]), None)
    note = ""
    if is_out:
        note = _("out of the pool")
    elif elsewhere is not None:
        note = _("at the other board")
    elif sits_out:
        note = _("sits this deal out")
    elif row.occupant == Occupant.STAND_IN:
        note = _("a bot plays")
    elif row.occupant == Occupant.PLAYER and not scene.game.is_over:
        note = _not_here(scene, row)
    return Plate(
        seat=seat,
        name=scene.names.full[seat],
        short=scene.names.called[seat],
        at=at,
        cards=seen.hand_counts[seat],
        total=total,
        is_turn=seat == (seen if elsewhere is None else elsewhere).turn,
        is_dealer=seat == (seen if elsewhere is None else elsewhere).dealer,
        is_bot=row.occupant in (Occupant.BOT, Occupant.STAND_IN),
        is_gone=is_out or sits_out,
        note=note,
        club=scene.clubs[seat] if scene.clubs else "",
        speech=scene.around.talk.get(seat, ""),
        is_partner=any(scene.names.me in side and seat in side for side in scene.sheet.sides),
    )


def _not_here(scene: Scene, row: GameSeat) -> str:
    """Who hasn't come, and whose page is open no more; empty for who is here."""
    if row.appeared_at is None:
        return _("not here yet")
    return pgettext("a player", "away") if row.seat in scene.around.away else ""


def _phrases(scene: Scene) -> tuple[tuple[str, str], ...]:
    """What the viewer may say; nothing where only bots would hear it."""
    me = scene.names.me
    if me is None or not any(row.player_id is not None for row in scene.seats if row.seat != me):
        return ()
    return _all_phrases(get_language())


@lru_cache(maxsize=16)
def _all_phrases(_language: str | None) -> tuple[tuple[str, str], ...]:
    """Code and words, kept for the process."""
    return tuple((str(code), str(label)) for code, label in Phrase.choices)


def _clock(scene: Scene) -> TurnClock | None:
    """The clock of the seat to move; None where none runs."""
    game, seen, now = scene.game, scene.seen, scene.now
    if seen.turn is None or game.due_at is None or game.paused_at is not None or game.turn_started_at is None:
        return None
    seat, mine = scene.seats[seen.turn], seen.is_my_turn
    if seat.is_bot_played:
        return None
    spent = (now - game.turn_started_at).total_seconds()
    if game.due_kind in (DueKind.CUT, DueKind.RE_ENTRY):
        total = (game.due_at - game.turn_started_at).total_seconds()
        return TurnClock(max(0.0, total - spent), total, 0.0, mine)
    turn = game.options.turn_seconds
    if turn is None:
        return None
    reserve = seat.reserve_ms / 1000
    used = max(0.0, spent - turn)
    if used:
        return TurnClock(0.0, float(turn), max(0.0, reserve - used), mine)
    return TurnClock(turn - spent, float(turn), reserve, mine)


def _planned(scene: Scene) -> int | None:
    """How many deals there will be: those without a score and extra ones come on top. None: the score decides."""
    if scene.sheet.deals_planned is None:
        return None
    counted = [
        deal
        for deal in scene.played
        if deal.plan.kind is not GameDealKind.EXTRA and any(result.is_scored for result in deal.results)
    ]
    return max(scene.sheet.deals_planned + len(scene.played) - len(counted), scene.seen.deal_number)


def _results(scene: Scene) -> list[DealResult]:
    """Of the deal's boards, those that are finished; the viewer's own first."""
    return [each.result for each in (scene.seen, *scene.seen.others) if each.result is not None]


def _deal_end(scene: Scene) -> DealEnd | None:
    seen, names, game = scene.seen, scene.names, scene.game
    if seen.result is None:
        return None
    results = _results(scene)
    waits = game.due_kind == DueKind.NEXT_DEAL and game.due_at is not None and game.paused_at is None
    left = max(0.0, (game.due_at - scene.now).total_seconds()) if waits and game.due_at is not None else None
    me = names.me
    ready = [row.seat for row in scene.seats if row.wants_next == game.deal_number and row.seat != me]
    boards = end_boards(results, names, seen.ruleset)
    is_recorded = bool(scene.played) and scene.played[-1].number == seen.deal_number
    title, text = boards[0].title, boards[0].text
    if len(boards) > 1 and is_recorded:
        title, text = both_boards(scene.played[-1].points, names)
    return DealEnd(
        number=seen.deal_number,
        title=title,
        text=" ".join(filter(None, (text, _who_is_out(scene)))),
        boards=boards,
        next_text=_next_text(scene, ready),
        seconds_left=left if left is not None and left <= _LONGEST_COUNTDOWN else None,
        can_consent=me is not None and waits and scene.seats[me].wants_next != game.deal_number,
        has_record=is_recorded,
    )


def _who_is_out(scene: Scene) -> str:
    """Who has lost their stake in the deal that just ended (docs/rules.md, A "Pool"); empty for nobody."""
    assert scene.seen.result is not None
    lost = [seat for seat in scene.seen.result.seats if seat in scene.sheet.out]
    if lost == [scene.names.me]:
        return _("You are out of the pool.")
    text = ngettext("%(names)s is out of the pool.", "%(names)s are out of the pool.", len(lost))
    return text % {"names": capfirst(scene.names.several(lost))} if lost else ""


def _next_text(scene: Scene, ready: list[int]) -> str:
    """Who deals next, and who is ready for it."""
    seen, names = scene.seen, scene.names
    if any(other.result is None for other in seen.others):
        return _("The other two are still playing their deal.")
    if seen.phase is Phase.RE_ENTRY:
        return headline(seen, names).full
    if seen.phase is not Phase.NEEDS_DEAL:
        return ""
    dealer = seen.dealer
    text = _("Next: you deal.") if dealer == names.me else _("Next: %(name)s deals.")
    text %= {"name": names.called[dealer]}
    if seen.deal_kind is GameDealKind.EXTRA:
        text = _("The lead is shared: an extra deal decides.") + " " + text
    if ready:
        text += " " + ngettext("%(names)s is ready.", "%(names)s are ready.", len(ready)) % {
            "names": names.several(ready)
        }
    return text


def _game_end(scene: Scene) -> GameEnd | None:
    result, names = scene.seen.game_result, scene.names
    if result is None:
        return None
    order = sorted(range(len(scene.seats)), key=lambda seat: (result.places[seat], seat))
    rows = tuple(
        PlaceRow(
            place=result.places[seat],
            name=_("You") if seat == names.me else names.full[seat],
            note=_deals_won(result.seats[seat].deals_won),
            total=result.totals[seat],
            is_me=seat == names.me,
            is_winner=seat in result.winners,
        )
        for seat in order
    )
    winners = result.winners
    if winners == (names.me,):
        title = _("You win the game")
    elif len(winners) == 1:
        title = _("%(name)s wins the game") % {"name": names.called[winners[0]]}
    elif winners in result.sides:
        title = _team_title(winners, names)
    else:
        title = _("First place is shared by %(names)s") % {"names": names.several(winners)}
    text = ngettext("%(n)d deal was played.", "%(n)d deals were played.", result.deals_played)
    return GameEnd(title, text % {"n": result.deals_played}, rows)


def _team_title(team: tuple[int, ...], names: Names) -> str:
    """Partners win together; the viewer is named first."""
    if names.me not in team:
        return _("%(names)s win the game") % {"names": names.several(team)}
    others = [seat for seat in team if seat != names.me]
    return _("You and %(names)s win the game") % {"names": names.several(others)}


def _deals_won(count: int) -> str:
    return ngettext("%(n)d deal won", "%(n)d deals won", count) % {"n": count}
