"""Every address of the site. Apps bring their own pages (`urls.py`) and their part of the API
(`api/urls.py`).
"""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.cache import cache_control
from django_prometheus.exports import ExportToDjangoView
from drf_spectacular.views import SpectacularAPIView, SpectacularRedocView, SpectacularSwaggerView

from config.health import healthz, readyz
from config.staff import staff_only

handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"


api = [
    path("", include("games.api.urls")),
    path("", include("tournaments.api.urls")),
]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", staff_only(ExportToDjangoView), name="metrics"),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("accounts/", include("allauth.urls")),
    path("api/schema", cache_control(max_age=60)(SpectacularAPIView.as_view()), name="schema"),
    path("api/docs/swagger", SpectacularSwaggerView.as_view(url_name="schema"), name="swagger"),
    path("api/docs/redoc", SpectacularRedocView.as_view(url_name="schema"), name="redoc"),
    path("api/<str:version>/", include(api)),
    path("you/", include("accounts.urls")),
    path("you/", include("tournaments.urls_own")),
    path("", include("games.urls")),
    path("", include("tournaments.urls_clubs")),
    path("", include("tournaments.urls")),
]
