"""Logging: structlog, one line an event."""

from __future__ import annotations

import logging

import structlog


def set_up(level: str) -> None:
    """Log events from ``level`` up to standard error; the HTTP library's request lines only when debugging."""
    number = getattr(logging, level.upper())
    logging.basicConfig(level=number, format="%(levelname)s %(name)s: %(message)s")
    for noisy in ("httpx", "httpcore", "telegram", "apscheduler"):
        logging.getLogger(noisy).setLevel(max(number, logging.WARNING))
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
