"""Where AI thinks: in worker processes, never on the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Protocol

from ai.players import Advice, advise, choose
from ai.worker import end_with_parent
from engine import Action, View


class Brain(Protocol):
    """Chooses for a seat from its view."""

    async def choose(self, level: str, view: View, seed: int) -> Action: ...

    async def advise(self, level: str, view: View, seed: int) -> Advice: ...

    async def close(self) -> None: ...


class InlineBrain:
    """Thinks in the calling task: for tests and tools."""

    async def choose(self, level: str, view: View, seed: int) -> Action:
        return choose(level, view, seed)

    async def advise(self, level: str, view: View, seed: int) -> Advice:
        return advise(level, view, seed)

    async def close(self) -> None:
        return None


class ProcessBrain:
    """Thinks in ``workers`` processes, started when first needed. A worker that dies is replaced once per question."""

    def __init__(self, workers: int = 2) -> None:
        self._workers = workers
        self._pool: Executor | None = None

    def _executor(self) -> Executor:
        if self._pool is None:
            # Forking a process that runs threads and an event loop is not safe; a spawned one imports only ai/.
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=get_context("spawn"), initializer=end_with_parent
            )
        return self._pool

    async def advise(self, level: str, view: View, seed: int) -> Advice:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor(), advise, level, view, seed)
        except BrokenProcessPool:
            self._pool = None
            return await loop.run_in_executor(self._executor(), advise, level, view, seed)

    async def choose(self, level: str, view: View, seed: int) -> Action:
        if len(view.actions) == 1:
            return view.actions[0]
        return (await self.advise(level, view, seed)).action

    async def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
