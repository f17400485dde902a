"""A person's own pages, below /you/."""

from django.urls import path

from accounts.views import mailbox, news

app_name = "account"

urlpatterns = [
    path("news/", news.news, name="news"),
    path("news/off/<str:token>/", news.off, name="news_off"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
]
