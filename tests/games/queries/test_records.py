"""Outcomes, records and proofs of what is over; nothing of what isn't."""

import pytest

from games.engine.cards import format_cards
from games.engine.notation import parse_record
from games.engine.ruleset import PRESETS
from games.engine.shuffling import commitment
from games.models import Deal, MoveRecord
from games.queries.observations import observation_for, seats_of
from games.queries.outcomes import GameOutcome, outcome_of
from games.queries.records import deal_proof, deal_record
from games.queries.states import load_state
from games.queries.texts import deal_text
from tests.factories import make_user
from tests.games.tables import QUICK, make_game, make_people, play_what_is_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    return play_what_is_due(make_game(bots=3, options=QUICK))


def test_an_outcome_is_read_back_as_it_was_written(finished):
    outcome = outcome_of(finished)
    assert outcome.result == load_state(finished).result
    assert GameOutcome.from_json(outcome.to_json()) == outcome
    assert outcome_of(make_game(bots=2)) is None


def test_a_record_shows_every_move_and_the_whole_table(finished):
    deck_size = 52
    for deal in Deal.objects.filter(game=finished):
        record = deal_record(finished, deal.number)
        rows = MoveRecord.objects.filter(deal=deal).order_by("ply").values_list("ply", "seat", "code")
        assert [(move.ply, move.seat, move.code) for move in record.moves] == list(rows)
        for move in record.moves[:-1]:
            assert sum(map(len, move.hands)) + len(move.pile) + move.stock_count == deck_size
        assert list(record.points) == deal.result_json["points"]
        assert [len(hand) for hand in record.dealt] == [7, 7, 7]
    assert deal_record(finished, 1).previous is None
    assert deal_record(finished, finished.deal_number).following is None


def test_a_records_text_is_read_back_and_gives_the_same_result(finished):
    text = deal_text(finished, 1)
    replayed = parse_record(text).replay()
    assert list(replayed.result.net) == Deal.objects.get(game=finished, number=1).result_json["net"]


def test_a_deal_in_play_has_no_record():
    game = make_game(bots=2)
    assert (deal_record(game, 1), deal_text(game, 1), deal_record(game, 7)) == (None, None, None)


def test_a_proof_holds_what_is_needed_to_derive_the_deck(finished):
    proof = deal_proof(finished, 1)
    assert commitment(proof.game_id, 1, bytes.fromhex(proof.seed)) == proof.commitment
    hidden = Deal.objects.get(game=finished, number=1).hidden
    cut = hidden.deck.split()
    assert format_cards(proof.deck).split() == cut[proof.cut :] + cut[: proof.cut]


def test_two_boards_have_two_decks_in_the_proof():
    """Both pairs' hands come from the decks that the proof names, one card at a time from the dealer's left."""
    rules = PRESETS["partnership"].replace(max_deals=1)
    game = play_what_is_due(make_game(bots=4, ruleset=rules, options=QUICK))
    proof, record = deal_proof(game, 1), deal_record(game, 1)
    assert sorted(proof.second_deck) == sorted(proof.deck)
    boards = {board.plan.seats: board.deal for board in load_state(game).boards}
    assert list(boards) == [(0, 1), (2, 3)]
    for deck, (seats, deal) in zip((proof.deck, proof.second_deck), boards.items(), strict=True):
        others = [seats[(deal.dealer + step) % 2] for step in (1, 2)]
        assert [sorted(deck[at:20:2]) for at in (0, 1)] == [sorted(record.dealt[seat]) for seat in others]
    assert record.upcard == proof.deck[20]
    assert deal_proof(play_what_is_due(make_game(bots=2, options=QUICK)), 1).second_deck == ()


def test_before_the_end_the_proof_is_the_commitment_alone():
    game = make_game(bots=2)
    proof = deal_proof(game, 1)
    assert (proof.is_over, proof.seed, proof.deck, proof.cut) == (False, "", (), None)
    assert proof.commitment == Deal.objects.get(game=game).commitment
    assert deal_proof(game, 2) is None


def test_the_commitment_is_stored_before_the_cut_is_offered():
    """The deal's row with the commitment stands when the game is still at the ply before the cut."""
    game = make_game(make_people(2))
    deal = Deal.objects.get(game=game)
    assert (game.ply, game.due_kind, deal.first_ply, deal.cut, len(deal.commitment)) == (
        0,
        "cut",
        1,
        None,
        64,
    )
    assert len(bytes(deal.hidden.seed)) == 32


def test_a_user_observes_from_the_own_seat_and_others_look_on():
    people = make_people(2)
    game = make_game(people)
    assert [observation_for(game, user).seat for user in people] == [0, 1]
    assert (observation_for(game, make_user()).seat, seats_of(game, make_user()).me) == (None, None)


def test_decisions_after_a_deal_are_no_part_of_its_record():
    ruleset = PRESETS["knock-pool"].replace(stake=20, re_entries=2)
    game = play_what_is_due(make_game(bots=3, ruleset=ruleset, options=QUICK))
    for number in range(1, game.deal_number + 1):
        assert all(move.code not in ("decline", "reenter") for move in deal_record(game, number).moves)
    assert MoveRecord.objects.filter(game=game, code="decline").exists()


def test_a_record_of_tonk_shows_the_melds_on_the_table():
    """Hands, discards, melds and stock are the whole deck after every move; none of them shows a card twice."""
    game = play_what_is_due(make_game(bots=3, ruleset=PRESETS["tonk"].replace(deals=3), options=QUICK))
    laid = 0
    for deal in Deal.objects.filter(game=game):
        for move in deal_record(game, deal.number).moves:
            melds = [card for meld in move.melds for card in meld]
            open_cards = [*(card for hand in move.hands for card in hand), *move.pile, *melds]
            assert len(open_cards) == len(set(open_cards)) == 52 - move.stock_count
            laid += len(melds)
    assert laid > 0
