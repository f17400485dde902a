"""The checks that must hold for every game, on any database (I1 to I5 and I10 to I15 of the invariants).

Each game is replayed from its log and compared with what is stored; nothing is repaired. What breaks a rule
is named: invariant, table, primary key, what is wrong. Cards are never part of a finding.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from games.engine.cards import format_cards
from games.engine.errors import IllegalMove, MoveError, SetupError
from games.engine.game import GameState
from games.engine.game_result import GameResult
from games.engine.moves import Cut, parse_move
from games.engine.shuffling import commitment, shuffled_deck
from games.enums import ActorKind, GameStatus, Occupant
from games.models import Deal, Game, GameSeat, MoveRecord, SeatOccupancy
from games.queries.clock import database_now
from games.queries.hidden import tells_apart
from games.queries.outcomes import deal_json, outcome_of
from games.queries.snapshots import snapshot

# An unfinished game that is later than this was forgotten by sweep and hints.
LATE: Final = timedelta(seconds=60)
_PLAYED_BY: Final = {
    ActorKind.HUMAN: Occupant.PLAYER,
    ActorKind.TIMEOUT: Occupant.PLAYER,
    ActorKind.BOT: Occupant.BOT,
    ActorKind.BOT_FOR_PLAYER: Occupant.STAND_IN,
    ActorKind.AUTOPILOT: Occupant.AUTOPILOT,
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken invariant: its id ("I3"), the database table and primary key of the row at fault, and what
    is wrong.
    """

    invariant: str
    table: str
    pk: int
    detail: str


