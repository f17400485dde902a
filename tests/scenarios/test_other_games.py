"""Evenings of the other games of the rulebook through a real worker: gin in rounds without rematches, byes, teams,
a pool with a re-entry, and one table of every preset.

One set of parts serves all of them. Each event ends with its invariants checked and with standings that were worked
out a second time (tests/scenarios/evenings.py).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Club, User
from games.engine.moves import CUTS, DRAW_STOCK, Discard
from games.engine.observation import Observation, observe
from games.engine.phases import Phase
from games.engine.ruleset import PRESETS
from games.enums import ActorKind, GameStatus
from games.errors import GamesError
from games.models import Game, MoveRecord
from games.queries.rulesets import Ruleset, preset_ruleset
from games.queries.states import load_state
from games.services.play import play_move
from tests.factories import make_club, make_player, make_user
from tests.installation import database_url_of_test, private_stack
from tests.scenarios.evenings import (
    FLAT_OUT,
    PHRASE,
    assert_clean,
    begin,
    enter_pairs,
    enter_people,
    meetings,
    open_event,
    replayed,
    standings,
    tables_of,
    totals_of,
    wait_for_the_end,
    wins_by_hand,
)
from tournaments.enums import RoundKind
from tournaments.formats import ByeValue, EmptySeats
from tournaments.models import Bye, Fee, Tournament
from tournaments.services.entrants import enter_player

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def parts(django_db_setup: None, data_folders: Callable[[str], Path]) -> Iterator[None]:
    """A broker, a worker and the beat on the test database, for all evenings of this module."""
    env = {"DATABASE_URL": database_url_of_test(), "DEADWOOD_SEED_SOURCE": PHRASE}
    with private_stack(data_folders("evenings"), env=env, parts=("worker", "beat")):
        yield


@pytest.fixture
def director(transactional_db: None, parts: None, settings: Any) -> User:
    settings.DEADWOOD_SEED_SOURCE = PHRASE
    return make_user("Director")


@pytest.fixture
def club(director: User) -> Club:
    return make_club("Scenario Club", owner=director)


def test_a_gin_evening_of_eight(club: Club, director: User) -> None:
    """Three rounds at tables of two. Three people are level behind the winner: they play single deals,
    everybody against everybody.
    """
    event = open_event(club, director, preset_ruleset("gin"), rounds=3, boundaries=(1, 2))
    enter_people(event, ["Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"])
    begin(event, director)
    wait_for_the_end([event])
    met = meetings(event)
    assert (len(met), len(set(met))) == (12, 12)
    assert {len(pair) for pair in met} == {2}
    wins = wins_by_hand(event)
    assert Counter(wins.values()) == {3: 1, 2: 3, 1: 3, 0: 1}
    order = standings(event)
    assert {name: points for name, _place, points in order} == wins
    tied = {name for name, points in wins.items() if points == 2}
    deals = tables_of(event, RoundKind.EXTRA)
    assert {frozenset(totals_of(table)) for table in deals} == {frozenset(tied - {name}) for name in tied}
    sums: Counter[str] = Counter()
    for table in deals:
        sums.update(totals_of(table))
    assert len(set(sums.values())) == 3
    assert [name for name, _place, points in order if points == 2] == sorted(tied, key=lambda n: -sums[n])
    assert [place for _name, place, _points in order] == [1, 2, 3, 4, 5, 5, 5, 8]
    assert_clean(event)


def test_an_odd_field_has_byes_that_nobody_gets_twice(club: Club, director: User) -> None:
    """Seven play three rounds of net points: a bye each round, worth the average of the own results."""
    event = open_event(
        club,
        director,
        preset_ruleset("manhattan"),
        rounds=3,
        empty_seats=EmptySeats.BYES,
        bye_value=ByeValue.AVERAGE,
        scheme="net",
        extra_round_cap=0,
    )
    enter_people(event, ["Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus"])
    begin(event, director)
    wait_for_the_end([event])
    byes = list(Bye.objects.filter(round__tournament=event).values_list("entrant__name", flat=True))
    assert (len(byes), len(set(byes))) == (3, 3)
    met = meetings(event)
    assert (len(met), len(set(met))) == (9, 9)
    results: dict[str, list[int]] = {}
    for table in tables_of(event):
        for name, total in totals_of(table).items():
            results.setdefault(name, []).append(total)
    expected = {name: sum(own) + (sum(own) / 2 if name in byes else 0) for name, own in results.items()}
    order = standings(event)
    assert {name: points for name, _place, points in order} == expected
    assert [points for _name, _place, points in order] == sorted(expected.values(), reverse=True)
    assert_clean(event)


def test_a_partnership_evening_of_four_teams(club: Club, director: User) -> None:
    """Teams of a name and two players stay together; two of them are level for second place and play a game to
    50.
    """
    event = open_event(
        club, director, preset_ruleset("partnership"), rounds=2, table_sizes=(4,), boundaries=(1, 2)
    )
    pairs = {"Elms": ("Ada", "Bo"), "Oaks": ("Cy", "Dee"), "Firs": ("Eve", "Flo"), "Yews": ("Gus", "Hal")}
    enter_pairs(event, pairs)
    begin(event, director)
    wait_for_the_end([event])
    for table in tables_of(event):
        chairs = list(table.seats.order_by("seat").values_list("name", "entrant__name"))
        assert [name.split(" of ")[1] for name, _team in chairs] == [team for _name, team in chairs]
        assert [team for _name, team in chairs[:2]] == [team for _name, team in chairs[2:]]
        assert [pairs[team].index(name.split()[0]) for name, team in chairs] == [0, 0, 1, 1]
    assert len(set(meetings(event))) == 4
    wins = wins_by_hand(event)
    assert Counter(wins.values()) == {2: 1, 1: 2, 0: 1}
    (duel, *more) = tables_of(event, RoundKind.EXTRA)
    game = duel.table_games.get().game
    assert (more, game.ruleset.target, game.seat_count) == ([], 50, 4)
    level = totals_of(duel)
    assert set(level) == {name for name, points in wins.items() if points == 1}
    best = sorted(wins, key=lambda name: (-wins[name], -level.get(name, 0)))
    assert standings(event) == [(name, place, wins[name]) for place, name in enumerate(best, 1)]
    assert_clean(event)


def short(key: str) -> Ruleset:
    """The preset, with fewer deals where its game would be a long one; what makes it special stays."""
    ruleset = PRESETS[key]
    options = {"deals": 4, "stake": 60, "max_deals": 12}
    known = {option.name for option in ruleset.options()}
    return preset_ruleset(key, {name: value for name, value in options.items() if name in known})


def test_a_table_of_every_game(club: Club, director: User) -> None:
    """Hollywood, cutthroat, Tonk and all the others at once: one table each, won by who has the most."""
    events: dict[str, Tournament] = {}
    for key in PRESETS:
        ruleset = short(key)
        seats = min(3, ruleset.max_players) if ruleset.min_players < 3 else ruleset.min_players
        events[key] = open_event(club, director, ruleset, table_sizes=(seats,), scheme="net", boundaries=())
        if key == "partnership":
            enter_pairs(events[key], {"Elms": ("Ada", "Bo"), "Oaks": ("Cy", "Dee")})
        else:
            enter_people(events[key], [f"{name} at {key}" for name in ["Ada", "Bo", "Cy"][:seats]])
        begin(events[key], director)
    wait_for_the_end(events.values())
    for event in events.values():
        (table,) = tables_of(event)
        totals = totals_of(table)
        expected = sorted(totals.items(), key=lambda item: -item[1])
        assert sorted(standings(event), key=lambda line: -line[2]) == [
            (name, 1 + sum(other > total for other in totals.values()), total) for name, total in expected
        ]
        assert sum(totals.values()) == 0
        assert_clean(event)
    (hollywood,) = tables_of(events["hollywood"])
    state = replayed(hollywood.table_games.get().game)
    assert len(state.sheet.columns) == 3
    assert_cutthroat(events["cutthroat"])


def assert_cutthroat(event: Tournament) -> None:
    """The dealer sits out, and the loser of a deal is the next dealer."""
    (table,) = tables_of(event)
    played = replayed(table.table_games.get().game).played
    for deal, following in pairwise(played):
        (result,) = deal.results
        assert deal.plan.dealer not in deal.plan.seats
        loser = next(iter(set(result.seats) - set(result.winners)), None) if result.winners else None
        if deal.counts and loser is not None:
            assert following.plan.dealer == loser


def test_a_pool_with_a_re_entry(club: Club, director: User) -> None:
    """A person who never knocks is out, pays for a fresh stake and plays on; the others decline when they are out.

    The cut waits for the person, so that every card follows from the phrase.
    """
    ruleset = preset_ruleset("knock-pool", {"stake": 30, "re_entries": 1, "max_deals": 20})
    event = open_event(
        club,
        director,
        ruleset,
        table_sizes=(3,),
        boundaries=(),
        re_entry_fee=500,
        scheme="net",
        game=replace(FLAT_OUT, cut_seconds=60),
    )
    enter_people(event, ["Ada", "Bo"])
    person = make_user("Cy")
    enter_player(tournament=event, actor=None, player=make_player("Cy", club, person))
    begin(event, director)
    game = Game.objects.get(table_game__table__round__tournament=event)
    wait_for_the_end([event], meanwhile=lambda: play_badly(game, person))
    decisions = MoveRecord.objects.filter(game=game, code__in=["reenter", "decline"])
    kinds = {(move.code, move.actor_kind) for move in decisions}
    assert kinds == {("reenter", ActorKind.HUMAN), ("decline", ActorKind.AUTOPILOT)} or kinds == {
        ("reenter", ActorKind.HUMAN)
    }
    state = replayed(game)
    seat = game.seats.get(player__user=person).seat
    assert state.result is not None
    assert [figures.re_entries for figures in state.result.seats] == [
        int(other == seat) for other in range(3)
    ]
    fees = Fee.objects.filter(entrant__tournament=event)
    assert list(fees.values_list("entrant__name", "kind", "amount", "status")) == [
        ("Cy", "re-entry", 500, "owed")
    ]
    totals = totals_of(tables_of(event)[0])
    assert {name: points for name, _place, points in standings(event)} == totals
    assert_clean(event)


def play_badly(game: Game, person: User) -> None:
    """One move of the person, if it is the person's turn: draw, throw the cheapest card away, re-enter."""
    game.refresh_from_db()
    seat = game.seats.get(player__user=person).seat
    if game.status != GameStatus.PLAYING or game.turn_seat != seat:
        return
    seen = observe(load_state(game), seat)
    try:
        play_move(game=game, actor=person, code=_bad_code(seen), expected_ply=seen.ply)
    except GamesError:
        return  # the table moved on since it was looked at


def _bad_code(seen: Observation) -> str:
    if seen.phase is Phase.CUT:
        return CUTS[17].code
    if seen.phase is Phase.RE_ENTRY:
        return "reenter"
    if seen.phase is Phase.DRAW:
        return DRAW_STOCK.code
    return Discard(min(seen.hand, key=lambda card: card.value)).code
