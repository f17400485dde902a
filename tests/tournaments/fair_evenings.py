"""Records of simulated games written into an event as finished ones, so that tests have a thousand deals at once.

The rows are what a played game leaves behind, as far as the statistics of fair play read it.
"""

from collections.abc import Iterable

from django.utils import timezone

from games.enums import ActorKind, GamePurpose, GameStatus, Occupant
from games.models import Deal, Game, GameSeat, MoveRecord
from tests.tournaments.engine.fair_events import Played
from tournaments.enums import RoundStatus, TableStatus
from tournaments.models import Entrant, Round, Table, TableGame, Tournament

BOT_FOR = ActorKind.BOT_FOR_PLAYER


def store(tournament: Tournament, games: Iterable[Played], actor: ActorKind = ActorKind.HUMAN) -> list[Game]:
    """The games as those of one table; person 0 is the entrant who was entered first, and so on."""
    round_ = Round.objects.create(
        tournament=tournament,
        number=tournament.rounds.count() + 1,
        status=RoundStatus.COMPLETED,
        rng_seed=1,
    )
    table = Table.objects.create(round=round_, number=1, status=TableStatus.CONFIRMED)
    entrants = list(tournament.entrants.order_by("number"))
    stored = []
    for number, played in enumerate(games, start=1):
        game = _game(played, [entrants[person] for person in played.people], actor)
        TableGame.objects.create(table=table, game=game, number=number)
        stored.append(game)
    return stored


def _game(played: Played, people: list[Entrant], actor: ActorKind) -> Game:
    plies = [
        (deal, move, seat) for deal in played.deals for move, seat in zip(deal.moves, deal.seats, strict=True)
    ]
    game = Game.objects.create(
        purpose=GamePurpose.TOURNAMENT,
        is_public=True,
        preset=played.ruleset.key,
        ruleset_json=played.ruleset.to_json(),
        seat_count=len(people),
        status=GameStatus.FINISHED,
        result_json={},
        ply=len(plies),
        deal_number=len(played.deals),
    )
    GameSeat.objects.bulk_create(
        GameSeat(
            game=game,
            seat=seat,
            player=entrant.members.get().player,
            name=entrant.name,
            occupant=Occupant.PLAYER,
        )
        for seat, entrant in enumerate(people)
    )
    now, rows, first = timezone.now(), {}, 1
    for number, deal in enumerate(played.deals, start=1):
        rows[id(deal)] = Deal.objects.create(
            game=game, number=number, dealer=0, first_ply=first, commitment="", ended_at=now,
            result_json={"results": []}, revealed_seed=deal.seed,
        )  # fmt: skip
        first += len(deal.moves)
    MoveRecord.objects.bulk_create(
        MoveRecord(game=game, deal=rows[id(deal)], ply=ply, seat=seat, code=move.code, actor_kind=actor)
        for ply, (deal, move, seat) in enumerate(plies, start=1)
    )
    return game
