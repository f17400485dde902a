"""Real cards in every game: what the phone's page and the desk offer, and what a report of it comes to.

Deal by deal where knocker and deadwood give the game, else totals; of partners one total for both.
"""

import re

import pytest

from games.engine.ruleset import PRESETS
from games.queries.rulesets import team_size
from tests.factories import A_DAY, EVENING, make_club, make_player, make_user
from tests.games.presets import EVERY_PRESET
from tests.tournaments.evenings import NAMES, director_of, enter, start_next
from tournaments.formats import FormatOptions
from tournaments.models import SeatScore, Table, Tournament
from tournaments.queries.standings import standings_page
from tournaments.services.completion import complete_round
from tournaments.services.entrants import enter_team
from tournaments.services.setup import create_tournament, open_entries

pytestmark = pytest.mark.django_db

BY_DEAL = {
    "knock-rummy", "poker-rum", "rum-knock", "no-knock", "joker-knock", "seven-for-all", "full-turn-first",
    "knock-match", "gin", "gin-250", "gin-500", "gin-match", "oklahoma", "straight-gin", "hollywood",
    "manhattan", "chicago", "spades-double",
}  # fmt: skip


def a_table(key: str) -> Table:
    """One table of real cards of this game, with as many people as it takes at least, being played."""
    director, rules = make_user("Dora Director"), PRESETS[key]
    size = rules.min_players
    tournament = create_tournament(
        club=make_club(owner=director),
        name=key,
        actor=director,
        starts_on=A_DAY,
        starts_time=EVENING,
        ruleset=rules,
        format_options=FormatOptions(
            table_sizes=(size,), table_mode="paper", scheme="placement", boundaries=(), rounds=1
        ),
    )
    tournament = open_entries(tournament=tournament, actor=director)
    if team_size(rules) == 1:
        enter(tournament, NAMES[:size])
    else:
        for team, names in (("Elms", NAMES[:2]), ("Oaks", NAMES[2:4])):
            players = tuple(make_player(name, tournament.club) for name in names)
            enter_team(tournament=tournament, actor=None, name=team, players=players)
    start_next(tournament)
    return Table.objects.select_related("round__tournament").get()


def desk_address(table: Table) -> str:
    return f"/t/{table.round.tournament.public_id}/tonight/table/{table.public_id}/"


@pytest.mark.parametrize("key", EVERY_PRESET)
def test_deals_are_offered_where_they_give_the_game_and_totals_everywhere(client, key):
    table = a_table(key)
    phone = client.get(f"/r/{table.report_code}/")
    assert ('name="deal-1-knocker"' in phone.content.decode()) == (key in BY_DEAL)
    client.force_login(director_of(table.round.tournament))
    desk = client.get(desk_address(table) + "?by=deals")
    assert ('name="deal-1-knocker"' in desk.content.decode()) == (key in BY_DEAL)
    lays_off = "knock lays off first"
    for page in (phone, desk):
        assert (lays_off in page.content.decode()) == (key in BY_DEAL and PRESETS[key].family == "gin")
    fields = [f'name="total-{seat}"' for seat in (1, 2, 3, 4)]
    units = table.seats.count() // team_size(PRESETS[key])
    for page in (phone, client.get(desk_address(table))):
        assert [field in page.content.decode() for field in fields] == [at < units for at in range(4)]


def test_deals_of_a_game_that_has_only_totals_are_refused(client):
    table = a_table("tonk")
    sent = {"what": "deals", "rows": "1", "seat": "0", "deal-1-knocker": "0"}
    sent |= {"deal-1-seat-1": "5", "deal-1-seat-2": "9"}
    answer = client.post(f"/r/{table.report_code}/", sent)
    assert answer.status_code == 422
    assert "Tables of this game are reported by their totals." in answer.content.decode()
    assert table.results.count() == 0


def scores(table: Table) -> list[tuple[int, int]]:
    rows = SeatScore.objects.filter(result__table=table).order_by("result__version", "seat")
    return list(rows.values_list("net", "place"))


def places(tournament: Tournament) -> dict[str, str]:
    page = standings_page(tournament)
    assert page is not None
    return {line.name: line.place_text for line in page.lines}


def test_partners_have_one_total_and_one_place(client):
    """A phone reports 320 for the first team; an opponent confirms; second place is 2, not 3."""
    table = a_table("partnership")
    teams = list(table.seats.order_by("seat").values_list("entrant__name", flat=True))
    assert teams[:2] == teams[2:]
    address = f"/r/{table.report_code}/"
    names = list(table.seats.order_by("seat").values_list("name", flat=True))
    page = client.get(address).content.decode()
    assert f"{names[0]} + {names[2]}" in page
    assert client.post(address, {"what": "totals", "seat": "0", "total-1": "320"}).status_code == 302
    assert scores(table) == [(320, 1), (-320, 2)] * 2
    result = table.results.get()
    client.post(f"{address}confirm/", {"seat": "1", "result": str(result.pk)})
    assert complete_round(round_id=table.round_id) is not None
    assert places(table.round.tournament) == {teams[0]: "1", teams[1]: "2"}


def test_a_correction_of_partners_keeps_them_together(client):
    table = a_table("partnership")
    client.force_login(director_of(table.round.tournament))
    client.post(desk_address(table), {"what": "totals", "total-1": "-150", "total-2": ""})
    assert scores(table) == [(-150, 2), (150, 1)] * 2
    address = desk_address(table) + "correct/"
    sent = {"what": "totals", "total-1": "150", "total-2": "-150", "reason": "Swapped.", "really": "1"}
    assert client.post(address, sent).status_code == 302
    assert scores(table)[4:] == [(150, 1), (-150, 2)] * 2


