"""Addresses of games below `/api/v1/`."""

from django.urls import path

from games.api import views

urlpatterns = [
    path("games/<slug:public_id>/", views.GameView.as_view(), name="api-game"),
    path("games/<slug:public_id>/legal-moves/", views.LegalMovesView.as_view(), name="api-legal-moves"),
    path("games/<slug:public_id>/moves/", views.MovesView.as_view(), name="api-moves"),
    path("games/<slug:public_id>/ready/", views.ReadyView.as_view(), name="api-ready"),
    path("games/<slug:public_id>/back/", views.BackView.as_view(), name="api-back"),
    path("games/<slug:public_id>/deals/", views.DealsView.as_view(), name="api-deals"),
    path("games/<slug:public_id>/deals/<int:number>/", views.DealView.as_view(), name="api-deal"),
]
