"""One machine: `make run`, `make demo`, development. PostgreSQL and the broker are the embedded ones unless
DATABASE_URL and BROKER_URL say otherwise. Served over plain HTTP on this machine or a club's own network.
"""

import secrets

from config.embedded.layout import Layout
from config.settings.base import *  # noqa: F403
from config.settings.base import SERVERS
from config.settings.env import DATA_DIR, database, env

DEBUG = env.bool("DEBUG", default=False)
# `manage.py up` makes the lasting key. A process that finds none signs nothing that must last.
SECRET_KEY = (
    env.str("SECRET_KEY", default="") or Layout(DATA_DIR).read_secret("django") or secrets.token_urlsafe(48)
)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

DATABASES = {"default": database(SERVERS.database_url, pool_size=env.int("DB_POOL", default=0))}

# Mail goes to files, since a club's laptop seldom has a mail server.
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = DATA_DIR / "mail"
vars().update(env.email_url("EMAIL_URL") if env.str("EMAIL_URL", default="") else {})

# "fixed:<phrase>" makes every deal, bot and seating follow from the phrase: for the demo and rehearsed
# scenarios only.
# `production` doesn't read it, so that real evenings always have real chance.
DEADWOOD_SEED_SOURCE = env.str("DEADWOOD_SEED_SOURCE", default="secrets")
