"""Merging two players who are one person, and taking it back (user-demands 27).

What belonged to the one is moved to the other and remembered row by row, so that taking it back moves exactly that
and nothing that was played since. The merged player stays as a name that leads to the kept one. Standings keep the
names under which people played; ratings from the first moved event on are reckoned again by the sweep.
"""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import Min, Q
from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.permissions import can_organise
from games.models import GameSeat
from games.services.clock import database_now
from tournaments.errors import AlreadyEntered, WrongStatus
from tournaments.models import (
    EntrantMember,
    Fixture,
    PlayerMerge,
    RatedEvent,
    SeasonMember,
    TableSeat,
    Tournament,
)
from tournaments.services.locks import require


@transaction.atomic
def merge_players(*, kept: Player, merged: Player, actor: User | None) -> PlayerMerge:
    """`merged` is the same person as `kept`, who has all its results from now on.

    Raises NotAllowed for all but directors of the club of both, WrongStatus for one who is merged already or for two
    accounts, and AlreadyEntered where both played in one event.
    """
    kept, merged = _locked(kept.pk, merged.pk)
    require(kept.club is not None and kept.club == merged.club and kept != merged)
    require(actor is None or (kept.club is not None and can_organise(actor, kept.club)))
    if kept.merged_into_id is not None or merged.merged_into_id is not None:
        raise WrongStatus(_("One of them is merged already."))
    if kept.user_id is not None and merged.user_id is not None:
        raise WrongStatus(_("Both have accounts of their own."))
    entries = EntrantMember.objects.filter(player=merged)
    if entries.filter(tournament__in=EntrantMember.objects.filter(player=kept).values("tournament")).exists():
        raise AlreadyEntered(_("Both played in the same event, so they are two."))
    chairs = TableSeat.objects.filter(player=merged)
    if chairs.filter(round__in=TableSeat.objects.filter(player=kept).values("round")).exists():
        raise AlreadyEntered(_("Both played in the same event, so they are two."))
    if _meet_in_a_league(kept, merged):
        raise AlreadyEntered(_("Both play in the same league, so they are two."))
    moved = {
        "chairs": list(chairs.order_by("pk").values_list("pk", flat=True)),
        "home": list(Fixture.objects.filter(home=merged).order_by("pk").values_list("pk", flat=True)),
        "away": list(Fixture.objects.filter(away=merged).order_by("pk").values_list("pk", flat=True)),
        "divisions": _only_of(merged, kept),
        "entries": list(entries.order_by("pk").values_list("pk", flat=True)),
        "seats": list(GameSeat.objects.filter(player=merged).order_by("pk").values_list("pk", flat=True)),
        "user": merged.user_id,
    }
    _move(moved, merged, kept)
    merged.merged_into = kept
    merged.save(update_fields=["merged_into"])
    return PlayerMerge.objects.create(kept=kept, merged=merged, moved_json=moved, created_by=actor)


@transaction.atomic
def undo_merge(*, merge: PlayerMerge, actor: User | None) -> PlayerMerge:
    """Take a merge back: what was moved belongs to the other player again. Again changes nothing.

    Raises NotAllowed, and AlreadyEntered where both are in one event by now.
    """
    merge = PlayerMerge.objects.select_for_update(no_key=True).get(pk=merge.pk)
    kept, merged = _locked(merge.kept_id, merge.merged_id)
    require(actor is None or (kept.club is not None and can_organise(actor, kept.club)))
    if merge.undone_at is not None:
        return merge
    _move(merge.moved_json, kept, merged)
    merged.merged_into = None
    merged.save(update_fields=["merged_into"])
    merge.undone_at = database_now()
    merge.save(update_fields=["undone_at"])
    return merge


def _locked(one: int, other: int) -> tuple[Player, Player]:
    """Both players, locked in the order of their ids, so that two merges at once don't wait for each other."""
    rows = Player.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    found = {player.pk: player for player in rows.filter(pk__in=[one, other]).order_by("pk")}
    return found[one], found[other]


def _move(moved: Mapping[str, object], source: Player, target: Player) -> None:
    """Give rows that still are the source's to the target, and the account likewise."""
    entries, seats = moved["entries"], moved["seats"]
    assert isinstance(entries, list)
    assert isinstance(seats, list)
    _forget_ratings(entries)
    EntrantMember.objects.filter(pk__in=entries, player=source).update(player=target)
    GameSeat.objects.filter(pk__in=seats, player=source).update(player=target)
    TableSeat.objects.filter(pk__in=_ids(moved, "chairs"), player=source).update(player=target)
    Fixture.objects.filter(pk__in=_ids(moved, "home"), home=source).update(home=target)
    Fixture.objects.filter(pk__in=_ids(moved, "away"), away=source).update(away=target)
    SeasonMember.objects.filter(pk__in=_ids(moved, "divisions"), player=source).update(player=target)
    if moved["user"] is not None and source.user_id == moved["user"]:
        user, source.user = source.user, None
        source.save(update_fields=["user"])  # first, since a club has one player of an account
        target.user = user
        target.save(update_fields=["user"])


def _ids(moved: Mapping[str, object], name: str) -> list[int]:
    """The rows of that kind; older merges name fewer kinds."""
    found = moved.get(name, [])
    assert isinstance(found, list)
    return found


def _only_of(merged: Player, kept: Player) -> list[int]:
    """The divisions that only the merged one belongs to; in those of both the merged one's line stays where it is."""
    both = SeasonMember.objects.filter(player=kept).values("season")
    rows = SeasonMember.objects.filter(player=merged).exclude(season__in=both)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _meet_in_a_league(one: Player, other: Player) -> bool:
    lists = [
        set(Fixture.objects.filter(Q(home=player) | Q(away=player)).values_list("fixtures", flat=True))
        for player in (one, other)
    ]
    return bool(lists[0] & lists[1])


def _forget_ratings(entries: Iterable[int]) -> None:
    """Ratings from the first of these events on; the sweep reckons them again in order."""
    events = Tournament.objects.filter(entrants__members__in=entries)
    for row in events.order_by().values("club").annotate(first=Min("starts_on")):
        RatedEvent.objects.filter(
            tournament__club=row["club"], tournament__starts_on__gte=row["first"]
        ).delete()
