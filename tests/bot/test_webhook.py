"""The same bot by webhook, as a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from emulator.client import EmulatorClient
from emulator.server import running

from .stage import TOKEN

ROOT = Path(__file__).parent.parent.parent


async def test_a_lobby_by_webhook(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with running(token=TOKEN, limits=False) as server, EmulatorClient(server.url) as world:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "BOT_TOKEN": TOKEN,
            "BOT_API_URL": server.url,
            "DATABASE_URL": f"sqlite:///{tmp_path}/paiju.db",
            "WEBHOOK_URL": f"http://127.0.0.1:{port}",
            "WEBHOOK_PORT": str(port),
            "WEBHOOK_SECRET": "only-telegram-knows",
        }
        bot = subprocess.Popen([sys.executable, "-m", "bot", "run"], cwd=tmp_path, env=environment)
        try:
            await world.wait_for_call("setWebhook", timeout=20)
            (alice,) = await world.people("Alice", language_code="en")
            group = await world.group("Friends", [alice])
            await alice.write(group, "/newgame sichuan")
            lobby = await group.wait_for_button("Start", timeout=15)
            answer = await alice.tap(lobby, "Fill with AI")
            assert answer.answered
            await group.wait_for_button("Remove AI", timeout=10)
            assert bot.poll() is None
        finally:
            bot.terminate()
            assert bot.wait(15) == 0
