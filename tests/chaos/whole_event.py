"""Direct an event from seating to its end; run as a process of its own in a private installation, which must play it.

`python -m tests.chaos.whole_event ENTRANTS` prints as JSON how it ended. Everything but the director's presses is left
to the installation: moves, results, the completion of rounds.
"""

import json
import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
django.setup()

from tests.factories import make_user  # noqa: E402
from tests.tournaments.evenings import NAMES, an_event, start_next  # noqa: E402
from tournaments.enums import RoundStatus  # noqa: E402
from tournaments.models import Standing  # noqa: E402
from tournaments.queries.ranking import ranked_event  # noqa: E402
from tournaments.queries.rows import row_to_json  # noqa: E402
from tournaments.services.completion import begin_review, finish_tournament  # noqa: E402

PATIENCE = 240.0
ROUNDS = 2


def main(entrants: int) -> None:
    director = make_user("Director")
    tournament = an_event(min(entrants, len(NAMES)), director=director, rounds=ROUNDS)
    for _unused in range(ROUNDS):
        round_ = start_next(tournament)
        give_up_at = time.monotonic() + PATIENCE
        while round_.status != RoundStatus.COMPLETED:
            if time.monotonic() > give_up_at:
                raise SystemExit(f"round {round_.number} isn't completed")
            time.sleep(0.3)
            round_.refresh_from_db()
    tournament.refresh_from_db()
    tournament = begin_review(tournament=tournament, actor=director, early=True)
    tournament = finish_tournament(tournament=tournament, actor=director)
    last = tournament.rounds.latest("number")
    lines = Standing.objects.filter(round=last).order_by("version", "position")
    newest = max(line.version for line in lines)
    told = {
        "entrants": tournament.entrants.count(),
        "rounds": tournament.rounds.filter(status=RoundStatus.COMPLETED).count(),
        "status": tournament.status,
        "standings": [line.row_json for line in lines if line.version == newest],
        "recomputed": [row_to_json(row) for row in ranked_event(tournament).rows(last.number)],
    }
    print(json.dumps(told, default=str))


if __name__ == "__main__":
    main(int(sys.argv[1]))
