"""What goes in and out of the API of games. Input is an explicit list of fields; unknown keys are refused.

Output is formatted from read models and observations: no serializer here stands over a model that knows
cards.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.enums import ActorKind, DueKind, GamePurpose, GameStatus, Occupant

MAX_CODE = 80
MAX_KEY = 64
BIGGEST_PLY = 2**31 - 1


class StrictInteger(serializers.IntegerField):
    """A JSON number, never a text that looks like one, nor true or false."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        value: int = super().to_internal_value(data)
        return value


class StrictText(serializers.CharField):
    """A JSON text, never a number."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        value: str = super().to_internal_value(data)
        return value


class MoveInput(serializers.Serializer[Any]):
    """A move: its code, the ply it was made for, and the idempotency key unless the header brings it."""

    code = StrictText(max_length=MAX_CODE, help_text=_("One of the codes of `legal_moves`."))
    expected_ply = StrictInteger(
        min_value=0, max_value=BIGGEST_PLY, required=False, help_text=_("The `ply` of the game you saw.")
    )
    key = StrictText(
        max_length=MAX_KEY, required=False, help_text=_("Instead of the header Idempotency-Key.")
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = self.initial_data
        unknown = sorted(set(given) - set(self.fields)) if isinstance(given, Mapping) else []
        if unknown:
            raise serializers.ValidationError(
                dict.fromkeys(unknown, _("Unknown field.")), code="unknown_field"
            )
        return attrs


class MoveOutput(serializers.Serializer[Any]):
    """The stored answer to a move: always the same for the same key."""

    ply = serializers.IntegerField()
    seat = serializers.IntegerField()
    code = serializers.CharField()


class ErrorLineOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text=_("Stable; made for programs."))
    detail = serializers.CharField(help_text=_("A sentence for people, in the language asked for."))
    attr = serializers.CharField(allow_null=True, help_text=_("The field at fault, if it is one."))


class ErrorOutput(serializers.Serializer[Any]):
    """Every error of the API has this shape; `details` is there where the error has figures of its own."""

    type = serializers.ChoiceField(
        [(kind, kind) for kind in ("validation_error", "client_error", "server_error")]
    )
    errors = ErrorLineOutput(many=True)  # type: ignore[assignment]  # the field, not the serializer's errors
    details = serializers.DictField(required=False)


class SeatOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    occupant = serializers.ChoiceField(Occupant.choices)
    has_appeared = serializers.BooleanField()


class GameOutput(serializers.Serializer[Any]):
    """A game as the caller may see it. `observation` is that of the caller's own seat, or an onlooker's."""

    public_id = serializers.CharField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # the field, not its caption
    purpose = serializers.ChoiceField(GamePurpose.choices)
    status = serializers.ChoiceField(GameStatus.choices)
    is_paused = serializers.BooleanField()
    ply = serializers.IntegerField()
    version = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    due_kind = serializers.ChoiceField([("", ""), *DueKind.choices], allow_blank=True)
    due_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    seats = SeatOutput(many=True)
    observation = serializers.DictField()


class LegalMovesOutput(serializers.Serializer[Any]):
    """The caller's legal moves at `ply`; empty when another is to act."""

    ply = serializers.IntegerField()
    moves = serializers.ListField(child=serializers.CharField())


class DealLineOutput(serializers.Serializer[Any]):
    """A deal in the list of a game's deals; `result` and `seed` are null until it is over."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    dealer = serializers.IntegerField()
    commitment = serializers.CharField()
    cut = serializers.IntegerField(allow_null=True)
    seed = serializers.CharField(allow_null=True)
    result = serializers.DictField(allow_null=True)


class RecordedMoveOutput(serializers.Serializer[Any]):
    ply = serializers.IntegerField()
    seat = serializers.IntegerField()
    code = serializers.CharField()
    actor = serializers.ChoiceField(ActorKind.choices)
    at = serializers.DateTimeField()


class DealRecordOutput(DealLineOutput):
    """A finished deal: every move, and the text that can be read back."""

    moves = RecordedMoveOutput(many=True)
    text = serializers.CharField()
