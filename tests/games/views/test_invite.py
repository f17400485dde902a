"""Pages of private tables: a link, a name, a place; strangers find nothing."""

import pytest
from django.test import Client

from games.models import Game, Invitation
from games.queries.invite import link_token
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def host():
    client = Client()
    client.force_login(make_user("Ruth"))
    answer = client.post("/invite/", {"preset": "knock-rummy", "bots": "2", "level": "club", "turn": ""})
    assert (answer.status_code, answer.url) == (302, f"/invite/{Invitation.objects.get().public_id}/")
    return client


@pytest.fixture
def table(host):
    return Invitation.objects.get()


def sit(client, table, name="Luca"):
    return client.post(f"/j/{link_token(table)}/", {"name": name})


def test_a_guest_sits_down_sees_the_table_and_plays(host, table, client):
    page = host.get(f"/invite/{table.public_id}/")
    assert page.context["address"] == f"http://testserver/j/{link_token(table)}/"
    assert "data:image/svg" in page.context["qr"]
    assert client.get(f"/j/{link_token(table)}/").status_code == 200
    assert sit(client, table).url == f"/invite/{table.public_id}/"
    own = client.get(f"/invite/{table.public_id}/").context["own_link"]
    game_url = host.post(f"/invite/{table.public_id}/start").url
    shown = client.get(game_url).context["table"]
    game = Game.objects.get()
    assert shown.seat == game.seats.get(name="Luca").seat
    pushed = client.get(f"/invite/{table.public_id}/", headers={"HX-Request": "true"})
    assert pushed["HX-Redirect"] == game_url
    assert client.post(f"{game_url}here").status_code == 204
    assert game.seats.get(name="Luca").appeared_at is not None
    # the own link works on another device, and nowhere else
    phone = Client()
    assert phone.get(own.removeprefix("http://testserver")).status_code == 302
    assert phone.get(game_url).context["table"].seat == shown.seat


def test_strangers_find_nothing(host, table, client):
    game_url = host.post(f"/invite/{table.public_id}/start").url
    pages = (f"/invite/{table.public_id}/", game_url, f"{game_url}view", "/j/seat/abc/", "/j/abc/")
    assert [client.get(page).status_code for page in pages] == [404] * 5
    client.force_login(make_user())
    assert [client.get(page).status_code for page in pages] == [404] * 5
    acts = ("start", "revoke", "new-link", "call-off")
    assert [client.post(f"/invite/{table.public_id}/{act}").status_code for act in acts] == [404] * 4


def test_a_guest_has_no_power_over_the_table(host, table, client):
    sit(client, table)
    for act in ("start", "revoke", "new-link", "call-off"):
        assert client.post(f"/invite/{table.public_id}/{act}").url.startswith("/accounts/login/")
    assert client.get("/my-games/").url.startswith("/accounts/login/")


def test_a_place_taken_back_closes_the_guests_pages(host, table, client):
    sit(client, table)
    player = table.seats.get(number=1).player_id
    game_url = host.post(f"/invite/{table.public_id}/start").url
    host.post(f"/invite/{table.public_id}/revoke", {"player": player})
    assert [client.get(page).status_code for page in (game_url, f"/invite/{table.public_id}/")] == [404, 404]
    assert client.post(f"{game_url}move").url.startswith("/accounts/login/")


def test_what_the_form_of_a_link_refuses(host, table, client):
    old = link_token(table)
    assert [sit(client, table, name).status_code for name in ("", "RUTH", "a\u202eb")] == [422, 422, 422]
    sit(client, table)
    assert sit(client, table, "Again").status_code == 302, "one place for one browser"
    assert table.seats.count() == 2
    sit(Client(), table, "Ines")
    assert sit(Client(), table, "Late").status_code == 409
    host.post(f"/invite/{table.public_id}/new-link")
    assert Client().get(f"/j/{old}/").status_code == 404
    host.post(f"/invite/{table.public_id}/call-off")
    table.refresh_from_db()
    assert Client().get(f"/j/{link_token(table)}/").status_code == 404


def test_who_is_signed_in_sits_down_as_themselves(host, table, client):
    user = make_user("Ada")
    client.force_login(user)
    sit(client, table, "")
    assert table.seats.get(number=1).player.user == user


def test_a_guest_who_signs_up_keeps_the_place_and_the_game(host, table, client):
    sit(client, table)
    url, game_url = f"/invite/{table.public_id}/", host.post(f"/invite/{table.public_id}/start").url
    assert "/accounts/signup/?next=/invite/" in client.get(url).content.decode()
    assert client.post(f"{url}keep").url.startswith("/accounts/login/")
    luca = make_user("Luca")
    client.force_login(luca)  # the browser keeps the guest's link through the sign-in
    game = Game.objects.get()
    assert client.get("/my-games/").context["games"] == ()
    assert client.post(f"{url}keep").url == url
    assert game.seats.get(name="Luca").player.user == luca
    assert [line.public_id for line in client.get("/my-games/").context["games"]] == [game.public_id]
    phone = Client()
    phone.force_login(luca)
    assert phone.get(game_url).context["table"].seat == game.seats.get(name="Luca").seat
    assert client.get(url).context["own_link"] == ""
    assert client.post(f"{url}keep").status_code == 404, "kept already"


def test_a_place_is_kept_only_by_who_holds_its_link(host, table, client):
    sit(client, table)
    url = f"/invite/{table.public_id}/"
    assert host.post(f"{url}keep").status_code == 404
    other = Client()
    other.force_login(make_user("Mallory"))
    assert other.post(f"{url}keep").status_code == 404
    assert table.seats.get(number=1).player.user is None
