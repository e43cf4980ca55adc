"""The chat page: static files, pictures, and the stream of events that keeps it live."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse

from emulator.world import World

STATIC = Path(__file__).parent / "static"
#: A comment line this often tells both sides that the stream is alive.
_HEARTBEAT = 15.0


async def index(request: Request) -> Response:
    """The page itself."""
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


def page_file(world: World) -> Callable[[Request], Awaitable[Response]]:
    """Make the endpoint that shows uploaded pictures."""

    async def endpoint(request: Request) -> Response:
        stored = world.file(request.path_params["file_id"])
        if stored is None:
            return Response("no such file", status_code=404)
        return Response(stored.content, media_type=stored.mime, headers={"Cache-Control": "max-age=86400"})

    return endpoint


def events(world: World) -> Callable[[Request], Awaitable[Response]]:
    """Make the server-sent event stream."""

    async def endpoint(request: Request) -> Response:
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        return StreamingResponse(_stream(world), media_type="text/event-stream", headers=headers)

    return endpoint


async def _stream(world: World) -> AsyncIterator[str]:
    queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    world.listeners.add(queue)
    closing = asyncio.ensure_future(world.closing.wait())
    arrival = asyncio.ensure_future(queue.get())
    try:
        yield 'retry: 800\ndata: {"kind":"hello"}\n\n'
        while not world.closing.is_set():
            await asyncio.wait({arrival, closing}, timeout=_HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            if not arrival.done():
                yield ": still here\n\n"
                continue
            first = arrival.result()
            arrival = asyncio.ensure_future(queue.get())
            yield _lines([first, *_waiting(queue)])
    finally:
        closing.cancel()
        arrival.cancel()
        world.listeners.discard(queue)


def _waiting(queue: asyncio.Queue[dict[str, Any]]) -> list[dict[str, Any]]:
    waiting: list[dict[str, Any]] = []
    while not queue.empty():
        waiting.append(queue.get_nowait())
    return waiting


def _lines(batch: list[dict[str, Any]]) -> str:
    return "".join(f"data: {json.dumps(event, ensure_ascii=False)}\n\n" for event in batch)
