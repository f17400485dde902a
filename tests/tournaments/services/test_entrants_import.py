"""Importing a file: all usable rows or none, twice changes nothing, the waiting list, who may."""

import pytest

from accounts.models import Player
from games.queries.rulesets import preset_ruleset
from tests.factories import make_user
from tests.tournaments.evenings import an_event, director_of, enter
from tournaments.enums import EntrantKind, EntrantStatus, RowReason, TournamentStatus
from tournaments.errors import EntriesClosed, FileRefused, NotAllowed
from tournaments.models import AuditRow, Entrant, EntrantMember, Tournament
from tournaments.services.entrants import enter_bot, enter_team_of_names, rename
from tournaments.services.entrants_import import import_entrants, preview_entrants

pytestmark = pytest.mark.django_db
FILE = b"Name;Club;Seed\nAda;Riverside;2\nBo;;\n\nADA;x;\n;y;\n"


def test_accepted_and_refused_rows_are_listed_with_their_lines():
    tournament = an_event()
    report = import_entrants(tournament=tournament, data=FILE, actor=director_of(tournament))
    assert [(row.line, row.name) for row in report.accepted] == [(2, "Ada"), (3, "Bo")]
    assert [(row.line, row.reason) for row in report.refused] == [(5, RowReason.TWICE), (6, RowReason.EMPTY)]
    assert (report.unchanged, report.saved) == ((), True)
    assert list(tournament.entrants.values_list("number", "name", "group", "strength", "status")) == [
        (1, "Ada", "Riverside", 2, EntrantStatus.ENTERED),
        (2, "Bo", "", None, EntrantStatus.ENTERED),
    ]
    assert set(Player.objects.filter(club=tournament.club).values_list("name", flat=True)) == {"Ada", "Bo"}


def test_a_preview_says_the_same_and_writes_nothing():
    tournament = an_event()
    preview = preview_entrants(tournament=tournament, data=FILE)
    assert not Entrant.objects.exists()
    report = import_entrants(tournament=tournament, data=FILE, actor=None)
    assert (preview.accepted, preview.refused, preview.saved) == (report.accepted, report.refused, False)


def test_the_same_file_again_changes_nothing():
    tournament = an_event()
    import_entrants(tournament=tournament, data=FILE, actor=None)
    before = (list(Entrant.objects.values()), Player.objects.count(), AuditRow.objects.count())
    tournament.refresh_from_db()
    version = tournament.version
    report = import_entrants(tournament=tournament, data=FILE, actor=None)
    assert [row.line for row in report.unchanged] == [2, 3]
    assert report.accepted == ()
    assert (list(Entrant.objects.values()), Player.objects.count(), AuditRow.objects.count()) == before
    tournament.refresh_from_db()
    assert tournament.version == version


def test_names_in_the_event_are_known_whatever_the_case_and_after_a_rename():
    tournament = an_event()
    ada, _bo = enter(tournament, ["Ada", "Bo"])
    rename(entrant=ada, name="Ada the First", actor=None)
    report = import_entrants(tournament=tournament, data=b"Name\nADA\nbo\nada THE first\n", actor=None)
    assert [row.line for row in report.unchanged] == [2, 3, 4]
    assert EntrantMember.objects.filter(tournament=tournament).count() == 2


def test_a_bots_name_is_refused():
    tournament = an_event()
    enter_bot(tournament=tournament, actor=None, level="club", name="Robbie")
    report = import_entrants(tournament=tournament, data=b"Name\nROBBIE\n", actor=None)
    assert [(row.line, row.reason) for row in report.refused] == [(2, RowReason.TAKEN)]
    assert list(tournament.entrants.values_list("kind", flat=True)) == [EntrantKind.BOT]


def test_beyond_the_capacity_people_wait_in_the_files_order():
    tournament = an_event(1, capacity=3)
    report = import_entrants(tournament=tournament, data=b"Name\nBo\nCy\nDee\nEve\n", actor=None)
    assert [(row.name, row.waiting) for row in report.accepted] == [
        ("Bo", False),
        ("Cy", False),
        ("Dee", True),
        ("Eve", True),
    ]
    waiting = tournament.entrants.filter(status=EntrantStatus.WAITING).order_by("number")
    assert list(waiting.values_list("name", flat=True)) == ["Dee", "Eve"]


