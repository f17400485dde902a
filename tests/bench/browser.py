"""Requests to Django as its server makes them, without a test client, whose own work would be counted as well."""

import io
import json
from typing import Any
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from knox.models import AuthToken

from accounts.models import User

SECRET = "c" * 32


class Browser:
    """One person's: `get` and `post` with the session's cookie, `call` with a program's token.

    They give the answer's text. Raises RuntimeError for any status but 200.
    """

    def __init__(self, app: WSGIHandler, user: User) -> None:
        self._app = app
        client = Client()
        client.force_login(user)
        self._cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={SECRET}"
        self._token = AuthToken.objects.create(user)[1]

    def get(self, path: str) -> bytes:
        """As the page's own script fetches it."""
        return self._ask("GET", path, HTTP_COOKIE=self._cookies, HTTP_HX_REQUEST="true")

    def post(self, path: str, fields: dict[str, Any]) -> bytes:
        """A form that is sent by the page's script."""
        body = urlencode(fields).encode()
        kind = "application/x-www-form-urlencoded"
        return self._ask(
            "POST", path, body, kind,
            HTTP_COOKIE=self._cookies, HTTP_HX_REQUEST="true", HTTP_X_CSRFTOKEN=SECRET,
        )  # fmt: skip

    def call(self, path: str, data: dict[str, Any] | None = None) -> bytes:
        """A call of the API: POST with data, GET without."""
        body = b"" if data is None else json.dumps(data).encode()
        kind, method = "application/json", "GET" if data is None else "POST"
        return self._ask(method, path, body, kind, HTTP_AUTHORIZATION=f"Token {self._token}")

    def _ask(self, method: str, path: str, body: bytes = b"", kind: str = "", **headers: str) -> bytes:
        environ = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": "", "SCRIPT_NAME": "",
            "CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body),
            "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "http",
            "wsgi.errors": io.StringIO(), "wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False,
            **headers,
        }  # fmt: skip
        told: list[str] = []
        answer: Any = self._app(environ, lambda status, _headers, _exc=None: told.append(status))
        text = b"".join(answer)
        answer.close()
        if not told[0].startswith("200"):
            raise RuntimeError(f"{method} {path}: {told[0]}: {text[:300]!r}")
        return text
