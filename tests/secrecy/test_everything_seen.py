"""What all kinds of visitors get from every address in the middle of a deal gives no hidden card away.

Twice: nothing that a visitor can't see changes a byte of any answer (non-interference), and no answer holds a
seed, a deck or a card that this visitor may not know (canary). A new route is covered by being in the resolver.
"""

import base64
import random
import re
import secrets

import pytest

from games.engine.cards import DECK
from games.engine.observation import observe
from games.models import HiddenDeal
from games.queries import states
from games.queries.states import load_state
from tests.games.hidden import permute_hidden, without_tokens
from tests.secrecy.routes import all_routes
from tests.secrecy.test_matrix import VARIABLE, ask
from tests.secrecy.world import ROLES

pytestmark = pytest.mark.django_db

# not part of a longer word, nor of an escape in a data address ("%3C")
CODE = re.compile(r"(?<![\w/+=%-])(?:[A2-9TJQK][CDHS])(?![\w/+=])")
UNREAD = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
# Pages that count requests or seconds of the process itself, and the link that signs one out.
OF_THE_PROCESS = {"metrics", "admin:jsi18n", "account_logout", "admin:logout"}

# Examples, rules, and the file of an event, which holds the deals that are over; the test above covers them.
OPENLY_OF_CARDS = {"swagger", "redoc", "schema", "games:help", "tournaments:event_json"}


def routes_to_read(role):
    """All addresses; the admin's, which sends everybody else to sign in, for the superuser alone, and the pages of
    one's own account, which know no game, for a player.
    """
    kept = {"admin:": "superuser", "account_": "player", "mfa_": "player"}
    return [
        route
        for route in all_routes()
        if route.name not in OF_THE_PROCESS
        and all(role == of for start, of in kept.items() if route.name.startswith(start))
    ]


def new_secrets(game):
    """Other seeds and decks in the rows of deals in play; what must not be found anywhere."""
    marks = []
    for row in HiddenDeal.objects.filter(deal__game=game, deal__ended_at=None):
        seed, deck = secrets.token_bytes(32), f"DECK{secrets.token_hex(8)}"
        HiddenDeal.objects.filter(pk=row.pk).update(seed=seed, deck=deck)
        marks += [seed.hex(), base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode(), deck]
    return [mark.encode() for mark in marks]


def seen(client, path, game, seat, rng):
    """One answer while the hidden part of the game is dealt anew; and the secrets of that moment."""
    marks = new_secrets(game)
    permute_hidden(game, seat, rng)
    answer = ask(client, "GET", path)
    headers = sorted(item for item in answer.headers.items() if item[0] not in ("Set-Cookie", "Expires"))
    return (answer.status_code, headers, VARIABLE.sub(b"", without_tokens(answer.content))), marks


def test_hidden_cards_change_no_byte_of_any_page(world, client_of, standing_clock, monkeypatch):
    rng, game, differ = random.Random("everything"), world.ours.game, {}
    real, load = states.load(game), states.load
    monkeypatch.setattr(
        states,
        "load",
        lambda asked: load(asked) if asked.pk != game.pk else states.cache.get(asked) or real,
    )
    for role in ROLES:
        client, seat = client_of(role), world.seats.get(role)
        for route in routes_to_read(role):
            path = route.path(world.ours)
            (one, marks), (other, more) = (seen(client, path, game, seat, rng) for _pair in range(2))
            # pages of the admin differ from one request to the next whatever is hidden, also those of groups and
            # sign-ins, so of them the status is compared, and secrets are looked for below as everywhere
            if one[0] != other[0] or (one != other and not route.name.startswith("admin:")):
                differ[f"{route.name} {role}"] = _first_difference(one, other)
            for answer in (one, other):
                if any(mark in answer[2] for mark in (*marks, *more)):
                    differ[f"{route.name} {role} secret"] = path
    assert not differ, "\n" + "\n".join(f"{name}: {what}" for name, what in differ.items())


def _first_difference(one, other):
    if one[:2] != other[:2]:
        return one[:2], other[:2]
    at = next((i for i, pair in enumerate(zip(one[2], other[2], strict=False)) if pair[0] != pair[1]), 0)
    return one[2][max(0, at - 60) : at + 60], other[2][max(0, at - 60) : at + 60]


def may_know(game, seat):
    """The codes of all cards that the seat may know now, by the observation that pages and bots get."""
    return set(CODE.findall(str(observe(load_state(game), seat).to_json())))


def test_no_page_shows_a_card_that_its_visitor_may_not_know(world, client_of):
    """Cards of the finished round are public by now; they are read at addresses of their own."""
    game, wrong = world.ours.game, {}
    for role in ROLES:
        client, known = client_of(role), may_know(game, world.seats.get(role))
        assert len(known) < 26
        for route in routes_to_read(role):
            if route.name in OPENLY_OF_CARDS or "_moverecord" in route.name:
                continue  # examples and rules name cards; the log's own cards were all seen on the table
            answer = ask(client, "GET", route.path(world.ours))
            if answer.headers.get("Content-Type") in ("image/png", "application/pdf"):
                continue  # packed bytes spell anything; what they are made of is on pages, too
            content = answer.content.decode("utf-8", "replace")
            shown = set(CODE.findall(UNREAD.sub("", content)))
            if shown - known:
                wrong[f"{route.name} {role}"] = sorted(shown - known)
    assert wrong == {}


def test_the_canary_sings(world, client_of):
    """A page made from the opponent's point of view is found by both tests' means."""
    game = world.ours.game
    mine, theirs = may_know(game, 1), may_know(game, 0)
    assert len(theirs - mine) > 3
    assert set(CODE.findall(" ".join(card.code for card in DECK))) == {card.code for card in DECK}
    page = client_of("opponent").get(f"/api/v1/games/{game.public_id}/").content.decode()
    assert set(CODE.findall(page)) - mine != set()
