"""The cards of the hand as buttons: what may be done stands in their attributes, and sentences can't leave them."""

from django.utils import translation

from games.engine.cards import Card
from games.queries.table_view import HandCard, HandGroup
from games.templatetags.cards import card_data, face_html
from games.templatetags.hand import hand_cards

SEVEN = Card.from_code("7H")


def drawn(item: HandCard, in_meld: bool = False, language: str = "en") -> str:
    with translation.override(language):
        return hand_cards({"faces": ("4", "big")}, HandGroup((item,), in_meld), 10)


def test_a_card_that_may_be_discarded_and_not_knocked_with() -> None:
    item = HandCard(SEVEN, 3, True, discard_code="discard-7H", knock_label="Knock with 6", knock_why="6 > 5")
    with translation.override("en"):
        assert drawn(item, in_meld=True) == (
            f'<button type="button" class="card big new" {card_data(SEVEN)} data-meld data-discard="discard-7H"'
            ' data-knock-why="6 &gt; 5" aria-pressed="false" aria-label="Seven of hearts, position 3 of 10">'
            f"{face_html('7H', '4', 'big', 'en')}</button>"
        )


def test_a_knock_has_its_words_and_no_text_ends_its_attribute() -> None:
    item = HandCard(SEVEN, 1, discard_why='"><b>', knock_code="knock-7H", knock_label="Knock with 6")
    html = drawn(item)
    assert (
        ' data-discard-why="&quot;&gt;&lt;b&gt;" data-knock="knock-7H" data-knock-label="Knock with 6" '
        in html
    )
    assert html.count("<button") == html.count("</button>") == 1


def test_each_language_has_its_own() -> None:
    item = HandCard(SEVEN, 1)
    assert "Seven of hearts" in drawn(item)
    assert "Seven of hearts" not in drawn(item, language="de")
