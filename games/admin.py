"""Games for support staff: to look at, never to change. No card of a deal in play is shown to anybody here.

HiddenDeal is never registered; what a deal's row shows of cards is there only once the deal is over.
"""

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from accounts.admin import LookOnly
from games.models import Deal, Game, GameSeat, Heartbeat, MoveRecord, SeatOccupancy


class SeatInline(LookOnly, TabularInline):
    model = GameSeat
    fields = ("seat", "name", "player", "occupant", "bot_level", "appeared_at", "reserve_ms")
    extra = 0


class DealInline(LookOnly, TabularInline):
    model = Deal
    fields = ("number", "kind", "dealer", "first_ply", "cut", "commitment", "ended_at")
    extra = 0


@admin.register(Game)
class GameAdmin(LookOnly, ModelAdmin):
    list_display = (
        "public_id",
        "label",
        "purpose",
        "preset",
        "status",
        "ply",
        "due_kind",
        "due_at",
        "paused_at",
    )
    list_filter = ("status", "purpose", "preset")
    search_fields = ("public_id", "label")
    ordering = ("-pk",)
    inlines = (SeatInline, DealInline)


@admin.register(MoveRecord)
class MoveRecordAdmin(LookOnly, ModelAdmin):
    list_display = ("game", "ply", "seat", "code", "actor_kind", "created_at")
    list_filter = ("actor_kind",)
    search_fields = ("game__public_id", "game__label")
    list_select_related = ("game",)
    show_full_result_count = False


@admin.register(SeatOccupancy)
class SeatOccupancyAdmin(LookOnly, ModelAdmin):
    list_display = ("game_seat", "from_ply", "occupant", "bot_level", "created_at")
    list_select_related = ("game_seat",)


@admin.register(Heartbeat)
class HeartbeatAdmin(LookOnly, ModelAdmin):
    list_display = ("name", "beat_at", "version")