def test_nothing_is_half_imported_when_writing_fails(monkeypatch):
    """The last write of the import fails: neither entrants nor players nor acts are left behind."""
    tournament = an_event()
    acts = AuditRow.objects.count()

    def broken(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("disk full")

    monkeypatch.setattr("tournaments.services.entrants_import.announce_change", broken)
    with pytest.raises(RuntimeError):
        import_entrants(tournament=tournament, data=FILE, actor=None)
    assert (Entrant.objects.count(), Player.objects.count(), AuditRow.objects.count()) == (0, 0, acts)


def test_an_unreadable_file_changes_nothing():
    tournament = an_event()
    with pytest.raises(FileRefused):
        import_entrants(tournament=tournament, data=b"Ada\nBo\n", actor=None)
    assert not Entrant.objects.exists()


def test_only_directors_import_and_only_while_entries_are_possible():
    tournament = an_event()
    with pytest.raises(NotAllowed):
        import_entrants(tournament=tournament, data=FILE, actor=make_user())
    Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.FINISHED)
    with pytest.raises(EntriesClosed):
        import_entrants(tournament=tournament, data=FILE, actor=None)


def test_five_thousand_rows_are_entered_in_a_few_queries(django_assert_max_num_queries):
    tournament = an_event()
    data = b"Name\n" + b"".join(b"Player %d\n" % n for n in range(5000))
    with django_assert_max_num_queries(40):
        report = import_entrants(tournament=tournament, data=data, actor=None)
    assert len(report.accepted) == 5000
    assert tournament.entrants.count() == 5000


def teams_event(capacity=None):
    tournament = an_event(0, capacity=capacity, table_sizes=(4,))
    Tournament.objects.filter(pk=tournament.pk).update(ruleset_json=preset_ruleset("partnership").to_json())
    tournament.refresh_from_db()
    return tournament


TEAMS = """Player;Mannschaft;Seed
Ada;The Elms;2
Cy;Oaks
Bo;the elms
Dee;Oaks;1
Eve;
Flo;Firs
"""


def test_a_file_with_a_column_of_teams_enters_teams():
    """Two lines of one name are a team, whatever the case; a player without a team or alone in one is refused."""
    tournament = teams_event(capacity=2)
    enter_team_of_names(tournament=tournament, actor=None, names=("Gus", "Hal"))
    report = import_entrants(tournament=tournament, data=TEAMS.encode(), actor=None)
    assert [(row.line, row.name, row.waiting) for row in report.accepted] == [
        (2, "The Elms: Ada, Bo", False),
        (3, "Oaks: Cy, Dee", True),
    ]
    assert [(row.line, row.text, row.reason, row.message) for row in report.refused] == [
        (6, "Eve", "team", "The column “Team” is empty."),
        (7, "Flo", "team", "“Firs” has 1 player in the file; a team has 2."),
    ]
    entered = [
        (
            team.kind,
            team.name,
            team.strength,
            [member.player.name for member in team.members.order_by("position")],
        )
        for team in tournament.entrants.order_by("number")
    ]
    assert entered[1:] == [("team", "The Elms", 2, ["Ada", "Bo"]), ("team", "Oaks", 1, ["Cy", "Dee"])]


def test_a_file_of_teams_brought_in_again_changes_nothing_and_other_players_are_refused():
    tournament = teams_event()
    import_entrants(tournament=tournament, data=TEAMS.encode(), actor=None)
    again = import_entrants(tournament=tournament, data=TEAMS.encode(), actor=None)
    assert ([row.name for row in again.unchanged], again.accepted) == (
        ["The Elms: Ada, Bo", "Oaks: Cy, Dee"], (),
    )  # fmt: skip
    other = "Name;Team\nAda;The Elms\nGus;The Elms\nBo;Pines\nHal;Pines\n"
    report = import_entrants(tournament=tournament, data=other.encode(), actor=None)
    assert [(row.line, row.reason) for row in report.refused] == [(2, "taken"), (4, "taken")]
    assert tournament.entrants.count() == 2
