"""A finished deal at one of its moments, for the replay page: hands, piles, what was just done, the way on.

Only made from a `DealRecord`, which exists for finished deals alone, so every card may be shown. `view`
hides the other hands again, for those who want to follow one player's decisions; that is a help, not a
secret.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import Card, Hand
from games.engine.melds import best_arrangement
from games.engine.moves import parse_move
from games.engine.phases import Play
from games.engine.ruleset import Ruleset
from games.enums import ActorKind
from games.queries.records import DealRecord, RecordedMove
from games.queries.table_end import both_boards, end_boards, spoken_group
from games.queries.table_view import EndBoard, LogLine, OpenGroup
from games.queries.table_words import Names, log_line
from games.queries.words import card_names

# Who made a move is told where it isn't the player or the seat's own bot.
_WORTH_SAYING = frozenset({ActorKind.BOT_FOR_PLAYER, ActorKind.TIMEOUT, ActorKind.DIRECTOR})


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """One seat's hand at this moment; `groups` is empty where it is hidden. `is_mover` has just acted. `counts_all`:
    `deadwood` is the whole hand, since melds count only on the table.
    """

    seat: int
    name: str
    count: int
    deadwood: int
    groups: tuple[OpenGroup, ...]
    spoken: str
    is_mover: bool
    is_dealer: bool
    is_hidden: bool
    counts_all: bool = False

    @property
    def backs(self) -> range:
        """One for each card face down."""
        return range(self.count)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A line of the jump list: the moment after a move."""

    at: int
    line: LogLine
    note: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A moment: `at` of `last` (0 is after the cut, when the cards lie dealt). `view` is a seat, None for
    all hands.
    """

    at: int
    last: int
    view: int | None
    title: str
    text: str
    hands: tuple[ReplayHand, ...]
    top: Card | None
    under: tuple[Card, ...]
    pile_count: int
    stock_count: int
    steps: tuple[ReplayStep, ...]
    ends: tuple[EndBoard, ...]
    melds: tuple[tuple[Card, ...], ...] = ()

    @property
    def before(self) -> int | None:
        return self.at - 1 if self.at else None

    @property
    def following(self) -> int | None:
        return self.at + 1 if self.at < self.last else None


def replay_view(
    record: DealRecord, rules: Ruleset, *, at: int | None, view: int | None, me: int | None
) -> ReplayView:
    """The deal after its move number `at` (clipped to what there is; None is the end). `me` is the reader's
    seat.
    """
    names = Names.of(record.names, me)
    last = len(record.moves) - 1
    now = last if at is None else max(0, min(at, last))
    move = record.moves[now]
    boards = end_boards(record.results, names, rules) if now == last else ()
    title, text = _headline(record, now, names), _position(now, last)
    if len(boards) > 1:
        title, text = both_boards(record.points, names)
    elif boards:
        title, text = boards[0].title, boards[0].text
    return ReplayView(
        at=now,
        last=last,
        view=view if view is not None and 0 <= view < len(record.names) else None,
        title=title,
        text=text,
        hands=_hands(record, move, names, view, counts_all=rules.traits.melds_on_table),
        top=move.top,
        under=move.pile[-3:-1],
        pile_count=len(move.pile),
        stock_count=move.stock_count,
        steps=tuple(_step(record, each, at, at == now, names) for at, each in enumerate(record.moves)),
        ends=boards,
        melds=move.melds,
    )


def _position(now: int, last: int) -> str:
    return _("Move %(now)d of %(last)d") % {"now": now, "last": last}


def _headline(record: DealRecord, now: int, names: Names) -> str:
    if now == 0:
        return _("The cards are dealt")
    move = record.moves[now]
    return move_sentence(move, names)


def move_sentence(move: RecordedMove, names: Names) -> str:
    """A move in a sentence: "Ruth took the seven of diamonds." Drawn cards are named too, all being open."""
    line = log_line(Play(move.seat, parse_move(move.code), move.card), names)
    mine, name = move.seat == names.me, names.called[move.seat]
    texts = {
        "drew": (_("You draw from the stock"), _("%(name)s draws from the stock")),
        "took": (_("You take the %(card)s"), _("%(name)s takes the %(card)s")),
        "discarded": (_("You discard the %(card)s"), _("%(name)s discards the %(card)s")),
        "knocked": (_("You knock"), _("%(name)s knocks")),
        "passed": (_("You pass"), _("%(name)s passes")),
        "spread": (_("You lay down %(card)s"), _("%(name)s lays down %(card)s")),
        "laid_off": (_("You lay off the %(card)s"), _("%(name)s lays off the %(card)s")),
        "dropped": (_("You drop"), _("%(name)s drops")),
        "big_gin": (_("You go big gin"), _("%(name)s goes big gin")),
    }
    own, other = texts.get(line.what, (_("You act"), _("%(name)s acts")))
    card = line.taken or line.thrown
    cards = line.cards or ((card,) if card else ())
    return (own if mine else other) % {"name": name, "card": card_names(cards)}


def _hands(
    record: DealRecord, move: RecordedMove, names: Names, view: int | None, *, counts_all: bool
) -> tuple[ReplayHand, ...]:
    return tuple(
        _hand(
            record,
            move,
            seat,
            hand,
            names,
            is_hidden=view is not None and seat != view,
            counts_all=counts_all,
        )
        for seat, hand in enumerate(move.hands)
        if hand
    )


def _hand(
    record: DealRecord,
    move: RecordedMove,
    seat: int,
    hand: Hand,
    names: Names,
    *,
    is_hidden: bool,
    counts_all: bool,
) -> ReplayHand:
    arrangement = best_arrangement(hand)
    melds = tuple(OpenGroup(meld.cards) for meld in arrangement.melds)
    groups = melds + ((OpenGroup(arrangement.rest, is_loose=True),) if arrangement.rest else ())
    return ReplayHand(
        seat=seat,
        name=_("You") if seat == names.me else names.full[seat],
        count=len(hand),
        deadwood=hand.value if counts_all else arrangement.deadwood,
        groups=() if is_hidden else groups,
        spoken=(
            ngettext("%(n)d card", "%(n)d cards", len(hand)) % {"n": len(hand)}
            if is_hidden
            else "; ".join(spoken_group(group) for group in groups)
        ),
        is_mover=seat == move.seat,
        is_dealer=seat == record.dealer,
        is_hidden=is_hidden,
        counts_all=counts_all,
    )


def _step(record: DealRecord, move: RecordedMove, at: int, is_now: bool, names: Names) -> ReplayStep:
    line = log_line(Play(move.seat, parse_move(move.code), move.card), names, record.results)
    note = move.actor_label if move.actor in _WORTH_SAYING else ""
    return ReplayStep(at, line, note, is_now)
