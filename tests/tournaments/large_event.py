"""An event of a size that no club has, written straight into the tables: for measuring, not for testing rules.

Everything but the last round is played and confirmed; the last one plays on real cards.
"""

import random
from datetime import timedelta

from accounts.models import Player
from accounts.names import name_key, sort_key
from games.services.clock import database_now
from tests.factories import A_DAY, EVENING, make_club, make_user
from tests.tournaments.evenings import deals, options
from tournaments.enums import (
    EntrantKind,
    EntrantStatus,
    ResultStatus,
    RoundStatus,
    SeatOccupant,
    TableMode,
    TableStatus,
    TournamentStatus,
)
from tournaments.models import (
    Entrant,
    EntrantMember,
    Round,
    SeatScore,
    Table,
    TableResult,
    TableSeat,
    Tournament,
)
from tournaments.queries.ranking import ranked_event
from tournaments.services.setup import create_tournament
from tournaments.services.snapshots import write_snapshot

SEATS = 4


def a_large_event(entrants: int, rounds: int, rng: random.Random) -> Tournament:
    """So many entrants (a multiple of 4) at tables of four, all rounds but the last completed."""
    director = make_user("Dora Director")
    tournament = create_tournament(
        club=make_club(owner=director),
        name="The large one",
        actor=director,
        starts_on=A_DAY,
        starts_time=EVENING,
        ruleset=deals(8),
        format_options=options(table_mode="paper", rounds=rounds),
        rng_seed=7,
    )
    tournament.status = TournamentStatus.RUNNING
    tournament.save()
    people = _people(tournament, entrants)
    for number in range(1, rounds + 1):
        _round(tournament, people, number, rng, is_last=number == rounds)
    return tournament


def _people(tournament: Tournament, count: int) -> list[Entrant]:
    people = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            kind=EntrantKind.PERSON,
            name=f"Player {number}",
            name_key=name_key(f"Player {number}"),
            sort_key=sort_key(f"Player {number:05}"),
            status=EntrantStatus.CHECKED_IN,
        )
        for number in range(1, count + 1)
    )
    players = Player.objects.bulk_create(
        Player(club=tournament.club, name=found.name, name_key=name_key(found.name), sort_key=found.sort_key)
        for found in people
    )
    EntrantMember.objects.bulk_create(
        EntrantMember(entrant=found, tournament=tournament, player=player)
        for found, player in zip(people, players, strict=True)
    )
    return people


def _round(
    tournament: Tournament, people: list[Entrant], number: int, rng: random.Random, *, is_last: bool
) -> None:
    now = database_now()
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        rng_seed=number,
        status=RoundStatus.PLAYING if is_last else RoundStatus.COMPLETED,
        started_at=now - timedelta(minutes=20),
        completed_at=None if is_last else now,
    )
    status = TableStatus.PLAYING if is_last else TableStatus.CONFIRMED
    tables = Table.objects.bulk_create(
        Table(round=round_, number=table, mode=TableMode.PAPER, status=status)
        for table in range(1, len(people) // SEATS + 1)
    )
    order = rng.sample(people, len(people))
    players = dict(EntrantMember.objects.filter(tournament=tournament).values_list("entrant_id", "player_id"))
    chairs = TableSeat.objects.bulk_create(
        TableSeat(
            table=tables[at // SEATS],
            round=round_,
            seat=at % SEATS,
            occupant=SeatOccupant.ENTRANT,
            entrant=entrant,
            player_id=players[entrant.pk],
            name=entrant.name,
        )
        for at, entrant in enumerate(order)
    )
    if not is_last:
        _results(tables, chairs, rng)
        write_snapshot(round_, ranked_event(tournament).rows(number), 1)


def _results(tables: list[Table], chairs: list[TableSeat], rng: random.Random) -> None:
    now = database_now()
    results = TableResult.objects.bulk_create(
        TableResult(table=table, version=1, status=ResultStatus.CONFIRMED, source="report", confirmed_at=now)
        for table in tables
    )
    scores = []
    for at, result in enumerate(results):
        nets = totals(rng)
        for seat, net in enumerate(nets):
            scores.append(
                SeatScore(
                    result=result,
                    seat=seat,
                    entrant=chairs[SEATS * at + seat].entrant,
                    net=net,
                    place=sorted(nets, reverse=True).index(net) + 1,
                    deals_played=8,
                    deals_won=rng.randint(0, 4),
                    positive=max(net, 0),
                )
            )
    SeatScore.objects.bulk_create(scores)


def totals(rng: random.Random) -> list[int]:
    """Four net points that sum to zero."""
    nets = [rng.randint(-60, 60) for _unused in range(SEATS - 1)]
    return [*nets, -sum(nets)]
