"""The API against its own description: schemathesis makes the requests, and answers must be as described, never 5xx.

Half of the cases get ids that exist, half carry a player's token; where the description asks for one, the same request
without it, and with a wrong one, must be refused. Then what one answer says is put into the next request, several
requests long. A usual run makes a few cases for each operation, `make proof` many.
"""

import zlib
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from knox.models import AuthToken
from schemathesis.checks import ignored_auth, not_a_server_error
from schemathesis.generation.stateful import run_state_machine_as_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.games.tables import make_game, make_people
from tests.tournaments.evenings import a_paper_event, start_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

SCHEMA = schemathesis.openapi.from_dict(
    SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
)
SCHEMA.app = get_wsgi_application()
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance, ignored_auth
]  # fmt: skip
CALM: dict[str, Any] = {
    "deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True, "database": None
}  # fmt: skip


@pytest.fixture
def real() -> dict[str, Any]:
    """A public game and the token of who is to cut; an event in its first round."""
    people = make_people(2)
    event = a_paper_event(4)
    start_next(event)
    return {
        "game": make_game(people, is_public=True).public_id,
        "tournament": event.public_id,
        "headers": {"Authorization": f"Token {AuthToken.objects.create(people[1])[1]}"},
    }


def answer(case: Any, real: dict[str, Any]) -> None:
    """Call it; which cases get an id that exists, and a token, follows from the case."""
    sent = (case.path_parameters, case.query, case.headers, case.body)
    number = zlib.crc32(repr(sent).encode("utf-8", "surrogatepass"))
    if "public_id" in case.path_parameters and number % 2:
        case.path_parameters["public_id"] = real["game" if "/games/" in case.path else "tournament"]
    case.call_and_validate(checks=CHECKS, headers=real["headers"] if number % 3 else None)


@SCHEMA.parametrize()
@settings(max_examples=6, **CALM)
def test_answers_are_as_described(case, real):
    answer(case, real)


@pytest.mark.proof
@SCHEMA.parametrize()
@settings(max_examples=700, **CALM)
def test_ten_thousand_answers_are_as_described(case, real):
    answer(case, real)


# The operations that must have been reached, by the part of the API that they are in.
REACHED = {
    "games": {"games_legal_moves_retrieve", "games_moves_create"},
    "tournaments": {"tournaments_list", "tournaments_retrieve", "tournaments_rounds_list"},
}


def follow(part: str, real: dict[str, Any], journeys: int, steps: int, **other: Any) -> set[str]:
    """Make requests of earlier answers; the operations that were answered with 200. Every game is the real one, since
    no answer names games.
    """
    done: set[str] = set()
    machine: Any = SCHEMA.include(path_regex=f"/{part}/").as_state_machine()

    class Journey(machine):
        def before_call(self, case: Any) -> None:
            if part == "games":
                case.path_parameters["public_id"] = real["game"]

        def get_call_kwargs(self, _case: Any) -> dict[str, Any]:
            return {"headers": real["headers"]}

        def validate_response(self, response: Any, case: Any, *_checks: Any, **_more: Any) -> None:
            if response.status_code == 200:
                done.add(case.operation.definition.raw["operationId"])
            case.validate_response(response, checks=CHECKS, headers=real["headers"])

    options = settings(
        max_examples=journeys, stateful_step_count=steps, phases=[Phase.generate], **(CALM | other)
    )
    run_state_machine_as_test(Journey, settings=options)
    return done


@pytest.mark.parametrize("part", REACHED)
def test_what_follows_from_answers_is_as_described(part, real):
    """A few journeys, and then others until all has been reached: where one leads hangs on the ids of answers too."""
    done = follow(part, real, 12, 6)
    for _again in range(8):
        if done >= REACHED[part]:
            break
        done |= follow(part, real, 12, 6, derandomize=False)
    assert done >= REACHED[part]


@pytest.mark.proof
@pytest.mark.parametrize("part", REACHED)
def test_a_thousand_journeys_are_as_described(part, real):
    assert follow(part, real, 500, 8) >= REACHED[part]
