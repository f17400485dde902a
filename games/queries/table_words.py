"""Sentences of the card table: whose turn it is and what is allowed, what just happened, the log.

Made of an `Observation` and names; nothing here can tell a card that the viewer may not know.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from games.engine.cards import Suit
from games.engine.moves import (
    DROP,
    PASS,
    BigGin,
    Cut,
    Decline,
    Discard,
    Drop,
    Knock,
    LayOff,
    Move,
    Pass,
    Reenter,
    Spread,
    TakePile,
)
from games.engine.observation import Observation
from games.engine.phases import Phase, Play
from games.engine.results import DealKind, DealResult
from games.queries.table_view import Choice, LogLine
from games.queries.words import card_marks, card_name, card_names

_DRAWS = ("drew", "took")
_BOT = "Bot"
_SHORTEST_NAME = 3


@dataclass(frozen=True, slots=True)
class Names:
    """Names of the seats for one viewer. `called` is used in sentences and on plates (the first name where
    it is clear), `short` in columns; `me` is None for an onlooker.
    """

    full: tuple[str, ...]
    called: tuple[str, ...]
    short: tuple[str, ...]
    me: int | None

    @classmethod
    def of(cls, names: Sequence[str], me: int | None) -> "Names":
        """From the seats' names; a program's name begins with "Bot"."""
        firsts = [name.split(" ")[0] for name in names]
        called = [
            first if firsts.count(first) == 1 and first != _BOT else name
            for first, name in zip(firsts, names, strict=True)
        ]
        return cls(tuple(names), tuple(called), tuple(_column_name(name) for name in called), me)

    def head(self, seat: int) -> str:
        """At the head of a column or a line of the log: "You" or the short name."""
        return _("You") if seat == self.me else self.short[seat]

    def several(self, seats: Sequence[int]) -> str:
        """Names in a row: "Ruth and Elm"; the viewer is "you"."""
        words = [_("you") if seat == self.me else self.called[seat] for seat in seats]
        if len(words) < 2:
            return "".join(words)
        return _("%(some)s and %(last)s") % {"some": ", ".join(words[:-1]), "last": words[-1]}


def _column_name(name: str) -> str:
    """ "Bot Elm" is Elm in a narrow column; "Bot A" stays what it is."""
    bare = name.removeprefix(f"{_BOT} ")
    return bare if len(bare) >= _SHORTEST_NAME else name


@dataclass(frozen=True, slots=True)
class Headline:
    """Whose turn it is and what is allowed: `full` in one line, or `short` and `allowed` in two."""

    full: str
    short: str
    allowed: str = ""


def headline(seen: Observation, names: Names) -> Headline:
    """Whose turn it is and what is allowed (docs/look.md, "Voice")."""
    if seen.turn is None:
        text = _("The game is over") if seen.phase is Phase.OVER else _("The cards are being dealt")
    elif not seen.is_my_turn:
        text = _waiting(seen, names.called[seen.turn])
    else:
        return _my_turn(seen)
    return Headline(text, text)


def _waiting(seen: Observation, name: str) -> str:
    if seen.phase is Phase.CUT:
        return _("%(name)s cuts the deck") % {"name": name}
    if seen.phase is Phase.RE_ENTRY:
        return _("%(name)s decides whether to stay in the pool") % {"name": name}
    return _("Waiting for %(name)s") % {"name": name}


def _my_turn(seen: Observation) -> Headline:
    turn = _("Your turn")
    if seen.phase is Phase.CUT:
        return Headline(_("Your turn: cut the deck"), turn, _("Cut the deck."))
    if seen.phase is Phase.RE_ENTRY:
        return Headline(_("You are out of the pool: pay for a fresh stake?"), _("Pay for a fresh stake?"))
    if seen.phase is Phase.UPCARD:
        return Headline(_("Your turn: take the upcard, or pass"), turn, _("Take the upcard, or pass."))
    if seen.phase is Phase.DRAW:
        if DROP in seen.legal_moves:
            return Headline(_("Your turn: draw a card, or drop"), turn, _("Draw a card, or drop."))
        return Headline(_("Your turn: draw a card"), turn, _("Draw a card."))
    if seen.ruleset.traits.melds_on_table:
        return Headline(_("Your turn: lay melds, then discard"), turn, _("Lay melds, then discard."))
    if any(isinstance(move, Knock | BigGin) for move in seen.legal_moves):
        return Headline(_("Your turn: discard, or knock"), turn, _("Discard, or knock."))
    return Headline(_("Your turn: discard"), turn, _("Discard."))


def why_not_mine(seen: Observation, names: Names) -> str:
    """Why this viewer can't play now; empty in their own turn."""
    if names.me is None:
        return _("You are watching; only the players play.")
    if seen.is_my_turn:
        return ""
    if seen.turn is None:
        return _("No deal is being played just now.")
    return _("It isn't your turn: %(name)s plays.") % {"name": names.called[seen.turn]}


