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
from hypothesis import HealthCheck, settings
from knox.models import AuthToken
from schemathesis.checks import ignored_auth, not_a_server_error
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
    """A public game and its player's token; an event in its first round."""
    people = make_people(2)
    event = a_paper_event(4)
    start_next(event)
    return {
        "game": make_game(people, is_public=True).public_id,
        "tournament": event.public_id,
        "headers": {"Authorization": f"Token {AuthToken.objects.create(people[0])[1]}"},
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
