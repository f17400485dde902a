"""Direct an event from seating to its end; run as a process of its own in a private installation, which must play it.

`python -m tests.chaos.whole_event ENTRANTS` prints as JSON how it ended. Everything but the director's presses is left
to the installation: moves, results, the completion of rounds.
"""

import json
import os
import sys
import time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
django.setup()

from accounts.models import User  # noqa: E402
from tests.factories import make_user  # noqa: E402
from tests.tournaments.evenings import NAMES, an_event  # noqa: E402
from tournaments.enums import RoundStatus  # noqa: E402
from tournaments.models import Round, Standing, Tournament  # noqa: E402
from tournaments.queries.ranking import ranked_event  # noqa: E402
from tournaments.queries.rows import row_to_json  # noqa: E402
from tournaments.services.completion import begin_review, finish_tournament  # noqa: E402
from tournaments.services.rounds import publish_round, start_round  # noqa: E402
from tournaments.services.seating import generate_round  # noqa: E402

PATIENCE = 240.0
ROUNDS = 2


def main(entrants: int) -> None:
    director = make_user("Director")
    tournament = an_event(min(entrants, len(NAMES)), director=director, rounds=ROUNDS)
    print(json.dumps(ended(play_to_the_end(tournament, director)), default=str))


def play_to_the_end(tournament: Tournament, director: User) -> Tournament:
    """Every round that is left, begun or not, then the end. Raises SystemExit where a round doesn't end."""
    while (under_way := _round_under_way(tournament, director)) is not None:
        _wait_for(under_way)
    tournament.refresh_from_db()
    tournament = begin_review(tournament=tournament, actor=director, early=True)
    return finish_tournament(tournament=tournament, actor=director)


def _round_under_way(tournament: Tournament, director: User) -> Round | None:
    """The round that is played now, started if need be; None when all have been played."""
    open_rounds = tournament.rounds.exclude(status__in=(RoundStatus.COMPLETED, RoundStatus.CANCELLED))
    round_ = open_rounds.order_by("number").first()
    if round_ is None:
        if tournament.rounds.filter(status=RoundStatus.COMPLETED).count() >= ROUNDS:
            return None
        draft = generate_round(tournament=tournament, actor=director)
        round_ = publish_round(draft=draft, actor=director)
    if round_.status == RoundStatus.PUBLISHED:
        round_ = start_round(round_=round_, actor=director)
    return round_


def _wait_for(round_: Round) -> None:
    give_up_at = time.monotonic() + PATIENCE
    while round_.status != RoundStatus.COMPLETED:
        if time.monotonic() > give_up_at:
            raise SystemExit(f"round {round_.number} isn't completed")
        time.sleep(0.3)
        round_.refresh_from_db()


def ended(tournament: Tournament) -> dict[str, Any]:
    """How it ended: entrants, rounds played, status, the published standings and the same worked out anew."""
    last = tournament.rounds.filter(status=RoundStatus.COMPLETED).latest("number")
    lines = Standing.objects.filter(round=last).order_by("version", "position")
    newest = max(line.version for line in lines)
    return {
        "entrants": tournament.entrants.count(),
        "rounds": tournament.rounds.filter(status=RoundStatus.COMPLETED).count(),
        "status": tournament.status,
        "standings": [line.row_json for line in lines if line.version == newest],
        "recomputed": [row_to_json(row) for row in ranked_event(tournament).rows(last.number)],
    }


if __name__ == "__main__":
    main(int(sys.argv[1]))
