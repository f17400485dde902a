"""Two directors who press the same button at once; run as a process of its own in the private installation.

`python -m tests.chaos.directors EVENT USER USER`: for each line `press` of input the next step of the round is pressed
twice by both, and one line says how that ended. A refusal is an answer; anything else that goes wrong is printed as
`error`. For the line `finish` one of them takes the evening to its end, and the answer is how it ended, as JSON.
"""

import json
import os
import sys
import threading

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
django.setup()

from django.db import DatabaseError, connection  # noqa: E402

from accounts.models import User  # noqa: E402
from tests.chaos.whole_event import ended, play_to_the_end  # noqa: E402
from tournaments.enums import RoundStatus  # noqa: E402
from tournaments.errors import TournamentsError  # noqa: E402
from tournaments.models import Tournament  # noqa: E402
from tournaments.services.rounds import publish_round, start_round  # noqa: E402
from tournaments.services.seating import generate_round  # noqa: E402


def next_step(event: int, user: User) -> str:
    """Generate, publish or start, whatever is next."""
    tournament = Tournament.objects.get(pk=event)
    coming = tournament.rounds.filter(status=RoundStatus.PUBLISHED).first()
    if coming is not None:
        return f"start {start_round(round_=coming, actor=user).number}"
    draft = generate_round(tournament=tournament, actor=user)
    return f"publish {publish_round(draft=draft, actor=user).number}"


def press(event: int, user: User, said: list[str], barrier: threading.Barrier) -> None:
    try:
        barrier.wait(timeout=10)
        said.append(next_step(event, user))
    except TournamentsError as refusal:
        said.append(f"refused {refusal.code}")
    except DatabaseError:
        said.append("unavailable")
    finally:
        connection.close()


def press_together(event: int, people: list[User]) -> str:
    said: list[str] = []
    barrier = threading.Barrier(4)
    threads = [threading.Thread(target=press, args=(event, user, said, barrier)) for user in people * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ", ".join(sorted(said)) if len(said) == len(threads) else "error"


def finish(event: int, user: User) -> str:
    try:
        return json.dumps(ended(play_to_the_end(Tournament.objects.get(pk=event), user)), default=str)
    finally:
        connection.close()


def main(event: int, users: list[int]) -> None:
    people = list(User.objects.filter(pk__in=users))
    connection.close()
    for line in sys.stdin:
        said = finish(event, people[0]) if line.strip() == "finish" else press_together(event, people)
        print(said, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), [int(word) for word in sys.argv[2:]])
