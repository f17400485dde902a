"""The levels of bots: each has a name and a paragraph for people, and the practice page shows them."""

import pytest
from django.test import Client

from games.queries.bots import bot_label, bot_levels, bot_words
from tests.factories import make_user


def test_every_level_has_words_of_its_own():
    words = [bot_words(level) for level in bot_levels()]
    assert all(words)
    assert len(set(words)) == len({bot_label(level) for level in bot_levels()}) == len(words)
    assert bot_words("gin-simple") == ""


@pytest.mark.django_db
def test_the_practice_page_tells_them():
    client = Client()
    client.force_login(make_user())
    page = client.get("/play/")
    assert page.context["form"].levels == [(bot_label(level), bot_words(level)) for level in bot_levels()]
    assert "How the bots play" in page.content.decode()
