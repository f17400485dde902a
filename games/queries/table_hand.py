"""The viewer's own hand and the piles on the page: what may be done with each card, and why not.

Reads one `Observation`; what is legal was decided by the engine, here it only gets buttons and sentences.
"""

from functools import lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.melds import MeldKind, best_arrangement, deadwood
from games.engine.moves import DISCARDS, DRAW_STOCK, KNOCKS, TAKE_PILE
from games.engine.observation import Observation
from games.engine.phases import Phase
from games.queries.table_view import HandCard, HandGroup, HandView, KnockWay, Piles, TableMeld
from games.queries.words import card_marks, card_name, card_names, meld_name

_SHOWN_UNDER_THE_TOP = 2


def hand_view(seen: Observation, waiting: str) -> HandView | None:
    """The hand in melds and deadwood, None where the viewer holds no cards.

    `waiting` is the sentence that says why nothing can be played now, empty in the viewer's own turn.
    """
    if not seen.hand:
        return None
    arrangement = best_arrangement(seen.hand)
    waiting = waiting or ("" if seen.phase is Phase.DISCARD else _("Draw a card first."))
    position = 0
    groups = []
    for meld in arrangement.melds:
        items = tuple(_hand_card(seen, card, position + at, waiting) for at, card in enumerate(meld.cards, 1))
        suit = next((card.code[1] for card in meld.cards if not card.is_joker), "")
        groups.append(HandGroup(items, True, meld_name(meld), suit if meld.kind is MeldKind.RUN else ""))
        position += len(items)
    if arrangement.rest:
        rest = sorted(arrangement.rest, key=lambda card: (card.value, card.index))
        items = tuple(_hand_card(seen, card, position + at, waiting) for at, card in enumerate(rest, 1))
        groups.append(HandGroup(items, False))
    if seen.ruleset.traits.melds_on_table:
        return HandView(tuple(groups), len(seen.hand), seen.hand.value, _("In hand"), counts_all=True)
    return HandView(tuple(groups), len(seen.hand), arrangement.deadwood, _("Deadwood"))


def table_melds(seen: Observation) -> tuple[TableMeld, ...]:
    """The melds on the table, in the order of their numbers."""
    return tuple(_table_meld(cards) for cards in seen.table)


def _table_meld(cards: tuple[Card, ...]) -> TableMeld:
    (meld,) = best_arrangement(cards).melds
    return TableMeld(meld.cards, meld_name(meld), card_names(meld.cards))


def _hand_card(seen: Observation, card: Card, position: int, waiting: str) -> HandCard:
    is_new = seen.drawn == card
    why = waiting
    if not why and seen.banned == card:
        why = _("You just took this %(card)s, so it can't be discarded this turn.") % {
            "card": card_name(card)
        }
    if why:
        return HandCard(card, position, is_new, discard_why=why, knock_why=why)
    left = deadwood(seen.hand - card)
    discard, knock = DISCARDS[card.index], KNOCKS[card.index]
    may_discard, may_knock = discard in seen.legal_moves, knock in seen.legal_moves
    return HandCard(
        card,
        position,
        is_new,
        discard_code=discard.code if may_discard else "",
        discard_why="" if may_discard else _("This card can't be discarded now."),
        knock_code=knock.code if may_knock else "",
        knock_label=knock_label(seen, left),
        knock_why="" if may_knock else _why_no_knock(seen, left),
        ways=_ways(seen, card) if may_knock else (),
    )


def _ways(seen: Observation, card: Card) -> tuple[KnockWay, ...]:
    """How the hand may be shown in a knock with this card (docs/rules.md, B "Knock"); empty without a choice."""
    knocks = seen.legal_moves.arrangements(card)
    if len(knocks) < 2:
        return ()
    ways = []
    for knock in knocks:
        melds = knock.melds or ()
        left = (seen.hand - card).value - sum(each.value for meld in melds for each in meld)
        shown = " · ".join(card_marks(meld) for meld in melds) or _("no melds")
        text = _("%(melds)s, %(deadwood)d left") % {"melds": shown, "deadwood": left}
        ways.append(KnockWay(knock.code, text, knock_label(seen, left)))
    return tuple(ways)


def knock_label(seen: Observation, left: int) -> str:
    """What the knock button says for the deadwood that would be left."""
    return _knock_words(left, seen.ruleset.traits.knocks_by_limit, get_language())


@lru_cache(maxsize=512)
def _knock_words(left: int, by_limit: bool, _language: str | None) -> str:
    """Kept for the process, like the sentence that says why not: a view has one of them for every card of the hand."""
    if left == 0:
        return _("Gin") if by_limit else _("Go rummy")
    return _("Knock with %(deadwood)d") % {"deadwood": left}


def _why_no_knock(seen: Observation, left: int) -> str:
    rules = seen.ruleset
    return _no_knock_words(
        left, seen.knock_limit, rules.traits.melds_on_table, rules.full_turn_first, get_language()
    )


@lru_cache(maxsize=1024)
def _no_knock_words(
    left: int, limit: int | None, on_table: bool, full_turn_first: bool, _language: str | None
) -> str:
    if on_table:
        text = _("There is no knocking in Tonk: drop at the beginning of a turn.")
    elif limit == 0:
        text = _("There is no knocking here, only going out: this would leave %(left)d.") % {"left": left}
    elif limit is not None and left > limit:
        text = _("Knocking takes %(limit)d or less; this would leave %(left)d.") % {
            "limit": limit,
            "left": left,
        }
    elif full_turn_first:
        text = _("Nobody may knock before everyone has had a turn.")
    else:
        text = _("Knocking isn't possible now.")
    return text


def piles(seen: Observation, waiting: str) -> Piles | None:
    """Stock and discards; None while no cards lie on the table."""
    if not seen.pile and not seen.stock_count:
        return None
    may_draw, may_take = DRAW_STOCK in seen.legal_moves, TAKE_PILE in seen.legal_moves
    drawn = _already_drawn(seen) if seen.phase is Phase.DISCARD else ""
    return Piles(
        stock_count=seen.stock_count,
        pile_count=len(seen.pile),
        top=seen.top,
        under=seen.pile[-1 - _SHOWN_UNDER_THE_TOP : -1],
        stock_code=DRAW_STOCK.code if may_draw else "",
        stock_why="" if may_draw else waiting or drawn or _why_no_stock(seen),
        pile_code=TAKE_PILE.code if may_take else "",
        pile_why="" if may_take else waiting or drawn or _why_no_pile(seen),
        stock_label=ngettext(
            "Stock, %(n)s card. Draw from it", "Stock, %(n)s cards. Draw from it", seen.stock_count
        )
        % {"n": seen.stock_count},
        pile_label=_pile_label(seen.top, len(seen.pile)),
    )


def _pile_label(top: Card | None, count: int) -> str:
    if top is None:
        return _("Discards, empty")
    text = _("Discards, %(card)s on top, %(n)s in all. Take the top card")
    return text % {"card": card_name(top), "n": count}


def _already_drawn(seen: Observation) -> str:
    if seen.ruleset.traits.melds_on_table:
        return _("You have drawn already. Lay melds, or discard.")
    return _("You have drawn already. Discard, or knock.")


def _why_no_stock(seen: Observation) -> str:
    if seen.phase is Phase.UPCARD:
        return _("First the upcard is offered: take it, or pass.")
    return _("The stock is empty.")


def _why_no_pile(seen: Observation) -> str:
    if seen.pile:
        return _("Both passed, so the first card comes from the stock.")
    return _("There are no discards to take.")
