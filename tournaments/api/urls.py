"""Addresses of tournaments below `/api/v1/`."""

from django.urls import path

from tournaments.api import views

_EVENT = "tournaments/<slug:public_id>/"

urlpatterns = [
    path("tournaments/", views.TournamentsView.as_view(), name="api-tournaments"),
    path(_EVENT, views.TournamentView.as_view(), name="api-tournament"),
    path(f"{_EVENT}rounds/", views.RoundsView.as_view(), name="api-rounds"),
    path(f"{_EVENT}rounds/<int:number>/", views.RoundView.as_view(), name="api-round"),
    path(f"{_EVENT}tables/<slug:table_id>/", views.TableView.as_view(), name="api-table"),
    path(f"{_EVENT}standings/", views.StandingsView.as_view(), name="api-standings"),
    path(f"{_EVENT}entrants/", views.EntrantsView.as_view(), name="api-entrants"),
]
