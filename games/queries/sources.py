"""Reading the seals of rounds: whether games still take cards from one, and the seed of a deal."""

from games.engine.shuffling import seed_from_source
from games.enums import GameStatus
from games.models import DealSource, Game, HiddenSource

OPEN = [GameStatus.WAITING, GameStatus.PLAYING, GameStatus.HALTED]


def is_in_use(source: DealSource) -> bool:
    """Whether a game may still be dealt from the source."""
    return Game.objects.filter(source=source, status__in=OPEN).exists()


def sealed_seed(source_id: int, label: str, deal_number: int) -> bytes:
    """The 32-byte seed of a deal whose game takes its cards from the source. For services only."""
    key = bytes(HiddenSource.objects.values_list("key", flat=True).get(source=source_id))
    return seed_from_source(key, label, deal_number)
