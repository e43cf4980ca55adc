"""Faults on demand, statistics, reset, and the ways to start the emulator."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable

import httpx
import pytest
from telegram import Bot
from telegram.error import BadRequest, NetworkError, RetryAfter, TimedOut

from emulator.client import EmulatorClient, EmulatorFailure
from emulator.server import EmulatorServer, running_in_thread
from tests.emulator.conftest import Table


async def test_refusals_on_demand_strike_where_they_are_meant(bot: Bot, table: Table, world: EmulatorClient) -> None:
    other = await world.group("Other", [table.alice])
    await world.fault("429", method="sendMessage", chat_id=table.group.id, times=2, retry_after=17)
    await bot.send_message(other.id, "not here")
    for _ in range(2):
        with pytest.raises(RetryAfter) as refusal:
            await bot.send_message(table.group.id, "x")
        assert refusal.value.retry_after == 17
    await bot.send_message(table.group.id, "third time")
    await world.fault("500")
    with pytest.raises(NetworkError, match="Internal Server Error"):
        await bot.get_me()
    await world.fault("error", method="editMessageText", code=400, description="Bad Request: CHAT_RESTRICTED")
    with pytest.raises(BadRequest, match=r"(?i)CHAT_RESTRICTED"):
        await bot.edit_message_text("x", table.group.id, 1)
    assert await world.post("faults") == []


async def test_a_slow_call_is_carried_out(bot: Bot, table: Table, world: EmulatorClient) -> None:
    await world.fault("slow", method="sendMessage", seconds=0.2)
    begun = time.monotonic()
    await bot.send_message(table.group.id, "slow")
    assert time.monotonic() - begun >= 0.2


@pytest.mark.parametrize(("how", "error"), [("hang", TimedOut), ("close", NetworkError)])
async def test_a_lost_answer_leaves_the_message(
    bot: Bot, table: Table, world: EmulatorClient, how: str, error: type[NetworkError]
) -> None:
    await world.fault("lost", method="sendMessage", how=how, seconds=5)
    with pytest.raises(error):
        await bot.send_message(table.group.id, "delivered all the same", read_timeout=0.2)
    assert (await table.group.last()).text == "delivered all the same"


async def test_what_the_bot_did_is_counted(bot: Bot, table: Table, world: EmulatorClient) -> None:
    sent = await bot.send_message(table.group.id, "a")
    await sent.edit_text("b")
    with pytest.raises(BadRequest):
        await sent.edit_text("b")
    stats = await world.stats()
    assert stats["by_chat"][str(table.group.id)] == {"sendMessage": 1, "editMessageText": 2}
    assert stats["by_code"] == {"200": 3, "400": 1}
    calls = await table.group.calls("editMessageText")
    assert [call["code"] for call in calls] == [200, 400]
    assert calls[0]["time"] <= calls[1]["time"]


async def test_control_calls_that_make_no_sense(table: Table, world: EmulatorClient) -> None:
    stranger = await world.person("Stranger")
    with pytest.raises(EmulatorFailure, match="Stranger is not in this chat"):
        await stranger.write(table.group, "let me in")
    with pytest.raises(EmulatorFailure, match="no user 5"):
        await world.find_person(5)
    with pytest.raises(EmulatorFailure, match="unknown fault"):
        await world.fault("earthquake")
    with pytest.raises(EmulatorFailure, match="no action"):
        await world.post("explode")
    with pytest.raises(EmulatorFailure, match="a start payload is 1 to 64"):
        await stranger.open_link("https://t.me/paiju_bot?start=" + "x" * 65)
    with pytest.raises(EmulatorFailure, match="nothing in chat"):
        await table.group.wait_for_text("never said", timeout=0.1)


async def test_reset_keeps_update_ids_rising(bot: Bot, table: Table, world: EmulatorClient) -> None:
    before = (await bot.get_updates())[-1].update_id
    demo = await world.reset(demo=True)
    assert len(demo["users"]) == 4
    updates = await bot.get_updates(offset=before + 1)
    assert all(update.update_id > before for update in updates)
    assert (await world.stats())["total"] == 1
    group = world.chat(demo["group"], await world.find_person(demo["users"][0]))
    assert [bool(message.service) for message in await group.messages()] == [True, True]


async def test_a_server_in_a_thread(make_bot: Callable[[EmulatorServer], Bot]) -> None:
    with running_in_thread(demo=True) as server:
        async with make_bot(server) as bot:
            assert bot.username == "paiju_bot"
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.url, trust_env=False)


def test_the_command_prints_where_it_is() -> None:
    arguments = [
        sys.executable,
        "-m",
        "emulator",
        "--port",
        "0",
        "--token",
        "42:abc",
        "--no-limits",
        "--demo",
    ]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())
        for _ in range(100):
            try:
                answer = httpx.get(f"{address['base_url']}42:abc/getMe", trust_env=False)
                break
            except httpx.ConnectError:
                time.sleep(0.02)
        assert answer.json()["result"]["id"] == 42
        world = httpx.get(f"{address['url']}/control/world", trust_env=False).json()
        assert len(world["users"]) == 4
        assert world["settings"]["flood"]["enabled"] is False
    finally:
        process.terminate()
        process.wait(5)
