"""Pages of clubs and of what belongs to them, below /c/."""

from django.urls import include, path

from tournaments.views import (
    apart,
    calendars,
    club_desk,
    clubs,
    dashboard,
    divisions,
    fixtures,
    outbox,
    players,
    seasons,
)

app_name = "clubs"

club_patterns = [
    path("", clubs.club, name="club"),
    path("ask/", clubs.ask, name="ask"),
    path("leave/", clubs.leave, name="leave"),
    path("dashboard/", dashboard.dashboard, name="dashboard"),
    path("settings/", club_desk.settings, name="settings"),
    path("logo.png", clubs.logo, name="logo"),
    path("settings/logo/", club_desk.logo, name="set_logo"),
    path("settings/link/", club_desk.revoke, name="revoke"),
    path("settings/answer/", club_desk.answer, name="answer"),
    path("settings/role/", club_desk.role, name="role"),
    path("settings/messages/", outbox.club, name="outbox"),
    path("calendar.ics", calendars.club, name="calendar"),
    path("players/", players.players, name="players"),
    path("players/apart/", apart.club, name="apart"),
    path("players/<int:player>/", players.player, name="player"),
    path("players/<int:player>/link/", players.link, name="claim_link"),
    path("players/<int:player>/privacy/", players.privacy, name="privacy"),
    path("players/<int:player>/merge/", players.merge, name="merge"),
    path("ratings/", clubs.ratings, name="ratings"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.create, name="new_season"),
    path("seasons/<int:season>/", seasons.season, name="season"),
    path("seasons/<int:season>/settings/", seasons.settings, name="season_settings"),
    path("seasons/<int:season>/games/", fixtures.fixtures, name="fixtures"),
    path("seasons/<int:season>/games/<int:fixture>/<slug:act>/", fixtures.act, name="fixture_act"),
    path("seasons/<int:season>/extra-round/", seasons.playoff, name="season_playoff"),
    path("seasons/<int:season>/next/", divisions.following, name="next_season"),
    path("seasons/<int:season>/take-back/", divisions.take_back, name="take_back_season"),
    path("seasons/<int:season>/above/", divisions.above, name="division_above"),
    path("seasons/<int:season>/events/", seasons.assign, name="season_events"),
]

urlpatterns = [
    path("c/", clubs.clubs, name="list"),
    path("c/new/", clubs.found, name="found"),
    path("c/join/<str:token>/", clubs.join, name="join"),
    path("c/claim/<str:token>/", players.claim, name="claim"),
    path("calendar/<str:token>.ics", calendars.own, name="own_calendar"),
    path("c/<slug:slug>/", include(club_patterns)),
]