def what_happened(seen: Observation, names: Names) -> str:
    """The last move in one sentence, the viewer's own draw by its card."""
    if seen.drawn is not None and seen.phase is Phase.DISCARD:
        return _("You drew the %(card)s.") % {"card": card_name(seen.drawn)}
    if not seen.log:
        return _turned_up(seen)
    play = seen.log[-1]
    mine = play.seat == names.me
    name = names.called[play.seat]
    card = card_name(play.card) if play.card is not None else ""
    if isinstance(play.move, TakePile):
        text = _("You took the %(card)s.") if mine else _("%(name)s took the %(card)s.")
    elif isinstance(play.move, Discard):
        text = _("You discarded the %(card)s.") if mine else _("%(name)s discarded the %(card)s.")
    elif isinstance(play.move, Pass):
        text = _("You passed.") if mine else _("%(name)s passed.")
    elif isinstance(play.move, Spread):
        card = card_names(play.move.cards)
        text = _("You laid down %(card)s.") if mine else _("%(name)s laid down %(card)s.")
    elif isinstance(play.move, LayOff):
        card = card_name(play.move.card)
        text = _("You laid off the %(card)s.") if mine else _("%(name)s laid off the %(card)s.")
    elif isinstance(play.move, Drop):
        text = _("You dropped.") if mine else _("%(name)s dropped.")
    elif isinstance(play.move, Knock | BigGin):
        text = _("You knocked.") if mine else _("%(name)s knocked.")
    else:
        text = _("You drew from the stock.") if mine else _("%(name)s drew from the stock.")
    return text % {"name": name, "card": card}


def _turned_up(seen: Observation) -> str:
    """The upcard; in Oklahoma also what it says (docs/rules.md, B "Variants")."""
    if seen.upcard is None:
        return ""
    if not seen.ruleset.oklahoma:
        return _("The %(card)s was turned up.") % {"card": card_name(seen.upcard)}
    parts = {"card": card_name(seen.upcard), "limit": seen.knock_limit or 0}
    if not parts["limit"]:
        return _("The %(card)s was turned up: only gin ends this deal.") % parts
    return _("The %(card)s was turned up: knock with %(limit)d or less.") % parts


def deal_facts(seen: Observation) -> tuple[str, ...]:
    """What is special about the deal in play: with how much one may knock, whether it counts double."""
    facts = []
    rules, limit = seen.ruleset, seen.knock_limit
    if limit is not None and not rules.traits.melds_on_table:
        facts.append(
            _("Knock with %(limit)d or less") % {"limit": limit}
            if limit
            else _("No knocking, only going out")
        )
    if rules.spade_upcard_doubles and seen.upcard is not None and seen.upcard.suit is Suit.SPADES:
        facts.append(_("The upcard is a spade: this deal counts double"))
    return tuple(facts)


def choices(seen: Observation) -> tuple[Choice, ...]:
    """Buttons beside drawing, discarding and knocking."""
    moves = seen.legal_moves
    if not moves:
        return ()
    if seen.phase is Phase.CUT:
        return _cuts(len(moves))
    if seen.phase is Phase.RE_ENTRY:
        return (Choice("decline", _("Leave the pool")), Choice("reenter", _("Pay and stay"), is_main=True))
    if seen.phase is Phase.UPCARD:
        return (Choice(PASS.code, _("Pass")), replace(_take(seen), is_main=True))
    if seen.phase is Phase.DRAW:
        return _draws(seen)
    if any(isinstance(move, BigGin) for move in moves):
        return (Choice("big-gin", _("Big gin"), is_main=True),)
    return _layings(seen)


def _layings(seen: Observation) -> tuple[Choice, ...]:
    """Tonk: whole melds of the hand, and cards that fit melds on the table. Parts of a meld go by the API."""
    spreads = [move for move in seen.legal_moves if isinstance(move, Spread)]
    whole = [move for move in spreads if not any(set(move.cards) < set(other.cards) for other in spreads)]
    lays = [move for move in seen.legal_moves if isinstance(move, LayOff)]
    return tuple(_spread(move) for move in whole) + tuple(_lay_off(seen, move) for move in lays)


def _spread(move: Spread) -> Choice:
    shown, spoken = (
        _("Lay down %(cards)s") % {"cards": words(move.cards)} for words in (card_marks, card_names)
    )
    return Choice(move.code, shown, spoken=spoken)


