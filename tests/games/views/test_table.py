"""The card table's page: what is shown, what its buttons do, and that hidden cards change nothing in it."""

import random
import re

import pytest
from django.core.cache import cache
from django.db.models import DateTimeField, Value

from games.engine.cards import Card
from games.models import Game, MoveRecord
from games.options import GameOptions
from games.queries import states
from games.queries.clock import database_now
from games.queries.states import load_state
from games.queries.table_view import EventFacts
from games.queries.talk import here_key
from games.services.control import cancel_game
from games.services.play import play_move
from games.services.seats import stand_in
from games.signals import event_asked
from tests.factories import make_user
from tests.games.hidden import permute_hidden, permuted, without_tokens
from tests.games.tables import QUICK, make_game, make_people, picture, play_what_is_due

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def people():
    return make_people(2)


@pytest.fixture
def game(people):
    """After the cut: seat 1 is to draw."""
    game = make_game(people, options=GameOptions(cut_seconds=0, bot_pace_seconds=0), is_public=True)
    play_move(game=game, actor=people[1], code="cut-5", expected_ply=0)
    game.refresh_from_db()
    return game


@pytest.fixture
def mover(client, people):
    client.force_login(people[1])
    return client


def url(game, rest=""):
    return f"/g/{game.public_id}/{rest}"


def test_the_page_has_the_move_form_with_ply_and_key(mover, game):
    content = mover.get(url(game)).content.decode()
    assert re.search(r'name="expected_ply" value="1"', content)
    assert re.search(r'name="key" value="[^"]{16,}"', content)
    assert f'data-live="game-{game.public_id}"' in content


def test_a_plain_form_moves_and_is_led_back(mover, game):
    answer = mover.post(url(game, "move"), {"code": "stock", "expected_ply": 1, "key": "k"})
    assert (answer.status_code, answer.url) == (302, url(game))
    assert Game.objects.get(pk=game.pk).ply == 2


def test_htmx_gets_the_table_as_it_is_now(mover, game):
    answer = mover.post(url(game, "move"), {"code": "stock", "expected_ply": 1, "key": "k"}, headers=HTMX)
    assert (answer.status_code, answer.context["table"].ply) == (200, 2)
    assert "games/_table.html" in [template.name for template in answer.templates]
    assert "games/table.html" not in [template.name for template in answer.templates]


@pytest.mark.parametrize(
    ("form", "status", "sentence"),
    [
        ({"code": "stock", "expected_ply": 0}, 409, "The game has moved on since. Look again, then play."),
        ({"code": "discard-KS", "expected_ply": 1}, 422, "That isn't possible at this point of a turn."),
        ({"code": "fly", "expected_ply": 1}, 422, "That isn't a move."),
        ({"code": "stock"}, 422, "That isn't a move."),
        ({"code": "stock", "expected_ply": "x"}, 422, "That isn't a move."),
        ({"code": "stock", "expected_ply": 2**40}, 422, "That isn't a move."),
        ({}, 422, "That isn't a move."),
    ],
)
def test_a_refusal_is_a_sentence_and_nothing_else(mover, game, form, status, sentence):
    before = picture(game)
    answer = mover.post(url(game, "move"), form, headers=HTMX)
    assert (answer.status_code, answer.context["refusal"], answer.context["table"].ply) == (
        status,
        sentence,
        1,
    )
    plain = mover.post(url(game, "move"), form, follow=True)
    assert [str(message) for message in plain.context["messages"]] == [sentence]
    assert picture(game) == before


def test_an_onlooker_is_shown_no_hand_and_can_move_nothing(client, game):
    client.force_login(make_people(1)[0])
    table = client.get(url(game)).context["table"]
    assert (table.seat, table.hand, table.choices) == (None, None, ())
    assert (
        client.post(url(game, "move"), {"code": "stock", "expected_ply": 1}, headers=HTMX).status_code == 404
    )


@pytest.mark.parametrize("rest", ["", "view", "record/1/", "record/1/text", "deal/1/proof"])
def test_a_private_game_is_404_for_others_like_an_unknown_one(client, game, rest):
    Game.objects.filter(pk=game.pk).update(is_public=False)
    client.force_login(make_user())
    assert client.get(url(game, rest)).status_code == 404
    assert client.get(f"/g/nosuchgame/{rest}").status_code == 404


