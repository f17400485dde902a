"""What the API's description says of every operation: any other answer is an error, and all errors have one form.

Without it a client would have to guess what a bad token (401), a wrong method (405), a limit (429) or a database that
is away (503) look like.
"""

from typing import Any, Final

METHODS: Final = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
ERROR: Final = {
    "description": "Any error: a bad token, an unknown address or method, a limit, a server that is busy.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOutput"}}},
}
# From what may be done to doing it: a client's loop, and the way of tests that follow answers.
MOVE_LINK: Final = {
    "operationId": "games_moves_create",
    "description": "Make the first of these moves.",
    "parameters": {"public_id": "$request.path.public_id"},
    "requestBody": {
        "code": "$response.body#/moves/0",
        "expected_ply": "$response.body#/ply",
        "key": "linked",
    },
}


def every_error_has_one_form(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: `default` for every operation of the description, and the link to a move."""
    for operations in result["paths"].values():
        for method, operation in operations.items():
            if method in METHODS:
                operation["responses"].setdefault("default", ERROR)
            if operation.get("operationId") == "games_legal_moves_retrieve":
                operation["responses"]["200"]["links"] = {"move": MOVE_LINK}
    return result
