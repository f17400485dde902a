"""Seals for the cards of a whole round: committed before seats are drawn, opened when its games are over."""

from django.db import transaction

from games.engine.shuffling import source_commitment
from games.models import DealSource, HiddenSource
from games.queries.sources import is_in_use
from games.seeds import source_key


@transaction.atomic
def commit_source(*, name: str, label: str) -> DealSource:
    """The source of that name; made, with its commitment, where there is none yet.

    `name` is published with the commitment and is unique; `label` names it to a fixed source of chance.
    """
    found = DealSource.objects.filter(name=name).first()
    if found is not None:
        return found
    key = source_key(label)
    source, created = DealSource.objects.get_or_create(
        name=name, defaults={"commitment": source_commitment(name, key)}
    )
    if created:
        HiddenSource.objects.create(source=source, key=key)
    return source


@transaction.atomic
def reveal_source(*, name: str) -> bool:
    """Publish the key once no game of the source is played any more; whether it is published now."""
    source = DealSource.objects.select_for_update(no_key=True).filter(name=name).first()
    if source is None or is_in_use(source):
        return False
    if source.revealed_key is None:
        source.revealed_key = HiddenSource.objects.get(source=source).key
        source.save(update_fields=["revealed_key"])
    return True


def source_of(name: str) -> DealSource | None:
    """The source of that name, for a game that is to take its cards from it."""
    return DealSource.objects.filter(name=name).first()
