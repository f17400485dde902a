"""What happens to files on their way: bytes put in, left out, said again, changed. And what becomes of them."""

import random
from collections.abc import Callable, Sequence

from tournaments.errors import TournamentsError
from tournaments.services.entrants_file import read_entrants


def hurt(
    data: bytes, rng: random.Random, *, times: int, bits: Sequence[bytes], cut: int, again: int
) -> bytes:
    """`data` damaged so many `times`: by one of `bits` put in, by up to `cut` bytes left out, by up to `again` bytes
    said up to twenty times, or by one byte changed.
    """
    hurt = bytearray(data)
    for _unused in range(times):
        at = rng.randrange(len(hurt) + 1)
        match rng.randrange(4):
            case 0:
                hurt[at:at] = rng.choice(bits)
            case 1:
                del hurt[at : at + rng.randint(1, cut)]
            case 2:
                hurt[at:at] = hurt[at : at + again] * rng.randint(1, 20)
            case _ if at < len(hurt):
                hurt[at] = rng.randrange(256)
    return bytes(hurt)


def read_all(damaged: Callable[[int], bytes], numbers: range) -> tuple[int, int]:
    """How many of the files with these numbers were read as a list of entrants and how many refused; anything else is
    an error of the reader.
    """
    read = refused = 0
    for number in numbers:
        try:
            read_entrants(damaged(number))
        except TournamentsError:
            refused += 1
        else:
            read += 1
    return read, refused
