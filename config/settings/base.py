"""What all installations share. The files beside this one add what differs; nothing here reads the
environment itself.
"""

from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.settings.env import BASE_DIR, DATA_DIR, env, servers
from config.settings.log import logging_config

SERVERS = servers()

INSTALLED_APPS = [
    "unfold",  # before django.contrib.admin, whose templates it replaces
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django_htmx",
    "django_filters",
    "django_prometheus",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rules",
    "csp",
    "pgtrigger",
    "pghistory",
    "accounts",
    "games",
    "tournaments",
    "config",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "config.middleware.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.ContentPolicy",
    "config.middleware.ServiceUnavailable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "config.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.page",
            ],
        },
    }
]

# Accounts: the address is the name, codes and links go to it (allauth); tokens are for programs (knox).
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
] + [{"NAME": "accounts.passwords.NoWordsOfThisPlace"}]
PASSWORD_RESET_TIMEOUT = 60 * 60  # mail in a club is read late, but not the day after
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.signup.SignupForm"
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
# Ten guesses at an account in a quarter of an hour at most, wherever they come from; the rest is the library's own.
ACCOUNT_RATE_LIMITS: Any = {"login_failed": "10/m/ip,5/8m/key"}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {"add_webauthn": "accounts.forms.passkey.AddPasskeyForm"}
USERSESSIONS_ADAPTER = "config.sign_ins.SignIns"  # they end the live streams, too
REST_KNOX = {"TOKEN_TTL": None, "TOKEN_PREFIX": "dwd_"}

# Cookies and headers (reliability 8.8). `production` adds what needs HTTPS.
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# Languages and time. Names of people are never translated; sentences always are.
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("nl", _("Dutch")),
    ("de", _("German")),
    ("pt-br", _("Brazilian Portuguese")),
    ("es", _("Spanish")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
USE_I18N = USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
THEME_COOKIE = "theme"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.path("STATIC_ROOT", default=str(DATA_DIR / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
}

CACHES = {
    "default": {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "LOCATION": SERVERS.cache_url,
        "KEY_PREFIX": "deadwood",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 0.5},
    }
}

# Celery: the broker is a hint; a lost message costs seconds and a repeated one costs nothing.
CELERY_BROKER_URL = SERVERS.broker_url
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_TIME_LIMIT = 240  # stays below the visibility timeout, or a task would run twice at once
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    # Publishing gives up at once when the broker is away: a move must not wait for a hint. The worker's own
    # connection has its own patience (CELERY_BROKER_CONNECTION_MAX_RETRIES).
    "max_retries": 0,
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
    "reconcile": {"task": "tournaments.tasks.reconcile", "schedule": 10.0, "options": {"expires": 10}},
    "send-mail": {"task": "accounts.tasks.send_mail", "schedule": 5.0, "options": {"expires": 10}},
    "tell-turns": {"task": "tournaments.tasks.tell_turns", "schedule": 30.0, "options": {"expires": 30}},
    "heartbeat": {"task": "config.tasks.heartbeat", "schedule": 5.0, "options": {"expires": 10}},
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.api.tokens.OneToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["config.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_VERSIONING_CLASS": "rest_framework.versioning.URLPathVersioning",
    "DEFAULT_VERSION": "v1",
    "ALLOWED_VERSIONS": ["v1"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "config.api.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_standardized_errors.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.api.errors.exception_handler",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "300/min", "user": "1200/min", "move": "240/min", "login": "10/min"},
    "NUM_PROXIES": env.int("NUM_PROXIES", default=0),
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Wrong codes of tables from one address before it has to wait (tournaments.views.guessing); None: never.
WRONG_CODES_RATE: str | None = "20/min"
DRF_STANDARDIZED_ERRORS = {
    "ENABLE_IN_DEBUG_FOR_UNHANDLED_EXCEPTIONS": True,
    "EXCEPTION_FORMATTER_CLASS": "config.api.errors.Formatter",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Deadwood API",
    "DESCRIPTION": "Knock Rummy and Gin Rummy tournaments: read events, seating and standings, and play.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v[0-9]+",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_standardized_errors.openapi_hooks.postprocess_schema_enums",
        "config.api.schema.every_error_has_one_form",
    ],
    "ENUM_NAME_OVERRIDES": {
        f"{name}Enum": f"drf_standardized_errors.openapi_serializers.{name}Enum.choices"
        for name in (
            "ValidationError", "ClientError", "ServerError", "ParseErrorCode",
            "ErrorCode401", "ErrorCode403", "ErrorCode404", "ErrorCode405", "ErrorCode406",
            "ErrorCode415", "ErrorCode429", "ErrorCode500",
        )
    } | {
        "GameStatusEnum": "games.enums.GameStatus.choices",
        "TournamentStatusEnum": "tournaments.enums.TournamentStatus.choices",
        "RoundStatusEnum": "tournaments.enums.RoundStatus.choices",
        "TableStatusEnum": "tournaments.enums.TableStatus.choices",
        "EntrantStatusEnum": "tournaments.enums.EntrantStatus.choices",
    },
}  # fmt: skip

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
UNFOLD = {"SITE_TITLE": "Deadwood", "SITE_HEADER": "Deadwood", "SHOW_HISTORY": True}
LOGGING = logging_config(json=env.bool("LOG_JSON", default=False), level=env.str("LOG_LEVEL", default="INFO"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="deadwood@localhost")
# Where people reach the site: the beginning of every address in a mail. `manage.py up` names its own.
SITE_ADDRESS = env.str("SITE_ADDRESS", default="http://localhost:8000/").rstrip("/") + "/"
