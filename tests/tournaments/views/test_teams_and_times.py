"""Teams that enter at the desk and by themselves, closing times on pages and forms, lists of people kept apart."""

import io
from datetime import date, time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from accounts.enums import ClubRole
from accounts.models import Membership
from games.queries.rulesets import preset_ruleset
from tests.factories import make_club, make_user
from tests.tournaments.evenings import a_paper_event, an_event, director_of, entrant, paper_round
from tests.tournaments.views.test_setup import filled
from tournaments.models import KeepApart, Tournament
from tournaments.services.closing import set_closing
from tournaments.services.entrants import rename
from tournaments.services.entrants_import import import_entrants
from tournaments.services.rehearsal import make_rehearsal
from tournaments.services.setup import change_settings

pytestmark = pytest.mark.django_db


def an_event_of_teams():
    tournament = an_event(table_sizes=(4,))
    return change_settings(tournament=tournament, actor=None, ruleset=preset_ruleset("partnership"))


def teams(tournament):
    return [
        (team.kind, team.name, [member.player.name for member in team.members.order_by("position")])
        for team in tournament.entrants.order_by("number")
    ]


def test_the_desk_enters_teams_by_their_players(client):
    tournament = an_event_of_teams()
    client.force_login(director_of(tournament))
    address = f"/t/{tournament.public_id}/tonight/people/enter/"
    client.post(address, {"player_1": "Ada", "player_2": "Bo", "team": ""})
    client.post(address, {"player_1": "Cy", "player_2": "Dee", "team": "The Sharps", "here": "1"})
    assert teams(tournament) == [("team", "Ada & Bo", ["Ada", "Bo"]), ("team", "The Sharps", ["Cy", "Dee"])]
    assert entrant(tournament, "The Sharps").status == "checked_in"
    twice = client.post(address, {"player_1": "Ada", "player_2": "Eve"})
    assert twice.status_code == 422
    alone = client.post(address, {"player_1": "Flo", "player_2": ""})
    assert (alone.status_code, list(alone.context["form"].errors)) == (422, ["player_2"])


def test_people_enter_their_own_team(client):
    tournament = an_event_of_teams()
    mia = make_user("Mia")
    Membership.objects.create(club=tournament.club, user=mia, role=ClubRole.MEMBER)
    client.force_login(mia)
    page = client.get(f"/t/{tournament.public_id}/enter/")
    assert "Your partner" in page.content.decode()
    client.post(f"/t/{tournament.public_id}/enter/enter/", {"partner": "Noa"})
    assert teams(tournament) == [("team", "Mia & Noa", ["Mia", "Noa"])]
    assert entrant(tournament, "Mia & Noa").members.first().player.user == mia


def test_a_file_of_single_names_isnt_for_teams(client):
    tournament = an_event_of_teams()
    report = import_entrants(tournament=tournament, data=b"Name\nAda\n", actor=None)
    assert [row.message for row in report.refused] == ["The column “Team” is empty."]
    assert tournament.entrants.count() == 0
    client.force_login(director_of(tournament))
    address = f"/t/{tournament.public_id}/tonight/people/import/"
    assert "a column “Team”" in client.get(address).content.decode()
    upload = SimpleUploadedFile("teams.csv", b"Name,Team\nAda,Elms\nBo,Elms\nCy,\n")
    page = client.post(address, {"file": upload}).content.decode()
    assert ["1 team would be entered" in page, "Elms: Ada, Bo" in page, "<td>Cy</td>" in page] == [True] * 3


def test_a_rehearsal_of_teams_is_filled_with_teams():
    tournament = an_event_of_teams()
    made = make_rehearsal(tournament=tournament, actor=director_of(tournament), people=8)
    assert [(kind, len(players)) for kind, _name, players in teams(made)] == [("team", 2)] * 4


def test_the_entry_page_says_until_when_and_by_whose_clock(client):
    tournament = a_paper_event(2)
    Tournament.objects.filter(pk=tournament.pk).update(
        time_zone="Asia/Tokyo", starts_on=date(2126, 3, 14), starts_time=time(19, 30)
    )
    tournament.refresh_from_db()
    set_closing(tournament=tournament, on=date(2126, 3, 14), at=time(18, 0), actor=None)
    text = client.get(f"/t/{tournament.public_id}/enter/").content.decode()
    assert 'datetime="2126-03-14T18:00:00+09:00" data-there="2126-03-14 18:00"' in text
    assert "(Asia/Tokyo)" in text


def test_the_set_up_takes_a_closing_time_before_the_beginning(client):
    user = make_user("Dora Director")
    make_club("Riverside", owner=user, time_zone="Europe/Lisbon")
    client.force_login(user)
    values = filled(client, "/new/")
    closing = {"entries_close_on": values["starts_on"], "entries_close_time": "12:00"}
    half = client.post("/new/", values | {"entries_close_time": "12:00"})
    assert list(half.context["form"].errors) == ["entries_close_on"]
    late = client.post("/new/", values | closing | {"entries_close_time": "23:59"})
    assert list(late.context["form"].errors) == ["entries_close_on"]
    client.post("/new/", values | closing)
    made = Tournament.objects.get()
    assert (made.entries_close_on, made.entries_close_time) == (made.starts_on, time(12, 0))
    copied = client.get(f"/new/?copy={made.public_id}").context["form"].initial
    assert (copied["entries_close_on"] - made.entries_close_on).days == 7


def test_a_pair_is_kept_apart_from_the_desk_and_freed_again(client):
    tournament = a_paper_event(3)
    client.force_login(director_of(tournament))
    address = f"/t/{tournament.public_id}/tonight/people/apart/"
    ids = [entrant(tournament, name).members.get().player_id for name in ("Ada", "Bo")]
    client.post(address, {"people": ids, "name": "Married", "always": "1"})
    client.post(address, {"people": ids})
    assert set(KeepApart.objects.values_list("name", "tournament")) == {
        ("Married", None),
        ("", tournament.pk),
    }
    alone = client.post(address, {"people": ids[:1]})
    assert (alone.status_code, list(alone.context["form"].errors)) == (422, ["people"])
    for row in KeepApart.objects.all():
        client.post(f"{address}{row.pk}/remove/")
    assert KeepApart.objects.count() == 0
    club = f"/c/{tournament.club.slug}/players/apart/"
    client.post(club, {"people": ids, "name": "Family"})
    assert "Family" in client.get(club).content.decode()
    client.post(club, {"remove": KeepApart.objects.get().pk})
    assert KeepApart.objects.count() == 0


def test_a_shared_link_has_a_picture_of_the_first_places(client):
    tournament = a_paper_event(4, rounds=1)
    picture = f"/t/{tournament.public_id}/results/preview.png"
    before = client.get(picture)
    paper_round(tournament, {"Ada": 40, "Bo": -10})
    page = client.get(f"/t/{tournament.public_id}/results/").content.decode()
    assert f'property="og:image" content="http://testserver{picture}"' in page
    assert "1. Ada (+40)" in page
    after = client.get(picture)
    assert (after["Content-Type"], after["ETag"] == before["ETag"]) == ("image/png", False)
    with Image.open(io.BytesIO(after.content)) as image:
        assert image.size == (1200, 630)
    assert client.get(picture).content == after.content
    ada = tournament.entrants.get(name="Ada")
    for name in ("Ada | Bo | Cy", "|", "W" * 60):
        rename(entrant=ada, name=name, actor=None)
        assert client.get(picture).status_code == 200, name
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    assert client.get(picture).status_code == 404
