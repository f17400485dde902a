"""A club and who belongs to it in which role."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.enums import ClubColour, ClubRole
from accounts.names import MAX_NAME_LENGTH, validate_name

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models.user import User


class ClubQuerySet(models.QuerySet["Club"]):
    def visible_to(self, user: "User | AnonymousUser") -> Self:
        """Public clubs, and those the user belongs to."""
        if user.is_anonymous:
            return self.filter(is_public=True)
        mine = Membership.objects.filter(user=user).values("club")
        return self.filter(models.Q(is_public=True) | models.Q(pk__in=mine))


class Club(models.Model):
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name])
    slug = models.SlugField(_("address part"), max_length=60, unique=True)
    is_public = models.BooleanField(
        _("public"), default=True, help_text=_("Anyone may see the club's events.")
    )
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    about = models.CharField(
        _("about the club"), max_length=500, blank=True, default="", help_text=_("Where and when you play.")
    )
    colour = models.CharField(_("colour"), max_length=6, choices=ClubColour.choices, default=ClubColour.GREEN)
    join_number = models.PositiveIntegerField(
        default=1, editable=False, help_text=_("Which join link is in force; counting on revokes it.")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("name"), name="accounts_club_name_ci_unique"),
            models.CheckConstraint(
                condition=models.Q(colour__in=ClubColour.values), name="accounts_club_colour_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ClubLogo(models.Model):
    """A club's picture as this site drew it anew from what was uploaded (accounts.pictures): a small PNG, kept in the
    database, so that a backup has it and no folder need be served. `version` is in its address.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")
    png = models.BinaryField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("logo of a club")
        verbose_name_plural = _("logos of clubs")

    def __str__(self) -> str:
        return str(self.club)


class Membership(models.Model):
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club")
    )
    user = models.ForeignKey(
        "accounts.User", on_delete=models.CASCADE, related_name="memberships", verbose_name=_("user")
    )
    role = models.CharField(_("role"), max_length=10, choices=ClubRole.choices, default=ClubRole.MEMBER)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering: ClassVar = ["club", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="accounts_membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=ClubRole.values), name="accounts_membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()}, {self.club})"


class JoinRequest(models.Model):
    """Somebody asks to become a member. An approved request is deleted, a declined one stays, so that it ends
    the asking.
    """

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="join_requests", verbose_name=_("club")
    )
    user = models.ForeignKey(
        "accounts.User", on_delete=models.CASCADE, related_name="join_requests", verbose_name=_("user")
    )
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering: ClassVar = ["created_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="accounts_join_request_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} → {self.club}"