def _lay_off(seen: Observation, move: LayOff) -> Choice:
    shown, spoken = (
        _("Add %(card)s to %(meld)s") % {"card": words((move.card,)), "meld": words(seen.table[move.meld])}
        for words in (card_marks, card_names)
    )
    return Choice(move.code, shown, spoken=spoken)


def _cuts(count: int) -> tuple[Choice, ...]:
    """Five places to cut, thin to deep, so that a tap is enough; any other number may be sent through the
    API.
    """
    return (
        Choice("cut-0", _("Don't cut")),
        Choice(f"cut-{count // 4}", _("Cut thin")),
        Choice(f"cut-{count // 2}", _("Cut in the middle"), is_main=True),
        Choice(f"cut-{count - count // 4}", _("Cut deep")),
    )


def _take(seen: Observation) -> Choice:
    """The top discard (or the upcard) by its marks, as on the discard button."""
    assert seen.top is not None
    shown, spoken = (
        _("Take the %(card)s") % {"card": words((seen.top,))} for words in (card_marks, card_names)
    )
    return Choice("pile", shown, spoken=spoken)


def _draws(seen: Observation) -> tuple[Choice, ...]:
    codes = seen.legal_moves.codes
    found = []
    if "drop" in codes:
        found.append(Choice("drop", _("Drop with %(points)d") % {"points": seen.hand.value}))
    if "pile" in codes:
        found.append(_take(seen))
    if "stock" in codes:
        found.append(Choice("stock", _("Draw"), is_main=True))
    return tuple(found)


def log_lines(
    log: Sequence[Play],
    names: Names,
    first: LogLine | None = None,
    results: Sequence[DealResult] = (),
) -> tuple[LogLine, ...]:
    """One line for each turn, the newest first; `first` is what happened before (the upcard). `results` are those
    of the deal (of both its boards), once it is over.
    """
    lines = [first] if first is not None else []
    heads = [names.head(seat) for seat in range(len(names.full))]
    for play in log:
        line = _line(play, heads[play.seat], play.seat == names.me, results)
        last = lines[-1] if lines else None
        if last is not None and last.who == line.who and last.what in _DRAWS and line.what in _ENDS_OF_TURNS:
            lines[-1] = _whole_turn(last, line)
        else:
            lines.append(line)
    return tuple(reversed(lines))


@lru_cache(maxsize=4096)
def _whole_turn(draw: LogLine, end: LogLine) -> LogLine:
    """Kept for the process like the lines it is made of: each view has the whole log."""
    return replace(end, what=f"{draw.what}_{end.what}", taken=draw.taken)


def log_line(play: Play, names: Names, results: Sequence[DealResult] = ()) -> LogLine:
    """One move as a line of the log; a cut and decisions about the pool have their own words. What a knock was
    (docs/rules.md, A and B "Knock") is known by the deal's result.
    """
    return _line(play, names.head(play.seat), play.seat == names.me, results)


def _line(play: Play, who: str, mine: bool, results: Sequence[DealResult]) -> LogLine:
    result = next((each for each in results if each.knocker == play.seat), None)
    if isinstance(play.move, Knock) and result is not None:
        left = result.deadwoods[play.seat] if result.kind is DealKind.KNOCK else None
        return LogLine(who, _KNOCKS[result.kind], number=left, is_me=mine)
    return _plain_line(play, who, mine)


@lru_cache(maxsize=4096)
def _plain_line(play: Play, who: str, mine: bool) -> LogLine:
    """What everybody saw while it was done."""
    if isinstance(play.move, TakePile):
        return LogLine(who, "took", taken=play.card, is_me=mine)
    if isinstance(play.move, Discard | LayOff):
        what = "discarded" if isinstance(play.move, Discard) else "laid_off"
        return LogLine(who, what, thrown=play.card or play.move.card, is_me=mine)
    if isinstance(play.move, Cut):
        return LogLine(who, "cut" if play.move.count else "uncut", number=play.move.count, is_me=mine)
    if isinstance(play.move, Spread):
        return LogLine(who, "spread", is_me=mine, cards=play.move.cards)
    return LogLine(who, _WORDS.get(type(play.move), "drew"), is_me=mine)


_KNOCKS = {
    DealKind.KNOCK: "knocked_with",
    DealKind.RUMMY: "went_rummy",
    DealKind.GIN: "went_gin",
}
_ENDS_OF_TURNS = frozenset({"discarded", "knocked", *_KNOCKS.values()})
_WORDS: dict[type[Move], str] = {
    Pass: "passed",
    Knock: "knocked",
    BigGin: "big_gin",
    Drop: "dropped",
    Reenter: "reenter",
    Decline: "decline",
}
