"""An emulator on a free port, a client to drive it, and a real python-telegram-bot Bot talking to it."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest
from PIL import Image
from telegram import Bot

from emulator.client import ChatClient, EmulatorClient, Person
from emulator.clock import FrozenClock
from emulator.server import EmulatorServer, running


@pytest.fixture
async def server() -> AsyncIterator[EmulatorServer]:
    """An emulator without flood control."""
    async with running(limits=False, webhook_resend_after=0.05) as started:
        yield started


@pytest.fixture
async def limited_server() -> AsyncIterator[EmulatorServer]:
    """An emulator with flood control, whose time stands still until advanced."""
    async with running(clock=FrozenClock()) as started:
        yield started


@pytest.fixture
async def world(server: EmulatorServer) -> AsyncIterator[EmulatorClient]:
    """The control client."""
    async with EmulatorClient(server.url) as client:
        yield client


@pytest.fixture
def make_bot() -> Callable[[EmulatorServer], Bot]:
    """Makes a Bot for a server."""

    def make(server: EmulatorServer) -> Bot:
        return Bot(server.token, base_url=server.base_url, base_file_url=server.base_file_url)

    return make


@pytest.fixture
async def bot(server: EmulatorServer, make_bot: Callable[[EmulatorServer], Bot]) -> AsyncIterator[Bot]:
    """A python-telegram-bot Bot that calls the emulator."""
    async with make_bot(server) as started:
        yield started


@dataclass
class Table:
    """Two people and a group with the bot in it."""

    alice: Person
    bob: Person
    group: ChatClient


@pytest.fixture
async def table(world: EmulatorClient) -> Table:
    """Alice's group, with Bob and the bot."""
    alice, bob = await world.people("Alice", "Bob")
    return Table(alice, bob, await world.group("Friends", [alice, bob]))


def png(color: str = "red", size: tuple[int, int] = (64, 48)) -> bytes:
    """A small picture."""
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, "PNG")
    return buffer.getvalue()
