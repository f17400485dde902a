"""Fees and prizes as records, in the smallest unit of the currency. Nothing here pays or charges anybody."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.engine.prizes import OddCents
from tournaments.enums import EntrantKind, PaymentStatus
from tournaments.errors import BadReport
from tournaments.models import Entrant, Fee, Prize, Tournament
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director

LARGEST = 100_000_000
ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class PrizeSpec:
    """A prize: money in the smallest unit, a share of the pot in percent, a thing, or several of these."""

    place: int
    amount: int
    description: str = ""
    share: int = 0


@transaction.atomic
def set_prizes(
    *,
    tournament: Tournament,
    prizes: Sequence[PrizeSpec],
    actor: User | None,
    odd_cents: OddCents | None = None,
) -> tuple[Prize, ...]:
    """Replace the event's prizes, and say who gets the odd cents of a shared one (as before where None).

    Amounts and shares may not grow downwards, since tied places pool theirs; shares of the pot come to at most
    100 percent. Raises NotAllowed, BadReport.
    """
    tournament = locked_for_director(tournament.pk, actor)
    ordered = sorted(prizes, key=lambda prize: prize.place)
    _check_prizes(ordered)
    if odd_cents is not None and odd_cents != tournament.format.odd_cents:
        tournament.format_json = replace(tournament.format, odd_cents=odd_cents).to_json()
        tournament.save(update_fields=["format_json"])
    tournament.prizes.all().delete()
    made = Prize.objects.bulk_create(
        Prize(
            tournament=tournament,
            place=prize.place,
            amount=prize.amount,
            share=prize.share,
            description=prize.description.strip()[:120],
        )
        for prize in ordered
    )
    record_act(
        tournament=tournament,
        action="set_prizes",
        actor=actor,
        prizes=[[prize.place, prize.amount, prize.share, prize.description] for prize in ordered],
        odd_cents=str(tournament.format.odd_cents),
    )
    announce_change(tournament)
    return tuple(made)


def _check_prizes(ordered: Sequence[PrizeSpec]) -> None:
    places = [prize.place for prize in ordered]
    if len(set(places)) != len(places) or any(not 1 <= place <= 1000 for place in places):
        raise BadReport(_("Each place has one prize."), "place")
    amounts = [prize.amount for prize in ordered]
    if any(not 0 <= amount <= LARGEST for amount in amounts) or amounts != sorted(amounts, reverse=True):
        raise BadReport(_("A better place can't have less money than a worse one."), "amount")
    shares = [prize.share for prize in ordered]
    if any(not 0 <= share <= 100 for share in shares) or shares != sorted(shares, reverse=True):
        raise BadReport(_("A better place can't have a smaller share than a worse one."), "share")
    if sum(shares) > 100:
        raise BadReport(_("The shares come to more than 100 percent."), "share")


@transaction.atomic
def owe_entry_fees(*, tournament: Tournament, amount: int, actor: User | None) -> int:
    """Note the entry fee as owed for everybody who is in the event and has none yet; for how many. Again changes
    nothing. Raises NotAllowed, BadReport.
    """
    tournament = locked_for_director(tournament.pk, actor)
    if not 0 < amount <= LARGEST:
        raise BadReport(_("That amount can't be."), "amount")
    people = tournament.entrants.active().exclude(kind=EntrantKind.BOT).exclude(fees__kind=ENTRY)
    fees = Fee.objects.bulk_create(Fee(entrant=entrant, kind=ENTRY, amount=amount) for entrant in people)
    if fees:
        record_act(tournament=tournament, action="owe_fees", actor=actor, amount=amount, entrants=len(fees))
        announce_change(tournament)
    return len(fees)


@transaction.atomic
def settle_fee(*, fee: Fee, status: PaymentStatus, actor: User | None) -> Fee:
    """Say of a fee that stands already, of entry or re-entry, whether it is paid. Again changes nothing. Raises
    NotAllowed.
    """
    tournament = locked_for_director(fee.entrant.tournament_id, actor)
    fee = Fee.objects.select_related("entrant").get(pk=fee.pk)
    if fee.status == status:
        return fee
    fee.status = status
    fee.save(update_fields=["status"])
    _note_fee(tournament, fee, actor)
    return fee


@transaction.atomic
def set_fee(*, entrant: Entrant, amount: int, status: PaymentStatus, actor: User | None) -> Fee:
    """Record the entry fee of an entrant: owed, paid or waived. Again changes nothing. Raises NotAllowed,
    BadReport.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    if not 0 <= amount <= LARGEST:
        raise BadReport(_("That amount can't be."), "amount")
    fee = Fee.objects.filter(entrant=entrant, kind=ENTRY).first()
    if fee is not None and (fee.amount, fee.status) == (amount, status):
        return fee
    fee, _created = Fee.objects.update_or_create(
        entrant=entrant, kind=ENTRY, defaults={"amount": amount, "status": status}
    )
    _note_fee(tournament, fee, actor)
    return fee


def _note_fee(tournament: Tournament, fee: Fee, actor: User | None) -> None:
    record_act(
        tournament=tournament,
        action="set_fee",
        actor=actor,
        entrant=fee.entrant_id,
        name=fee.entrant.name,
        kind=fee.kind,
        amount=fee.amount,
        status=str(fee.status),
    )
