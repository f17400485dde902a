"""For pytest, mypy and schema checks: the embedded servers in a private folder of this test session.

Nothing is started here; tests/conftest.py does that. The address is put into the environment, so that
everything a test starts (pytest-xdist's workers, a web server, a Celery worker) means the same server.
"""

import os
import secrets
import tempfile
from pathlib import Path

if "DEADWOOD_TEST_DIR" not in os.environ:
    os.environ["DEADWOOD_TEST_DIR"] = os.environ["DEADWOOD_DATA_DIR"] = str(
        Path(tempfile.gettempdir()) / f"deadwood-test-{os.getpid()}-{secrets.token_hex(3)}"
    )
    os.environ["DEADWOOD_TEST_PASSWORD"] = secrets.token_urlsafe(16)

from config.embedded.layout import Layout
from config.settings.base import *  # noqa: F403
from config.settings.base import REST_FRAMEWORK
from config.settings.env import DATA_DIR, database, env

DEBUG = False
# The same cards in every run: each test sets a phrase of its own (tests/conftest.py), web processes keep this one.
DEADWOOD_SEED_SOURCE = env.str("DEADWOOD_SEED_SOURCE", default="fixed:tests")
SECRET_KEY = "only for tests"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

DATABASES = {
    "default": database(
        env.str(
            "DATABASE_URL", default=Layout(DATA_DIR).database_address(os.environ["DEADWOOD_TEST_PASSWORD"])
        ),
        pool_size=env.int("DB_POOL", default=0),
    )
}
# Migrations and a test's transaction outlast however long a busy machine keeps them waiting; the last word counts.
DATABASES["default"]["OPTIONS"]["options"] += (
    " -c statement_timeout=60s -c idle_in_transaction_session_timeout=0"
)
# A stack that runs against the database of the tests gets its own name for it in DATABASE_URL.

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
WRONG_CODES_RATE = None
ACCOUNT_RATE_LIMITS = False
