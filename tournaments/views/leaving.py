"""A person's own data as a file, and leaving. Both ask for the password, a code or a passkey once more."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts.errors import AccountsError
from tournaments.queries.own_data import own_data
from tournaments.services.leaving import leave
from tournaments.views.access import signed_in


@require_GET
@login_required
@reauthentication_required
def data(request: HttpRequest) -> HttpResponse:
    """Everything the site knows of the person, as a JSON file."""
    content = own_data(signed_in(request.user))
    answer = JsonResponse(content, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="deadwood-my-data.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required
def go(request: HttpRequest) -> HttpResponse:
    """What leaving does; with the own address typed in it is done."""
    user = signed_in(request.user)
    wrong = False
    if request.method == "POST":
        wrong = request.POST.get("address", "").strip().lower() != user.email
        if not wrong:
            try:
                leave(user=user)
            except AccountsError as error:
                messages.error(request, str(error))
                return redirect("own:leave")
            logout(request)
            messages.success(request, _("Your account is removed. Thank you for playing."))
            return redirect("tournaments:list")
    context = {"address": user.email, "wrong": wrong}
    return render(request, "accounts/leave.html", context, status=422 if wrong else 200)
