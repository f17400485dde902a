"""An event leaves as a file and comes back elsewhere with the same results; what was tampered with is refused."""

import json
import random
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import Game
from games.queries.audit import audit_game
from games.queries.settlement import ReportedDeal
from tests.factories import make_club, make_user
from tests.tournaments.evenings import (
    a_paper_event,
    an_event,
    enter_totals,
    entrant,
    paper_round,
    play_round,
    start_next,
)
from tournaments import event_file as file
from tournaments.errors import EventFileRefused, NotAllowed
from tournaments.models import AuditRow, Entrant, PaperDeal, Standing, Tournament
from tournaments.queries.audit import audit_event
from tournaments.queries.event_export import event_json, event_part, seal_of
from tournaments.queries.paper_progress import told_deal
from tournaments.queries.standings import standings_page
from tournaments.services.corrections import correct_result
from tournaments.services.event_import import check_file, import_event
from tournaments.services.money import PrizeSpec, set_prizes
from tournaments.services.penalties import give_penalty
from tournaments.services.presence import withdraw
from tournaments.services.substitution import substitute
from tournaments.services.telling import tell_deal

pytestmark = pytest.mark.django_db

# Fields of the records that aren't in the file: accounts, ids made anew, and what follows from the rest.
NOT_IN_FILE: dict[str, set[str]] = {
    "Tournament": {"id", "public_id", "season", "version", "created_by", "created_at", "preset"},
    "Entrant": {"id", "tournament", "name_key", "sort_key"},
    "Round": {"id", "tournament"},
    "Table": {"id", "public_id", "round", "report_code"},
    "TableSeat": {"id", "table", "round"},
    "TableResult": {"id", "table", "key", "entered_by", "confirmed_by"},
    "SeatScore": {"id", "result"},
    "Standing": {"id", "round", "created_at"},
    "Penalty": {"id", "tournament", "created_by", "cancelled_by"},
    "EntrantMember": {"id", "entrant", "tournament", "player", "position"},
    "Fee": {"id", "created_at"},
    "Prize": {"id", "tournament"},
    "Bye": {"id", "round"},
    "SeatingDraft": {"id", "tournament", "created_by", "created_at", "locked_tables"},
    "AuditRow": {"id", "tournament", "actor"},
    "PaperDeal": {"id", "table", "key", "told_by"},
}
PARTS = {
    "Tournament": file.FactsPart,
    "Entrant": file.EntrantPart,
    "Round": file.RoundPart,
    "Table": file.TablePart,
    "TableSeat": file.SeatPart,
    "TableResult": file.ResultPart,
    "SeatScore": file.ScorePart,
    "Standing": file.StandingPart,
    "Penalty": file.PenaltyPart,
    "EntrantMember": file.EntrantPart,
    "Fee": file.FeePart,
    "Prize": file.PrizePart,
    "Bye": file.ByePart,
    "SeatingDraft": file.DraftPart,
    "AuditRow": file.ActPart,
    "PaperDeal": file.ToldPart,
}
OTHER_NAMES = {"created_at": "entered_at", "actor_name": "actor", "substitute": "substitutes"}


@pytest.mark.parametrize("model", sorted(PARTS))
def test_every_field_of_a_record_is_in_the_file_or_left_out_on_purpose(model: str) -> None:
    named = {field.name for field in apps.get_model("tournaments", model)._meta.concrete_fields}
    there = set(PARTS[model].__dataclass_fields__)
    missing = {
        name
        for name in named - NOT_IN_FILE[model]
        if name.removesuffix("_json") not in there and OTHER_NAMES.get(name) not in there
    }
    assert missing == set()


def played_online() -> Tournament:
    """Four people, two rounds online, somebody gone, a penalty, prizes."""
    tournament = an_event(4)
    play_round(tournament)
    withdraw(entrant=entrant(tournament, "Dee"), actor=None)
    give_penalty(entrant=entrant(tournament, "Bo"), points=-5, reason="Late twice", actor=None)
    play_round(tournament)
    set_prizes(tournament=tournament, prizes=[PrizeSpec(1, 5000, "A cup")], actor=None)
    return tournament


# Whose rows aren't in the file, and why.
NO_RECORD_IN_FILE: dict[str, str] = {
    "DeskMessage": "said for half an hour; the log has it",
    "DirectorCall": "answered or not, it is over",
}


