"""Support staff look at events: every page of the admin for a played event opens, and changes nothing."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from tests.factories import make_user
from tests.tournaments.evenings import an_event, play_round
from tournaments.services.penalties import give_penalty

pytestmark = pytest.mark.django_db


def test_every_list_and_every_row_opens(client):
    tournament = an_event(8)
    play_round(tournament)
    give_penalty(entrant=tournament.entrants.earliest("pk"), points=-1, reason="Late", actor=None)
    client.force_login(make_user(is_staff=True, is_superuser=True))
    seen = []
    for model in admin.site._registry:
        if model not in apps.get_app_config("tournaments").get_models():
            continue
        name = f"admin:tournaments_{model._meta.model_name}"
        row = model._default_manager.latest("pk")
        for path in (reverse(f"{name}_changelist"), reverse(f"{name}_change", args=[row.pk])):
            assert (path, client.get(path).status_code) == (path, 200)
        assert client.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
        seen.append(model)
    assert len(seen) >= 7
