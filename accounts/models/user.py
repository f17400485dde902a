"""The account a person signs in with, by e-mail address. What a person is in a club is a Player."""

from typing import Any, ClassVar, Final

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.kept_query import Asked, KeptQuery
from accounts.names import MAX_NAME_LENGTH, validate_name


class UserManager(BaseUserManager["User"]):
    """Makes users; addresses are kept in lower case, since mail systems don't tell cases apart."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        if not email:
            raise ValueError("a user needs an e-mail address")
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get(self, *args: Any, **fields: Any) -> "User":
        """By the key, as each request of a signed-in person asks, with a statement that is made once."""
        if args or fields.keys() != {"pk"} or not isinstance(fields["pk"], int):
            return super().get(*args, **fields)
        return _BY_KEY.get(fields["pk"])

    def asked(self, key: int) -> Asked:
        """What `get` asks, for those who ask ahead."""
        return _BY_KEY, (key,)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    email = models.EmailField(_("e-mail address"), unique=True)
    display_name = models.CharField(
        _("name"), max_length=MAX_NAME_LENGTH, validators=[validate_name], help_text=_("The name others see.")
    )
    language = models.CharField(
        _("language of mail"), max_length=10, blank=True, default="", help_text=_("Empty: that of the club.")
    )
    is_staff = models.BooleanField(_("support staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("email"), name="accounts_user_email_ci_unique"),
        ]

    def __str__(self) -> str:
        return self.display_name or self.email

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name.split(" ")[0]


_BY_KEY: Final = KeptQuery(lambda key: User.objects.filter(pk=key), int)
