"""A person leaves: the account is removed, the results stay under a neutral name (user-demands 24).

Who still plays is withdrawn, so that nobody is seated against nobody. The person's names are replaced wherever the
program wrote them: players, entrants, seats, their histories, messages to others, and the acts of events with their
hash chain, which is sealed anew and says so in an act of its own. What others typed about somebody as the reason of a
correction or of a penalty is theirs and stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import pgtrigger
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.enums import ClubRole
from accounts.errors import LastOwner
from accounts.models import Membership, Notice, Player, User
from accounts.names import name_key, sort_key
from games.models import GameSeat, InvitedSeat
from games.services.live import close_streams
from tournaments.enums import EntrantKind, EntrantStatus, FixtureStatus, TournamentStatus
from tournaments.models import (
    AuditRow,
    Entrant,
    EntrantMember,
    Fixture,
    SeasonMember,
    TableSeat,
    Tournament,
    TournamentRole,
)
from tournaments.queries.chain import FIRST_HASH, expected_hash
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_tournament
from tournaments.services.presence import withdraw
from tournaments.services.redaction import Redaction, redacted

SET_IGNORED: Final = "SELECT set_config('pgtrigger.ignore', %s, true)"
PLAYING: Final = (EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN, EntrantStatus.WAITING)


@transaction.atomic
def leave(*, user: User) -> None:
    """Remove the account and everything that is only its own; see above for what stays.

    Raises LastOwner where a club with other members would have no owner.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    _require_an_owner(user)
    _withdraw_everywhere(user)
    players = list(
        Player.objects.select_for_update(of=("self",)).filter(user=user).select_related("club").order_by("pk")
    )
    players += list(Player.objects.filter(merged_into__in=players).select_related("club"))
    for tournament_id in _events_of(user, players):
        _redact_event(tournament_id, user, players)
    for player in players:
        _make_neutral(player)
    Fixture.objects.filter(
        Q(home__in=players) | Q(away__in=players), status__in=[FixtureStatus.OPEN, FixtureStatus.AGREED]
    ).update(status=FixtureStatus.MISSED)
    SeasonMember.objects.filter(player__in=players).delete()  # nobody enters them in an evening any more
    InvitedSeat.objects.filter(player__in=players, invitation__game=None).delete()
    for session in Session.objects.all().iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            close_streams(session.session_key)
            session.delete()
    user.delete()


def _require_an_owner(user: User) -> None:
    for club in Membership.objects.filter(user=user, role=ClubRole.OWNER).values_list("club", flat=True):
        others = Membership.objects.filter(club=club).exclude(user=user)
        if others.exists() and not others.filter(role=ClubRole.OWNER).exists():
            raise LastOwner


def _withdraw_everywhere(user: User) -> None:
    entrants = Entrant.objects.filter(members__player__user=user, status__in=PLAYING).exclude(
        tournament__status__in=[TournamentStatus.FINISHED, TournamentStatus.CANCELLED]
    )
    for entrant in entrants.order_by("tournament_id"):
        withdraw(entrant=entrant, actor=None)


def _events_of(user: User, players: Sequence[Player]) -> list[int]:
    """Events in whose records the person's name may stand, in the order in which they are locked."""
    found = set(EntrantMember.objects.filter(player__in=players).values_list("tournament", flat=True))
    found |= set(TournamentRole.objects.filter(user=user).values_list("tournament", flat=True))
    found |= set(AuditRow.objects.filter(actor=user).values_list("tournament", flat=True))
    return sorted(found)


def neutral_name(player: Player) -> str:
    """What a player who left is called, in the language of the club."""
    with translation.override(player.club.language if player.club else "en"):
        return _("Former player %(number)d") % {"number": player.pk}


def _make_neutral(player: Player) -> None:
    name = neutral_name(player)
    GameSeat.objects.filter(player=player).update(name=name)
    player.name, player.name_key, player.sort_key = name, name_key(name), sort_key(name)
    player.user, player.claim_hash, player.is_private = None, "", False
    player.save(update_fields=["name", "name_key", "sort_key", "user", "claim_hash", "is_private"])


