#!/usr/bin/env python3
"""Check a deal from what is published about it; needs nothing but Python.

    python verify_deal.py --game 4711 --deal 3 --players 4 --cards 7 --cut 17 \\
        --seed <64 hex digits> --commitment <64 hex digits>

Prints the commitment, the deck in order and the hands as they were dealt, and
ends with status 0 if the seed fits the commitment, 1 if not, 2 for wrong input.
It is written from docs/fair-deal.md and shares no code with the program it checks.
"""

import argparse
import hashlib
import hmac
import sys

SUITS = "CDHS"
RANKS = "A23456789TJQK"
JOKERS = ["JR", "JB"]
KNOCK_HANDS = {2: 10, 3: 7, 4: 7, 5: 6}


def commitment(game: str, deal: int, seed: bytes) -> str:
    """What was published before the cut."""
    return hashlib.sha256(b"deal/v1|" + game.encode() + b"|" + str(deal).encode() + b"|" + seed).hexdigest()


def seal_of_round(name: str, key: bytes) -> str:
    """What was stored before the seats of a tournament's round were drawn."""
    return hashlib.sha256(b"source/v1|" + name.encode() + b"|" + key).hexdigest()


def seed_of(key: bytes, label: str, deal: int) -> bytes:
    """The seed of a deal at a table of that round."""
    return hmac.new(key, f"deal-seed/v1|{label}|{deal}".encode(), hashlib.sha256).digest()


class Stream:
    """The bytes of HMAC-SHA256(seed, prefix + counter), one after the other."""

    def __init__(self, seed: bytes, prefix: bytes = b"") -> None:
        self.seed, self.prefix = seed, prefix
        self.counter, self.block = 0, b""

    def byte(self) -> int:
        if not self.block:
            message = self.prefix + self.counter.to_bytes(8, "big")
            self.block = hmac.new(self.seed, message, hashlib.sha256).digest()
            self.counter += 1
        first, self.block = self.block[0], self.block[1:]
        return first

    def index(self, n: int) -> int:
        """0 to n - 1, each equally likely: bytes at the ragged end are thrown away."""
        while True:
            byte = self.byte()
            if byte < 256 - 256 % n:
                return byte % n


def shuffled(cards: list[str], stream: Stream) -> list[str]:
    """Fisher-Yates from the last card down to the second."""
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.index(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def deck_of(seed: bytes, jokers: int, cut: int) -> list[str]:
    """The shuffled deck after the cut, top card first."""
    cards = shuffled([rank + suit for suit in SUITS for rank in RANKS] + JOKERS[:jokers], Stream(seed))
    return cards[cut:] + cards[:cut]


def reshuffle_of(cards: list[str], seed: bytes, k: int) -> list[str]:
    """The stock after the k-th reshuffle of these discards, next card first."""
    return shuffled(cards, Stream(seed, b"reshuffle|" + str(k).encode() + b"|"))


def deck_of_board(seed: bytes, jokers: int, cut: int, board: int) -> list[str]:
    """The deck of a board at a table of two pairs: the second board's is the first one's, shuffled again."""
    deck = deck_of(seed, jokers, cut)
    return reshuffle_of(deck, seed, board - 1) if board > 1 else deck


def dealt(deck: list[str], players: int, cards: int) -> tuple[list[list[str]], str, list[str]]:
    """Hands from the dealer's left, one card at a time; the first face-up card; the stock."""
    hands = [deck[seat : players * cards : players] for seat in range(players)]
    return hands, deck[players * cards], deck[players * cards + 1 :]


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    computed = commitment(options.game, options.deal, options.seed)
    fits = computed == options.commitment.lower() if options.commitment else True
    print(f"commitment {computed}" + ("" if fits else f"  DIFFERS from {options.commitment}"))
    deck = deck_of_board(options.seed, options.jokers, options.cut, options.board)
    print("deck       " + " ".join(deck))
    hands, upcard, stock = dealt(deck, options.players, options.cards)
    for place, hand in enumerate(hands, start=1):
        print(f"hand {place}     " + " ".join(hand))
    print(f"upcard     {upcard}\nstock      " + " ".join(stock))
    if options.reshuffle:
        k, discards = int(options.reshuffle[0]), options.reshuffle[1:]
        print(f"reshuffle {k} " + " ".join(reshuffle_of(discards, options.seed, k)))
    return 0 if fits and sealed(options) else 1


def sealed(options: argparse.Namespace) -> bool:
    """Whether the seed follows from the key of the round (--round, --key, --label), where they are given."""
    if options.key is None:
        return True
    print(f"seal       {seal_of_round(options.round, options.key)}")
    follows = seed_of(options.key, options.label, options.deal) == options.seed
    print("seed       follows from the round's key" if follows else "seed       DIFFERS from the round's key")
    return follows


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Check a deal from its published seed.")
    parser.add_argument("--seed", type=bytes.fromhex, required=True, help="64 hexadecimal digits")
    parser.add_argument("--game", required=True, help="the game's id; for a duplicate deal the round's")
    parser.add_argument("--deal", type=int, required=True, help="the number of the deal in the game, from 1")
    parser.add_argument("--commitment", help="what was shown before the cut")
    parser.add_argument("--cut", type=int, default=0, help="cards moved from the top to the bottom")
    parser.add_argument("--players", type=int, required=True, help="hands dealt")
    parser.add_argument("--cards", type=int, help="cards each; left out: as in Knock Rummy")
    parser.add_argument("--jokers", type=int, choices=(0, 1, 2), default=0)
    parser.add_argument("--board", type=int, choices=(1, 2), default=1, help="of a table of two pairs")
    parser.add_argument(
        "--reshuffle", nargs="+", metavar="K CARD", help="the k-th reshuffle of these discards, oldest first"
    )
    parser.add_argument("--round", default="", help="a tournament's round, as its deals' pages name it")
    parser.add_argument("--key", type=bytes.fromhex, help="the round's key, shown when the round is over")
    parser.add_argument("--label", default="", help="the game's name within the round")
    options = parser.parse_args(arguments)
    options.cards = options.cards or KNOCK_HANDS.get(options.players, 10)
    size = 52 + options.jokers
    if len(options.seed) < 32 or not 0 <= options.cut < size or options.players * options.cards >= size:
        parser.error("the seed is too short, the cut too deep or the hands too many")
    return options


if __name__ == "__main__":
    sys.exit(main())
