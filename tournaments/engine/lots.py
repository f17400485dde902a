"""Drawing of lots that anybody can repeat: an entrant's lot is a hash of the published seed, a purpose and
its id.

lot number = first 8 bytes of SHA-256("<seed>|<purpose>|<entrant id>") as a whole number; the lowest
is first. Nothing depends on the order of the input, the process or the machine.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.engine.results import EntrantId, id_key

# Under which ids lots are drawn where these aren't the entrants' own: an event that was imported keeps its lots.
LotIds = Mapping[EntrantId, EntrantId]
OWN_IDS: Final[LotIds] = {}


def lot_number(rng_seed: str, purpose: str, entrant: EntrantId) -> int:
    """The entrant's lot for that purpose, 0 to 2**64 - 1; low is good."""
    digest = hashlib.sha256(f"{rng_seed}|{purpose}|{entrant}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def drawn_order(
    rng_seed: str, purpose: str, entrants: Iterable[EntrantId], lot_ids: LotIds = OWN_IDS
) -> tuple[EntrantId, ...]:
    """The entrants in the order of their lots."""
    return tuple(
        sorted(
            entrants,
            key=lambda who: (lot_number(rng_seed, purpose, lot_ids.get(who, who)), id_key(who)),
        )
    )