def test_every_record_of_an_event_is_in_the_file_or_left_out_on_purpose() -> None:
    """What hangs on an event, a round, a table or an entrant, but for what other records make or keep anew."""
    made_anew = {
        "Fixture", "RatedEvent", "RatingChange", "SeasonPlayoff", "TableGame", "TitleRace", "TournamentRole",
    }  # fmt: skip
    above = {"Tournament", "Round", "Table", "TableResult", "Entrant"}
    hanging = {
        model.__name__
        for model in apps.get_app_config("tournaments").get_models()
        if not model.__name__.endswith("Event") or model.__name__ == "RatedEvent"
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model.__name__ in above
    }
    kept_apart = {"KeepApart", "KeepApartMember"}
    assert hanging - set(PARTS) - kept_apart - made_anew == set(NO_RECORD_IN_FILE)


def test_deals_told_at_a_table_that_plays_come_along() -> None:
    here = a_paper_event(4)
    table = start_next(here).tables.get()
    deal = ReportedDeal(2, (8, 20, 5, 31))
    tell_deal(table=table, number=1, deal=deal, key="k", actor=None, seat=1)
    there = import_event(data=event_json(here).encode(), club=make_club("Elsewhere"), actor=None)
    (told,) = PaperDeal.objects.filter(table__round__tournament=there)
    assert (told.number, told_deal(told.deal_json), told.told_seat) == (1, deal, 1)
    body = json.loads(event_json(here))
    body["content"]["rounds"][0]["tables"][0]["told"][0]["deal"] = {"knocker": 0}
    body["seal"] = seal_of({name: value for name, value in body.items() if name != "seal"})
    with pytest.raises(EventFileRefused) as caught:
        import_event(data=json.dumps(body).encode(), club=make_club("Further"), actor=None)
    assert caught.value.path == "content.rounds[0].tables[0].told[0].deal[0]"


def elsewhere(club: str, *, people: int) -> Tournament:
    """An event of another club, run by somebody else."""
    director = make_user(f"Director of {club}")
    return an_event(people, director=director, club=make_club(club, owner=director))


def plain(page: Any) -> list[tuple[Any, ...]]:
    return [(line.place_text, line.name, line.points_text, line.values, line.reason) for line in page.lines]


def test_an_event_comes_back_with_the_same_results_under_new_ids() -> None:
    here = played_online()
    there = import_event(data=event_json(here).encode(), club=make_club("Elsewhere"), actor=None)
    assert there.public_id != here.public_id
    assert {e.pk for e in there.entrants.all()} & {e.pk for e in here.entrants.all()} == set()
    first, second = standings_page(here), standings_page(there)
    assert first is not None
    assert plain(first) == plain(second)
    assert audit_event(there).is_clean
    games = Game.objects.filter(table_game__table__round__tournament=there)
    assert games.count() == 2
    assert [list(audit_game(game)) for game in games] == [[]] * 2


def test_what_was_written_is_written_again() -> None:
    """The file of the copy differs from the file in ids, the club, the act of bringing it in, and nothing else."""
    here = played_online()
    there = import_event(data=event_json(here).encode(), club=make_club("Elsewhere"), actor=None)
    ids = {
        old.pk: new.pk
        for old, new in zip(here.entrants.order_by("pk"), there.entrants.order_by("pk"), strict=True)
    }
    one, two = json.loads(event_json(here))["content"], json.loads(event_json(there))["content"]
    assert two["log"].pop()["action"] == "import_event"
    for content in (one, two):
        content["written_at"], content["event"]["club"] = "", ""
    back = {new: old for old, new in ids.items()}
    assert with_ids(two, back, skip=("log",)) == one


def with_ids(value: Any, ids: dict[int, int], skip: tuple[str, ...] = (), name: str = "") -> Any:
    """The plain value with entrants' ids replaced where they stand."""
    if isinstance(value, dict):
        return {key: item if key in skip else with_ids(item, ids, skip, key) for key, item in value.items()}
    if isinstance(value, list):
        return [with_ids(item, ids, skip, name) for item in value]
    where = ("entrant", "other", "id", "seats", "byes", "field", "members", "players")
    return ids.get(value, value) if name in where and isinstance(value, int) else value


