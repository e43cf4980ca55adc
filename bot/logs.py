"""Logging: structlog, one line an event."""

from __future__ import annotations

import logging

import structlog
from telegram.error import InvalidToken, TelegramError


def set_up(level: str) -> None:
    """Log events from ``level`` up to standard error; the HTTP library's request lines only when debugging."""
    number = getattr(logging, level.upper())
    logging.basicConfig(level=number, format="%(levelname)s %(name)s: %(message)s")
    for noisy in ("httpx", "httpcore", "telegram", "apscheduler", "alembic"):
        logging.getLogger(noisy).setLevel(max(number, logging.WARNING))
    if number > logging.DEBUG:
        for handler in logging.getLogger().handlers:
            handler.addFilter(_briefly)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S"),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(__import__("sys").stderr),
    )


def _briefly(record: logging.LogRecord) -> bool:
    """What the Bot API or the way to it refuses is one line, not a traceback through the HTTP library."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, InvalidToken):
        return False  # it would show the token; the command line says what is wrong
    if isinstance(error, TelegramError):
        record.msg, record.args = f"{record.getMessage()} ({error})", ()
        record.exc_info = record.exc_text = None
    return True
