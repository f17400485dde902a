"""Logging through structlog: one line per event, for people in a terminal or as JSON for a log store.

Never logged: hands, decks, seeds, passwords, tokens. States of games have a redacted `repr` for this reason, and what
the database says of a row that breaks a rule, which is the row, is left out of errors.
"""

import io
import re
from typing import Any, TextIO

import structlog
from structlog.typing import ExcInfo

# From "DETAIL:" in an error of PostgreSQL to its next part, or to where the traceback goes on.
DETAIL = re.compile(
    r"^DETAIL:.*?(?=^(?:CONTEXT|HINT|QUERY|LINE|STATEMENT):|^\s*$|^\w[\w.]*(?:Error|Exception)\b|\Z)",
    re.M | re.S,
)
WITHOUT_DETAIL = "DETAIL:  (a row, not logged)\n"

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
# One list for the whole process: a logger keeps the one that it was first used with.
PROCESSORS: list[Any] = [
    structlog.stdlib.filter_by_level,
    *SHARED,
    structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
]


def logging_config(*, json: bool, level: str) -> dict[str, Any]:
    """Settings for `logging.config`; structlog's own loggers are set up to end in the same handler."""
    structlog.configure(
        processors=PROCESSORS,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer = structlog.processors.JSONRenderer() if json else _terminal()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "event": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info if json else _keep,
                    _leave_rows_out,
                    renderer,
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "event"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
            "celery": {"handlers": [], "level": level, "propagate": True},
            # one line per task twice a second says nothing; failures are logged above this level
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
        },
    }


def without_rows(text: str) -> str:
    """A traceback or message without the rows that the database tells of a broken rule."""
    return DETAIL.sub(WITHOUT_DETAIL, text)


def _leave_rows_out(_logger: Any, _method: str, event: Any) -> Any:
    """Libraries put whole tracebacks into their messages, so those are looked through, too."""
    for name in ("event", "exception"):
        if isinstance(event.get(name), str):
            event[name] = without_rows(event[name])
    return event


def _terminal() -> structlog.dev.ConsoleRenderer:
    """Plain tracebacks: the richer ones print local variables, which may be hands and seeds."""
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=_traceback)


def _traceback(out: TextIO, raised: ExcInfo) -> None:
    whole = io.StringIO()
    structlog.dev.plain_traceback(whole, raised)
    out.write(without_rows(whole.getvalue()))


def _keep(_logger: Any, _method: str, event: Any) -> Any:
    """The terminal's renderer prints tracebacks itself."""
    return event
