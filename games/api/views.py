"""The API's resources of games. Each looks the game up among those its caller may see, and calls one
service or query.

Errors are the services' own; `config` turns them into answers: 404, 409 with the current ply, 422 with the
reason.
"""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView

from accounts.kept_query import asked_ahead
from games.api.serializers import (
    MAX_KEY,
    DealLineOutput,
    DealRecordOutput,
    ErrorOutput,
    GameOutput,
    LegalMovesOutput,
    MoveInput,
    MoveOutput,
)
from games.errors import KeyMissing, KeyTooLong, NoSuchDeal
from games.models import Game
from games.permissions import signed_in
from games.queries import seats
from games.queries.api_views import deal_of, deals_of, game_facts, legal_moves
from games.services.play import play_move, ready_for_next
from games.services.seats import take_back_seat

_GAME_OUTPUT = GameOutput()
_MOVE_OUTPUT = MoveOutput()


def _answers(ok: Any, *errors: int) -> dict[int, Any]:
    return {200: ok, 404: ErrorOutput} | dict.fromkeys(errors, ErrorOutput)


PUBLIC_ID = OpenApiParameter("public_id", str, OpenApiParameter.PATH, description="The game's public id.")
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The deal's number, from 1.")
IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="At most 64 characters, new for each move; sent again it gives the stored answer.",
)
MOVE_EXAMPLES = [
    OpenApiExample("Draw from the stock", {"code": "stock", "expected_ply": 41}, request_only=True),
    OpenApiExample("Knock", {"code": "knock-7H", "expected_ply": 42}, request_only=True),
    OpenApiExample(
        "Accepted", {"ply": 42, "seat": 1, "code": "stock"}, response_only=True, status_codes=["200"]
    ),
    OpenApiExample(
        "Stale",
        {
            "type": "client_error",
            "errors": [{"code": "stale", "detail": "The game has moved on since.", "attr": None}],
            "details": {"current_ply": 44},
        },
        response_only=True,
        status_codes=["409"],
    ),
    OpenApiExample(
        "Illegal",
        {
            "type": "client_error",
            "errors": [{"code": "illegal", "detail": "You don't hold that card.", "attr": None}],
            "details": {"reason": "card_not_held"},
        },
        response_only=True,
        status_codes=["422"],
    ),
]


def visible_game(request: Request, public_id: str) -> Game:
    """The game, or 404 for unknown and forbidden ones alike."""
    try:
        return Game.get_visible(request.user, public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error


class GameView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID], responses=_answers(GameOutput), tags=["games"])
    def get(self, request: Request, public_id: str, **_: Any) -> Response:
        """A game as you may see it: your own observation, or an onlooker's."""
        with asked_ahead(Game.asked(public_id), seats.asked(public_id)):
            return Response(_shown(visible_game(request, public_id), request))


class LegalMovesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID], responses=_answers(LegalMovesOutput), tags=["games"])
    def get(self, request: Request, public_id: str, **_: Any) -> Response:
        """The moves that you may make now; none when another is to act."""
        with asked_ahead(Game.asked(public_id), seats.asked(public_id)):
            facts = legal_moves(visible_game(request, public_id), request.user)
        return Response(LegalMovesOutput(facts).data)


class MovesView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "move"

    def get_throttles(self) -> list[BaseThrottle]:
        """The moves' own limit alone: it is the narrower one, and each limit is two visits to the cache."""
        return [each for each in super().get_throttles() if isinstance(each, ScopedRateThrottle)]

    @extend_schema(
        parameters=[PUBLIC_ID, IDEMPOTENCY],
        request=MoveInput,
        responses=_answers(MoveOutput, 400, 401, 409, 422, 428),
        examples=MOVE_EXAMPLES,
        tags=["games"],
    )
    def post(self, request: Request, public_id: str, **_: Any) -> Response:
        """Make a move for your own seat. Without a key or `expected_ply` the answer is 428."""
        game = visible_game(request, public_id)
        data = MoveInput(data=request.data)
        data.is_valid(raise_exception=True)
        answer = play_move(
            game=game,
            actor=signed_in(request.user),
            code=data.validated_data["code"],
            expected_ply=_expected_ply(data.validated_data),
            key=_key(request, data.validated_data),
        )
        return Response(_MOVE_OUTPUT.to_representation(answer))


class ReadyView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        parameters=[PUBLIC_ID], request=None, responses=_answers(GameOutput, 401, 409), tags=["games"]
    )
    def post(self, request: Request, public_id: str, **_: Any) -> Response:
        """You are ready for the next deal."""
        game = visible_game(request, public_id)
        ready_for_next(game=game, actor=signed_in(request.user))
        return _fresh(request, game)


class BackView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        parameters=[PUBLIC_ID], request=None, responses=_answers(GameOutput, 401, 409), tags=["games"]
    )
    def post(self, request: Request, public_id: str, **_: Any) -> Response:
        """You are back: a bot that played for you stops."""
        game = visible_game(request, public_id)
        take_back_seat(game=game, actor=signed_in(request.user))
        return _fresh(request, game)


class DealsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID], responses=_answers(DealLineOutput(many=True)), tags=["games"])
    def get(self, request: Request, public_id: str, **_: Any) -> Response:
        """All deals of the game, with commitments; seeds and results of those that are over."""
        return Response(DealLineOutput(deals_of(visible_game(request, public_id)), many=True).data)


class DealView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID, NUMBER], responses=_answers(DealRecordOutput), tags=["games"])
    def get(self, request: Request, public_id: str, number: int, **_: Any) -> Response:
        """The record of a finished deal, move by move."""
        facts = deal_of(visible_game(request, public_id), number)
        if facts is None:
            raise NoSuchDeal
        return Response(DealRecordOutput(facts).data)


def _fresh(request: Request, game: Game) -> Response:
    game.refresh_from_db()
    return Response(_shown(game, request))


def _shown(game: Game, request: Request) -> Any:
    """The game for the caller. One serializer formats all answers: making its fields costs more than they do."""
    return _GAME_OUTPUT.to_representation(game_facts(game, request.user))


def _key(request: Request, data: dict[str, Any]) -> str:
    key: str = request.headers.get("Idempotency-Key") or data.get("key") or ""
    if not key:
        raise KeyMissing
    if len(key) > MAX_KEY or not key.isprintable():
        raise KeyTooLong
    return key


def _expected_ply(data: dict[str, Any]) -> int:
    expected: int | None = data.get("expected_ply")
    if expected is None:
        raise KeyMissing
    return expected
