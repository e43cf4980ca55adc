"""The web application: Bot API, control API and chat page over one world."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from emulator.botapi import bot_api, bot_file
from emulator.clock import Clock
from emulator.control import control_get, control_post
from emulator.demo import seed_demo
from emulator.limits import FloodSettings
from emulator.page import STATIC, events, index, page_file
from emulator.receiving import Receiver
from emulator.world import DEFAULT_TOKEN, World


async def _home(request: Request) -> Response:
    return RedirectResponse(f"/page/?{request.url.query}" if request.url.query else "/page/")


def create_app(
    world: World | None = None,
    *,
    token: str = DEFAULT_TOKEN,
    limits: bool = True,
    demo: bool = False,
    clock: Clock | None = None,
    bot_username: str = "paiju_bot",
    bot_name: str = "Paiju 牌局",
    webhook_resend_after: float = 1.0,
) -> Starlette:
    """Build the application. `app.state.world` and `app.state.receiver` are there for in-process use."""
    if world is None:
        flood = FloodSettings(enabled=limits)
        world = World(token, clock, flood, bot_username=bot_username, bot_name=bot_name)
    if demo:
        seed_demo(world)
    receiver = Receiver(world, resend_after=webhook_resend_after)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        world.closing.set()
        await receiver.close()

    app = Starlette(
        routes=[
            Route("/bot{token}/{method}", bot_api(world, receiver), methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", bot_file(world)),
            Route("/control/events", events(world)),
            Route("/control/{action}", control_post(world, receiver), methods=["POST"]),
            Route("/control/{what:path}", control_get(world)),
            Route("/page/", index),
            Route("/page/file/{file_id}", page_file(world)),
            Mount("/page/static", StaticFiles(directory=STATIC)),
            Route("/", _home),
        ],
        lifespan=lifespan,
    )
    app.state.world = world
    app.state.receiver = receiver
    return app
