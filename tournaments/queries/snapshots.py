"""Reading stored standings: the version in force, as it was written."""

from typing import Any

from django.db.models import Max

from tournaments.models import Round, Standing


def latest_rows(round_: Round, most: int | None = None) -> tuple[int, list[dict[str, Any]]]:
    """The version in force after the round (0 without one) and its rows in order, `most` of them."""
    version = latest_version(round_)
    rows = Standing.objects.filter(round=round_, version=version).order_by("position")
    return version, list(rows.values_list("row_json", flat=True)[:most])


def latest_places(round_: Round) -> dict[int, int]:
    """The places after the round by entrant, as they stand after all corrections; who has none isn't in it."""
    rows = Standing.objects.filter(round=round_, version=latest_version(round_), place__isnull=False)
    return {entrant: place for entrant, place in rows.values_list("entrant", "place") if place is not None}


def latest_version(round_: Round) -> int:
    """The version in force after the round, 0 without one."""
    return Standing.objects.filter(round=round_).aggregate(latest=Max("version"))["latest"] or 0