@pytest.mark.parametrize("rest", ["move", "ready", "back", "here", "give-up"])
def test_buttons_are_posts_only(mover, game, rest):
    assert mover.get(url(game, rest)).status_code == 405


def test_pages_answer_head(mover, game):
    assert [mover.head(path).status_code for path in (url(game), url(game, "view"), "/my-games/")] == [
        200
    ] * 3


@pytest.mark.parametrize("rest", ["move", "ready", "back"])
def test_visitors_are_asked_to_sign_in(client, game, rest):
    before = picture(game)
    assert client.post(url(game, rest)).url.startswith("/accounts/login/")
    assert picture(game) == before


def test_looking_changes_no_row(mover, game):
    before = picture(game)
    for rest in ("", "view"):
        mover.get(url(game, rest))
    assert picture(game) == before


def test_an_open_page_marks_presence_and_gives_bots_a_pace(client, people):
    game = make_game(people, appeared=False, is_public=True)
    client.post(url(game, "here"))
    client.force_login(people[0])
    assert client.post(url(game, "here")).status_code == 204
    game.refresh_from_db()
    assert game.watched_until is not None
    assert [seat.appeared_at is not None for seat in game.seats.order_by("seat")] == [True, False]


def test_the_others_see_who_has_not_come_and_who_went_away(client, people):
    game = make_game(people, appeared=False, is_public=True)

    def note() -> tuple[str, str]:
        """What stands at the seat of the other one, and what an open page compares."""
        table = client.get(url(game)).context["table"]
        return next(plate.note for plate in table.plates if plate.seat == 1), table.away

    client.force_login(people[0])
    assert client.post(url(game, "here")).headers["Away"] == ""
    assert note() == ("not here yet", "")
    client.force_login(people[1])
    client.post(url(game, "here"))
    client.force_login(people[0])
    assert note() == ("", "")
    cache.delete(here_key(game.pk, 1))  # nothing was heard of the page for a while
    assert client.post(url(game, "here")).headers["Away"] == "1"
    assert note() == ("away", "1")
    client.force_login(people[1])
    assert client.post(url(game, "here")).headers["Away"] == ""


def test_the_player_comes_back(mover, game):
    stand_in(game=game, seat=1)
    assert mover.get(url(game)).context["table"].is_away is True
    assert mover.post(url(game, "back"), headers=HTMX).context["table"].is_away is False


def test_a_game_before_its_start_and_a_cancelled_one_have_a_page(client, people):
    game = make_game(people, started=False, is_public=True)
    assert client.get(url(game)).status_code == 200
    cancel_game(game=game)
    assert client.get(url(game)).status_code == 200
    assert client.get(f"/api/v1/games/{game.public_id}/").json()["status"] == "cancelled"


def test_a_game_with_a_damaged_record_says_so_everywhere(client, game):
    """A log that no service writes: nobody gets an error page, and the game is halted when it is due."""
    MoveRecord.objects.create(
        game=game, deal=game.deals.get(), ply=2, seat=0, code="reenter", actor_kind="human"
    )
    Game.objects.filter(pk=game.pk).update(ply=2)
    states.cache.clear()
    assert client.get(url(game)).status_code == 409
    assert "damaged" in client.get(url(game)).content.decode()
    answer = client.get(f"/api/v1/games/{game.public_id}/")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "broken_record")


def test_the_app_above_says_where_a_table_belongs(mover, game):
    def answer(game, user, **_):
        return EventFacts(title=f"{game.label} of {user.display_name}")

    Game.objects.filter(pk=game.pk).update(purpose="tournament")
    event_asked.connect(answer)
    try:
        assert (
            mover.get(url(game)).context["table"].event.title
            == f"t of {mover.get(url(game)).context['user']}"
        )
    finally:
        event_asked.disconnect(answer)


