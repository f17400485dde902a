"""Deals played on real cards, settled by the engine: from deadwoods or from the hands, for reports from paper
tables.

It checks that what was reported can have happened, and never guesses. The amounts are the engine's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.cards import Card, CardError, Hand, deck, parse_cards
from games.engine.knock_game import KnockScore, needed_re_entries, places_in_game
from games.engine.melds import best_arrangement
from games.engine.options import Family, Scoring
from games.engine.ruleset import Ruleset
from games.engine.scoring import settle, settle_gin
from games.errors import ReportError
from games.models import Deal, Game

MOST_DEADWOOD = 150
HIGHEST_UPCARD = 10
FEWEST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class ReportedDeal:
    """A deal as people report it. `knocker` None is a void or dead deal, which nobody scores.

    One of `deadwoods` (in seat order; in gin after lay-offs) and `hands` (card codes in seat order, the
    knocker's without the card discarded, all 11 of a big gin) is given. `multiplier` 2 is a doubled gin deal, `upcard`
    the value of the first upcard (1 to 10) where that limits the knock, 0 elsewhere.
    """

    knocker: int | None
    deadwoods: tuple[int, ...] = ()
    hands: tuple[str, ...] = ()
    multiplier: int = 1
    upcard: int = 0
    big_gin: bool = False


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What a report of a deal says besides knocker and deadwood: the upcard's value (Oklahoma), whether the deal counts
    twice since a spade was turned up (`upcard`) or lies on top (`discard`), whether it was big gin.
    """

    upcard: bool = False
    doubled_by: tuple[str, ...] = ()
    big_gin: bool = False

    def __bool__(self) -> bool:
        return self.upcard or bool(self.doubled_by) or self.big_gin


def deal_facts(ruleset: Ruleset) -> DealFacts:
    """What is asked of each deal of this game."""
    doubled = (("upcard", ruleset.spade_upcard_doubles), ("discard", ruleset.spades_double))
    return DealFacts(ruleset.oklahoma, tuple(name for name, has in doubled if has), ruleset.big_gin)


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """What a deal gives, in seat order. `net` sums to zero; `undercut` is whether the knocker was
    undercut. `two_sided` is whether only the winner writes points down (gin).
    """

    knocker: int | None
    deadwoods: tuple[int, ...]
    net: tuple[int, ...]
    winners: tuple[int, ...]
    undercut: bool
    two_sided: bool = False

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat writes on the scoresheet."""
        return tuple(max(0, net) for net in self.net) if self.two_sided else self.net


def settles_by_deal(ruleset: Ruleset) -> bool:
    """Whether a paper table of this game can be reported deal by deal: where every seat plays every deal at one board,
    and no decision between the deals belongs to the game. Elsewhere its totals are reported.
    """
    if ruleset.family not in _SETTLED_AS or ruleset.scoring is Scoring.POOL:
        return False
    return ruleset.traits.sums_deals or ruleset.scoring in (Scoring.GAME, Scoring.HOLLYWOOD)


def settle_report(ruleset: Ruleset, players: int, deal: ReportedDeal) -> SettledDeal:
    """Settle a reported deal of `players` seats.

    Raises ReportError with reason `not_by_deal`, `knocker`, `count`, `deadwood`, `cards`, `cards_twice`, `hand_size`,
    `knock_limit`, `multiplier`, `upcard` or `big_gin`, and `seat` where one is at fault.
    """
    if not settles_by_deal(ruleset):
        raise ReportError("not_by_deal")
    if players < FEWEST_PLAYERS:
        raise ReportError("count")
    if deal.knocker is None:
        zeros = (0,) * players
        return SettledDeal(None, zeros, zeros, (), False)
    if not 0 <= deal.knocker < players:
        raise ReportError("knocker")
    _check_facts(deal_facts(ruleset), deal)
    hands = _hands(ruleset, players, deal) if deal.hands else ()
    deadwoods = tuple(best_arrangement(hand).deadwood for hand in hands) or deal.deadwoods
    _check_deadwoods(_limit(ruleset, deal), players, deal.knocker, deadwoods)
    if deal.big_gin and deadwoods[deal.knocker]:
        raise ReportError("big_gin", deal.knocker)
    return _SETTLED_AS[ruleset.family](ruleset, deal, deadwoods, hands)


def _check_facts(facts: DealFacts, deal: ReportedDeal) -> None:
    if deal.multiplier not in (1, 2) or (deal.multiplier == 2 and not facts.doubled_by):
        raise ReportError("multiplier")
    if facts.upcard and not 1 <= deal.upcard <= HIGHEST_UPCARD:
        raise ReportError("upcard")
    if deal.big_gin and not facts.big_gin:
        raise ReportError("big_gin")


def _limit(ruleset: Ruleset, deal: ReportedDeal) -> int | None:
    """The most deadwood to knock with; in Oklahoma the upcard's value, an ace is gin only (docs/rules.md, B)."""
    if not ruleset.oklahoma:
        return ruleset.knock_limit
    return 0 if deal.upcard == 1 else deal.upcard


def _settle_knock(
    ruleset: Ruleset,
    deal: ReportedDeal,
    deadwoods: tuple[int, ...],
    hands: tuple[Hand, ...],  # noqa: ARG001 - as the other game
) -> SettledDeal:
    knocker = deal.knocker or 0
    return _settled(knocker, deadwoods, settle(ruleset, deadwoods, knocker))


def _settled(
    knocker: int, deadwoods: tuple[int, ...], net: tuple[int, ...], *, two_sided: bool = False
) -> SettledDeal:
    winners = tuple(seat for seat, points in enumerate(net) if points > 0)
    return SettledDeal(knocker, deadwoods, net, winners, bool(winners) and knocker not in winners, two_sided)


def _settle_gin(
    ruleset: Ruleset, deal: ReportedDeal, deadwoods: tuple[int, ...], hands: tuple[Hand, ...]
) -> SettledDeal:
    knocker = deal.knocker or 0
    other = 1 - knocker
    if hands:
        shown = best_arrangement(hands[knocker])
        settled = settle_gin(ruleset, shown.melds, shown.rest, hands[other], multiplier=deal.multiplier)
        left = [0, 0]
        left[knocker], left[other] = settled.knocker_deadwood, settled.opponent_deadwood
        deadwoods = tuple(left)
    own, theirs = deadwoods[knocker], deadwoods[other]
    if own == 0:
        points = theirs + (ruleset.big_gin_bonus if deal.big_gin else ruleset.gin_bonus)
    elif theirs > own:
        points = theirs - own
    else:
        points = -(own - theirs + ruleset.undercut_bonus)
    net = [0, 0]
    net[knocker], net[other] = points * deal.multiplier, -points * deal.multiplier
    return _settled(knocker, deadwoods, tuple(net), two_sided=True)


_SETTLED_AS: Final = {Family.KNOCK: _settle_knock, Family.GIN: _settle_gin}


def _hands(ruleset: Ruleset, players: int, deal: ReportedDeal) -> tuple[Hand, ...]:
    """The reported hands, each card at most once, each hand of the size that is dealt."""
    if len(deal.hands) != players:
        raise ReportError("count")
    size = ruleset.hand_size(players)
    hands: list[Hand] = []
    seen = 0
    for seat, text in enumerate(deal.hands):
        try:
            hand = Hand(parse_cards(text))
        except CardError:
            raise ReportError("cards", seat) from None
        if seen & hand.bits:
            raise ReportError("cards_twice", seat)
        if len(hand) != size + (deal.big_gin and seat == deal.knocker):
            raise ReportError("hand_size", seat)
        if sum(card.is_joker for card in hand) > ruleset.jokers:
            raise ReportError("cards", seat)
        seen |= hand.bits
        hands.append(hand)
    return tuple(hands)


def _check_deadwoods(limit: int | None, players: int, knocker: int, deadwoods: tuple[int, ...]) -> None:
    if len(deadwoods) != players:
        raise ReportError("count")
    for seat, deadwood in enumerate(deadwoods):
        if not 0 <= deadwood <= MOST_DEADWOOD:
            raise ReportError("deadwood", seat)
    if limit is not None and deadwoods[knocker] > limit:
        raise ReportError("knock_limit", knocker)


@dataclass(frozen=True, slots=True)
class ReportedPool:
    """A pool as people report it, in seat order: net points, when each player went out (0 still in at the end, 1 in the
    first deal in which somebody did, 2 in the next such deal), and how often each re-entered.
    """

    totals: tuple[int, ...]
    out: tuple[int, ...]
    re_entries: tuple[int, ...]


def is_pool(ruleset: Ruleset) -> bool:
    """Whether the order of going out decides the places at a table of this game."""
    return ruleset.scoring is Scoring.POOL


def pool_places(ruleset: Ruleset, pool: ReportedPool) -> tuple[int, ...]:
    """Places of a reported pool, as the engine ranks one that was played online (docs/rules.md, A "Pool").

    Raises ReportError with reason `count`, `re_entries`, `all_out`, `out_gap`, `not_out` (a loss past the stakes, and
    still in) or `still_in` (out, with less lost), and `seat` who is meant.
    """
    if not len(pool.totals) == len(pool.out) == len(pool.re_entries):
        raise ReportError("count")
    for seat, used in enumerate(pool.re_entries):
        if not 0 <= used <= ruleset.re_entries:
            raise ReportError("re_entries", seat)
    if 0 not in pool.out:
        raise ReportError("all_out", pool.totals.index(max(pool.totals)))
    for seat, number in enumerate(pool.out):
        if number < 0 or (number > 1 and number - 1 not in pool.out):
            raise ReportError("out_gap", seat)
    score = _pool_score(pool)
    for seat, number in enumerate(pool.out):
        is_past = needed_re_entries(ruleset, score, seat) > 0
        if is_past != bool(number):
            raise ReportError("not_out" if is_past else "still_in", seat)
    return places_in_game(score)


def _pool_score(pool: ReportedPool) -> KnockScore:
    left = [
        tuple(seat for seat, number in enumerate(pool.out) if number == deal)
        for deal in range(1, max(pool.out) + 1)
    ]
    return KnockScore(pool.totals, pool.re_entries, out=tuple(left))


def going_out(
    ruleset: Ruleset, totals: Sequence[int], re_entries: Sequence[int], places: Sequence[int]
) -> tuple[int, ...]:
    """When each went out, as in ReportedPool, where only the places are kept: an order that gives these places."""
    score = KnockScore(tuple(totals), tuple(re_entries))
    past = {seat: place for seat, place in enumerate(places) if needed_re_entries(ruleset, score, seat)}
    order = sorted(set(past.values()), reverse=True)
    return tuple(order.index(past[seat]) + 1 if seat in past else 0 for seat in range(len(places)))


def deck_in_suits(jokers: int) -> tuple[tuple[Card, ...], ...]:
    """The deck as people lay it out: a row a suit, spades first, ace to king; then the jokers, where there are any."""
    cards = deck(jokers)
    suits = [tuple(card for card in cards if card.code[1] == suit and not card.is_joker) for suit in "SHDC"]
    rest = tuple(card for card in cards if card.is_joker)
    return (*suits, rest) if rest else tuple(suits)


def settled_deals(game: Game) -> list[SettledDeal]:
    """The deals of an online game that count, in order, as reported ones would be settled. One query.

    For games with one board and no seat that sits out; others have deals whose deadwoods aren't all known (then 0).
    """
    rows = Deal.objects.filter(game=game, ended_at__isnull=False).order_by("number")
    found: list[SettledDeal] = []
    for data in rows.values_list("result_json", flat=True):
        if data is None or not data["counts"]:
            continue
        result = data["results"][0]
        found.append(
            SettledDeal(
                result["knocker"],
                tuple(wood or 0 for wood in result["deadwoods"]) or (0,) * game.seat_count,
                tuple(data["net"]),
                tuple(result["winners"]),
                result["undercut"],
            )
        )
    return found
