"""Real servers, behind a proxy that speaks HTTPS. Everything that must be told is told by the environment:
SECRET_KEY, ALLOWED_HOSTS, DATABASE_URL, BROKER_URL; a missing one stops the start. `check --deploy` is clean.
"""

from config.settings.base import *  # noqa: F403
from config.settings.base import MIDDLEWARE, SERVERS
from config.settings.env import database, env

for required in ("DATABASE_URL", "BROKER_URL"):
    env.str(required)

DEBUG = False
SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[f"https://{host}" for host in ALLOWED_HOSTS])

DATABASES = {"default": database(SERVERS.database_url, pool_size=env.int("DB_POOL", default=0))}

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
# inside of the headers, before the redirect of pages
MIDDLEWARE.insert(
    MIDDLEWARE.index("django.middleware.security.SecurityMiddleware"), "config.middleware.ApiNeedsHttps"
)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31536000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
LANGUAGE_COOKIE_NAME = "__Host-language"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no cookie of its own
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
