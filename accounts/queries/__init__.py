"""What pages show of clubs and people. It reads; it never writes and knows nothing of games."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Count, Q

from accounts.enums import ClubRole
from accounts.links import join_token
from accounts.models import Club, ClubLogo, JoinRequest, Membership, Player, User
from accounts.names import clean_name, name_key, sort_key
from accounts.permissions import can_organise, club_role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club in a list. `role` is the reader's own role in words, "" for none."""

    name: str
    slug: str
    members: int
    role: str


@dataclass(frozen=True, slots=True)
class MemberLine:
    user_id: int
    name: str
    role: str
    role_label: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    player_id: int
    name: str
    has_account: bool


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The players whose names hold what was `asked` for; `count` of them there are, the first MOST_SHOWN are given."""

    lines: tuple[PlayerLine, ...]
    count: int
    asked: str


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club's page. `members` is empty for those who may not see them; `requests` (who asks to join) and `join_token`
    are an owner's only. `logo` is the version of the picture, 0 for none. `has_asked` is whether the reader waits to be
    let in.
    """

    name: str
    slug: str
    about: str
    time_zone: str
    language_label: str
    is_public: bool
    colour: str
    logo: int
    role: str
    members: tuple[MemberLine, ...]
    requests: tuple[MemberLine, ...]
    join_token: str
    has_asked: bool
    may_manage: bool
    may_organise: bool


def club_list(user: "User | AnonymousUser") -> tuple[ClubLine, ...]:
    """Clubs that the user may see, own ones first, then by name."""
    roles: dict[int, str] = {}
    if user.is_authenticated:
        roles = dict(Membership.objects.filter(user=user).values_list("club_id", "role"))
    clubs = Club.objects.visible_to(user).annotate(members=Count("memberships"))
    lines = [
        (
            club.pk not in roles,
            sort_key(club.name),
            ClubLine(club.name, club.slug, club.members, _label(roles.get(club.pk))),
        )
        for club in clubs
    ]
    return tuple(line for _mine, _key, line in sorted(lines, key=lambda item: item[:2]))


def club_page(user: "User | AnonymousUser", slug: str) -> ClubPage | None:
    """The page of the club at `slug`, or None where there is none that the user may see."""
    club = Club.objects.visible_to(user).filter(slug=slug).first()
    if club is None:
        return None
    own = club_role(user, club)
    knows = own is not None
    manages = knows and own is ClubRole.OWNER
    return ClubPage(
        name=club.name,
        slug=club.slug,
        about=club.about,
        time_zone=club.time_zone,
        language_label=str(dict(settings.LANGUAGES).get(club.language, club.language)),
        is_public=club.is_public,
        colour=club.colour,
        logo=ClubLogo.objects.filter(club=club).values_list("version", flat=True).first() or 0,
        role=_label(own),
        members=_members(club) if knows else (),
        requests=_requests(club) if manages else (),
        join_token=join_token(club) if manages else "",
        has_asked=not knows
        and user.is_authenticated
        and JoinRequest.objects.filter(club=club, user=user).exists(),
        may_manage=manages,
        may_organise=own is not None and own.includes(ClubRole.DIRECTOR),
    )


def player_choices(club: Club, chosen: Collection[int], asked: str = "") -> tuple[PlayerLine, ...]:
    """Players to choose from, for a director: those chosen already (ids), then the first MOST_SHOWN of the others with
    `asked` in their names.
    """
    found = Player.objects.filter(club=club, merged_into=None).order_by("sort_key", "pk")
    others = found.exclude(pk__in=chosen)
    if key := name_key(asked):
        others = others.filter(name_key__contains=key)
    return tuple(
        PlayerLine(player.pk, player.name, player.user_id is not None)
        for player in (*found.filter(pk__in=chosen), *others[:MOST_SHOWN])
    )


def has_more_players(club: Club) -> bool:
    """Whether the club has more players than a list shows."""
    return Player.objects.filter(club=club, merged_into=None).count() > MOST_SHOWN


def players_page(club: Club, user: "User | AnonymousUser", asked: str = "") -> PlayersPage:
    """The club's players by name, those with `asked` in their names (whatever the case). Who hides is in it for the
    club's directors and for the person.
    """
    found = Player.objects.filter(club=club, merged_into=None)
    if not can_organise(user, club):
        found = found.filter(Q(is_private=False) | Q(user__isnull=False, user=user.pk))
    if key := name_key(asked):
        found = found.filter(name_key__contains=key)
    lines = tuple(
        PlayerLine(player.pk, player.name, player.user_id is not None)
        for player in found.order_by("sort_key", "pk")[:MOST_SHOWN]
    )
    return PlayersPage(lines, found.count(), clean_name(asked))


def _members(club: Club) -> tuple[MemberLine, ...]:
    rows = Membership.objects.filter(club=club).select_related("user")
    ordered = sorted(
        rows,
        key=lambda row: (-ClubRole(row.role).strength, sort_key(str(row.user)), row.pk),
    )
    return tuple(MemberLine(row.user_id, str(row.user), row.role, _label(row.role)) for row in ordered)


def _requests(club: Club) -> tuple[MemberLine, ...]:
    rows = JoinRequest.objects.filter(club=club, declined_at=None).select_related("user")
    return tuple(MemberLine(row.user_id, str(row.user), "", "") for row in rows)


def _label(role: str | None) -> str:
    return str(ClubRole(role).label) if role else ""
