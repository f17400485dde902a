"""The file of a whole event, as `export_event` writes it: checked by the independent audit, and continued by
`seating_plan --after` as the event's own director would.
"""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_club, make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    enter,
    entrant,
    finish_round,
    paper_round,
    start_next,
)
from tournaments.engine.exported_seating import NotAnExport, seating_part
from tournaments.engine.seating.audit import audit
from tournaments.models import KeepApart, Tournament
from tournaments.queries.event_export import event_json
from tournaments.services.penalties import give_penalty
from tournaments.services.presence import withdraw
from tournaments.services.seating import generate_round

pytestmark = pytest.mark.django_db


def part_of(tournament: Tournament):
    return seating_part(json.loads(event_json(tournament)))


def after(tournament: Tournament, tmp_path, capsys, *args: str):
    file = tmp_path / "event.json"
    file.write_text(event_json(tournament), encoding="utf-8")
    call_command("check_seating", str(file))
    assert "no faults" in capsys.readouterr().out
    call_command("seating_plan", "--after", str(file), *args)
    return json.loads(capsys.readouterr().out)["round"]


def drawn(tournament: Tournament):
    """The draft that the event itself makes, and its seed."""
    draft = generate_round(tournament=tournament, actor=None)
    return [table["seats"] for table in draft.plan_json["tables"]], str(draft.rng_seed)


def test_the_next_round_of_an_exported_event_is_the_one_that_the_event_draws(tmp_path, capsys):
    """13 players with a penalty, one who left and one who came late."""
    tournament = a_paper_event(13, rounds=5, table_sizes=(3, 4, 5, 2))
    for _unused in range(2):
        paper_round(tournament)
    give_penalty(entrant=entrant(tournament, "Ada"), points=-20, reason="late", actor=None)
    withdraw(entrant=entrant(tournament, "Bo"), actor=None)
    enter(tournament, ["Late"])
    seats, seed = drawn(tournament)
    made = after(tournament, tmp_path, capsys, "--seed", seed)
    assert [[seat.get("entrant") for seat in table["seats"]] for table in made["tables"]] == seats


def test_the_audit_checks_the_certificate_that_was_published_with_the_last_round():
    tournament = an_event(9, rounds=4)
    for _unused in range(2):
        finish_round(start_next(tournament))
    part = part_of(tournament)
    assert (
        part["certificate"]["distance"]["mean_span_x100"] == audit(part).numbers["distance"]["mean_span_x100"]
    )
    assert audit(part).faults == []
    part["certificate"]["distance"]["mean_span_x100"] += 1
    assert [found.values[0] for found in audit(part).faults] == ["distance.mean_span_x100"]


def test_a_full_plan_makes_no_claim_for_its_first_rounds():
    tournament = a_paper_event(8, rounds=3, seating="full")
    paper_round(tournament)
    assert "certificate" not in part_of(tournament)


def test_who_is_kept_apart_and_where_somebody_must_sit_come_along(tmp_path, capsys):
    director = make_user("Dora")
    tournament = a_paper_event(
        8, rounds=4, director=director, club=make_club(owner=director), keep_groups_apart=True
    )
    tournament.entrants.filter(name__in=["Cy", "Dee"]).update(group="Smith")
    tournament.entrants.filter(name="Eve").update(fixed_table=2)
    apart = KeepApart.objects.create(tournament=tournament, club=tournament.club, name="Ada and Bo")
    for name in ("Ada", "Bo"):
        apart.members.create(player=entrant(tournament, name).members.get().player)
    ada, bo, cy, dee, eve = (entrant(tournament, name).pk for name in ("Ada", "Bo", "Cy", "Dee", "Eve"))
    assert part_of(tournament)["constraints"] == {
        "apart": [{"members": [ada, bo], "at_most": 1}, {"members": [cy, dee], "at_most": 1}],
        "fixed_tables": [{"entrant": eve, "table": 2}],
    }
    made = after(tournament, tmp_path, capsys)
    assert next(table["number"] for table in made["tables"] if {"entrant": eve} in table["seats"]) == 2


def test_what_is_no_export_is_said_in_one_line(tmp_path):
    assert seating_part({"rounds": []}) == {"rounds": []}
    assert seating_part([1]) == [1]
    for content in (None, {}, {"event": {"format": {}}}, 3):
        with pytest.raises(NotAnExport):
            seating_part({"content": content})
    file = tmp_path / "event.json"
    file.write_text('{"content": {}}')
    for command in (("check_seating", str(file)), ("seating_plan", "--after", str(file))):
        with pytest.raises(CommandError, match="not an exported event"):
            call_command(*command)