@dataclass(slots=True)
class _Rows:
    """All rows of one game."""

    game: Game
    seats: list[GameSeat]
    deals: list[Deal]
    moves: list[MoveRecord]
    occupancies: dict[int, list[SeatOccupancy]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> "_Rows":
        rows = cls(
            game,
            list(GameSeat.objects.filter(game=game).select_related("player").order_by("seat")),
            list(Deal.objects.filter(game=game).select_related("hidden").order_by("number")),
            list(MoveRecord.objects.filter(game=game).order_by("ply", "pk")),
        )
        history = SeatOccupancy.objects.filter(game_seat__game=game).order_by("from_ply", "pk")
        for row in history.select_related("game_seat"):
            rows.occupancies.setdefault(row.game_seat.seat, []).append(row)
        return rows


def audit_games(games: Iterable[Game]) -> Iterator[Violation]:
    """Every violation in these games, game by game. Reads only."""
    for game in games:
        yield from audit_game(game)


def audit_game(game: Game) -> Iterator[Violation]:
    """Every violation in one game, which may be played meanwhile: its rows are read as they were at one moment.

    Rows may be so damaged that a check can't be made: that is a violation too, and the other checks go on.
    """
    with snapshot():
        rows = _Rows.of(Game.objects.get(pk=game.pk))
    for invariant, check in _CHECKS:
        try:
            yield from check(rows)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            yield _game(invariant, game, f"can't be checked: {type(error).__name__}")


def _game(invariant: str, game: Game, detail: str) -> Violation:
    return Violation(invariant, Game._meta.db_table, game.pk, detail)


def _deal(invariant: str, deal: Deal, detail: str) -> Violation:
    return Violation(invariant, Deal._meta.db_table, deal.pk, detail)


def _move(invariant: str, move: MoveRecord, detail: str) -> Violation:
    return Violation(invariant, MoveRecord._meta.db_table, move.pk, detail)


def _check_sequence(rows: _Rows) -> Iterator[Violation]:
    """I2: plies are 1 to n, deals follow one another; I10: the row of the game knows all of them."""
    game = rows.game
    for expected, move in enumerate(rows.moves, start=1):
        if move.ply != expected:
            yield _move("I2", move, f"ply {move.ply} where {expected} was expected")
            break
    if game.ply != len(rows.moves):
        yield _game("I10", game, f"ply {game.ply}, but {len(rows.moves)} moves in the log")
    numbers = [deal.number for deal in rows.deals]
    if numbers != list(range(1, game.deal_number + 1)):
        yield _game("I10", game, f"deal {game.deal_number}, but deals {numbers} are stored")
    starts = {deal.pk: deal.first_ply for deal in rows.deals}
    for move in rows.moves:
        if move.ply < starts.get(move.deal_id, move.ply + 1):
            yield _move("I2", move, "a move before the first of its deal")
    for deal in rows.deals:
        if not hasattr(deal, "hidden"):
            yield _deal("I10", deal, "the seed is missing")
    if game.status == GameStatus.FINISHED and any(not deal.is_over for deal in rows.deals):
        yield _game("I10", game, "finished with a deal still open")


def _check_entitled(rows: _Rows) -> Iterator[Violation]:
    """I4: whoever made a move was entitled to the seat at that ply."""
    users = {seat.seat: seat.player.user_id if seat.player is not None else None for seat in rows.seats}
    guests = {seat.seat for seat in rows.seats if seat.player is not None and seat.player.is_guest}
    for move in rows.moves:
        if move.seat not in users:
            yield _move("I4", move, f"seat {move.seat} doesn't exist")
            continue
        kind = ActorKind(move.actor_kind)
        # guests come by a link, without an account
        nobody = move.actor_id is None and move.seat not in guests
        # an imported game came without accounts
        if (
            kind == ActorKind.HUMAN
            and not rows.game.sealed_as
            and (nobody or move.actor_id != users[move.seat])
        ):
            yield _move("I4", move, "made by somebody whose seat it isn't")
        expected = _PLAYED_BY.get(kind)
        occupant = _occupant_at(rows.occupancies.get(move.seat, []), move.ply)
        if expected is not None and occupant != expected:
            yield _move("I4", move, f"a move by {kind} while the seat was played by {occupant}")


def _occupant_at(history: list[SeatOccupancy], ply: int) -> str | None:
    found = None
    for row in history:
        if row.from_ply > ply:
            break
        found = row.occupant
    return found


def _check_keys(rows: _Rows) -> Iterator[Violation]:
    """I11: one key, one effect."""
    seen: set[str] = set()
    for move in rows.moves:
        if move.key is None:
            continue
        if move.key in seen:
            yield _move("I11", move, "its idempotency key was used before")
        seen.add(move.key)


def _check_liveness(rows: _Rows) -> Iterator[Violation]:
    """I12: an unfinished game has something due, and nothing is late beyond what the sweep allows."""
    game = rows.game
    if game.status != GameStatus.PLAYING or game.paused_at is not None:
        return
    if game.due_at is None:
        if game.turn_seat is None:
            yield _game("I12", game, "nobody is to act and nothing is due")
        return
    late = database_now() - game.due_at
    if late > LATE:
        yield _game("I12", game, f"{game.due_kind} is {late.total_seconds():.0f} s late")


def _check_clock(rows: _Rows) -> Iterator[Violation]:
    """I14: nobody's time ran out before its deadline. An imported game came without deadlines."""
    for move in rows.moves:
        if move.actor_kind != ActorKind.TIMEOUT or rows.game.sealed_as:
            continue
        if move.due_at is None or move.created_at < move.due_at:
            yield _move("I14", move, "a timeout before its deadline")


def _check_proofs(rows: _Rows) -> Iterator[Violation]:
    """I13: what is hidden is published when the deal is over. I15: the commitment binds the seed, the seed gives the
    deck, the seed revealed is the one that was used.
    """
    jokers = rows.game.ruleset.jokers
    for deal in rows.deals:
        if not hasattr(deal, "hidden"):
            continue
        seed = bytes(deal.hidden.seed)
        if commitment(rows.game.seal_id, deal.number, seed) != deal.commitment:
            yield _deal("I15", deal, "the commitment isn't that of the seed")
        if deal.hidden.deck and deal.hidden.deck != format_cards(shuffled_deck(seed, jokers)):
            yield _deal("I15", deal, "the deck isn't that of the seed")
        if not deal.is_over and (deal.revealed_seed is not None or deal.result_json is not None):
            yield _deal("I13", deal, "seed or result of a deal in play are where everybody may look")
        if deal.is_over and (deal.revealed_seed is None or bytes(deal.revealed_seed) != seed):
            yield _deal("I15", deal, "the seed revealed isn't the one that was used")


def _check_replay(rows: _Rows) -> Iterator[Violation]:
    """I1 after every move, I3 at the end and for every deal, I4 for the turn, I5 for what was paid, I13 once in every
    deal.
    """
    game = rows.game
    state = GameState.new(game.ruleset, game.seat_count)
    deals = iter(rows.deals)
    coming = next(deals, None)
    # another moment in each deal, the same one in every audit
    looked_at = {deal.pk: deal.first_ply + deal.pk % 20 for deal in rows.deals}
    try:
        for move in rows.moves:
            while coming is not None and coming.first_ply == move.ply and hasattr(coming, "hidden"):
                state = state.start_deal(bytes(coming.hidden.seed))
                coming = next(deals, None)
            if move.seat not in state.turns:
                yield _move("I4", move, f"seat {move.seat} wasn't to act")
                return
            state = state.apply(parse_move(move.code), move.seat)
            if not _cards_conserved(state):
                yield _move("I1", move, "cards are missing or twice in play")
                return
            if move.ply == looked_at.get(move.deal_id) and tells_apart(state, random.Random(move.pk)):  # noqa: S311
                yield _move("I13", move, "after it a view depends on cards that its viewer can't see")
        if coming is not None and hasattr(coming, "hidden"):
            state = state.start_deal(bytes(coming.hidden.seed))
    except (IllegalMove, MoveError, SetupError) as error:
        yield _game("I3", game, f"the log can't be replayed at ply {state.ply + 1}: {error}")
        return
    if game.closed_ply is not None:
        state = state.finish_now()
    yield from _compare(rows, state)


def _cards_conserved(state: GameState) -> bool:
    """I1: hands, stock, discards and melds on the table are the deck, each card once."""
    whole = (1 << state.ruleset.deck_size) - 1
    for board in state.boards:
        deal = board.deal
        bits, count = 0, len(deal.stock) + len(deal.discards)
        for hand in (*deal.hand_bits, *deal.table):
            bits |= hand
            count += hand.bit_count()
        for card in deal.stock:
            bits |= card.bit
        for card in deal.discards:
            bits |= card.bit
        if deal.result is not None and deal.result.discard is not None and not bits & deal.result.discard.bit:
            bits |= deal.result.discard.bit
            count += 1
        if bits != whole or count != state.ruleset.deck_size:
            return False
    return True


def _compare(rows: _Rows, state: GameState) -> Iterator[Violation]:
    game = rows.game
    cuts = {move.ply: move.code for move in rows.moves}
    for deal, played in zip(rows.deals, state.played, strict=False):
        stored = deal.result_json or {}
        if not _as_played(stored, deal_json(played)):
            yield _deal("I3", deal, "the stored result isn't that of the log")
        said = (deal.dealer, deal.kind, deal.cut)
        if said != (played.plan.dealer, played.plan.kind, _cut_by(cuts.get(deal.first_ply, ""))):
            yield _deal("I3", deal, "its dealer, kind or cut aren't those of the log")
        for result in stored.get("results", []):
            if sum(result["net"]) != 0:
                yield _deal("I5", deal, "the payments don't sum to zero")
    over = sum(deal.is_over for deal in rows.deals)
    if over != len(state.played):
        yield _game("I3", game, f"{over} deals are over, {len(state.played)} in the log")
    if game.status in (GameStatus.PLAYING, GameStatus.HALTED) and game.turn_seat != state.turn:
        yield _game("I3", game, f"seat {game.turn_seat} is stored as the one to act, {state.turn} in the log")
    if (game.status == GameStatus.FINISHED) != state.is_over and game.status != GameStatus.CANCELLED:
        yield _game("I3", game, "finished in the row or in the log alone")
    outcome = outcome_of(game)
    if outcome is not None and state.result is not None:
        yield from _compare_result(game, state, outcome.result)


def _as_played(stored: dict[str, Any], played: dict[str, Any]) -> bool:
    """Whether all that is stored of a deal's end, its last hands included, is what the log comes to. What an earlier
    release didn't store yet isn't missed.
    """
    boards, now = stored.get("results", []), played["results"]
    return (
        all(stored.get(name) == played[name] for name in ("counts", "points", "net"))
        and len(boards) == len(now)
        and all(
            name in new and old[name] == new[name]
            for old, new in zip(boards, now, strict=True)
            for name in old
        )
    )


def _cut_by(code: str) -> int:
    """How deep a deal's first move cut; who passes the cut cuts nothing."""
    move = parse_move(code)
    return move.count if isinstance(move, Cut) else 0


def _compare_result(game: Game, state: GameState, stored: GameResult) -> Iterator[Violation]:
    if stored != state.result:
        yield _game("I3", game, "the stored result isn't that of the log")
    if sum(stored.totals[side[0]] for side in stored.sides) != 0 and len(stored.sides) > 0:
        yield _game("I5", game, "the totals don't sum to zero")
    if state.ruleset.traits.sums_deals:
        paid: Counter[int] = Counter()
        for played in state.played:
            if played.counts and played.plan.kind == "normal":
                paid.update(dict(enumerate(played.net)))
        if any(stored.totals[seat] != paid[seat] for seat in range(game.seat_count)):
            yield _game("I5", game, "the totals aren't the sum of the deals")


_CHECKS: Final[tuple[tuple[str, Callable[[_Rows], Iterator[Violation]]], ...]] = (
    ("I2", _check_sequence),
    ("I4", _check_entitled),
    ("I11", _check_keys),
    ("I12", _check_liveness),
    ("I14", _check_clock),
    ("I15", _check_proofs),
    ("I3", _check_replay),
)
