"""Reading stored standings: the version in force, as it was written."""

from typing import Any

from django.db.models import Max

from tournaments.models import Round, Standing


def latest_rows(round_: Round, most: int | None = None) -> tuple[int, list[dict[str, Any]]]:
    """The version in force after the round (0 without one) and its rows in order, `most` of them."""
    version = Standing.objects.filter(round=round_).aggregate(latest=Max("version"))["latest"] or 0
    rows = Standing.objects.filter(round=round_, version=version).order_by("position")
    return version, list(rows.values_list("row_json", flat=True)[:most])
