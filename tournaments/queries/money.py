"""Fees and prizes of an event: who owes what, who gets what. Tied places pool their prizes and share them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.engine.prizes import award_prizes
from tournaments.enums import EntrantKind, EntrantStatus, PaymentStatus, RoundStatus
from tournaments.models import Entrant, Fee, Prize, Round, Tournament
from tournaments.queries.ranking import ranked_event


def money_text(amount: int) -> str:
    """An amount in the smallest unit as people write it: 1250 is 12.50."""
    return f"{amount // 100}.{amount % 100:02d}"


@dataclass(frozen=True, slots=True)
class FeeLine:
    entrant_id: int
    name: str
    amount_text: str
    status: str
    status_label: str


@dataclass(frozen=True, slots=True)
class AwardLine:
    """What somebody gets; `places` are the pooled ones, "1–2"."""

    name: str
    places: str
    amount: int
    amount_text: str
    thing: str


@dataclass(frozen=True, slots=True)
class MoneyPage:
    prizes: tuple[Prize, ...]
    fees: tuple[FeeLine, ...]
    awards: tuple[AwardLine, ...]
    paid: str
    owed: str
    given: str


def money_page(tournament: Tournament) -> MoneyPage:
    """Everything about money, with the prizes as the standings are now. A constant number of queries."""
    prizes = tuple(Prize.objects.filter(tournament=tournament).order_by("place"))
    fees = {fee.entrant_id: fee for fee in Fee.objects.filter(entrant__tournament=tournament, kind="entry")}
    people = (
        Entrant.objects.filter(tournament=tournament)
        .exclude(kind=EntrantKind.BOT)
        .exclude(status=EntrantStatus.WAITING)
        .order_by("sort_key")
    )
    lines = tuple(_fee(entrant, fees.get(entrant.pk)) for entrant in people)
    awards = awards_of(tournament, prizes)
    sums = {
        status: sum(fee.amount for fee in fees.values() if fee.status == status) for status in PaymentStatus
    }
    return MoneyPage(
        prizes,
        lines,
        awards,
        money_text(sums[PaymentStatus.PAID]),
        money_text(sums[PaymentStatus.OWED]),
        money_text(sum(award.amount for award in awards)),
    )


def _fee(entrant: Entrant, fee: Fee | None) -> FeeLine:
    if fee is None:
        return FeeLine(entrant.pk, entrant.name, "", "", "")
    return FeeLine(
        entrant.pk, entrant.name, money_text(fee.amount), fee.status, str(fee.get_status_display())
    )


def awards_of(tournament: Tournament, prizes: tuple[Prize, ...]) -> tuple[AwardLine, ...]:
    """Who gets which prize after the last completed round; empty before."""
    last = (
        Round.objects.filter(tournament=tournament, status=RoundStatus.COMPLETED)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    if last is None or not prizes:
        return ()
    rows = ranked_event(tournament).rows(last)
    amounts = {prize.place: prize.amount for prize in prizes}
    listed = [amounts.get(place, 0) for place in range(1, max(amounts) + 1)]
    money = {int(award.entrant): award for award in award_prizes(rows, _falling(listed))}
    things = {prize.place: prize.description for prize in prizes if prize.description}
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "name"))
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
        found.append(AwardLine(names.get(entrant, ""), places, cents, money_text(cents), thing))
    return tuple(found)


def _falling(amounts: list[int]) -> list[int]:
    """A place without a prize of its own, between two with one, can't have less than the next."""
    found = list(amounts)
    for at in range(len(found) - 2, -1, -1):
        found[at] = max(found[at], found[at + 1])
    return found
