"""Starting the emulator inside a test: on a free loopback port, in this loop or in a thread."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import uvicorn
from starlette.applications import Starlette

from emulator.app import create_app
from emulator.world import World

HOST = "127.0.0.1"


class _GuestServer(uvicorn.Server):
    """uvicorn as a guest in another program: it leaves the signals alone and stops without delay."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self._closing = closing

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def main_loop(self) -> None:
        ticks = 0
        while not await self.on_tick(ticks):
            ticks = (ticks + 1) % 864_000
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), 0.1)
                await asyncio.sleep(0.005)


class EmulatorServer:
    """A running emulator: where it is, and the world behind it."""

    def __init__(self, app: Starlette, host: str = HOST, port: int = 0, *, own_process: bool = False) -> None:
        self.app = app
        self.world: World = app.state.world
        self._loop: asyncio.AbstractEventLoop | None = None
        # asyncio switches off Nagle's delay (40 ms an answer) only on sockets that name their protocol.
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind((host, port))
        self.host, self.port = self._socket.getsockname()[:2]
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, timeout_graceful_shutdown=1, ws="none",
            timeout_keep_alive=60,
        )  # fmt: skip
        # Alone in its process, the server may take over Ctrl+C and SIGTERM.
        self._server = uvicorn.Server(config) if own_process else _GuestServer(config, self.world.closing)

    @property
    def url(self) -> str:
        """The address without a slash at the end."""
        return f"http://{self.host}:{self.port}"

    @property
    def base_url(self) -> str:
        """What python-telegram-bot takes as `base_url`."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """What python-telegram-bot takes as `base_file_url`."""
        return f"{self.url}/file/bot"

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    async def serve(self) -> None:
        """Serve until stopped."""
        self._loop = asyncio.get_running_loop()
        await self._server.serve(sockets=[self._socket])

    @property
    def started(self) -> bool:
        """Is it answering?"""
        return self._server.started

    def stop(self) -> None:
        """Ask it to stop, from any thread; long polls and event streams end at once."""
        self._server.should_exit = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.world.closing.set)


@asynccontextmanager
async def running(**options: Any) -> AsyncIterator[EmulatorServer]:
    """`async with running(limits=False) as server:` — in this event loop. Options are create_app's."""
    server = EmulatorServer(create_app(**options))
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:
            if task.done():
                task.result()
            await asyncio.sleep(0.005)
        yield server
    finally:
        server.stop()
        await task


@contextmanager
def running_in_thread(**options: Any) -> Iterator[EmulatorServer]:
    """`with running_in_thread(...) as server:` — in a thread with its own event loop."""
    server = EmulatorServer(create_app(**options))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), name="emulator", daemon=True)
    thread.start()
    try:
        while not server.started:
            thread.join(0.005)
            if not thread.is_alive():
                raise RuntimeError("the emulator did not start")
        yield server
    finally:
        server.stop()
        thread.join(10)
