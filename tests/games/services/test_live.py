"""Tickets and pokes: what may be asked, what is signed, what is refused."""

import pytest
import time_machine

from games.services.live import (
    MOST_TOPICS,
    TICKET_SECONDS,
    Ticket,
    TicketError,
    make_ticket,
    poke,
    read_ticket,
    session_mark,
)


def test_a_ticket_says_what_was_put_in() -> None:
    text = make_ticket(["game-17", "tournament-3", "game-17"], 5, session_key="abc")
    assert read_ticket(text) == Ticket(("game-17", "tournament-3"), 5, session_mark("abc"))
    assert "abc" not in text


def test_a_guests_ticket_has_no_session() -> None:
    assert read_ticket(make_ticket(["game-1"], None)) == Ticket(("game-1",), None, "")


def test_a_changed_ticket_is_refused() -> None:
    text = make_ticket(["game-1"], 5)
    for changed in (text[:-1], "x" + text, "", text.replace(":", "")):
        with pytest.raises(TicketError):
            read_ticket(changed)


def test_a_ticket_grows_old() -> None:
    with time_machine.travel("2026-11-01 12:00:00Z", tick=False) as clock:
        text = make_ticket(["game-1"], 5)
        clock.shift(TICKET_SECONDS)
        assert read_ticket(text).user_id == 5
        clock.shift(1)
        with pytest.raises(TicketError):
            read_ticket(text)


@pytest.mark.parametrize("topic", ["", "Game-1", "game 1", "1game", "game-1\n", "session-abc", "g" * 61])
def test_a_malformed_topic_is_refused(topic: str) -> None:
    with pytest.raises(ValueError, match="not a topic"):
        make_ticket([topic], 5)
    with pytest.raises(ValueError, match="not a topic"):
        poke(topic, 1)


@pytest.mark.parametrize("count", [0, MOST_TOPICS + 1])
def test_the_number_of_topics_is_limited(count: int) -> None:
    with pytest.raises(ValueError, match="topics"):
        make_ticket([f"game-{n}" for n in range(count)], 5)
