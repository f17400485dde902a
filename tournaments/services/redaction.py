"""Taking a person's names out of texts and acts. Pure: it changes objects it is given and writes nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tournaments.models import AuditRow

SHORTEST: Final = 3  # a shorter name is replaced only where it is the whole text
NAME_KEYS: Final = ("name", "before", "after")


@dataclass(frozen=True, slots=True)
class Redaction:
    """`names` are what is replaced by what; `entrants` the neutral names of the person's entrants by id.

    Acts by the account `user_id` were done by `actor_name` from now on.
    """

    names: Mapping[str, str]
    entrants: Mapping[int, str]
    user_id: int
    actor_name: str

    def text(self, text: str) -> str:
        """The text without the names, as whole words only."""
        if text in self.names:
            return self.names[text]
        for name in sorted(self.names, key=len, reverse=True):
            if len(name) >= SHORTEST:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _m, new=self.names[name]: new, text)  # type: ignore[misc]
        return text

    def value(self, value: Any) -> Any:
        """The same for a value of an act's payload."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(part) for part in value]
        if isinstance(value, dict):
            return {key: self.value(part) for key, part in value.items()}
        return value


def redacted(row: AuditRow, redaction: Redaction) -> bool:
    """Take the names out of the act, unsaved; whether there were any."""
    before = (row.actor_name, row.payload_json)
    payload = redaction.value(row.payload_json)
    neutral = (
        redaction.entrants.get(payload.get("entrant")) if isinstance(payload.get("entrant"), int) else None
    )
    if neutral is not None:
        payload |= {key: neutral for key in NAME_KEYS if isinstance(payload.get(key), str)}
    row.payload_json = payload
    row.actor_name = redaction.actor_name if row.actor_id == redaction.user_id else row.actor_name
    return (row.actor_name, row.payload_json) != before