def test_lots_stay_as_they_were_drawn() -> None:
    """A tie broken by lot has the same winner elsewhere, where ids are others."""
    here = a_paper_event(4, rounds=1, tiebreaks=("lot",), boundaries=())
    paper_round(here)
    before = Entrant.objects.latest("pk").pk
    elsewhere("Another club", people=3)  # so that ids are others than here
    there = import_event(data=event_json(here).encode(), club=make_club("Elsewhere"), actor=None)
    assert there.entrants.earliest("pk").pk > before
    first, second = standings_page(here), standings_page(there)
    assert first is not None
    assert plain(first) == plain(second)
    there.entrants.update(lot_id=None)
    changed = audit_event(there)
    assert [line.invariant for line in changed.lines if line.problems] == ["I9"]


def test_a_paper_event_goes_on_elsewhere() -> None:
    here = a_paper_event(6, rounds=3)
    paper_round(here, {"Ada": 30})
    deputy = make_user("Deputy")
    club = make_club("Elsewhere", owner=deputy)
    there = import_event(data=event_json(here).encode(), club=club, actor=deputy)
    paper_round(there, {"Bo": 20})
    assert audit_event(there).is_clean
    assert there.rounds.count() == 2


def test_the_file_of_a_copy_can_be_brought_in_again() -> None:
    here = played_online()
    there = import_event(data=event_json(here).encode(), club=make_club("Elsewhere"), actor=None)
    third = import_event(data=event_json(there).encode(), club=make_club("Third"), actor=None)
    assert audit_event(third).is_clean
    assert [row.action for row in AuditRow.objects.filter(tournament=third).order_by("-number")[:2]] == [
        "import_event",
        "import_event",
    ]


def test_who_plays_for_somebody_does_so_elsewhere() -> None:
    here = a_paper_event(4)
    substitute(entrant=entrant(here, "Cy"), name="Zoe Reserve", actor=None)
    there = import_event(data=event_json(here).encode(), club=make_club("Elsewhere"), actor=None)
    member = there.entrants.get(name="Cy").members.get()
    assert (member.player.name, str(member.substitute)) == ("Cy", "Zoe Reserve")


def test_players_of_the_same_name_are_the_same_people() -> None:
    here = a_paper_event(4)
    club = make_club("Elsewhere")
    known = Player.objects.make(name="ADA", club=club)
    there = import_event(data=event_json(here).encode(), club=club, actor=None)
    assert there.entrants.get(name="Ada").members.get().player == known


def test_who_may_not_make_events_may_not_bring_them() -> None:
    with pytest.raises(NotAllowed):
        import_event(data=paper_file().encode(), club=make_club("Elsewhere"), actor=make_user("Mia"))


def test_a_table_that_is_still_played_online_is_named() -> None:
    here = an_event(8)
    start_next(here)
    text = event_json(here)
    assert '"seed": "' not in text
    with pytest.raises(EventFileRefused) as refused:
        import_event(data=text.encode(), club=make_club("Elsewhere"), actor=None)
    assert (refused.value.path, refused.value.reason) == (
        "content.rounds[0].tables[0].status",
        "still_played",
    )
    assert not Tournament.objects.filter(club__name="Elsewhere").exists()


def test_a_published_round_starts_elsewhere() -> None:
    here = a_paper_event(4)
    start_next(here)
    deputy = make_user("Deputy")
    club = make_club("Elsewhere", owner=deputy)
    there = import_event(data=event_json(here).encode(), club=club, actor=deputy)
    enter_totals(there.rounds.get(), {"Ada": 10})


# ------------------------------------------------------------------------------------------------ without names


def test_without_names_nobody_is_in_the_file() -> None:
    here = played_online()
    Entrant.objects.filter(tournament=here, name="Ada").update(note="Hard of hearing", group="Smith family")
    Tournament.objects.filter(pk=here.pk).update(venue="14 Mill Lane")
    here.refresh_from_db()
    text = event_json(here, names=False)
    secrets = (
        *here.entrants.values_list("name", flat=True),
        "Hard of hearing",
        "Smith",
        "Mill Lane",
        "Late twice",
        "Dora",
        here.club.name,
    )
    assert [found for found in secrets if f'"{found}"' in text or (len(found) > 4 and found in text)] == []
    there = import_event(data=text.encode(), club=make_club("Elsewhere"), actor=None)
    first, second = standings_page(here), standings_page(there)
    assert first is not None
    assert second is not None
    assert [line.points_text for line in first.lines] == [line.points_text for line in second.lines]
    assert audit_event(there).is_clean


def test_two_files_without_names_dont_make_one_person_of_two() -> None:
    club = make_club("Elsewhere")
    for here in (a_paper_event(4), elsewhere("Other", people=4)):
        import_event(data=event_json(here, names=False).encode(), club=club, actor=None)
    assert club.players.count() == 8


