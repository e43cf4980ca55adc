"""``paiju demo``: a local Telegram, the bot as an ordinary polling bot pointed at it, and a page with four people."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import typer

TOKEN = "7700000001:demo-token-of-no-value"


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def demo(port: int, database: str, fresh: bool) -> None:
    """Start both, print the address, and wait; Ctrl+C ends both."""
    signal.signal(signal.SIGTERM, _interrupt)  # whoever ends the demo ends its children too
    telegram = subprocess.Popen(
        [sys.executable, "-m", "emulator", "--port", str(port), "--token", TOKEN, "--demo"],
        stdout=subprocess.PIPE,
        text=True,
    )
    bot: subprocess.Popen[bytes] | None = None
    try:
        assert telegram.stdout is not None
        line = telegram.stdout.readline()
        if not line:
            told = "`make demo PORT=8766` (`paiju demo --port`) chooses another port, 0 any free one"
            typer.echo(f"paiju: the page cannot start, perhaps another demo is running; {told}", err=True)
            raise typer.Exit(2)
        if fresh and database.startswith("sqlite:///"):  # not before the port is ours: another demo plays from it
            for suffix in ("", "-wal", "-shm"):
                Path(database.removeprefix("sqlite:///") + suffix).unlink(missing_ok=True)
        address = json.loads(line)
        environment = {
            **os.environ,
            "BOT_TOKEN": TOKEN,
            "BOT_API_URL": address["url"],
            "DATABASE_URL": database,
            "WEBHOOK_URL": "",
            "LOG_LEVEL": os.environ.get("LOG_LEVEL", "warning"),
        }
        bot = subprocess.Popen([sys.executable, "-m", "bot", "run"], env=environment)
        typer.echo(f"Paiju demo: open {address['page']}  (Ctrl+C ends it)")
        while telegram.poll() is None and bot.poll() is None:
            time.sleep(0.2)
        typer.echo("paiju: the demo has stopped", err=True)
        raise typer.Exit(1)
    except KeyboardInterrupt:
        typer.echo("")
    finally:
        for process in (bot, telegram):
            if process is not None and process.poll() is None:
                process.terminate()
        for process in (bot, telegram):
            if process is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(10)
