"""The records of competition: from leagues down to the result of a seat."""

from tournaments.models.apart import KeepApart, KeepApartMember
from tournaments.models.audit import AuditRow
from tournaments.models.desk import DeskMessage, DirectorCall, PaperDeal
from tournaments.models.entrant import Entrant, EntrantMember
from tournaments.models.fixture import Fixture, FixtureList
from tournaments.models.league import League, Season, SeasonMember, SeasonPlayoff
from tournaments.models.merge import PlayerMerge
from tournaments.models.money import Fee, Prize
from tournaments.models.race import TitleRace
from tournaments.models.rating import RatedEvent, RatingChange
from tournaments.models.result import Penalty, SeatScore, TableResult
from tournaments.models.round import Bye, Round, SeatingDraft
from tournaments.models.standing import Standing
from tournaments.models.table import Table, TableGame, TableSeat
from tournaments.models.tournament import Tournament, TournamentRole

__all__ = [
    "AuditRow",
    "Bye",
    "DeskMessage",
    "DirectorCall",
    "Entrant",
    "EntrantMember",
    "Fee",
    "Fixture",
    "FixtureList",
    "KeepApart",
    "KeepApartMember",
    "League",
    "PaperDeal",
    "Penalty",
    "PlayerMerge",
    "Prize",
    "RatedEvent",
    "RatingChange",
    "Round",
    "Season",
    "SeasonMember",
    "SeasonPlayoff",
    "SeatScore",
    "SeatingDraft",
    "Standing",
    "Table",
    "TableGame",
    "TableResult",
    "TableSeat",
    "TitleRace",
    "Tournament",
    "TournamentRole",
]
