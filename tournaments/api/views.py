"""The API's resources of tournaments, to be read. Each looks the event up among those its caller may see.

What isn't the caller's is answered like what doesn't exist: 404.
"""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.filters import TournamentFilter
from tournaments.api.serializers import (
    EntrantOutput,
    RoundDetailOutput,
    RoundOutput,
    StandingsOutput,
    TableOutput,
    TournamentLineOutput,
    TournamentOutput,
)
from tournaments.models import Table, Tournament
from tournaments.queries.entrants import entrant_lines
from tournaments.queries.rounds import round_lines, round_page
from tournaments.queries.shown_names import shown_names
from tournaments.queries.standings import live_standings, standings_page
from tournaments.queries.tables import table_lines
from tournaments.queries.tournaments import find_tournament, tournament_page, with_counts

PUBLIC_ID = OpenApiParameter("public_id", str, OpenApiParameter.PATH, description="The event's public id.")
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The round's number, from 1.")
AFTER = OpenApiParameter(
    "after", int, description="After this round; by default after the last completed one."
)
LIVE = OpenApiParameter("live", bool, description="As if every table ended now; marked provisional.")
BIGGEST_ROUND = 32_767


class StandingsQuery(serializers.Serializer[Any]):
    """What a request for standings may ask."""

    after = serializers.IntegerField(min_value=1, max_value=BIGGEST_ROUND, required=False)
    live = serializers.BooleanField(required=False, default=False)


def visible_tournament(request: Request, public_id: str) -> Tournament:
    """The event, or 404 for unknown and forbidden ones alike."""
    tournament = find_tournament(request.user, public_id)
    if tournament is None:
        raise Http404
    return tournament


@extend_schema(tags=["tournaments"])
class TournamentsView(ListAPIView):
    """Events that you may see, newest first."""

    permission_classes = [AllowAny]
    serializer_class = TournamentLineOutput
    filterset_class = TournamentFilter
    queryset = Tournament.objects.none()

    def get_queryset(self) -> QuerySet[Tournament]:
        if getattr(self, "swagger_fake_view", False):
            return Tournament.objects.none()
        return with_counts(Tournament.objects.visible_to(self.request.user))


class TournamentView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID], responses=TournamentOutput, tags=["tournaments"])
    def get(self, request: Request, public_id: str, **_: Any) -> Response:
        """An event: its rules in words, its rounds, and your own table."""
        page = tournament_page(visible_tournament(request, public_id), request.user)
        return Response(TournamentOutput(page).data)


class RoundsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID], responses=RoundOutput(many=True), tags=["tournaments"])
    def get(self, request: Request, public_id: str, **_: Any) -> Response:
        """The rounds of an event, cancelled ones too."""
        lines = round_lines(visible_tournament(request, public_id))
        return Response(RoundOutput(lines, many=True).data)


class RoundView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID, NUMBER], responses=RoundDetailOutput, tags=["tournaments"])
    def get(self, request: Request, public_id: str, number: int, **_: Any) -> Response:
        """A round with its tables and seats."""
        tournament = visible_tournament(request, public_id)
        page = round_page(tournament, number, request.user, shown_names(tournament, request.user))
        if page is None:
            raise Http404
        return Response(RoundDetailOutput(page).data)


class TableView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        parameters=[PUBLIC_ID, OpenApiParameter("table_id", str, OpenApiParameter.PATH)],
        responses=TableOutput,
        tags=["tournaments"],
    )
    def get(self, request: Request, public_id: str, table_id: str, **_: Any) -> Response:
        """A table of the event; its game, where there is one, is a resource of its own."""
        tournament = visible_tournament(request, public_id)
        tables = Table.objects.filter(round__tournament=tournament, public_id=table_id)
        lines = table_lines(tables, shown_names(tournament, request.user))
        if not lines:
            raise Http404
        return Response(TableOutput(lines[0]).data)


class StandingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID, AFTER, LIVE], responses=StandingsOutput, tags=["tournaments"])
    def get(self, request: Request, public_id: str, **_: Any) -> Response:
        """The standings after a round, as published; 404 before the first round is completed."""
        tournament = visible_tournament(request, public_id)
        names = shown_names(tournament, request.user)
        asked = StandingsQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        if asked.validated_data["live"]:
            return Response(StandingsOutput(live_standings(tournament, names)).data)
        page = standings_page(tournament, asked.validated_data.get("after"), names)
        if page is None:
            raise Http404
        return Response(StandingsOutput(page).data)


class EntrantsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(parameters=[PUBLIC_ID], responses=EntrantOutput(many=True), tags=["tournaments"])
    def get(self, request: Request, public_id: str, **_: Any) -> Response:
        """The entrants by name, the waiting list included."""
        tournament = visible_tournament(request, public_id)
        lines = entrant_lines(tournament, names=shown_names(tournament, request.user))
        return Response(EntrantOutput(lines, many=True).data)
