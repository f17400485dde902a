"""Who listens to the broker and the logs hears a secret that comes by."""

from games.engine.cards import DECK, format_cards
from tests.chaos.canary import HAND, is_poke, written


def test_a_hand_is_heard_in_text_and_in_json():
    hand = format_cards(DECK[7:12])
    assert HAND.search(f"holding {hand} now".encode())
    assert HAND.search(repr([card.code for card in DECK[7:12]]).encode())
    assert not HAND.search(b"discard-7H taken, knock-9C; table 2D 3 4")


def test_seed_and_deck_are_heard_as_they_may_be_written():
    seed = bytes(range(32))
    ways = written(seed, format_cards(DECK))
    assert [
        any(way in text for way in ways)
        for text in (
            seed.hex().encode(),
            b"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            format_cards(DECK).encode(),
            b"a seed",
        )
    ] == [True, True, True, False]


def test_a_stream_that_says_more_than_what_changed_is_noticed():
    assert [
        is_poke(line)
        for line in (
            b'data: {"topic": "game-7", "version": 12}\n',
            b"\n", b"retry: 2000\n", b": still here\n", b"event: resync\n",
            b'data: {"topic": "game-7", "version": 12, "top": "7H"}\n', b"data: stock\n",
        )
    ] == [True] * 5 + [False] * 2  # fmt: skip
