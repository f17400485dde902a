"""The records of play: games, their seats, deals and moves."""

from games.models.deal import Deal, HiddenDeal
from games.models.game import Game
from games.models.heartbeat import Heartbeat
from games.models.invitation import Invitation, InvitedSeat
from games.models.move import MoveRecord
from games.models.seat import GameSeat, SeatOccupancy

__all__ = [
    "Deal",
    "Game",
    "GameSeat",
    "Heartbeat",
    "HiddenDeal",
    "Invitation",
    "InvitedSeat",
    "MoveRecord",
    "SeatOccupancy",
]
