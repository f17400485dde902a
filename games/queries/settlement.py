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


@dataclass(frozen=True, slots=True)
class ReportedDeal:
    """A deal as people report it. `knocker` None is a void or dead deal, which nobody scores.

    One of `deadwoods` (in seat order; in gin after lay-offs) and `hands` (card codes in seat order, the
    knocker's without the card discarded) is given. `multiplier` 2 is a doubled gin deal.
    """

    knocker: int | None
    deadwoods: tuple[int, ...] = ()
    hands: tuple[str, ...] = ()
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """What a deal gives, in seat order. `net` sums to zero; `undercut` is whether the knocker was
    undercut.
    """

    knocker: int | None
    deadwoods: tuple[int, ...]
    net: tuple[int, ...]
    winners: tuple[int, ...]
    undercut: bool


def settles_by_deal(ruleset: Ruleset) -> bool:
    """Whether a paper table of this game can be reported deal by deal: where every seat plays every deal at one board,
    and knocker and deadwood alone give the game. Elsewhere its totals are reported.
    """
    if ruleset.family not in _SETTLED_AS or ruleset.scoring is Scoring.POOL:
        return False
    if not ruleset.traits.sums_deals:
        doubles = ruleset.spade_upcard_doubles or ruleset.spades_double
        return (
            ruleset.scoring is Scoring.GAME and ruleset.best_of == 1 and not doubles and not ruleset.big_gin
        )
    return True


def settle_report(ruleset: Ruleset, players: int, deal: ReportedDeal) -> SettledDeal:
    """Settle a reported deal of `players` seats.

    Raises ReportError with reason `not_by_deal`, `knocker`, `count`, `deadwood`, `cards`, `cards_twice`, `hand_size`,
    `knock_limit` or `multiplier`, and `seat` where one is at fault.
    """
    if not settles_by_deal(ruleset):
        raise ReportError("not_by_deal")
    if deal.knocker is None:
        zeros = (0,) * players
        return SettledDeal(None, zeros, zeros, (), False)
    if not 0 <= deal.knocker < players:
        raise ReportError("knocker")
    if deal.multiplier not in (1, 2) or (deal.multiplier == 2 and ruleset.traits.sums_deals):
        raise ReportError("multiplier")
    hands = _hands(ruleset, players, deal) if deal.hands else ()
    deadwoods = tuple(best_arrangement(hand).deadwood for hand in hands) or deal.deadwoods
    _check_deadwoods(ruleset, players, deal.knocker, deadwoods)
    return _SETTLED_AS[ruleset.family](ruleset, deal, deadwoods, hands)


def _settle_knock(
    ruleset: Ruleset,
    deal: ReportedDeal,
    deadwoods: tuple[int, ...],
    hands: tuple[Hand, ...],  # noqa: ARG001 - as the other game
) -> SettledDeal:
    knocker = deal.knocker or 0
    return _settled(knocker, deadwoods, settle(ruleset, deadwoods, knocker))


def _settled(knocker: int, deadwoods: tuple[int, ...], net: tuple[int, ...]) -> SettledDeal:
    winners = tuple(seat for seat, points in enumerate(net) if points > 0)
    return SettledDeal(knocker, deadwoods, net, winners, bool(winners) and knocker not in winners)


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
        points = theirs + ruleset.gin_bonus
    elif theirs > own:
        points = theirs - own
    else:
        points = -(own - theirs + ruleset.undercut_bonus)
    net = [0, 0]
    net[knocker], net[other] = points * deal.multiplier, -points * deal.multiplier
    return _settled(knocker, deadwoods, tuple(net))


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
        if len(hand) != size:
            raise ReportError("hand_size", seat)
        if sum(card.is_joker for card in hand) > ruleset.jokers:
            raise ReportError("cards", seat)
        seen |= hand.bits
        hands.append(hand)
    return tuple(hands)


def _check_deadwoods(ruleset: Ruleset, players: int, knocker: int, deadwoods: tuple[int, ...]) -> None:
    if len(deadwoods) != players:
        raise ReportError("count")
    for seat, deadwood in enumerate(deadwoods):
        if not 0 <= deadwood <= MOST_DEADWOOD:
            raise ReportError("deadwood", seat)
    if ruleset.knock_limit is not None and deadwoods[knocker] > ruleset.knock_limit:
        raise ReportError("knock_limit", knocker)


def game_net(ruleset: Ruleset, deals: Sequence[SettledDeal], players: int) -> tuple[int, ...]:
    """The net result of a game of these deals, in seat order; it sums to zero.

    Knock Rummy: the sum of the deals. Gin: the difference of the totals with boxes and, where somebody
    reached the target, the game bonus (docs/rules.md, B "Game").
    """
    if ruleset.traits.sums_deals:
        return tuple(sum(deal.net[seat] for deal in deals) for seat in range(players))
    points = [sum(max(0, deal.net[seat]) for deal in deals) for seat in (0, 1)]
    won = [sum(seat in deal.winners for deal in deals) for seat in (0, 1)]
    totals = [points[seat] + won[seat] * ruleset.box_bonus for seat in (0, 1)]
    leader = 0 if points[0] >= points[1] else 1
    if points[leader] >= ruleset.target:
        totals[leader] += ruleset.game_bonus if won[1 - leader] else ruleset.shutout_bonus
    return totals[0] - totals[1], totals[1] - totals[0]


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
