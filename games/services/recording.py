"""The one path on which a move enters the log, whoever made it: player, bot, clock or director.

`record` applies a move and notes it, `go_on` lets happen what follows by itself (the cut of a bot, the next
deal, the end), `save` writes it all and announces it after commit. Callers hold the game's lock
(`opened.open_game`).
"""

from functools import partial
from typing import Final

from django.db import transaction

from accounts.kept_query import in_one_go
from accounts.kept_write import KeptInsert, KeptUpdate
from games.engine.cards import format_cards
from games.engine.moves import DECLINE, Cut, Move
from games.engine.phases import Phase
from games.engine.shuffling import commitment, shuffled_deck
from games.enums import ActorKind, DueKind, Occupant
from games.models import Deal, Game, GameSeat, HiddenDeal, MoveRecord, SeatOccupancy
from games.queries import states
from games.queries.sources import sealed_seed
from games.seeds import deal_seed
from games.services.announcing import announce
from games.services.live import poke
from games.services.opened import OpenGame
from games.services.schedule import charge_reserve, is_due_now, schedule
from games.services.settling import finish, settle_deal

# What play changes of a game's row; who it is and what is played never changes.
CHANGING: Final = (
    "status", "ply", "version", "deal_number", "turn_seat", "turn_started_at", "due_at", "due_kind",
    "claim_until", "paused_at", "closes_at", "closed_ply", "no_show_at", "result_json", "started_at",
    "ended_at",
)  # fmt: skip
_GAME: Final = KeptUpdate(Game, CHANGING)
_LOG: Final = KeptInsert(
    MoveRecord, ("game", "deal", "ply", "seat", "code", "actor_kind", "actor", "key", "due_at")
)
ACTOR_OF: Final = {
    Occupant.PLAYER: ActorKind.HUMAN,
    Occupant.BOT: ActorKind.BOT,
    Occupant.STAND_IN: ActorKind.BOT_FOR_PLAYER,
    Occupant.AUTOPILOT: ActorKind.AUTOPILOT,
}


def record(
    opened: OpenGame,
    seat: GameSeat,
    move: Move,
    kind: ActorKind,
    *,
    actor_id: int | None = None,
    key: str | None = None,
) -> MoveRecord:
    """Apply a move of the seat and append it to the log. Raises IllegalMove with nothing changed."""
    game, before = opened.game, opened.state
    after = before.apply(move, seat.seat)
    game.ply += 1
    entry = MoveRecord(
        game=game,
        deal_id=opened.dealt_id,
        ply=game.ply,
        seat=seat.seat,
        code=move.code,
        actor_kind=kind,
        actor_id=actor_id,
        key=key,
        due_at=game.due_at if kind == ActorKind.TIMEOUT else None,
    )
    opened.moves.append(entry)
    opened.state = after
    if before.phase == Phase.CUT:
        Deal.objects.filter(pk=opened.dealt_id).update(cut=move.count if isinstance(move, Cut) else 0)
    if (after.turn, after.phase) != (before.turn, before.phase):
        if seat.seat == before.turn:
            _end_turn(opened, seat, before.phase, kind)
        game.turn_started_at = opened.now
    if before.phase == Phase.PLAY and after.phase != Phase.PLAY:
        settle_deal(opened)
    return entry


def _end_turn(opened: OpenGame, seat: GameSeat, phase: Phase, kind: ActorKind) -> None:
    """The turn passes on: the seat's clock stops."""
    if phase == Phase.PLAY and seat.occupant == Occupant.PLAYER:
        charge_reserve(opened, seat)
        running = {ActorKind.TIMEOUT: seat.timeouts_running + 1, ActorKind.HUMAN: 0}.get(
            kind, seat.timeouts_running
        )
        if running != seat.timeouts_running:
            seat.timeouts_running = running
            opened.changed_seats.add(seat.seat)
        if running >= opened.options.timeouts_before_bot:
            change_occupant(opened, seat, Occupant.STAND_IN, opened.options.bot_level)


