"""What follows when the apps announce something: one line each, a task."""

from typing import Any

from django.dispatch import receiver

from accounts.services.outbox import send_due
from games.models import Game
from games.queries.table_view import EventFacts
from games.signals import event_asked, game_finished, stepped_in
from tournaments.queries.table_event import event_facts
from tournaments.services.news import tell_turns
from tournaments.services.reconcile import reconcile
from tournaments.signals import round_completed, table_confirmed
from tournaments.tasks import record_result, round_over, send, table_settled, title_race


@receiver(game_finished)
def take_result(game_id: int, **_: Any) -> bool:
    return send(record_result, game_id)


@receiver(stepped_in)
def do_lost_work(**_: Any) -> int:
    return reconcile() + tell_turns() + send_due()


@receiver(table_confirmed)
def look_at_round(table_id: int, **_: Any) -> bool:
    return send(table_settled, table_id)


@receiver(round_completed)
def go_on(round_id: int, **_: Any) -> bool:
    return send(round_over, round_id)


@receiver(round_completed)
def reckon_race(round_id: int, **_: Any) -> bool:
    return send(title_race, round_id)


@receiver(event_asked)
def tell_event(game: Game, user: Any, **_: Any) -> EventFacts | None:
    return event_facts(game, user)
