"""Fees and prizes of an event: who owes what, who gets what. Tied places pool their prizes and share them.

The pot is all fees of entry and re-entry that aren't waived; a prize may be a share of it, an amount, a thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.engine.prizes import award_prizes
from tournaments.enums import EntrantKind, EntrantStatus, PaymentStatus, RoundStatus, TournamentStatus
from tournaments.models import Entrant, Fee, Prize, Round, Tournament
from tournaments.queries.prizes import pot_of, worth
from tournaments.queries.ranking import ranked_event
from tournaments.queries.shown_names import ALL_NAMES, ShownNames, entrant_names

ENTRY = "entry"


def money_text(amount: int) -> str:
    """An amount in the smallest unit as people write it: 1250 is 12.50, -50 is −0.50."""
    return f"{'−' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02d}"


@dataclass(frozen=True, slots=True)
class FeeLine:
    entrant_id: int
    name: str
    amount_text: str
    status: str
    status_label: str


@dataclass(frozen=True, slots=True)
class ReEntryLine:
    """A fee for a re-entry to a pool."""

    fee_id: int
    name: str
    amount_text: str
    status: str
    status_label: str


@dataclass(frozen=True, slots=True)
class AwardLine:
    """What somebody gets; `places` are the pooled ones, "1–2"."""

    entrant_id: int
    name: str
    places: str
    amount: int
    amount_text: str
    thing: str


@dataclass(frozen=True, slots=True)
class MoneyPage:
    prizes: tuple[Prize, ...]
    fees: tuple[FeeLine, ...]
    re_entries: tuple[ReEntryLine, ...]
    awards: tuple[AwardLine, ...]
    paid: str
    owed: str
    waived: str
    pot: str
    given: str
    kept: str


@dataclass(frozen=True, slots=True)
class SettlementLine:
    """One person's money of the evening: what is still owed, what was paid, what is won. `balance` is what changes
    hands now, in the smallest unit: above 0 it goes to the person.
    """

    name: str
    paid_text: str
    owed_text: str
    prize_text: str
    thing: str
    balance: int
    balance_text: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """Everybody who has a fee or a prize, by name; the sums of the columns."""

    lines: tuple[SettlementLine, ...]
    paid: str
    owed: str
    given: str
    balance: str
    is_final: bool


def money_page(tournament: Tournament) -> MoneyPage:
    """Everything about money, with the prizes as the standings are now. A constant number of queries."""
    prizes = tuple(Prize.objects.filter(tournament=tournament).order_by("place"))
    all_fees = _fees(tournament)
    fees = {fee.entrant_id: fee for fee in all_fees if fee.kind == ENTRY}
    people = (
        Entrant.objects.filter(tournament=tournament)
        .exclude(kind=EntrantKind.BOT)
        .exclude(status=EntrantStatus.WAITING)
        .order_by("sort_key")
    )
    awards = awards_of(tournament, prizes, all_fees)
    given = sum(award.amount for award in awards)
    return MoneyPage(
        prizes=prizes,
        fees=tuple(_fee(entrant, fees.get(entrant.pk)) for entrant in people),
        re_entries=tuple(_re_entry(fee) for fee in all_fees if fee.kind != ENTRY),
        awards=awards,
        paid=money_text(_sum(all_fees, PaymentStatus.PAID)),
        owed=money_text(_sum(all_fees, PaymentStatus.OWED)),
        waived=money_text(_sum(all_fees, PaymentStatus.WAIVED)),
        pot=money_text(pot_of(all_fees)),
        given=money_text(given),
        kept=money_text(pot_of(all_fees) - given),
    )


def _fees(tournament: Tournament) -> list[Fee]:
    found = Fee.objects.filter(entrant__tournament=tournament).select_related("entrant")
    return list(found.order_by("entrant__sort_key", "pk"))


def _sum(fees: Sequence[Fee], status: PaymentStatus) -> int:
    return sum(fee.amount for fee in fees if fee.status == status)


def _re_entry(fee: Fee) -> ReEntryLine:
    return ReEntryLine(
        fee.pk, fee.entrant.name, money_text(fee.amount), fee.status, str(fee.get_status_display())
    )


def settlement(tournament: Tournament) -> Settlement:
    """Who pays and who gets what, as things stand: to print, and to tick off at the desk."""
    prizes = tuple(Prize.objects.filter(tournament=tournament).order_by("place"))
    fees = _fees(tournament)
    awards = {award.entrant_id: award for award in awards_of(tournament, prizes, fees)}
    people = Entrant.objects.filter(tournament=tournament).exclude(kind=EntrantKind.BOT).order_by("sort_key")
    lines = tuple(
        _settlement_line(entrant.name, [fee for fee in fees if fee.entrant_id == entrant.pk], award)
        for entrant, award in ((each, awards.get(each.pk)) for each in people)
        if award is not None or any(fee.entrant_id == entrant.pk for fee in fees)
    )
    return Settlement(
        lines=lines,
        paid=money_text(_sum(fees, PaymentStatus.PAID)),
        owed=money_text(_sum(fees, PaymentStatus.OWED)),
        given=money_text(sum(award.amount for award in awards.values())),
        balance=money_text(sum(line.balance for line in lines)),
        is_final=tournament.status == TournamentStatus.FINISHED,
    )


def _settlement_line(name: str, fees: Sequence[Fee], award: AwardLine | None) -> SettlementLine:
    owed, won = _sum(fees, PaymentStatus.OWED), award.amount if award else 0
    return SettlementLine(
        name=name,
        paid_text=money_text(_sum(fees, PaymentStatus.PAID)),
        owed_text=money_text(owed),
        prize_text=money_text(won),
        thing=award.thing if award else "",
        balance=won - owed,
        balance_text=money_text(won - owed),
    )


def _fee(entrant: Entrant, fee: Fee | None) -> FeeLine:
    if fee is None:
        return FeeLine(entrant.pk, entrant.name, "", "", "")
    return FeeLine(
        entrant.pk, entrant.name, money_text(fee.amount), fee.status, str(fee.get_status_display())
    )


def awards_of(
    tournament: Tournament,
    prizes: tuple[Prize, ...],
    fees: Sequence[Fee] | None = None,
    names: ShownNames = ALL_NAMES,
) -> tuple[AwardLine, ...]:
    """Who gets which prize after the last completed round; empty before. `fees` are the event's, read unless given."""
    last = (
        Round.objects.filter(tournament=tournament, status=RoundStatus.COMPLETED)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    if last is None or not prizes:
        return ()
    rows = ranked_event(tournament).rows(last)
    listed = worth(prizes, pot_of(_fees(tournament) if fees is None else fees))
    odd = tournament.format.odd_cents
    money = {int(award.entrant): award for award in award_prizes(rows, _falling(list(listed)), odd)}
    things = {prize.place: prize.description for prize in prizes if prize.description}
    called = entrant_names(tournament, names)
    found = []
    for row in rows:
        entrant = int(row.entrant)
        award, thing = money.get(entrant), things.get(row.place or 0, "")
        if award is None and not thing:
            continue
        first, end = (award.first_place, award.last_place) if award else (row.place, row.place)
        cents = award.cents if award else 0
        if thing and first != end:
            thing = _("%(thing)s, to be shared") % {"thing": thing}
        places = str(first) if first == end else f"{first}–{end}"
        found.append(AwardLine(entrant, called.get(entrant, ""), places, cents, money_text(cents), thing))
    return tuple(found)


def _falling(amounts: list[int]) -> list[int]:
    """A place without a prize of its own, between two with one, can't have less than the next."""
    found = list(amounts)
    for at in range(len(found) - 2, -1, -1):
        found[at] = max(found[at], found[at + 1])
    return found
