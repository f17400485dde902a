"""What a person takes along and leaves behind, below /you/."""

from django.urls import path

from tournaments.views import leaving

app_name = "own"

urlpatterns = [
    path("data.json", leaving.data, name="data"),
    path("leave/", leaving.go, name="leave"),
]
