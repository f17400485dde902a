"""A club's settings, and how people become members: by its link, or by asking and being let in.

Who came by the link is a member at once. Who asks waits for an owner; a declined request stays, so that asking
again changes nothing until an owner adds the person by another way.
"""

from zoneinfo import available_timezones

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from accounts.enums import ClubColour, ClubRole
from accounts.errors import BadSetting, ClubNotAllowed, LinkNotValid, NameTaken
from accounts.links import club_of_token
from accounts.models import Club, ClubLogo, JoinRequest, Membership, User
from accounts.permissions import can_view_club
from accounts.pictures import drawn_anew
from accounts.services.people import locked_club, require_manager, usable_name

MOST_ABOUT = 500


def check_place(time_zone: str, language: str) -> None:
    """Raises BadSetting for a time zone or a language that isn't known here."""
    if time_zone not in available_timezones():
        raise BadSetting(_("There is no time zone of that name."), "time_zone")
    if language not in dict(settings.LANGUAGES):
        raise BadSetting(_("Deadwood doesn't speak that language yet."), "language")


@transaction.atomic
def change_club(
    *,
    club: Club,
    actor: User | None,
    name: str,
    about: str,
    time_zone: str,
    language: str,
    is_public: bool,
    colour: str = "",
) -> Club:
    """Change what the club is called, where it is, how it looks and who may see it. Its address stays.

    Raises ClubNotAllowed, BadName, NameTaken and BadSetting.
    """
    club = locked_club(club)
    require_manager(actor, club)
    check_place(time_zone, language)
    club.name = usable_name(name)
    club.about = about.strip()[:MOST_ABOUT]
    club.time_zone, club.language, club.is_public = time_zone, language, is_public
    if colour:
        if colour not in ClubColour.values:
            raise BadSetting(_("There is no such colour."), "colour")
        club.colour = colour
    try:
        with transaction.atomic():
            club.save(update_fields=["name", "about", "time_zone", "language", "is_public", "colour"])
    except IntegrityError:
        raise NameTaken(name=name) from None
    return club


@transaction.atomic
def set_logo(*, club: Club, data: bytes | None, actor: User | None) -> ClubLogo | None:
    """Give the club the picture in `data`, or (None) take it away. Raises ClubNotAllowed and BadSetting."""
    club = locked_club(club)
    require_manager(actor, club)
    if data is None:
        ClubLogo.objects.filter(club=club).delete()
        return None
    png = drawn_anew(data)
    logo = ClubLogo.objects.filter(club=club).first() or ClubLogo(club=club, version=0)
    logo.png, logo.version = png, logo.version + 1
    logo.save()
    return logo


@transaction.atomic
def revoke_join_link(*, club: Club, actor: User | None) -> Club:
    """Make every join link given out so far worthless; a new one is in force. Raises ClubNotAllowed."""
    club = locked_club(club)
    require_manager(actor, club)
    club.join_number += 1
    club.save(update_fields=["join_number"])
    return club


@transaction.atomic
def join_by_link(*, token: str, user: User) -> Membership:
    """Become a member by the club's link; who is one already keeps the role. Raises LinkNotValid."""
    club = club_of_token(token)
    if club is None:
        raise LinkNotValid
    locked_club(club)
    if club_of_token(token) is None:  # revoked while we waited for the lock
        raise LinkNotValid
    return _let_in(club, user)


@transaction.atomic
def ask_to_join(*, club: Club, user: User) -> JoinRequest | None:
    """Ask to become a member; again changes nothing. None for a member. Raises ClubNotAllowed where the club
    can't be seen.
    """
    club = locked_club(club)
    if not can_view_club(user, club):
        raise ClubNotAllowed
    if Membership.objects.filter(club=club, user=user).exists():
        return None
    return JoinRequest.objects.get_or_create(club=club, user=user)[0]


@transaction.atomic
def answer_request(*, club: Club, user_id: int, accept: bool, actor: User | None) -> Membership | None:
    """Let somebody in who asked, or decline. None where declined or nobody asked. Raises ClubNotAllowed."""
    club = locked_club(club)
    require_manager(actor, club)
    found = JoinRequest.objects.filter(club=club, user_id=user_id).select_related("user").first()
    if found is None:
        return None
    if accept:
        return _let_in(club, found.user)
    JoinRequest.objects.filter(pk=found.pk, declined_at=None).update(declined_at=Now())
    return None


def _let_in(club: Club, user: User) -> Membership:
    JoinRequest.objects.filter(club=club, user=user).delete()
    return Membership.objects.get_or_create(club=club, user=user, defaults={"role": ClubRole.MEMBER})[0]
