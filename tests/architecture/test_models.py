"""What imports can't show about the records: no foreign key points from a lower app to a higher one."""

from django.apps import apps

ORDER = ("accounts", "games", "tournaments")


def upward(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The (from app, to app) pairs that point upwards."""
    return [(low, high) for low, high in pairs if ORDER.index(low) < ORDER.index(high)]


def test_foreign_keys_point_downwards() -> None:
    pairs = [
        (model._meta.app_label, field.related_model._meta.app_label)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.is_relation
        and field.concrete
        and model._meta.app_label in ORDER
        and getattr(field.related_model, "_meta", None)
        and field.related_model._meta.app_label in ORDER
    ]
    assert ("tournaments", "games") in pairs
    assert upward(pairs) == []


def test_an_upward_key_is_found() -> None:
    assert upward([("games", "accounts"), ("accounts", "games")]) == [("accounts", "games")]


def test_hidden_cards_are_not_in_the_admin() -> None:
    """Nobody may look at a running deal's cards, staff neither (T4)."""
    from django.contrib import admin

    registered = {model._meta.label for model in admin.site._registry}
    assert "games.HiddenDeal" not in registered