# -------------------------------------------------------------------------------------------------- what is refused


def resealed(content: dict[str, Any], **head: Any) -> bytes:
    """The file of that content with a seal that fits, as somebody would make it who wants to cheat."""
    body = {"format": file.FORMAT, "version": file.VERSION, "content": content, **head}
    return json.dumps({**body, "seal": seal_of(body)}).encode()


def refusal(data: bytes) -> tuple[str, str]:
    before = (
        Tournament.objects.count(),
        Player.objects.count(),
        Game.objects.count(),
        Standing.objects.count(),
    )
    with pytest.raises(EventFileRefused) as refused:
        import_event(data=data, club=make_club("Elsewhere"), actor=None)
    now = Tournament.objects.count(), Player.objects.count(), Game.objects.count(), Standing.objects.count()
    assert now == before, "something of a refused file was kept"
    return refused.value.path, refused.value.reason


@cache
def paper_file() -> str:
    """The file of an event of four on paper after a round, written once: a file needs no event here."""
    here = a_paper_event(4)
    paper_round(here, {"Ada": 10})
    return event_json(here)


@cache
def online_file() -> str:
    return event_json(played_online())


def paper_content() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(paper_file())["content"]
    return found


def online_content() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(online_file())["content"]
    return found


def test_a_changed_file_is_refused_by_its_seal() -> None:
    assert refusal(paper_file().replace('"Ada"', '"Eva"').encode()) == ("seal", "changed")


def test_a_changed_result_is_found_even_under_a_new_seal() -> None:
    content = online_content()
    scores = content["rounds"][0]["tables"][0]["results"][0]["scores"]
    scores[0]["net"] += 10
    scores[1]["net"] -= 10
    _path, reason = refusal(resealed(content))
    assert reason == "does_not_hold"


def test_a_changed_card_is_found_even_under_a_new_seal() -> None:
    content = online_content()
    deal = content["rounds"][0]["tables"][0]["games"][0]["deals"][0]
    deal["seed"] = "00" * 32
    _path, reason = refusal(resealed(content))
    assert reason == "does_not_hold"


def test_an_act_taken_out_of_the_log_is_found() -> None:
    content = paper_content()
    del content["log"][1]
    assert refusal(resealed(content)) == ("content.log[1].previous_hash", "chain_broken")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ("1:1", "not_json")),
        (b'{"format": "deadwood-event",\n "version": }', ("2:13", "not_json")),
        (b'{"a": 1, "a": 2}', ("a", "name_twice")),
        (b'{"a": NaN}', ("NaN", "number")),
        (b'{"a": ' + b"9" * 5000 + b"}", ("1:1", "number")),
        (b"[" * 100_000, ("1:1", "too_deep")),
        (b"\xff\xfe{}", ("1:1", "not_utf8")),
        (b"[]", ("format", "not_an_event_file")),
        (b'{"format": "deadwood-event", "version": 2}', ("version", "another_version")),
        (b'{"format": "deadwood-event", "version": 1}', ("file", "unknown")),
    ],
)
def test_what_is_no_event_file_says_where(data: bytes, expected: tuple[str, str]) -> None:
    assert refusal(data) == expected


