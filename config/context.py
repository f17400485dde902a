"""What every template may use: the chosen theme, and the paths that pages and scripts need."""

from django.conf import settings
from django.http import HttpRequest

THEMES = ("light", "dark")


def page(request: HttpRequest) -> dict[str, str]:
    """`theme`: "light", "dark" or "" (the device decides), from the theme cookie."""
    theme = request.COOKIES.get(settings.THEME_COOKIE, "")
    return {"theme": theme if theme in THEMES else ""}
