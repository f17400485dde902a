"""Tournaments for support staff: to look at, never to change. Acts go through the services, which keep a
record.
"""

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from accounts.admin import LookOnly
from tournaments.models import (
    AuditRow,
    Entrant,
    Penalty,
    Round,
    SeatScore,
    Standing,
    Table,
    TableResult,
    TableSeat,
    Tournament,
)


class RoundInline(LookOnly, TabularInline):
    model = Round
    fields = readonly_fields = ("number", "kind", "status", "published_at", "started_at", "completed_at")
    extra = 0


class SeatInline(LookOnly, TabularInline):
    model = TableSeat
    fields = ("seat", "name", "occupant", "entrant", "player", "bot_level")
    extra = 0


class ScoreInline(LookOnly, TabularInline):
    model = SeatScore
    fields = (
        "seat",
        "entrant",
        "net",
        "place",
        "deals_played",
        "deals_won",
        "undercuts",
        "bot_moves",
        "moves",
    )
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(LookOnly, ModelAdmin):
    list_display = ("name", "club", "preset", "status", "starts_on", "paused_at", "is_rehearsal")
    list_filter = ("status", "preset", "is_rehearsal")
    search_fields = ("name", "public_id")
    list_select_related = ("club",)
    inlines = (RoundInline,)


@admin.register(Entrant)
class EntrantAdmin(LookOnly, ModelAdmin):
    list_display = ("name", "tournament", "number", "kind", "status", "joined_round", "left_round")
    list_filter = ("status", "kind")
    search_fields = ("name", "tournament__name")
    list_select_related = ("tournament",)


@admin.register(Table)
class TableAdmin(LookOnly, ModelAdmin):
    list_display = ("public_id", "round", "number", "mode", "status", "decided_at")
    list_filter = ("status", "mode")
    search_fields = ("public_id", "round__tournament__name")
    list_select_related = ("round__tournament",)
    inlines = (SeatInline,)


@admin.register(TableResult)
class TableResultAdmin(LookOnly, ModelAdmin):
    list_display = ("table", "version", "status", "source", "entered_by", "confirmed_by", "created_at")
    list_filter = ("status", "source")
    list_select_related = ("table__round__tournament", "entered_by", "confirmed_by")
    inlines = (ScoreInline,)


@admin.register(Penalty)
class PenaltyAdmin(LookOnly, ModelAdmin):
    list_display = ("entrant", "tournament", "points", "reason", "round_number", "cancelled_at")
    list_select_related = ("entrant", "tournament")


@admin.register(Standing)
class StandingAdmin(LookOnly, ModelAdmin):
    list_display = ("round", "version", "position", "place", "entrant")
    list_select_related = ("round__tournament", "entrant")
    show_full_result_count = False


@admin.register(AuditRow)
class AuditRowAdmin(LookOnly, ModelAdmin):
    list_display = ("tournament", "number", "action", "actor_name", "created_at")
    list_filter = ("action",)
    search_fields = ("tournament__name", "actor_name")
    list_select_related = ("tournament",)