def test_three_players_report_three_totals(client):
    table = a_table("cutthroat")
    client.force_login(director_of(table.round.tournament))
    sent = {"what": "totals", "total-1": "-220", "total-2": "350", "total-3": ""}
    assert client.post(desk_address(table), sent).status_code == 302
    assert scores(table) == [(-220, 3), (350, 1), (-130, 2)]


def sent_deal(number: int, knocker: int, woods: tuple[int, ...], **facts: str) -> dict[str, str]:
    found = {f"deal-{number}-knocker": str(knocker)}
    found |= {f"deal-{number}-seat-{seat}": str(wood) for seat, wood in enumerate(woods, 1)}
    return found | {f"deal-{number}-{name}": value for name, value in facts.items()}


def test_oklahoma_asks_what_was_turned_up_and_settles_by_it(client):
    """A six turned up, then the ace of spades: 14, and 25 + 30 that count twice; game to 100 with two boxes."""
    table = a_table("oklahoma")
    address = f"/r/{table.report_code}/"
    sent = {"what": "deals", "rows": "2", "seat": "0"}
    first, second = sent_deal(1, 0, (6, 20)), sent_deal(2, 0, (0, 30), upcard="1", multiplier="on")
    answer = client.post(address, sent | first | second)
    assert answer.status_code == 422
    assert "What was turned up first?" in answer.content.decode()
    answer = client.post(address, sent | sent_deal(1, 0, (7, 20), upcard="6") | second)
    assert "With so much deadwood nobody may knock in this game." in answer.content.decode()
    assert client.post(address, sent | first | second | {"deal-1-upcard": "6"}).status_code == 302
    assert scores(table) == [(14 + 110 + 40 + 200, 1), (-364, 2)]
    client.force_login(director_of(table.round.tournament))
    again = client.get(desk_address(table) + "correct/?by=deals").content.decode()
    assert '<option value="6" selected>6</option>' in again


@pytest.mark.parametrize(
    ("key", "heads"),
    [
        ("knock-rummy", ["Deal", "Knocker"]),
        ("oklahoma", ["Deal", "Knocker", "Turned up first", "Twice"]),
        ("spades-double", ["Deal", "Knocker", "Twice"]),
    ],
)
def test_a_slip_has_a_column_for_each_thing_that_is_asked_of_a_deal(client, key, heads):
    table = a_table(key)
    client.force_login(director_of(table.round.tournament))
    page = client.get(f"/t/{table.round.tournament.public_id}/print/slips/").content.decode()
    slip = page[page.index("<thead>") : page.index("</table>")]
    seats = [seat.entrant.name for seat in table.seats.order_by("seat")]
    assert re.findall(r"<th>(.*?)</th>", slip) == [*heads, *seats]
    rows = re.findall(r"<tr.*?</tr>", slip[slip.index("<tbody>") :])
    widths = {row.count("<td>") + 2 * row.count('<td colspan="2">') for row in rows}
    assert widths == {len(heads) + len(seats)}


def test_a_told_deal_of_oklahoma_keeps_what_was_turned_up(client):
    table = a_table("oklahoma")
    sent = {"number": "1", "rows": "8", "seat": "1", **sent_deal(1, 1, (44, 3), upcard="4", multiplier="on")}
    assert client.post(f"/r/{table.report_code}/deal/", sent).status_code == 302
    page = client.get(f"/r/{table.report_code}/").content.decode()
    assert '<option value="4" selected>4</option>' in page
    paid = client.post(f"/r/{table.report_code}/payments/", sent).content.decode()
    assert ("−82" in paid, "+102" in paid) == (True, True)


def test_a_match_counts_its_games_and_refuses_a_deal_after_the_end(client):
    table = a_table("gin-match")
    address = f"/r/{table.report_code}/"
    sent = {"what": "deals", "rows": "3", "seat": "0"}
    game = sent_deal(1, 1, (80, 0))
    paid = client.post(address + "payments/", sent | game).content.decode()
    assert ("won" in paid, "sent now it counts as it stands" in paid) == (True, True)
    both = game | sent_deal(2, 1, (80, 0))
    assert (
        "The game is over: send the result."
        in client.post(address + "payments/", sent | both).content.decode()
    )
    answer = client.post(address, sent | both | sent_deal(3, 0, (1, 9)))
    assert (answer.status_code, "The game was over before this deal." in answer.content.decode()) == (
        422,
        True,
    )
    assert client.post(address, sent | both).status_code == 302
    assert scores(table) == [(-650, 2), (650, 1)]


def test_hollywoods_three_games_come_from_its_deals(client):
    table = a_table("hollywood")
    address = f"/r/{table.report_code}/"
    sent = {"what": "deals", "rows": "8", "seat": "0"}
    for number in range(1, 4):
        sent |= sent_deal(number, 0, (0, 80))
    assert client.post(address, sent).status_code == 302
    # 105 a deal: each wins one of the three games, with a box and against nothing
    assert scores(table) == [(3 * (105 + 20 + 200), 1), (-975, 2)]


def test_where_the_score_decides_the_length_more_deals_can_be_had(client):
    table = a_table("gin")
    page = client.get(f"/r/{table.report_code}/?rows=12").content.decode()
    assert ('name="deal-12-knocker"' in page, 'href="?rows=16"' in page) == (True, True)


def test_where_the_deals_are_planned_there_are_no_more(client):
    table = a_table("knock-rummy")
    assert 'href="?rows=' not in client.get(f"/r/{table.report_code}/").content.decode()
