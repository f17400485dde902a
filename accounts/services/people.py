"""Clubs, memberships and players: everything that writes them. One public service is one transaction.

`actor` is the user who acts; None is the program itself, which may do everything. Names are cleaned and checked
here, so that no door can bring in a name that another would refuse.
"""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.enums import ClubRole
from accounts.errors import BadName, ClubNotAllowed, LastOwner, NameTaken
from accounts.models import Club, Membership, Player, User
from accounts.names import clean_name, name_key, validate_name
from accounts.permissions import can_manage_club

RESERVED_SLUGS = ("new", "join", "claim")  # addresses beside those of clubs


def usable_name(name: str) -> str:
    """`name` cleaned, or BadName with the sentence that says what is wrong with it."""
    cleaned = clean_name(name)
    try:
        validate_name(cleaned)
    except ValidationError as error:
        raise BadName(" ".join(error.messages), error.code or "characters") from None
    return cleaned


@transaction.atomic
def create_account(*, email: str, display_name: str, password: str | None = None) -> User:
    """Make the account a person signs in with. Raises BadName, and NameTaken for a known address."""
    display_name = usable_name(display_name)
    try:
        with transaction.atomic():
            return User.objects.create_user(email, password, display_name=display_name)
    except IntegrityError:
        raise NameTaken(email=email) from None


@transaction.atomic
def create_club(
    *,
    name: str,
    owner: User,
    time_zone: str = "UTC",
    language: str = "en",
    is_public: bool = True,
) -> Club:
    """Found a club, with `owner` as its first owner. Raises BadName and NameTaken (whatever the case)."""
    name = usable_name(name)
    try:
        with transaction.atomic():
            club = Club.objects.create(
                name=name,
                slug=_free_slug(name),
                time_zone=time_zone,
                language=language,
                is_public=is_public,
            )
    except IntegrityError:
        raise NameTaken(name=name) from None
    Membership.objects.create(club=club, user=owner, role=ClubRole.OWNER)
    return club


def _free_slug(name: str) -> str:
    """`name` as part of an address, with a number behind it where another club has it already."""
    base = slugify(name)[:50] or "club"
    if base in RESERVED_SLUGS:
        base = f"{base}-club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    return next(slug for n in range(2, len(taken) + 3) if (slug := f"{base}-{n}") not in taken)


@transaction.atomic
def add_member(*, club: Club, user: User, role: ClubRole = ClubRole.MEMBER, actor: User | None) -> Membership:
    """Make `user` a member with `role`, or change the role of a member. Again with the same role changes nothing.

    Raises ClubNotAllowed, and LastOwner where the club would lose its only owner.
    """
    club = locked_club(club)
    require_manager(actor, club)
    membership, created = Membership.objects.get_or_create(club=club, user=user, defaults={"role": role})
    if not created and membership.role != role:
        _keep_an_owner(membership)
        membership.role = role
        membership.save(update_fields=["role"])
    return membership


@transaction.atomic
def remove_member(*, club: Club, user: User, actor: User | None) -> None:
    """End a membership; members may leave by themselves. Raises ClubNotAllowed and LastOwner."""
    club = locked_club(club)
    if actor != user:
        require_manager(actor, club)
    membership = Membership.objects.filter(club=club, user=user).first()
    if membership is not None:
        _keep_an_owner(membership)
        membership.delete()


@transaction.atomic
def find_or_make_player(*, club: Club | None, name: str, user: User | None = None) -> tuple[Player, bool]:
    """The club's player of that name (whatever the case), and whether it was made now. `club` None makes a guest.

    A `user` is linked to a player who has none yet. Raises BadName, and NameTaken where the player of that name is
    linked to somebody else.
    """
    name = usable_name(name)
    if club is None:
        return Player.objects.make(name=name, club=None, user=user), True
    player, made = _player_of_club(club, name, user)
    if user is not None and player.user_id != user.pk:
        if player.user_id is not None:
            raise NameTaken(name=name)
        player.user = user
        try:
            with transaction.atomic():
                player.save(update_fields=["user"])
        except IntegrityError:
            raise NameTaken(name=name) from None
    return player, made


def _player_of_club(club: Club, name: str, user: User | None) -> tuple[Player, bool]:
    """Look, make, and look again where somebody else made the player in between."""
    named = Player.objects.filter(club=club, name_key=name_key(name)).select_related("merged_into")
    if (player := named.first()) is not None:
        return player.merged_into or player, False  # a merged name leads to the person
    if user is not None and (own := Player.objects.filter(club=club, user=user).first()) is not None:
        return own, False
    try:
        with transaction.atomic():
            return Player.objects.make(name=name, club=club, user=user), True
    except IntegrityError:
        return named.get(), False


def locked_club(club: Club) -> Club:
    """The club, locked until the end of the transaction, as it is once the lock is held."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def require_manager(actor: User | None, club: Club) -> None:
    """Raises ClubNotAllowed for those who may not change the club; None is the program itself."""
    if actor is not None and not can_manage_club(actor, club):
        raise ClubNotAllowed


def _keep_an_owner(membership: Membership) -> None:
    if membership.role != ClubRole.OWNER:
        return
    others = Membership.objects.filter(club=membership.club, role=ClubRole.OWNER).exclude(pk=membership.pk)
    if not others.exists():
        raise LastOwner
