"""Pages of games. The names are a contract with the templates (games/queries/table_view.py)."""

from django.urls import path

from games.views import analysis, help, invite, lists, practice, record, table

app_name = "games"

urlpatterns = [
    path("play/", practice.practice, name="practice"),
    path("invite/", invite.invite, name="invite"),
    path("invite/<slug:public_id>/", invite.invitation, name="invitation"),
    path("invite/<slug:public_id>/start", invite.start, name="invitation_start"),
    path("invite/<slug:public_id>/revoke", invite.revoke, name="invitation_revoke"),
    path("invite/<slug:public_id>/new-link", invite.renew, name="invitation_renew"),
    path("invite/<slug:public_id>/keep", invite.keep, name="invitation_keep"),
    path("invite/<slug:public_id>/call-off", invite.cancel, name="invitation_cancel"),
    path("j/<str:token>/", invite.join, name="join"),
    path("j/seat/<str:token>/", invite.seat_link, name="seat_link"),
    path("help/", help.rules_and_help, name="help"),
    path("my-games/", lists.my_games, name="mine"),
    path("g/<slug:public_id>/", table.show, name="table"),
    path("g/<slug:public_id>/view", table.fragment, name="table_fragment"),
    path("g/<slug:public_id>/move", table.move, name="move"),
    path("g/<slug:public_id>/ready", table.ready, name="ready"),
    path("g/<slug:public_id>/back", table.back, name="back"),
    path("g/<slug:public_id>/talk", table.talk, name="talk"),
    path("g/<slug:public_id>/here", table.here, name="here"),
    path("g/<slug:public_id>/give-up", practice.give_up, name="give_up"),
    path("g/<slug:public_id>/record/<int:number>/", record.deal, name="deal"),
    path("g/<slug:public_id>/record/<int:number>/text", record.text, name="deal_text"),
    path("g/<slug:public_id>/record/<int:number>/analysis", analysis.analysis, name="analysis"),
    path("g/<slug:public_id>/record/<int:number>/analysis/ask", analysis.ask, name="ask_analysis"),
    path("g/<slug:public_id>/deal/<int:number>/proof", record.fair, name="fair"),
]
