"""A large installation, written in bulk: two clubs with their players, finished evenings, seasons and ratings.

Nothing is played: the rows are those that played evenings leave behind, so that pages can be measured at a size that
no test could play.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db import connection

from accounts.models import Club, Membership, Player
from accounts.names import name_key, sort_key
from tests.factories import EVENING, make_club, make_user
from tests.tournaments.evenings import deals, options
from tournaments.engine.records import Entry, EntryKind
from tournaments.engine.results import EntrantStatus
from tournaments.engine.rows import StandingRow
from tournaments.models import (
    Entrant,
    EntrantMember,
    League,
    RatedEvent,
    RatingChange,
    Round,
    Season,
    SeatScore,
    Standing,
    Table,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.rows import row_to_json
from tournaments.season_format import SeasonFormat

FIELD: Final = 40
ROUNDS: Final = 2
SEATS: Final = 4
OF_A_SEASON: Final = 12
FIRST_DAY: Final = date(2016, 1, 2)


@dataclass(frozen=True, slots=True)
class Large:
    """Who and what to look at: a club, its owner, its most active player, its newest season and event."""

    club: Club
    player: Player
    season: Season
    event: Tournament


def build(players: int, events: int) -> Large:
    """Half of both for each of two clubs. Deterministic."""
    sides = [build_side(name, players // 2, events // 2) for name in ("Large", "Other")]
    return sides[0]


def build_side(name: str, players: int, events: int, field: int = FIELD) -> Large:
    """One club with so many players and finished evenings of `field` (a multiple of four) people each."""
    owner = make_user(f"{name} owner")
    club = make_club(name, owner=owner)
    people = Player.objects.bulk_create(
        (
            Player(
                club=club,
                name=(text := f"{name} Person {n}"),
                name_key=name_key(text),
                sort_key=sort_key(text),
            )
            for n in range(players)
        ),
        batch_size=2000,
    )
    Membership.objects.bulk_create(Membership(club=club, user=make_user(), role="member") for _n in range(20))
    league = League.objects.create(club=club, name="League")
    format_ = SeasonFormat(keep_best=8, planned_events=OF_A_SEASON + 1, promoted=3, relegated=3).to_json()
    seasons = Season.objects.bulk_create(
        Season(
            league=league,
            name=f"Season {n}",
            starts_on=FIRST_DAY,
            ends_on=FIRST_DAY + timedelta(days=9000),
            format_json=format_,
        )
        for n in range(-(-events // OF_A_SEASON))
    )
    rng = random.Random(name)
    made = [_event(club, people, seasons[n // OF_A_SEASON], n, rng, field) for n in range(events)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the database does by itself once rows are committed
    return Large(club, people[0], seasons[(events - 1) // OF_A_SEASON], made[-1])


def _event(
    club: Club, people: Sequence[Player], season: Season, number: int, rng: random.Random, size: int
) -> Tournament:
    rules = deals(8)
    event = Tournament.objects.create(
        club=club,
        season=season,
        name=f"Evening {number}",
        status="finished",
        preset=rules.key,
        ruleset_json=rules.to_json(),
        format_json=options(rounds=ROUNDS, table_mode="paper").to_json(),
        starts_on=FIRST_DAY + timedelta(days=7 * number),
        starts_time=EVENING,
        rng_seed=number,
    )
    # the first forty come often, everybody else now and then
    field = [people[0], *rng.sample(people[1:60], size // 2), *rng.sample(people[60:], size // 2 - 1)]
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=event,
            number=n,
            name=one.name,
            name_key=one.name_key,
            sort_key=one.sort_key,
            status="checked_in",
        )
        for n, one in enumerate(field, 1)
    )
    EntrantMember.objects.bulk_create(
        EntrantMember(tournament=event, entrant=entrant, player=one)
        for entrant, one in zip(entrants, field, strict=True)
    )
    nets = {entrant.pk: [] for entrant in entrants}
    for round_number in range(1, ROUNDS + 1):
        _round(event, round_number, entrants, field, nets, rng)
    _standings(event, entrants, nets)
    _ratings(event, field, rng)
    return event


def _round(
    event: Tournament,
    number: int,
    entrants: Sequence[Entrant],
    field: Sequence[Player],
    nets: dict[int, list[int]],
    rng: random.Random,
) -> None:
    round_ = Round.objects.create(tournament=event, number=number, status="completed", rng_seed=number)
    order = list(range(len(entrants)))
    rng.shuffle(order)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=n + 1, mode="paper", status="confirmed")
        for n in range(len(order) // SEATS)
    )
    TableSeat.objects.bulk_create(
        TableSeat(
            table=tables[at // SEATS],
            round=round_,
            seat=at % SEATS,
            occupant="entrant",
            entrant=entrants[who],
            player=field[who],
            name=field[who].name,
        )
        for at, who in enumerate(order)
    )
    results = TableResult.objects.bulk_create(
        TableResult(table=table, version=1, status="confirmed", source="report") for table in tables
    )
    scores = []
    for at, result in enumerate(results):
        points = [rng.randint(-40, 40) for _seat in range(SEATS - 1)]
        points.append(-sum(points))
        for seat, net in enumerate(points):
            entrant = entrants[order[at * SEATS + seat]]
            nets[entrant.pk].append(net)
            place = 1 + sum(other > net for other in points)
            scores.append(
                SeatScore(
                    result=result,
                    seat=seat,
                    entrant=entrant,
                    net=net,
                    place=place,
                    deals_played=8,
                    deals_won=2,
                )
            )
    SeatScore.objects.bulk_create(scores)


def _standings(event: Tournament, entrants: Sequence[Entrant], nets: dict[int, list[int]]) -> None:
    last = event.rounds.get(number=ROUNDS)
    ranked = sorted(entrants, key=lambda entrant: (-sum(nets[entrant.pk]), entrant.pk))
    Standing.objects.bulk_create(
        Standing(
            round=last,
            position=position,
            entrant=entrant,
            place=position,
            row_json=row_to_json(
                StandingRow(
                    place=position,
                    entrant=entrant.pk,
                    points=sum(nets[entrant.pk]),
                    criteria=(),
                    status=EntrantStatus.ACTIVE,
                    is_bot=False,
                    entries=tuple(
                        Entry(n, 1, EntryKind.TABLE, net) for n, net in enumerate(nets[entrant.pk], 1)
                    ),
                )
            ),
        )
        for position, entrant in enumerate(ranked, 1)
    )


def _ratings(event: Tournament, field: Sequence[Player], rng: random.Random) -> None:
    rated = RatedEvent.objects.create(tournament=event)
    RatingChange.objects.bulk_create(
        RatingChange(rated=rated, player=one, family="knock", mu=25 + rng.random(), sigma=4, games=9)
        for one in field
    )
