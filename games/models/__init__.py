"""The records of play: games, their seats, deals and moves."""

from games.models.analysis import DealAnalysis
from games.models.deal import Deal, HiddenDeal
from games.models.game import Game
from games.models.heartbeat import Heartbeat
from games.models.invitation import Invitation, InvitedSeat
from games.models.move import MoveRecord
from games.models.seat import GameSeat, SeatOccupancy
from games.models.source import DealSource, HiddenSource

__all__ = [
    "Deal",
    "DealAnalysis",
    "DealSource",
    "Game",
    "GameSeat",
    "Heartbeat",
    "HiddenDeal",
    "HiddenSource",
    "Invitation",
    "InvitedSeat",
    "MoveRecord",
    "SeatOccupancy",
]
