"""What was changed in the reckoning of the standings after play had begun, in sentences for the standings page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.formats import FormatOptions
from tournaments.models import AuditRow, Tournament
from tournaments.queries.criteria import criterion, scheme_name

_LABELS = {
    "scheme": gettext_lazy("Points of a table"),
    "win_bonus": gettext_lazy("Bonus for winning the table"),
    "loss_cap": gettext_lazy("A table costs at most"),
    "missed": gettext_lazy("Rounds before a late entry are worth"),
    "bye_value": gettext_lazy("A bye is worth"),
    "bye_points": gettext_lazy("Points of a fixed bye"),
    "drop_kind": gettext_lazy("Results that don't count"),
    "drop_count": gettext_lazy("Number of results that don't count"),
    "drop_unit": gettext_lazy("Results that don't count are counted in"),
    "tiebreaks": gettext_lazy("Ties are broken by"),
    "shared_win": gettext_lazy("A shared table win counts"),
    "boundaries": gettext_lazy("Places that are played off"),
    "prize_lines": gettext_lazy("Play off wherever the prize changes"),
    "promoted": gettext_lazy("So many go up"),
    "cuts": gettext_lazy("Semifinals and final"),
}


@dataclass(frozen=True, slots=True)
class RankingChange:
    """When it was done, and what: one sentence for each option."""

    at: datetime
    sentences: tuple[str, ...]


def ranking_changes(tournament: Tournament) -> tuple[RankingChange, ...]:
    """All of the event's, newest first. One query."""
    rows = AuditRow.objects.filter(tournament=tournament, action="change_ranking").order_by("-number")
    found: list[RankingChange] = []
    for row in rows:
        before, after = row.payload_json["before"], row.payload_json["after"]
        found.append(
            RankingChange(
                row.created_at, tuple(_sentence(name, before[name], after[name]) for name in sorted(after))
            )
        )
    return tuple(found)


def ranking_sentences(before: FormatOptions, after: FormatOptions, names: Iterable[str]) -> str:
    """What these options would be, as one text."""
    was, now = before.to_json(), after.to_json()
    return " ".join(_sentence(name, was[name], now[name]) for name in sorted(names))


def _sentence(name: str, before: Any, after: Any) -> str:
    return _("%(option)s: %(after)s, before it was %(before)s.") % {
        "option": _LABELS.get(name, name),
        "after": _words(name, after),
        "before": _words(name, before),
    }


def _words(name: str, value: Any) -> str:
    if name == "tiebreaks":
        return " → ".join(criterion(key).name for key in value) or _("Points alone")
    if name == "scheme":
        return scheme_name(value)
    if name == "cuts":
        return pgettext("between cuts", ", then ").join(
            _("the best %(n)d") % {"n": cut["size"]} for cut in value
        ) or _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or _("none")
    return _OPTION_WORDS.get(str(value), lambda: _("none") if value is None else str(value))()


_OPTION_WORDS = {
    "zero": lambda: _("nothing"),
    "none": lambda: _("nothing"),
    "average": lambda: _("the average of own results"),
    "fixed": lambda: _("a fixed number of points"),
    "lowest": lambda: _("the lowest result of the round"),
    "worst": lambda: _("the worst are left out"),
    "best": lambda: _("only the best count"),
    "round": lambda: _("rounds"),
    "game": lambda: _("tables"),
    "split": lambda: _("its part of the win"),
}