def test_record_and_proof_of_a_finished_deal(client):
    game = make_game(bots=2, options=QUICK, is_public=True)
    assert client.get(url(game, "record/1/")).status_code == 404
    assert client.get(url(game, "record/1/text")).status_code == 404
    assert client.get(url(game, "deal/1/proof")).context["proof"].seed == ""
    play_what_is_due(game)
    assert client.get(url(game, "record/1/")).status_code == 200
    assert client.get(url(game, "record/1/text")).content.startswith(b"Deadwood-Deal: 1")
    proof = client.get(url(game, "deal/1/proof")).context["proof"]
    assert (proof.is_over, len(proof.seed), len(proof.deck)) == (True, 64, 52)
    for rest in ("record/999/", "deal/999/proof", "record/99999999999999999999/", "deal/0/proof"):
        assert client.get(url(game, rest)).status_code == 404


def test_table_pages_take_a_fixed_number_of_queries(mover, game, django_assert_max_num_queries):
    mover.get(url(game))
    with django_assert_max_num_queries(12):
        mover.get(url(game))


VIEWERS = ["mover", "waiting", "onlooker", "visitor"]
PAGES = [
    "/g/{id}/",
    "/g/{id}/view",
    "/g/{id}/deal/1/proof",
    "/api/v1/games/{id}/",
    "/api/v1/games/{id}/legal-moves/",
]


def log_in(client, who, people):
    if who == "visitor":
        return None
    user = {"mover": people[1], "waiting": people[0], "onlooker": make_user()}[who]
    client.force_login(user)
    return {"mover": 1, "waiting": 0}.get(who)


@pytest.fixture
def standing_clock(monkeypatch):
    """Time stands still, so that running clocks make no difference between two answers."""
    now = database_now()
    monkeypatch.setattr("games.queries.seats.ClockTimestamp", lambda: Value(now, DateTimeField()))
    monkeypatch.setattr("games.queries.seats._ROWS._compiled", None)  # a statement of this test alone


@pytest.mark.parametrize("who", VIEWERS)
@pytest.mark.parametrize("drawn", [False, True])
def test_hidden_cards_change_no_byte_of_any_page(client, people, game, who, drawn, standing_clock):
    """Non-interference: other hands, stock and seed are dealt anew; status, headers, body stay the same."""
    if drawn:
        play_move(game=game, actor=people[1], code="stock", expected_ply=1)
        game.refresh_from_db()
    seat = log_in(client, who, people)
    rng = random.Random(7)
    for page in PAGES:
        path = page.format(id=game.public_id)
        seen = set()
        for _unused in range(4):
            permute_hidden(game, seat, rng)
            answer = client.get(path)
            headers = tuple(sorted((name, value) for name, value in answer.headers.items()))
            seen.add((answer.status_code, without_tokens(answer.content), headers))
            states.cache.clear()
        assert len(seen) == 1, path


def test_the_comparison_would_see_a_leak(client, people, game):
    """The negative control: the same comparison over what the other seat sees differs."""
    client.force_login(people[1])
    rng = random.Random(7)
    seen = set()
    for _unused in range(5):
        permute_hidden(game, 0, rng)  # permuted for seat 0, looked at by seat 1
        seen.add(without_tokens(client.get(f"/api/v1/games/{game.public_id}/").content))
        states.cache.clear()
    assert len(seen) == 5


def test_permuting_keeps_what_the_seat_sees(game):
    state = load_state(game)
    other = permuted(state, 1, random.Random(1))
    assert other.deal.hands[1 - 0] == state.deal.hands[1]
    assert other.deal.hands[0] != state.deal.hands[0]
    assert other.deal.discards == state.deal.discards
    cards = {*other.deal.stock, *other.deal.discards, *other.deal.hands[0], *other.deal.hands[1]}
    assert cards == {Card.from_code(card.code) for card in state.deal.deck}


@pytest.mark.parametrize("where", ["stock", "other hand"])
def test_a_card_not_held_is_refused_alike_wherever_it_is(mover, people, game, where):
    play_move(game=game, actor=people[1], code="stock", expected_ply=1)
    game.refresh_from_db()
    deal = load_state(game).deal
    card = deal.stock[0] if where == "stock" else next(iter(deal.hands[0]))
    answer = mover.post(url(game, "move"), {"code": f"discard-{card.code}", "expected_ply": 2}, headers=HTMX)
    assert (answer.status_code, answer.context["refusal"]) == (422, "You don't hold that card.")
