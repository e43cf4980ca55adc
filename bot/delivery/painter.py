"""Painter: pictures drawn in a thread, only when they are about to be sent."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import structlog

from bot.pictures import Scene, draw

from .wire import Unreachable

log = structlog.get_logger()

KEPT = 16
"""Pictures remembered for a send that has to be repeated."""


class Painter:
    """One thread: Pillow lets the event loop run while it encodes, and sprites are made once."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._made: OrderedDict[Scene, bytes] = OrderedDict()

    async def paint(self, scene: Scene) -> bytes:
        """The picture of a scene, encoded. Unreachable("no_picture") when it cannot be drawn: then text has to do."""
        found = self._made.get(scene)
        if found is None:
            try:
                found = await asyncio.get_running_loop().run_in_executor(self._threads, draw, scene)
            except Exception as error:
                log.exception("picture failed")
                raise Unreachable("no_picture", repr(error)) from error
            self._made[scene] = found
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(scene)
        return found

    def close(self) -> None:
        """Stop the thread."""
        self._threads.shutdown(wait=False, cancel_futures=True)