@pytest.mark.parametrize(
    ("way", "value", "expected"),
    [
        (("event", "name"), "", ("content.event.name", "name")),
        (("event", "time_zone"), "Mars/Olympus", ("content.event.time_zone", "not_known_here")),
        (("event", "format", "rounds"), 0, ("content.event.format", "not_these_options")),
        (("event", "ruleset"), {"preset": "poker"}, ("content.event.ruleset", "not_these_rules")),
        (("event", "starts_on"), "2026-02-30", ("content.event.starts_on", "not_a_date")),
        (("event", "extra"), 1, ("content.event.extra", "unknown")),
        (("players", 1, "name"), "Ada", ("content.players[1]", "twice")),
        (("entrants", 0, "members", 0), 99, ("content.entrants[0].members[0]", "not_in_the_file")),
        (("entrants", 1, "number"), 1, ("tournaments_entrant_number_once", "contradicts_itself")),
        (("entrants", 0, "joined_round"), 10**9, ("content.entrants[0].joined_round", "out_of_range")),
        (("entrants", 0, "name"), "a\0b", ("content.entrants[0].name", "characters")),
        (
            ("rounds", 0, "tables", 0, "seats", 0, "entrant"),
            7,
            ("content.rounds[0].tables[0].seats[0].entrant", "not_in_the_file"),
        ),
        (
            ("rounds", 0, "standings", 0, "row"),
            {"entrant": []},
            ("content.rounds[0].standings[0].row", "not_a_line_of_standings"),
        ),
        (("rounds", 0, "tables"), {}, ("content.rounds[0].tables", "not_a_list")),
        (("rounds", 0, "status"), "won", ("content.rounds[0].status", "not_known_here")),
        (
            ("rounds", 0, "tables", 0, "results", 0, "source"),
            "rumour",
            ("content.rounds[0].tables[0].results[0].source", "not_known_here"),
        ),
        (("log", 0, "created_at"), "yesterday", ("content.log[0].created_at", "not_a_time")),
        (("has_names",), "yes", ("content.has_names", "not_a_yes_or_no")),
    ],
)
def test_a_hostile_field_is_named(way: tuple[Any, ...], value: Any, expected: tuple[str, str]) -> None:
    content = paper_content()
    inner: Any = content
    for step in way[:-1]:
        inner = inner[step]
    inner[way[-1]] = value
    assert refusal(resealed(content)) == expected


def damaged(value: Any, rng: random.Random) -> Any:
    """The plain value with one thing in it changed, taken out or put in the wrong place."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(sorted(value))
        return {**value, name: damaged(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], damaged(value[at], rng), *value[at + 1 :]]
    junk: list[Any] = [None, -1, 0, 2**70, 1.5, True, "", "x" * 6000, "\0", [], {}, [[]], {"entrant": 1}]
    return rng.choice(junk)


@pytest.mark.parametrize("seed", range(15))
def test_a_damaged_file_is_taken_whole_or_refused_whole(seed: int) -> None:
    fuzzed(seed, damages=1)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(15, 1500))
def test_very_many_damaged_files(seed: int) -> None:
    fuzzed(seed, damages=1 + seed % 3)


def fuzzed(seed: int, *, damages: int) -> None:
    rng = random.Random(seed)
    content = paper_content()
    for _unused in range(damages):
        content = damaged(content, rng)
    before = Tournament.objects.count(), Player.objects.count()
    there = None
    with suppress(EventFileRefused):
        there = import_event(data=resealed(content), club=make_club("Elsewhere"), actor=None)
    if there is None:
        assert (Tournament.objects.count(), Player.objects.count()) == before
    else:
        assert audit_event(there).is_clean


# ------------------------------------------------------------------------------------------------ looking at a file


def test_a_file_is_checked_without_keeping_anything() -> None:
    online_file()
    before = Tournament.objects.count()
    report = check_file(data=online_file().encode())
    assert (report.name, report.players, report.entrants, report.rounds, report.games) == (
        "Club night",
        4,
        4,
        2,
        2,
    )
    assert report.is_clean
    assert Tournament.objects.count() == before


def test_a_check_says_what_is_wrong_and_where_the_seal_stands() -> None:
    content = paper_content()
    content["rounds"][0]["standings"][0]["row"]["points"] = "999"
    report = check_file(data=resealed(content))
    assert report.is_sealed
    assert [line.invariant for line in report.audit.lines if line.problems] == ["I9"]
    report = check_file(data=paper_file().replace('"venue": ""', '"venue": "Hall"').encode())
    assert not report.is_sealed
    assert report.audit.is_clean


def test_a_file_costs_the_same_number_of_queries_whatever_the_size() -> None:
    counts = []
    for people in (4, 16):
        tournament = elsewhere(f"Club of {people}", people=people)
        play_round(tournament)
        with CaptureQueriesContext(connection) as queries:
            event_part(tournament)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_corrections_come_along_with_their_versions() -> None:
    here = a_paper_event(4, rounds=2)
    round_ = paper_round(here, {"Ada": 10})
    table = round_.tables.get()
    seats = list(table.seats.order_by("seat"))
    totals = [30 if seat.name == "Bo" else -10 for seat in seats]
    correct_result(table=table, totals=totals, reason="Written down wrongly.", actor=here.created_by)
    there = import_event(data=event_json(here).encode(), club=make_club("Elsewhere"), actor=None)
    versions = [
        (result.version, result.status, result.reason)
        for result in there.rounds.get().tables.get().results.order_by("version")
    ]
    assert versions[-1] == (2, "confirmed", "Written down wrongly.")
    assert audit_event(there).is_clean