def _redact_event(tournament_id: int, user: User, players: Sequence[Player]) -> None:
    tournament = locked_tournament(tournament_id)
    members = EntrantMember.objects.filter(tournament=tournament, player__in=players)
    names = {str(user): _member_name(user)}
    entrants: dict[int, str] = {}
    for member in members.select_related("entrant", "player__club"):
        neutral = neutral_name(member.player)
        names |= {member.player.name: neutral, str(user): neutral}
        if member.entrant.kind == EntrantKind.PERSON:
            names[member.entrant.name] = neutral
            entrants[member.entrant_id] = neutral
            _rename(member.entrant, neutral)
        TableSeat.objects.filter(round__tournament=tournament, player=member.player).update(name=neutral)
        _history("TableSeat").filter(player=member.player).update(name=neutral)
    redaction = Redaction(names, entrants, user.pk, _member_name(user))
    _redact_messages(tournament, redaction)
    _seal_anew(tournament, redaction)
    announce_change(tournament)


def _member_name(user: User) -> str:
    return _("Former member %(number)d") % {"number": user.pk}


def _rename(entrant: Entrant, name: str) -> None:
    """The entrant, and what its history remembers of it."""
    fields = {"name": name, "name_key": name_key(name), "sort_key": sort_key(name), "note": ""}
    Entrant.objects.filter(pk=entrant.pk).update(**fields)
    _history("Entrant").filter(pgh_obj=entrant.pk).update(**fields)


def _history(model: str) -> "QuerySet[Model]":
    """What triggers kept of a table's earlier rows."""
    rows: QuerySet[Model] = apps.get_model("tournaments", f"{model}Event")._default_manager.all()
    return rows


def _redact_messages(tournament: Tournament, redaction: Redaction) -> None:
    changed = []
    for notice in Notice.objects.filter(event=tournament.public_id):
        body, subject = redaction.text(notice.body), redaction.text(notice.subject)
        if (body, subject) != (notice.body, notice.subject):
            notice.body, notice.subject = body, subject
            changed.append(notice)
    Notice.objects.bulk_update(changed, ["body", "subject"])


def _seal_anew(tournament: Tournament, redaction: Redaction) -> None:
    """Rewrite the acts in which a name stood, and seal the chain from the first of them on.

    An act at its end keeps the seal that the chain had before, so that who wrote it down sees why it changed.
    """
    rows = list(AuditRow.objects.filter(tournament=tournament).order_by("number"))
    changed = [row for row in rows if redacted(row, redaction)]
    if not changed:
        return
    head = rows[-1].hash
    first = rows.index(changed[0])
    _chain(rows[first:], tournament, rows[first - 1].hash if first else FIRST_HASH)
    with _acts_open():
        AuditRow.objects.bulk_update(
            rows[first:], ["actor_name", "payload_json", "previous_hash", "hash"], batch_size=200
        )
    record_act(tournament=tournament, action="anonymise", actor=None, acts=len(changed), seal_before=head)


@contextmanager
def _acts_open() -> Iterator[None]:
    """Lifts the one trigger that keeps acts from being rewritten, for this transaction and as long as it takes.

    The library's own way puts two statements into one, which parameters bound by the server don't allow.
    """
    ((model, trigger),) = pgtrigger.registered("tournaments.AuditRow:no_rewrite")
    with connection.cursor() as cursor:
        cursor.execute(SET_IGNORED, ["{" + trigger.get_pgid(model) + "}"])
        try:
            yield
        finally:
            if not connection.needs_rollback:
                cursor.execute(SET_IGNORED, [""])


def _chain(rows: Iterable[AuditRow], tournament: Tournament, previous: str) -> None:
    for row in rows:
        row.previous_hash = previous
        row.hash = previous = expected_hash(row, tournament.seal_id, previous)
