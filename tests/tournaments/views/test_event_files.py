"""The pages of an event's file: who may write it, what is in it, bringing it in."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from tests.factories import make_club, make_user
from tests.tournaments.evenings import a_paper_event, director_of, paper_round
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def played() -> Tournament:
    tournament = a_paper_event(4)
    paper_round(tournament, {"Ada": 20})
    return tournament


def upload(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("event.json", text.encode())


def written(client: Client, tournament: Tournament, **query: str) -> str:
    client.force_login(director_of(tournament))
    answer = client.get(f"/t/{tournament.public_id}/tonight/files/event.json", query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_director_writes_the_file_and_another_club_has_the_event(client: Client) -> None:
    tournament = played()
    text = written(client, tournament)
    owner = make_user("Otto Owner")
    club = make_club("Elsewhere", owner=owner)
    client.force_login(owner)
    looked = client.post("/new/file/", {"file": upload(text), "club": club.pk})
    assert looked.status_code == 200
    assert "Everything in this file holds" in looked.content.decode()
    assert not club.tournaments.exists()
    brought = client.post("/new/file/", {"file": upload(text), "club": club.pk, "bring": "1"})
    assert brought["Location"] == f"/t/{club.tournaments.get().public_id}/"


def test_the_download_without_names(client: Client) -> None:
    tournament = played()
    assert '"Ada"' in written(client, tournament)
    without = written(client, tournament, names="no")
    assert '"Ada"' not in without
    assert json.loads(without)["content"]["has_names"] is False


def test_only_a_club_of_ones_own_can_be_chosen(client: Client) -> None:
    tournament = played()
    text = written(client, tournament)
    client.force_login(make_user("Mia"))
    other = make_club("Elsewhere", owner=make_user("Otto Owner"))
    refused = client.post("/new/file/", {"file": upload(text), "club": other.pk, "bring": "1"})
    assert refused.status_code == 422
    assert not other.tournaments.exists()


def test_a_file_that_is_none_is_refused_at_its_field(client: Client) -> None:
    owner = make_user("Otto Owner")
    club = make_club("Elsewhere", owner=owner)
    client.force_login(owner)
    refused = client.post("/new/file/", {"file": upload("{\n oops"), "club": club.pk, "bring": "1"})
    assert refused.status_code == 422
    assert "2:2: Here it stops being JSON." in refused.content.decode()


def test_the_commands_write_check_and_bring(tmp_path: Any, capsys: Any) -> None:
    tournament = played()
    path = tmp_path / "event.json"
    call_command("export_event", tournament.public_id, output=path)
    call_command("check_event", path)
    assert "Everything holds." in capsys.readouterr().out
    club = make_club("Elsewhere")
    call_command("import_event", path, club=club.slug)
    assert capsys.readouterr().out.strip() == club.tournaments.get().public_id


def test_check_event_fails_for_a_changed_file(tmp_path: Any, capsys: Any) -> None:
    tournament = played()
    path = tmp_path / "event.json"
    call_command("export_event", tournament.public_id, output=path)
    path.write_text(path.read_text().replace('"venue": ""', '"venue": "Elsewhere"'))
    with pytest.raises(SystemExit):
        call_command("check_event", path)
    assert "seal: BROKEN" in capsys.readouterr().out
    path.write_text("no file of ours")
    with pytest.raises(CommandError, match="Here it stops being JSON"):
        call_command("check_event", path)
