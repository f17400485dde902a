"""How the API writes tournaments: every field is named here, and each comes from a read model of the queries.

Nothing is computed. Points are exact texts ("204", "-3/2"), since JSON numbers aren't.
"""

from typing import Any

from rest_framework import serializers

from tournaments.engine.exact import text
from tournaments.enums import EntrantKind, EntrantStatus, RoundKind, RoundStatus, TableMode, TableStatus
from tournaments.enums import TournamentStatus as Status
from tournaments.models import Tournament
from tournaments.queries.tournaments import tournament_line


class TournamentLineOutput(serializers.Serializer[Any]):
    """An event in a list."""

    public_id = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    game = serializers.CharField()
    starts_at = serializers.DateTimeField()
    venue = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)
    entrants = serializers.IntegerField()
    capacity = serializers.IntegerField(allow_null=True)
    rounds_played = serializers.IntegerField()
    rounds_planned = serializers.IntegerField()
    is_public = serializers.BooleanField()
    is_rehearsal = serializers.BooleanField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        line = tournament_line(instance) if isinstance(instance, Tournament) else instance
        found: dict[str, Any] = super().to_representation(line)
        return found


class RoundOutput(serializers.Serializer[Any]):
    """A round; `settled` of `tables` tables have their result."""

    number = serializers.IntegerField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=RoundKind.choices)
    status = serializers.ChoiceField(choices=RoundStatus.choices)
    tables = serializers.IntegerField()
    settled = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    completed_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)


class FactOutput(serializers.Serializer[Any]):
    name = serializers.CharField(source="label")
    text = serializers.CharField()


class CountsOutput(serializers.Serializer[Any]):
    taking_part = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    waiting = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    disqualified = serializers.IntegerField()


class OwnTableOutput(serializers.Serializer[Any]):
    """Where the caller sits in the open round. Seats count from 1."""

    round_number = serializers.IntegerField()
    table_number = serializers.IntegerField()
    table_public_id = serializers.CharField()
    table_status = serializers.ChoiceField(choices=TableStatus.choices)
    seat = serializers.IntegerField()
    game_public_id = serializers.CharField(allow_blank=True)


class TournamentOutput(serializers.Serializer[Any]):
    """An event with its rules in words, its rounds, and what concerns the caller."""

    public_id = serializers.CharField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    game = serializers.CharField()
    starts_at = serializers.DateTimeField()
    time_zone = serializers.CharField()
    venue = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)
    standing = serializers.CharField()
    is_paused = serializers.BooleanField()
    is_public = serializers.BooleanField()
    is_rehearsal = serializers.BooleanField()
    review_until = serializers.DateTimeField(allow_null=True)
    facts = FactOutput(many=True)
    counts = CountsOutput()
    rounds = RoundOutput(many=True)
    own_table = OwnTableOutput(allow_null=True)
    may_direct = serializers.BooleanField()
    may_score = serializers.BooleanField()
    may_enter = serializers.BooleanField()


class TableSeatOutput(serializers.Serializer[Any]):
    """A chair, from 0. `points` are net points: confirmed ones, or those so far."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    entrant_id = serializers.IntegerField(allow_null=True)
    is_bot = serializers.BooleanField()
    stand_in = serializers.BooleanField()
    points = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)


class TableOutput(serializers.Serializer[Any]):
    """A table of a round with its game."""

    public_id = serializers.CharField()
    number = serializers.IntegerField()
    mode = serializers.ChoiceField(choices=TableMode.choices)
    status = serializers.ChoiceField(choices=TableStatus.choices)
    game_public_id = serializers.CharField(allow_blank=True)
    seats = TableSeatOutput(many=True)
    deals_finished = serializers.IntegerField()
    deals_planned = serializers.IntegerField()
    closes_at = serializers.DateTimeField(allow_null=True)
    is_paused = serializers.BooleanField()


class RoundDetailOutput(serializers.Serializer[Any]):
    """A round with its seating."""

    round = RoundOutput(source="line")
    tables = TableOutput(many=True)
    byes = serializers.ListField(child=serializers.CharField())


class ColumnOutput(serializers.Serializer[Any]):
    """A criterion of the chain."""

    key = serializers.CharField()
    name = serializers.CharField()
    definition = serializers.CharField()


class StandingOutput(serializers.Serializer[Any]):
    """A line of the standings; `values` follow the columns. Bots and the disqualified have no place."""

    position = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    entrant_id = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.SerializerMethodField()
    values = serializers.ListField(child=serializers.CharField(allow_blank=True))
    decided_by = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    status = serializers.CharField()
    is_bot = serializers.BooleanField()
    moved = serializers.IntegerField(allow_null=True)

    def get_points(self, line: Any) -> str:
        return text(line.points)


class StandingsOutput(serializers.Serializer[Any]):
    """The standings after a round."""

    after_round = serializers.IntegerField()
    title = serializers.CharField()
    is_provisional = serializers.BooleanField()
    is_final = serializers.BooleanField()
    version = serializers.IntegerField()
    columns = ColumnOutput(many=True)
    lines = StandingOutput(many=True)


class EntrantOutput(serializers.Serializer[Any]):
    """An entrant. `waiting` is the position on the waiting list, 0 for those who aren't on it."""

    entrant_id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=EntrantKind.choices)
    status = serializers.ChoiceField(choices=EntrantStatus.choices)
    group = serializers.CharField(allow_blank=True)
    strength = serializers.IntegerField(allow_null=True)
    members = serializers.ListField(child=serializers.CharField())
    waiting = serializers.IntegerField()
    joined_round = serializers.IntegerField()
    left_round = serializers.IntegerField(allow_null=True)
