"""A database of an earlier state of Deadwood migrates to today's with its events intact, and play goes on there.

`first.sql.gz` was made before the desk's messages, finals, notifications and the other records that migrations add:
an evening that is over, and another in the middle of its second round. It is never made anew; a release adds its own
dump beside it (`pg_dump --no-owner --no-privileges`, gzip), and a line to `DUMPS`.
"""

import gzip
import json
import subprocess
import time
from pathlib import Path

import psycopg
import pytest

from config.embedded.binaries import find_postgres

pytestmark = pytest.mark.chaos

PATIENCE = 120.0
FIRST = [
    (1, "Cy", "187"), (2, "Flo", "100"), (3, "Eve", "86"), (4, "Gus", "-61"), (5, "Hal", "-66"), (6, "Bo", "-79"),
    (7, "Dee", "-80"), (8, "Ada", "-87"),
]  # fmt: skip
DUMPS = {"first.sql.gz": FIRST}
STANDINGS = """
    SELECT line.place, entrant.name, line.row_json ->> 'points' FROM tournaments_standing line
    JOIN tournaments_entrant entrant ON entrant.id = line.entrant_id
    JOIN tournaments_round round ON round.id = line.round_id
    JOIN tournaments_tournament event ON event.id = round.tournament_id
    WHERE event.status = 'finished' AND round.number = 2 ORDER BY line.position
"""


def ask(stack, statement):
    with psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True) as database:
        cursor = database.execute(statement)
        return cursor.fetchall() if cursor.description else []


def load(stack, dump):
    """The dump in the place of all that is there."""
    ask(stack, "DROP SCHEMA public CASCADE")
    ask(stack, "CREATE SCHEMA public")
    psql = find_postgres(stack.postgres.account).bin / "psql"
    command = [psql, "--quiet", "--set=ON_ERROR_STOP=1", stack.environment["DATABASE_URL"]]
    done = subprocess.run(command, input=gzip.decompress(dump.read_bytes()), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]


@pytest.mark.parametrize("name", DUMPS)
def test_what_was_played_before_the_upgrade_stands_and_the_evening_goes_on(new_stack, data_folders, name):
    data = data_folders("upgrade")
    with new_stack(data=data, parts=()) as stack:
        load(stack, Path(__file__).with_name(name))
        assert ask(stack, STANDINGS) == DUMPS[name]
        migrated = stack.manage("migrate", "--no-input")
        assert migrated.returncode == 0, migrated.stderr[-2000:]
        assert ask(stack, STANDINGS) == DUMPS[name]
        found = json.loads(stack.manage("audit_invariants", "--json").stdout)["violations"]
        # nobody has played there for long, so all of it is late
        assert [line for line in found if line["invariant"] != "I12"] == []
    with new_stack(data=data, parts=("sweep",)) as stack:
        give_up_at = time.monotonic() + PATIENCE
        open_games = "SELECT count(*) FROM games_game WHERE status = 'playing'"
        while ask(stack, open_games) != [(0,)]:
            assert time.monotonic() < give_up_at, "the evening doesn't go on"
            time.sleep(0.5)
        audit = stack.manage("audit_invariants")
    assert audit.returncode == 0, audit.stdout