def change_occupant(opened: OpenGame, seat: GameSeat, occupant: Occupant, bot_level: str = "") -> None:
    """From the next move on the seat is played by `occupant`; the history keeps it."""
    seat.occupant, seat.bot_level = occupant, bot_level
    seat.timeouts_running = 0
    opened.changed_seats.add(seat.seat)
    SeatOccupancy.objects.create(
        game_seat=seat, from_ply=opened.game.ply + 1, occupant=occupant, bot_level=bot_level
    )


def deal_next(opened: OpenGame) -> None:
    """Shuffle the next deal: seed and commitment are stored before anything is shown (docs/fair-deal.md)."""
    game = opened.game
    number = game.deal_number + 1
    seed = (
        sealed_seed(game.source_id, opened.label, number)
        if game.source_id
        else deal_seed(opened.label, number)
    )
    state = opened.state.start_deal(seed)
    deal = Deal.objects.create(
        game=game,
        number=number,
        kind=state.deal_kind,
        dealer=state.dealer,
        first_ply=game.ply + 1,
        commitment=commitment(game.public_id, number, seed),
    )
    deck = shuffled_deck(seed, jokers=state.ruleset.jokers)
    HiddenDeal.objects.create(deal=deal, seed=seed, deck=format_cards(deck))
    game.deal_number, game.turn_started_at = number, opened.now
    opened.state, opened.deal_id = state, deal.pk


def go_on(opened: OpenGame) -> None:
    """Let happen what waits for nobody, until a seat is to play, a pause is due or the game is over."""
    while not opened.finished:
        phase, seat = opened.state.phase, opened.turn_seat
        if phase == Phase.OVER:
            finish(opened)
        elif phase in (Phase.NEEDS_DEAL, Phase.RE_ENTRY) and opened.clock_has_ended:
            opened.state = opened.state.finish_now()
            opened.game.closed_ply = opened.game.ply
        elif phase == Phase.NEEDS_DEAL:
            if _must_pause(opened):
                return
            deal_next(opened)
        elif seat is not None and _never_came(opened, seat):
            change_occupant(opened, seat, Occupant.STAND_IN, opened.options.bot_level)
            opened.game.turn_started_at = opened.now
        elif phase in (Phase.CUT, Phase.RE_ENTRY) and seat is not None and seat.is_bot_played:
            move = Cut(0) if phase == Phase.CUT else DECLINE
            record(opened, seat, move, ACTOR_OF[Occupant(seat.occupant)])
        else:
            return


def _must_pause(opened: OpenGame) -> bool:
    """Between two deals people look at the result, unless all of them are ready; nobody waits for nobody."""
    if opened.game.deal_number == 0 or opened.options.deal_pause_seconds == 0:
        return False
    people = opened.people
    if not people:
        return opened.is_watched
    return any(seat.wants_next < opened.game.deal_number for seat in people)


def _never_came(opened: OpenGame, seat: GameSeat) -> bool:
    """Whether the grace for players who haven't appeared is over for this one."""
    no_show_at = opened.game.no_show_at
    return (
        seat.occupant == Occupant.PLAYER
        and seat.appeared_at is None
        and no_show_at is not None
        and no_show_at <= opened.now
    )


def save(opened: OpenGame, *, reschedule: bool = True) -> None:
    """Write what gathered, set what is due next, and announce it once it is certain.

    `reschedule=False` leaves the deadlines as they are: for changes that don't concern the seat to act.
    """
    game = opened.game
    keep_pause = opened.is_between_deals and game.due_kind == DueKind.NEXT_DEAL and not opened.moves
    if reschedule and not keep_pause:
        schedule(opened)
    for number in sorted(opened.changed_seats):
        opened.seats[number].save()
    game.version += 1
    with in_one_go():
        for entry in opened.moves:
            _LOG.write(entry)
        _GAME.write(game)
        poke(game.topic, game.version)
    loaded = states.LoadedState(
        opened.state, game.ply, game.deal_number, opened.deal_id, game.closed_ply is not None
    )
    states.remember_after_commit(game, loaded)
    due_now = reschedule and is_due_now(opened)
    transaction.on_commit(partial(announce, game.pk, game.ply, due_now, opened.finished), robust=True)
