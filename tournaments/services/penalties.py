"""Points taken or given by a director, with a reason, outside every table's sum. Cancelled, never deleted."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.clock import database_now
from tournaments.enums import TournamentStatus
from tournaments.errors import BadReport, ReasonMissing, WrongStatus
from tournaments.models import Entrant, Penalty, Tournament
from tournaments.queries.ranking import round_facts
from tournaments.services.acts import record_act
from tournaments.services.locks import SAME_AGAIN, announce_change, locked_for_director
from tournaments.services.snapshots import refresh_snapshots

MOST_POINTS = 10_000


@transaction.atomic
def give_penalty(
    *, entrant: Entrant, points: int, reason: str, actor: User | None, round_number: int | None = None
) -> Penalty:
    """Give `points` (negative: a penalty, positive: a bonus), counted from that round on: by default the
    latest one. Given again within a minute, as by a double click, it is the one that counts already.

    Raises NotAllowed, ReasonMissing, BadReport for impossible points, WrongStatus when the event is over.
    """
    tournament = _open(entrant.tournament_id, actor)
    if not reason.strip():
        raise ReasonMissing
    if points == 0 or abs(points) > MOST_POINTS:
        raise BadReport(_("That can't be."), "points", "points")
    latest = max((fact.number for fact in round_facts(tournament)), default=1)
    number = latest if round_number is None else round_number
    if not 1 <= number <= latest + 1:
        raise BadReport(_("That can't be."), "round", "round")
    said = {"entrant": entrant, "round_number": number, "points": points, "reason": reason.strip()}
    just_given = tournament.penalties.filter(**said, created_by=actor, cancelled_at=None)
    given = just_given.filter(created_at__gt=database_now() - SAME_AGAIN).first()
    if given is not None:
        return given
    penalty = Penalty.objects.create(tournament=tournament, **said, created_by=actor)
    _done(tournament, penalty, "give_penalty", actor)
    return penalty


@transaction.atomic
def cancel_penalty(*, penalty: Penalty, actor: User | None) -> Penalty:
    """Take a penalty or bonus back. Again changes nothing. Raises NotAllowed, WrongStatus."""
    tournament = _open(penalty.tournament_id, actor)
    penalty = tournament.penalties.select_related("entrant").get(pk=penalty.pk)
    if penalty.cancelled_at is None:
        penalty.cancelled_at, penalty.cancelled_by = database_now(), actor
        penalty.save(update_fields=["cancelled_at", "cancelled_by"])
        _done(tournament, penalty, "cancel_penalty", actor)
    return penalty


def _open(tournament_id: int, actor: User | None) -> Tournament:
    tournament = locked_for_director(tournament_id, actor)
    if tournament.is_over or tournament.status == TournamentStatus.DRAFT:
        raise WrongStatus(status=tournament.status)
    return tournament


def _done(tournament: Tournament, penalty: Penalty, action: str, actor: User | None) -> None:
    changed = refresh_snapshots(tournament, since=penalty.round_number)
    record_act(
        tournament=tournament,
        action=action,
        actor=actor,
        penalty=penalty.pk,
        entrant=penalty.entrant_id,
        name=penalty.entrant.name,
        points=penalty.points,
        round=penalty.round_number,
        reason=penalty.reason,
        standings_changed=changed,
    )
    announce_change(tournament)
