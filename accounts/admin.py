"""What the admin pages of all apps share. People and clubs themselves have pages of their own and none here."""

from django.db.models import Model
from django.http import HttpRequest


class LookOnly:
    """Nobody adds, changes or deletes: acts go through the services, and logs are append-only."""

    def has_add_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False
