"""What a person is told and how, and the link in a mail that turns its kind off."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.enums import NoticeKind
from accounts.forms.news import NewsForm
from accounts.links import calendar_key
from accounts.models import User
from accounts.queries.notices import off_of_token, own_choices
from accounts.services.notices import choose_news, turn_mail_off


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def news(request: HttpRequest) -> HttpResponse:
    """Choose for each kind of news: by e-mail, in the calendar, both or neither."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    sent = request.POST if request.method == "POST" else None
    form = NewsForm(sent, choices=own_choices(user), initial={"language": user.language})
    if request.method == "POST" and form.is_valid():
        choose_news(user=user, choices=form.choices, language=form.cleaned_data["language"])
        messages.success(request, _("Saved: you are told so from now on."))
        return redirect("account:news")
    status = 422 if form.is_bound else 200
    calendar = reverse("clubs:own_calendar", kwargs={"token": calendar_key(user)})
    context = {
        "form": form,
        "address": user.email,
        "calendar_address": request.build_absolute_uri(calendar),
    }
    return render(request, "accounts/news.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link in a mail leads, signed in or not: a press turns that kind of mail off."""
    found = off_of_token(token)
    if found is None:
        raise Http404
    user, kind = found
    if request.method == "POST":
        turn_mail_off(user=user, kind=kind)
    context = {"label": NoticeKind(kind).label, "is_done": request.method == "POST"}
    answer = render(request, "accounts/news_off.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer
