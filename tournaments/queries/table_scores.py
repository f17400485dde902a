"""What is stored of each seat of a table's result, and what it must be for the game that was played there."""

from dataclasses import dataclass

from games.queries.outcomes import GameOutcome
from games.queries.reported_game import ReportedSeat


@dataclass(frozen=True, slots=True)
class Score(ReportedSeat):
    """What is stored of a seat: its figures, what it paid to come back, and how much of it a bot played."""

    re_entries: int = 0
    bot_moves: int = 0
    moves: int = 0


def scores_of_game(outcome: GameOutcome) -> tuple[Score, ...]:
    """A finished game's figures, in seat order."""
    return tuple(
        Score(
            net=figures.net,
            place=figures.place,
            deals_played=figures.deals,
            deals_won=figures.deals_won,
            undercuts=figures.undercuts_suffered,
            deadwood=figures.deadwood,
            positive=figures.positive_points,
            re_entries=figures.re_entries,
            bot_moves=share.bot_moves,
            moves=share.moves,
        )
        for figures, share in zip(outcome.result.seats, outcome.shares, strict=True)
    )
