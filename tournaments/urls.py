"""Pages of events."""

from django.urls import path

from tournaments.views import event, lists

app_name = "tournaments"

urlpatterns = [
    path("", lists.home, name="list"),
    path("t/<slug:public_id>/", event.overview, name="overview"),
    path("t/<slug:public_id>/players/", event.players, name="players"),
    path("t/<slug:public_id>/seating/", event.seating, name="seating"),
    path("t/<slug:public_id>/seating/<int:number>/", event.seating, name="round"),
    path("t/<slug:public_id>/standings/", event.standings, name="standings"),
    path("t/<slug:public_id>/standings/<int:after>/", event.standings, name="standings_after"),
    path("t/<slug:public_id>/standings/<int:after>/<int:entrant>/", event.explain, name="explain"),
]
