"""What places are worth: amounts, and shares of the pot: of all fees of entry and re-entry that aren't waived."""

from collections.abc import Sequence

from django.db.models import Sum

from tournaments.engine.prizes import pool_amounts
from tournaments.enums import PaymentStatus
from tournaments.models import Fee, Prize


def pot_of(fees: Sequence[Fee]) -> int:
    """What the shares are shares of, in the smallest unit."""
    return sum(fee.amount for fee in fees if fee.status != PaymentStatus.WAIVED)


def prize_values(tournament_id: int) -> tuple[int, ...]:
    """What each place from 1 is worth, as fees and prizes are now. Two queries at most."""
    prizes = list(Prize.objects.filter(tournament=tournament_id))
    if not any(prize.share for prize in prizes):
        return worth(prizes, 0)
    fees = Fee.objects.filter(entrant__tournament=tournament_id).exclude(status=PaymentStatus.WAIVED)
    return worth(prizes, fees.aggregate(sum=Sum("amount"))["sum"] or 0)


def worth(prizes: Sequence[Prize], pot: int) -> tuple[int, ...]:
    """What each place from 1 is worth with that pot; places without a prize between two with one count 0.

    Shares are rounded so that they and what the organiser keeps come to the pot exactly.
    """
    places = {prize.place: prize for prize in prizes}
    numbers = range(1, max(places, default=0) + 1)
    amounts = [places[place].amount if place in places else 0 for place in numbers]
    shares = [places[place].share if place in places else 0 for place in numbers]
    if not sum(shares):
        return tuple(amounts)
    parts = pool_amounts(pot, (*shares, 100 - sum(shares)))
    return tuple(amount + part for amount, part in zip(amounts, parts, strict=False))
