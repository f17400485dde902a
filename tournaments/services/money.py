"""Fees and prizes as records, in the smallest unit of the currency. Nothing here pays or charges anybody."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.enums import PaymentStatus
from tournaments.errors import BadReport
from tournaments.models import Entrant, Fee, Prize, Tournament
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director

LARGEST = 100_000_000


@dataclass(frozen=True, slots=True)
class PrizeSpec:
    """A prize: money in the smallest unit, or a thing, or both."""

    place: int
    amount: int
    description: str = ""


@transaction.atomic
def set_prizes(
    *, tournament: Tournament, prizes: Sequence[PrizeSpec], actor: User | None
) -> tuple[Prize, ...]:
    """Replace the event's prizes. Amounts may not grow downwards, since tied places pool theirs. Raises
    NotAllowed, BadReport.
    """
    tournament = locked_for_director(tournament.pk, actor)
    ordered = sorted(prizes, key=lambda prize: prize.place)
    places = [prize.place for prize in ordered]
    amounts = [prize.amount for prize in ordered]
    if len(set(places)) != len(places) or any(not 1 <= place <= 1000 for place in places):
        raise BadReport(_("Each place has one prize."), "place")
    if any(not 0 <= amount <= LARGEST for amount in amounts) or amounts != sorted(amounts, reverse=True):
        raise BadReport(_("A better place can't have less money than a worse one."), "amount")
    tournament.prizes.all().delete()
    made = Prize.objects.bulk_create(
        Prize(
            tournament=tournament,
            place=prize.place,
            amount=prize.amount,
            description=prize.description.strip()[:120],
        )
        for prize in ordered
    )
    record_act(
        tournament=tournament,
        action="set_prizes",
        actor=actor,
        prizes=[[prize.place, prize.amount, prize.description] for prize in ordered],
    )
    announce_change(tournament)
    return tuple(made)


@transaction.atomic
def set_fee(*, entrant: Entrant, amount: int, status: PaymentStatus, actor: User | None) -> Fee:
    """Record the entry fee of an entrant: owed, paid or waived. Again changes nothing. Raises NotAllowed,
    BadReport.
    """
    tournament = locked_for_director(entrant.tournament_id, actor)
    if not 0 <= amount <= LARGEST:
        raise BadReport(_("That amount can't be."), "amount")
    fee = Fee.objects.filter(entrant=entrant, kind="entry").first()
    if fee is not None and (fee.amount, fee.status) == (amount, status):
        return fee
    fee, _created = Fee.objects.update_or_create(
        entrant=entrant, kind="entry", defaults={"amount": amount, "status": status}
    )
    record_act(
        tournament=tournament,
        action="set_fee",
        actor=actor,
        entrant=entrant.pk,
        name=entrant.name,
        amount=amount,
        status=str(status),
    )
    return fee
